"""Alembic's entry: runs the migrations on the connection that `web.store.engine` hands over, in its transaction."""

from alembic import context
from sqlmodel import SQLModel

from dealproof.web.store import models  # noqa: F401  # fills the metadata
from dealproof.web.store.clues import models as clues  # noqa: F401  # likewise
from dealproof.web.store.desk import models as desk  # noqa: F401  # likewise

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    render_as_batch=True,
)
context.run_migrations()
