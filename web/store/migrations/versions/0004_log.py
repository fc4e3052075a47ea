"""Make the tables of the transparency log: its leaves, its tree, what decides the next leaf, and its checkpoints."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "log_leaves",
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False, unique=True),
        sa.Column("leaf", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "log_nodes",
        sa.Column("level", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "log_hands",
        sa.Column("hand", sa.String(64), primary_key=True),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("commit_at", sa.BigInteger(), nullable=False),
        sa.Column("deal_at", sa.BigInteger(), nullable=True),
        sa.Column("close_at", sa.BigInteger(), nullable=True),
    )
    op.create_table(
        "log_tables",
        sa.Column("table_id", sa.String(64), primary_key=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "log_checkpoints",
        sa.Column("size", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("note", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    for table in ("log_checkpoints", "log_tables", "log_hands", "log_nodes", "log_leaves"):
        op.drop_table(table)
