"""Settings of the site, read from environment variables, since gunicorn passes no options on.

| variable | meaning | default |
|---|---|---|
| `DEALPROOF_BASE_URL` | public address of the site, with a path if it has one | the address of the request |
| `DEALPROOF_PROXIES` | number of proxies whose `X-Forwarded-*` headers are trusted | 0 |
| `DEALPROOF_POSTS_PER_MINUTE` | limit of posts per client and worker; 0 for none | 60 |
| `DEALPROOF_POLICY` | a file that says which logs and witnesses the site trusts (C2SP tlog-policy) | none |
| `DEALPROOF_LOG` | `json` (one line per request on standard error) or `none` | `json` |
| `DEALPROOF_LOG_KEY` | file of the key of the log that operators publish in | none: they publish nothing |
| `DEALPROOF_LOG_WITNESSES` | addresses of witnesses beside those in the policy, with spaces between | none |
| `DEALPROOF_REQUESTS_PER_MINUTE` | limit of requests per token of an operator and worker; 0 for none | 600 |
| `DEALPROOF_PYODIDE` | folder of Pyodide, with which readers check every move in their browser | none |
| `DEALPROOF_ARCHIVE` | folder of the reports that operators have published of their archives | none |
| `DEALPROOF_FRAMES` | origins of sites that may show a hand in a frame, with spaces between | none |
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.note import format_key
from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.web.log.errors import KeyUnusable
from dealproof.web.log.http_client import is_address
from dealproof.web.log.key_file import read_key
from dealproof.web.log.log_service import asks_for_witnesses, log_service, trusts
from dealproof.web.log.publishing import LogService
from dealproof.web.store.log_database import LogDatabase
from dealproof.web.store.settings import POLICY

BASE_URL: Final = "DEALPROOF_BASE_URL"
PROXIES: Final = "DEALPROOF_PROXIES"
POSTS: Final = "DEALPROOF_POSTS_PER_MINUTE"
LOG: Final = "DEALPROOF_LOG"
LOG_KEY: Final = "DEALPROOF_LOG_KEY"
WITNESSES: Final = "DEALPROOF_LOG_WITNESSES"
REQUESTS: Final = "DEALPROOF_REQUESTS_PER_MINUTE"
PYODIDE: Final = "DEALPROOF_PYODIDE"
FRAMES: Final = "DEALPROOF_FRAMES"
ARCHIVE: Final = "DEALPROOF_ARCHIVE"

MOST_PROXIES: Final = 10
MOST_POSTS: Final = 1_000_000

FRAME: Final = re.compile(r"https?://[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[1-9][0-9]{0,4})?")
"""A source of one host in a Content-Security-Policy: in ASCII, in lower case, and with nothing that could mean several
hosts or end the list."""


class SettingError(Exception):
    """A setting has a value that is not allowed; the text is a sentence."""


class Address(NamedTuple):
    """The address that readers see: "https", "hands.example:8443", "/at" or ""."""

    scheme: str
    host: str
    path: str


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """Settings of the site: its `address` (None: that of the request), the number of trusted `proxies`, `posts` per
    client and minute (0: no limit), whether requests are logged, the path of the `policy` for receipts ("": none is
    trusted), the path of the key of the log that operators publish in (`log_key`, "": none), the addresses of further
    `witnesses`, the number of `requests` per token of an operator and minute (0: no limit), the folder of `pyodide`
    ("": none), the origins of the sites that may show a hand in a frame (`frames`), and the folder of the published
    reports of archives (`archive`, "": none).
    """

    address: Address | None = None
    proxies: int = 0
    posts: int = 60
    log: bool = True
    policy: str = ""
    log_key: str = ""
    witnesses: tuple[str, ...] = ()
    requests: int = 600
    pyodide: str = ""
    frames: tuple[str, ...] = ()
    archive: str = ""

    def environment(self) -> dict[str, str]:
        """Returns the environment variables for these settings."""
        at = self.address
        return {
            BASE_URL: f"{at.scheme}://{at.host}{at.path}" if at else "",
            PROXIES: str(self.proxies),
            POSTS: str(self.posts),
            LOG: "json" if self.log else "none",
            POLICY: self.policy,
            LOG_KEY: self.log_key,
            WITNESSES: " ".join(self.witnesses),
            REQUESTS: str(self.requests),
            PYODIDE: self.pyodide,
            FRAMES: " ".join(self.frames),
            ARCHIVE: self.archive,
        }


def read_settings(environment: Mapping[str, str] = os.environ) -> SiteSettings:
    """Reads the settings from environment variables. Raises `SettingError`."""
    base = environment.get(BASE_URL, "")
    log = environment.get(LOG, "json")
    if log not in {"json", "none"}:
        raise SettingError(f'{LOG} is "{log}"; it must be "json" or "none".')
    frames = read_frames(environment.get(FRAMES, "").split())
    if frames and not base:
        raise SettingError(f"{FRAMES} needs {BASE_URL}: the code for a frame has the address of this site in it.")
    return SiteSettings(
        address=address(base, BASE_URL) if base else None,
        proxies=number(environment, PROXIES, 0, MOST_PROXIES),
        posts=number(environment, POSTS, 60, MOST_POSTS),
        log=log == "json",
        policy=environment.get(POLICY, ""),
        log_key=environment.get(LOG_KEY, ""),
        witnesses=read_witnesses(environment.get(WITNESSES, "").split()),
        requests=number(environment, REQUESTS, 600, MOST_POSTS),
        pyodide=environment.get(PYODIDE, ""),
        frames=frames,
        archive=environment.get(ARCHIVE, ""),
    )


def read_policy(path: str) -> Policy:
    """Returns the policy in a file, one that trusts no log where there is none. Raises `SettingError`."""
    if not path:
        return Policy()
    try:
        return parse_policy(Path(path).read_bytes())
    except OSError as error:
        raise SettingError(f"The policy {path} cannot be read: {error.strerror or error}.") from None
    except MalformedLog as fault:
        raise SettingError(f"{path} is not a policy: {fault.reason}") from None


def read_log(site: SiteSettings, policy: Policy, database: LogDatabase) -> LogService | None:
    """Returns the log that operators publish in, None where there is none. Raises `SettingError`."""
    if not site.log_key:
        return None
    path = Path(site.log_key)
    try:
        key = read_key(path)
    except KeyUnusable as error:
        raise SettingError(str(error)) from None
    if site.policy and not trusts(policy, key):
        line = f"log {format_key(key.public)}"
        raise SettingError(f"The policy {site.policy} does not trust the log of {path}. The missing line is: {line}")
    if site.witnesses and not asks_for_witnesses(policy):
        raise SettingError("Witnesses need a policy with a quorum, which says whose cosignatures count.")
    return log_service(database, path, key, policy if asks_for_witnesses(policy) else None, site.witnesses)


def read_witnesses(addresses: list[str]) -> tuple[str, ...]:
    """Returns addresses of witnesses. Raises `SettingError`."""
    for each in addresses:
        if not is_address(each):
            raise SettingError(f'"{each}" is no address of a witness; it must begin with http:// or https://.')
    return tuple(addresses)


def read_frames(origins: list[str]) -> tuple[str, ...]:
    """Returns origins of sites, as a browser writes them and the header of a page names them. Raises `SettingError`."""
    for each in origins:
        if not FRAME.fullmatch(each):
            raise SettingError(
                f'{FRAMES} names "{each}"; each must be scheme and host alone, such as https://forum.example.'
            )
    return tuple(origins)


def address(url: str, name: str) -> Address:
    """The parts of a base URL; raises `SettingError`, in whose sentence it is called `name`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    extra = parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.hostname or extra or port == 0:
        raise SettingError(f'{name} is "{url}"; it must be an address such as https://hands.example/dealproof.')
    return Address(parts.scheme, parts.netloc, parts.path.rstrip("/"))


def number(environment: Mapping[str, str], name: str, default: int, most: int) -> int:
    """A whole number from 0 to `most`; raises `SettingError`."""
    said = environment.get(name, "") or str(default)
    if not (said.isascii() and said.isdecimal() and int(said[:12]) <= most):
        raise SettingError(f'{name} is "{said}"; it must be a whole number from 0 to {most}.')
    return int(said)
