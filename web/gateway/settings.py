"""The settings of gunicorn for this site: `gunicorn --config python:web.gateway.settings 'web.app:create_app()'`.

`dealproof serve --workers` uses them too. Every name is a setting of gunicorn, which ignores those that an older
version does not know.

Only `DEALPROOF_PROXIES` decides what a request may say on behalf of another (`web.app.place`). gunicorn itself would
believe any client on the same machine: the scheme, and SCRIPT_NAME, which is not even an HTTP header.
"""

from __future__ import annotations

import os
from typing import Final

worker_class: Final = "web.gateway.worker.Worker"
threads: Final = 4
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
