"""Store beside each record what lists show of it. Hands stored so far get an empty summary with the judge version 0:
`web.store.rejudging.catch_up` judges them in batches, after this transaction and without its lock."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "summaries",
        sa.Column(
            "hand_id",
            sa.Integer(),
            sa.ForeignKey("hands.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("judge", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("opened", sa.String(64)),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer()),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("grade", sa.String(1)),
        sa.Column("fault_event", sa.Integer()),
        sa.Column("fault_seat", sa.Integer()),
        sa.Column("fault_rule", sa.String(64)),
        sa.Column("fault_card", sa.String(8)),
        sa.Column("pointer", sa.Text()),
        sa.Column("before", sa.JSON()),
        sa.Column("after", sa.JSON()),
        sa.Column("opening", sa.Boolean()),
    )
    op.execute(
        "INSERT INTO summaries (hand_id, judge, digest, rules, provisional, seats, verdict) "
        "SELECT id, 0, '', '', false, '[]', '' FROM hands"
    )
    op.create_index("ix_summaries_judge", "summaries", ["judge"])
    op.create_index("ix_summaries_opened", "summaries", ["opened"])
    op.create_index("ix_summaries_verdict", "summaries", ["verdict", "hand_id"])
    op.create_index("ix_summaries_rules", "summaries", ["rules", "hand_id"])
    op.create_index("ix_summaries_rules_verdict", "summaries", ["rules", "verdict", "hand_id"])
    op.create_index("ix_hands_table", "hands", ["table_id", "id"])


def downgrade() -> None:
    op.drop_index("ix_hands_table", "hands")
    op.drop_table("summaries")
