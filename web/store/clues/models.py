"""The tables of clues."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer
from sqlmodel import Field, SQLModel

from dealproof.web.store.desk.models import BY_CODE_POINT

LONGEST_KIND: Final = 8


class Clue(SQLModel, table=True):
    """One clue: its kind (`web.store.clues.rows`), its text, and the ID in the table of the hand that has it. A table
    or a match is a clue of its first hand only."""

    __tablename__ = "clues"
    __table_args__ = (Index("ix_clues_hand", "hand_id"),)

    kind: str = Field(max_length=LONGEST_KIND, primary_key=True)
    text: str = Field(sa_column=Column(BY_CODE_POINT, primary_key=True))
    hand_id: int = Field(
        sa_column=Column(Integer, ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )


class WithoutClues(SQLModel, table=True):
    """Which stored hands may have no clues yet: those with an ID `below` this one. No row where there are none."""

    __tablename__ = "without_clues"

    below: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
