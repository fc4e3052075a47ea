"""Store what changes where hands are judged again, the digest of the computed result, and who judges them."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Batches are read in this order; without `hand_id` each of them would sort all hands that wait.
    op.drop_index("ix_summaries_judge", "summaries")
    op.create_index("ix_summaries_judge", "summaries", ["judge", "hand_id"])
    op.add_column("summaries", sa.Column("result", sa.String(64)))
    op.create_table(
        "verdict_changes",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("hand_id", sa.Integer(), sa.ForeignKey("hands.id", ondelete="CASCADE"), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.Column("judge_before", sa.Integer(), nullable=False),
        sa.Column("judge_after", sa.Integer(), nullable=False),
        sa.Column("verdict_before", sa.String(16), nullable=False),
        sa.Column("verdict_after", sa.String(16), nullable=False),
        sa.Column("grade_before", sa.String(1)),
        sa.Column("grade_after", sa.String(1)),
        sa.Column("result_before", sa.String(64)),
        sa.Column("result_after", sa.String(64)),
    )
    op.create_index("ix_verdict_changes_hand_id", "verdict_changes", ["hand_id"])
    op.create_table(
        "leases",
        sa.Column("work", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("leases")
    op.drop_table("verdict_changes")
    with op.batch_alter_table("summaries") as batch:
        batch.drop_column("result")
    op.drop_index("ix_summaries_judge", "summaries")
    op.create_index("ix_summaries_judge", "summaries", ["judge"])
