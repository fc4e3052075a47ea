"""Make the tables of the desk of operators, and of browsers that are signed in to it. The desk is filled in the
background (`web.store.desk.listing`), table by table: `unlisted_from` says from which hand on."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

BY_CODE_POINT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def hand_id() -> sa.Column[int]:
    """A column with the ID of a stored hand."""
    stored = sa.ForeignKey("hands.id", ondelete="CASCADE")
    return sa.Column("hand_id", sa.Integer(), stored, primary_key=True, autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "desk_hands",
        hand_id(),
        sa.Column("operator_id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("hand", BY_CODE_POINT, nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_desk_hands_rank", "desk_hands", ["operator_id", "rank", "received", "hand_id"])
    op.create_index("ix_desk_hands_table", "desk_hands", ["operator_id", "table_id", "rank", "received", "hand_id"])
    op.create_index("ix_desk_hands_hand", "desk_hands", ["operator_id", "hand"])
    op.create_table(
        "desk_players",
        hand_id(),
        sa.Column("name", BY_CODE_POINT, primary_key=True),
        sa.Column("operator_id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_desk_players_name", "desk_players", ["operator_id", "name", "rank", "received", "hand_id"])
    op.create_index(
        "ix_desk_players_table", "desk_players", ["operator_id", "table_id", "name", "rank", "received", "hand_id"]
    )
    op.create_table(
        "desk_counts",
        sa.Column("operator_id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("name", BY_CODE_POINT, primary_key=True),
        sa.Column("rank", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
    )
    wrong = sa.text("rank < 6")
    op.create_index(
        "ix_desk_counts_failed",
        "desk_counts",
        ["operator_id", "kind", "name"],
        sqlite_where=wrong,
        postgresql_where=wrong,
    )
    op.create_table(
        "operator_sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("token_id", sa.String(16), sa.ForeignKey("operator_tokens.id"), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_operator_sessions_expires", "operator_sessions", ["expires"])
    op.add_column("verdict_changes", sa.Column("operator_id", sa.Integer()))
    op.create_index("ix_verdict_changes_operator", "verdict_changes", ["operator_id", "id"])
    op.add_column("operator_tables", sa.Column("unlisted_from", sa.Integer()))
    op.create_index("ix_operator_tables_unlisted", "operator_tables", ["unlisted_from"])
    op.execute("UPDATE operator_tables SET unlisted_from = 0")


def downgrade() -> None:
    op.drop_index("ix_operator_tables_unlisted", "operator_tables")
    op.drop_index("ix_verdict_changes_operator", "verdict_changes")
    with op.batch_alter_table("operator_tables") as batch:
        batch.drop_column("unlisted_from")
    with op.batch_alter_table("verdict_changes") as batch:
        batch.drop_column("operator_id")
    for table in ("operator_sessions", "desk_counts", "desk_players", "desk_hands"):
        op.drop_table(table)
