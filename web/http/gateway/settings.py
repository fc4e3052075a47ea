"""The settings of gunicorn for this site: `gunicorn --config python:dealproof.web.http.gateway.settings
'dealproof.web.http.app:create_app()'`.

`dealproof serve --workers` uses them too. Every name is a setting of gunicorn, which ignores those that an older
version does not know.

The program is loaded once, and the tables are made once, by the parent of the workers (`on_starting`). It has no
connection to the database when it forks them; each of them connects when it is first asked.

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
    """Makes the database ready, once, before there are workers. Where it is out of reach they start all the same, and
    answer 503 until it is back."""
    from dealproof.web.http import request_log
    from dealproof.web.http.settings import SettingError, read_policy, read_settings
    from dealproof.web.intake.box import Reader
    from dealproof.web.store.errors import StoreError
    from dealproof.web.store.settings import settings
    from dealproof.web.store.summary import prepare_database

    try:
        reader = Reader(read_policy(read_settings().policy), int(time.time()))
        prepare_database(settings().database, reader=reader)
    except (StoreError, SettingError) as error:
        request_log.log_exception(error, None)
