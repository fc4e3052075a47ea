"""The settings of gunicorn for this site: `gunicorn --config python:dealproof.web.http.gateway.settings
'dealproof.web.http.app:create_app()'`.

`dealproof serve --workers` uses them too. Every name is a setting of gunicorn, which ignores those that an older
version does not know.

The program is loaded once, and the tables are made once, by the parent of the workers (`on_starting`). It has no
connection to the database when it forks them; each of them connects when it is first asked. Hands that an older version
judged are judged again by the workers, in the background (`web.store.background`).

Only `DEALPROOF_PROXIES` decides what a request may say on behalf of another (`web.http.app.add_middleware`). gunicorn
itself would believe any client on the same machine: the scheme, and SCRIPT_NAME, which is not even an HTTP header.
"""

from __future__ import annotations

import os
import time
from typing import Any, Final

worker_class: Final = "dealproof.web.http.gateway.worker.Worker"
threads: Final = 4
preload_app: Final = True
worker_connections: Final = 500
keepalive: Final = 15

max_requests: Final = 20_000
max_requests_jitter: Final = 2_000

loglevel: Final = "warning"
accesslog: Final = None
control_socket_disable: Final = True

secure_scheme_headers: Final[dict[str, str]] = {}
forwarder_headers: Final = ""
forwarded_allow_ips: Final = ""
header_map: Final = "drop"
proxy_protocol: Final = False

os.environ.pop("SCRIPT_NAME", None)


def on_starting(_: Any) -> None:
    """Migrates the tables once, before there are workers. Where the database is out of reach they start all the same,
    and answer 503 until it is back."""
    from dealproof.web.http import request_log
    from dealproof.web.http.settings import SettingError
    from dealproof.web.store.errors import StoreError
    from dealproof.web.store.rejudging import prepared
    from dealproof.web.store.settings import settings

    try:
        prepared(settings().database, reader_of_site()).dispose()
    except (StoreError, SettingError) as error:
        request_log.log_exception(error, None)


def post_worker_init(_: Any) -> None:
    """Starts the background work of a worker, in its own process."""
    from functools import partial

    from dealproof.web.http import request_log
    from dealproof.web.store import background
    from dealproof.web.store.settings import settings

    background.start(settings().database, reader_of_site, partial(request_log.log_exception, route=None))


def reader_of_site() -> Any:
    """Returns the `Reader` of receipts: the policy of the site and the clock. Raises `SettingError`."""
    from dealproof.web.http.settings import read_policy, read_settings
    from dealproof.web.intake.box import Reader

    return Reader(read_policy(read_settings().policy), int(time.time()))
