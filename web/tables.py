"""The tables. Nothing outside the house is made from these classes: see `web.public`.

No verdict is stored: a hand is judged anew whenever it is shown, by the rules as they are then read.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, LargeBinary
from sqlmodel import Field, SQLModel


class StoredHand(SQLModel, table=True):
    """One record, its bytes as they were received; the other columns are read from it.

    `id` counts in the order of arrival; `received` is whole milliseconds since 1970, UTC. `commitment` is the
    server's, 64 hex digits. `match_id` and `match_number` are None where the hand belongs to no match.
    """

    __tablename__ = "hands"
    __table_args__ = (
        Index("ix_hands_table_number", "table_id", "number"),
        Index("ix_hands_commitment", "commitment"),
        Index("ix_hands_match_number", "match_id", "match_number"),
    )

    id: int | None = Field(default=None, primary_key=True)
    hand: str = Field(max_length=64, unique=True)
    table_id: str = Field(max_length=64)
    number: int = Field(sa_column=Column(BigInteger, nullable=False))
    commitment: str = Field(max_length=64)
    match_id: str | None = Field(default=None, max_length=64)
    match_number: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    record: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    received: int = Field(sa_column=Column(BigInteger, nullable=False))
