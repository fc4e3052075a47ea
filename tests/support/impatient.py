"""gunicorn as the site uses it, with a worker that waits for no client longer than a second or two."""

from dealproof.web.http.gateway.settings import *  # noqa: F403  # settings are names of a module
from dealproof.web.http.gateway.worker import Limits, Worker


class Impatient(Worker):
    """The worker with other limits."""

    limits = Limits(idle=2, head=2, body=2, answer=2, linger=1)


worker_class = "tests.support.impatient.Impatient"
