"""Make the tables of clues. The clues of the hands stored so far come in the background (`web.store.clues.filling`)."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BY_CODE_POINT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "clues",
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("text", BY_CODE_POINT, primary_key=True),
        sa.Column(
            "hand_id",
            sa.Integer(),
            sa.ForeignKey("hands.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
    )
    op.create_index("ix_clues_hand", "clues", ["hand_id"])
    op.create_table("without_clues", sa.Column("below", sa.Integer(), primary_key=True, autoincrement=False))
    op.execute("INSERT INTO without_clues SELECT id + 1 FROM hands ORDER BY id DESC LIMIT 1")


def downgrade() -> None:
    op.drop_table("without_clues")
    op.drop_table("clues")
