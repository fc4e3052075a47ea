"""Make the tables of operators: their tokens, tables and hands, what they asked for, and what they did. An index finds
a server commitment in the log."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "operator_tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("operator_id", sa.Integer(), sa.ForeignKey("operators.id"), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("revoked", sa.BigInteger(), nullable=True),
    )
    op.create_index("ix_operator_tokens_operator", "operator_tokens", ["operator_id"])
    op.create_table(
        "operator_tables",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("operator_id", sa.Integer(), sa.ForeignKey("operators.id"), nullable=False),
    )
    op.create_index("ix_operator_tables_operator", "operator_tables", ["operator_id"])
    op.create_table(
        "operator_hands",
        sa.Column("hand", sa.String(64), primary_key=True),
        sa.Column("operator_id", sa.Integer(), sa.ForeignKey("operators.id"), nullable=False),
        sa.Column("header", sa.LargeBinary(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_operator_hands_operator", "operator_hands", ["operator_id", "changed"])
    op.create_index("ix_operator_hands_changed", "operator_hands", ["changed"], unique=True)
    op.create_table(
        "operator_requests",
        sa.Column("operator_id", sa.Integer(), sa.ForeignKey("operators.id"), primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("leaf", sa.LargeBinary(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_operator_requests_created", "operator_requests", ["created"])
    op.create_table(
        "operator_cosignatures",
        sa.Column("hand", sa.String(64), sa.ForeignKey("operator_hands.hand"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("line", sa.Text(), nullable=False),
    )
    op.create_table(
        "operator_seed_receipts",
        sa.Column("hand", sa.String(64), sa.ForeignKey("operator_hands.hand"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("note", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "operator_acts",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("operator_id", sa.Integer(), sa.ForeignKey("operators.id"), nullable=False),
        sa.Column("token", sa.String(16), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
    )
    op.create_index("ix_operator_acts_operator", "operator_acts", ["operator_id", "id"])
    op.create_index("ix_log_hands_commitment", "log_hands", ["commitment"])


def downgrade() -> None:
    op.drop_index("ix_log_hands_commitment", "log_hands")
    for table in (
        *("operator_acts", "operator_seed_receipts", "operator_cosignatures", "operator_requests"),
        *("operator_hands", "operator_tables", "operator_tokens", "operators"),
    ):
        op.drop_table(table)
