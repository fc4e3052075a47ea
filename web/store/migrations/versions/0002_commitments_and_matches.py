"""Let hands be found by their server commitment and their match; both are read from the records stored so far."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Connection

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

AT_ONCE = 200

hands = sa.table(
    "hands",
    sa.column("id", sa.Integer),
    sa.column("record", sa.LargeBinary),
    sa.column("commitment", sa.String),
    sa.column("match_id", sa.String),
    sa.column("match_number", sa.BigInteger),
)


def upgrade() -> None:
    op.add_column("hands", sa.Column("commitment", sa.String(64)))
    op.add_column("hands", sa.Column("match_id", sa.String(64)))
    op.add_column("hands", sa.Column("match_number", sa.BigInteger()))
    fill(op.get_bind())
    with op.batch_alter_table("hands") as batch:
        batch.alter_column("commitment", existing_type=sa.String(64), nullable=False)
    op.create_index("ix_hands_commitment", "hands", ["commitment"])
    op.create_index("ix_hands_match_number", "hands", ["match_id", "match_number"])


def fill(connection: Connection) -> None:
    last = 0
    rows = sa.select(hands.c.id, hands.c.record).order_by(hands.c.id).limit(AT_ONCE)
    while some := connection.execute(rows.where(hands.c.id > last)).all():
        for id, record in some:
            connection.execute(hands.update().where(hands.c.id == id).values(**columns(record)))
        last = some[-1].id


def columns(record: bytes) -> dict[str, Any]:
    header = json.loads(record)["header"]
    match = header["match"] or {"id": None, "number": None}
    return {
        "commitment": header["server_commitment"],
        "match_id": match["id"],
        "match_number": match["number"],
    }


def downgrade() -> None:
    op.drop_index("ix_hands_match_number", "hands")
    op.drop_index("ix_hands_commitment", "hands")
    with op.batch_alter_table("hands") as batch:
        batch.drop_column("match_number")
        batch.drop_column("match_id")
        batch.drop_column("commitment")
