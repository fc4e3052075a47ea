"""The tables of the desk (`web.store.desk.rows` keeps them in step), and of the browsers that are signed in to it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Text, text
from sqlmodel import Field, SQLModel

BY_CODE_POINT: Final = Text().with_variant(Text(collation="C"), "postgresql")
"""A text that is compared by code points, as SQLite always does: an index on it serves a search by its beginning."""


class DeskHand(SQLModel, table=True):
    """A hand of a table that belongs to an operator, as its desk finds it (`web.store.desk`). `rank` is that of
    `web.store.desk.ranks`, the other columns are as in `StoredHand`."""

    __tablename__ = "desk_hands"
    __table_args__ = (
        Index("ix_desk_hands_rank", "operator_id", "rank", "received", "hand_id"),
        Index("ix_desk_hands_table", "operator_id", "table_id", "rank", "received", "hand_id"),
        Index("ix_desk_hands_hand", "operator_id", "hand"),
    )

    hand_id: int = Field(
        sa_column=Column(Integer, ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    operator_id: int
    table_id: str = Field(max_length=64)
    hand: str = Field(sa_column=Column(BY_CODE_POINT, nullable=False))
    rank: int
    received: int = Field(sa_column=Column(BigInteger, nullable=False))


class DeskPlayer(SQLModel, table=True):
    """A player of a hand on the desk, by folded name (`web.store.desk.names`); the other columns are those of the
    hand."""

    __tablename__ = "desk_players"
    __table_args__ = (
        Index("ix_desk_players_name", "operator_id", "name", "rank", "received", "hand_id"),
        Index("ix_desk_players_table", "operator_id", "table_id", "name", "rank", "received", "hand_id"),
    )

    hand_id: int = Field(
        sa_column=Column(Integer, ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    name: str = Field(sa_column=Column(BY_CODE_POINT, primary_key=True))
    operator_id: int
    table_id: str = Field(max_length=64)
    rank: int
    received: int = Field(sa_column=Column(BigInteger, nullable=False))


class DeskCount(SQLModel, table=True):
    """How many hands of a rank a group on the desk of an operator has: all hands, those of a table, of a day, or of a
    player (`kind`; `web.store.desk.rows`). `name` is "", the table's ID, the day, or the folded name; `label` is how
    the name of the player was spelt last, else "". No count is 0."""

    __tablename__ = "desk_counts"
    __table_args__ = (
        Index(
            "ix_desk_counts_failed",
            "operator_id",
            "kind",
            "name",
            sqlite_where=text("rank < 6"),
            postgresql_where=text("rank < 6"),
        ),
    )

    operator_id: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    kind: str = Field(max_length=8, primary_key=True)
    name: str = Field(sa_column=Column(BY_CODE_POINT, primary_key=True))
    rank: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    hands: int
    label: str


class OperatorSession(SQLModel, table=True):
    """A browser that is signed in with a token: the SHA-256 of the secret in its cookie, 64 hex digits. `expires` is in
    ms since 1970."""

    __tablename__ = "operator_sessions"
    __table_args__ = (Index("ix_operator_sessions_expires", "expires"),)

    digest: str = Field(max_length=64, primary_key=True)
    token_id: str = Field(max_length=16, foreign_key="operator_tokens.id")
    expires: int = Field(sa_column=Column(BigInteger, nullable=False))
