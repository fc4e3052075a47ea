"""The tables. Nothing is published from these classes: see `web.published`."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, Text
from sqlmodel import Field, SQLModel


class StoredHand(SQLModel, table=True):
    """One record, its bytes as they were received; the other columns are read from it.

    `id` counts in the order of arrival; `received` is whole milliseconds since 1970, UTC. `commitment` is the
    server's, 64 hex digits, "" where the hand is imported. `match_id` and `match_number` are None where the hand
    belongs to no match.
    """

    __tablename__ = "hands"
    __table_args__ = (
        Index("ix_hands_table", "table_id", "id"),
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


class Summary(SQLModel, table=True):
    """What lists show of a hand, read from its record and judged once (`web.store.summary`). Every hand has one.

    `judge` is the version of the judge (`replay.verdict.JUDGE`), 0 where the hand has not been judged yet; then
    `digest`, `rules` and `verdict` are "". It is negative where that version judged the hand under another policy for
    receipts than the site has now. `result` is the SHA-256 of the computed result (LOG.md, "Leaves"), "" where there is
    none and None where it was not stored yet. `digest` is the SHA-256 of the record's bytes; `opened` the SHA-256 of
    the server seed, None while it is hidden. All of them are 64 hex digits. `fault_*` are of the first illegal event,
    `pointer` of what is malformed. `before` and `after` are the match's standing before and after the hand, None where
    there is none or it is unknown; `opening` says whether `before` is what a match begins with.
    """

    __tablename__ = "summaries"
    __table_args__ = (
        Index("ix_summaries_judge", "judge", "hand_id"),
        Index("ix_summaries_opened", "opened"),
        Index("ix_summaries_verdict", "verdict", "hand_id"),
        Index("ix_summaries_rules", "rules", "hand_id"),
        Index("ix_summaries_rules_verdict", "rules", "verdict", "hand_id"),
    )

    hand_id: int = Field(
        sa_column=Column(Integer, ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    judge: int
    digest: str = Field(max_length=64)
    opened: str | None = Field(default=None, max_length=64)
    rules: str = Field(max_length=64)
    provisional: bool
    seats: list[str] = Field(sa_column=Column(JSON, nullable=False))
    dealer: int | None = None
    verdict: str = Field(max_length=16)
    grade: str | None = Field(default=None, max_length=1)
    result: str | None = Field(default=None, max_length=64)
    fault_event: int | None = None
    fault_seat: int | None = None
    fault_rule: str | None = Field(default=None, max_length=64)
    fault_card: str | None = Field(default=None, max_length=8)
    pointer: str | None = Field(default=None, sa_column=Column(Text, nullable=True))
    before: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    after: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    opening: bool | None = None


class LogLeaf(SQLModel, table=True):
    """One leaf of the transparency log, its bytes as they were appended. `position` counts from 0 without gaps; `hash`
    is the leaf hash, 32 bytes."""

    __tablename__ = "log_leaves"

    position: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    hash: bytes = Field(sa_column=Column(LargeBinary, nullable=False, unique=True))
    leaf: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class LogNode(SQLModel, table=True):
    """The hash (32 bytes) of a complete subtree of the log above its leaves: it covers the `2^level` leaves from
    `position · 2^level`."""

    __tablename__ = "log_nodes"

    level: int = Field(primary_key=True)
    position: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    hash: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class LogHand(SQLModel, table=True):
    """The positions of a hand's leaves in the log, NULL for those that are not there. `commitment` is the server's, 64
    hex digits; `close_at` is that of the result or the void leaf."""

    __tablename__ = "log_hands"
    __table_args__ = (Index("ix_log_hands_commitment", "commitment"),)

    hand: str = Field(max_length=64, primary_key=True)
    commitment: str = Field(max_length=64)
    commit_at: int = Field(sa_column=Column(BigInteger, nullable=False))
    deal_at: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    close_at: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))


class LogTable(SQLModel, table=True):
    """The number of the last hand of a table that has a commit in the log."""

    __tablename__ = "log_tables"

    table_id: str = Field(max_length=64, primary_key=True)
    number: int = Field(sa_column=Column(BigInteger, nullable=False))


class LogCheckpoint(SQLModel, table=True):
    """A published checkpoint of `size` leaves: the signed note with its cosignatures."""

    __tablename__ = "log_checkpoints"

    size: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    note: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class StoredReceipt(SQLModel, table=True):
    """The receipt of a hand, its bytes as they were received. `digest` is their SHA-256, `policy` that of the policy
    under which the summary of the hand was judged with it ("" where it was not yet): both 64 hex digits."""

    __tablename__ = "receipts"

    hand_id: int = Field(
        sa_column=Column(Integer, ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    receipt: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    digest: str = Field(max_length=64)
    policy: str = Field(max_length=64)


class VerdictChange(SQLModel, table=True):
    """A hand whose verdict, grade or result was another one when it was judged again.

    `time` is whole milliseconds since 1970, UTC. `judge_before` and `judge_after` are versions of the judge, equal
    where only the policy for receipts changed. `operator_id` is that of the hand's table, None where it belongs to
    nobody. The other columns are as in `Summary`.
    """

    __tablename__ = "verdict_changes"
    __table_args__ = (Index("ix_verdict_changes_operator", "operator_id", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    hand_id: int = Field(
        sa_column=Column(Integer, ForeignKey("hands.id", ondelete="CASCADE"), nullable=False, index=True)
    )
    time: int = Field(sa_column=Column(BigInteger, nullable=False))
    judge_before: int
    judge_after: int
    verdict_before: str = Field(max_length=16)
    verdict_after: str = Field(max_length=16)
    grade_before: str | None = Field(default=None, max_length=1)
    grade_after: str | None = Field(default=None, max_length=1)
    result_before: str | None = Field(default=None, max_length=64)
    result_after: str | None = Field(default=None, max_length=64)
    operator_id: int | None = None


class Lease(SQLModel, table=True):
    """Which process does a piece of background work, and until when: whole milliseconds since 1970, UTC."""

    __tablename__ = "leases"

    work: str = Field(max_length=32, primary_key=True)
    holder: str = Field(max_length=64)
    until: int = Field(sa_column=Column(BigInteger, nullable=False))


class Operator(SQLModel, table=True):
    """Somebody who runs tables and publishes their hands. `created` is in ms since 1970."""

    __tablename__ = "operators"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(max_length=64, unique=True)
    created: int = Field(sa_column=Column(BigInteger, nullable=False))


class OperatorToken(SQLModel, table=True):
    """A token of an operator: its public ID, and the SHA-256 of its secret, 64 hex digits. `created` and `revoked` are
    in ms since 1970; `revoked` is None while the token is accepted."""

    __tablename__ = "operator_tokens"
    __table_args__ = (Index("ix_operator_tokens_operator", "operator_id"),)

    id: str = Field(max_length=16, primary_key=True)
    operator_id: int = Field(foreign_key="operators.id")
    digest: str = Field(max_length=64)
    created: int = Field(sa_column=Column(BigInteger, nullable=False))
    revoked: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))


class OperatorTable(SQLModel, table=True):
    """The operator that a table belongs to. `unlisted_from` is the ID of the hand from which on stored hands of the
    table may be missing from the desk, None where none is."""

    __tablename__ = "operator_tables"
    __table_args__ = (
        Index("ix_operator_tables_operator", "operator_id"),
        Index("ix_operator_tables_unlisted", "unlisted_from"),
    )

    table_id: str = Field(max_length=64, primary_key=True)
    operator_id: int = Field(foreign_key="operators.id")
    unlisted_from: int | None = 0


class OperatorHand(SQLModel, table=True):
    """A hand whose commit an operator published: `header` is its canonical JSON. `changed` is a number that grows with
    every change of any hand."""

    __tablename__ = "operator_hands"
    __table_args__ = (
        Index("ix_operator_hands_operator", "operator_id", "changed"),
        Index("ix_operator_hands_changed", "changed", unique=True),
    )

    hand: str = Field(max_length=64, primary_key=True)
    operator_id: int = Field(foreign_key="operators.id")
    header: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    changed: int = Field(sa_column=Column(BigInteger, nullable=False))


class OperatorRequest(SQLModel, table=True):
    """A request that publishes a leaf, by the idempotency key that its operator chose. `digest` is the SHA-256 of route
    and body, 64 hex digits; `leaf` what is appended; `answer` the body of the answer, None until it was given."""

    __tablename__ = "operator_requests"
    __table_args__ = (Index("ix_operator_requests_created", "created"),)

    operator_id: int = Field(foreign_key="operators.id", primary_key=True)
    key: str = Field(max_length=64, primary_key=True)
    digest: str = Field(max_length=64)
    leaf: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    answer: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    created: int = Field(sa_column=Column(BigInteger, nullable=False))


class OperatorCosignature(SQLModel, table=True):
    """The line with which a seat cosigned the checkpoint of the commit of a hand."""

    __tablename__ = "operator_cosignatures"

    hand: str = Field(max_length=64, foreign_key="operator_hands.hand", primary_key=True)
    seat: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    line: str = Field(sa_column=Column(Text, nullable=False))


class OperatorSeedReceipt(SQLModel, table=True):
    """The receipt for the seed of a seat, a signed note."""

    __tablename__ = "operator_seed_receipts"

    hand: str = Field(max_length=64, foreign_key="operator_hands.hand", primary_key=True)
    seat: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    note: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class OperatorAct(SQLModel, table=True):
    """What was done with a token of an operator, or with an operator by the command (`token` is ""). `time` is in ms
    since 1970, `subject` the ID of the hand, table or token that it was about, "" where there is none; `code` is "" if
    it was done, else that of the refusal."""

    __tablename__ = "operator_acts"
    __table_args__ = (Index("ix_operator_acts_operator", "operator_id", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    time: int = Field(sa_column=Column(BigInteger, nullable=False))
    operator_id: int = Field(foreign_key="operators.id")
    token: str = Field(max_length=16)
    act: str = Field(max_length=32)
    subject: str = Field(max_length=64)
    code: str = Field(max_length=64)
