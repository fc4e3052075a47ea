"""Store the receipts of hands, and under which policy the summary of each was judged with its receipt."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "receipts",
        sa.Column(
            "hand_id",
            sa.Integer(),
            sa.ForeignKey("hands.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("receipt", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("policy", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("receipts")
