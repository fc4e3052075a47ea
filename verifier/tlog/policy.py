"""Policies: which logs a reader trusts, and whose cosignatures make a checkpoint count as witnessed.

    log <key> [<url>]
    witness <name> <key> [<url>]
    group <name> <any, all or a number> <name of a witness or group>…
    quorum <name of a witness or group, or none>

    >>> text = "\\n".join([
    ...     "log log.kalari.example/28+154a5262+AXFs2DYzvlM+oJFXflQFs3NN9LeR4CdRX4Pl62Mq9ZiC",
    ...     "witness w1 witness1.example/cosign+1012a573+BOc+eJ5Ujrpjayg22Eb9i19wz587sEvBhsmqlIwkgJ3h",
    ...     "witness w2 witness2.example/cosign+b104615d+BOXW52GZeKz//3em7uEiGWkHzml0D02CazDvG0odx+tb",
    ...     "group both all w1 w2", "quorum both", ""])
    >>> policy = parse_policy(text.encode())
    >>> w1, w2 = (each.key for each in policy.witnesses)
    >>> policy.completed_at({w1: 20, w2: 30}), policy.completed_at({w2: 30})
    (30, None)
    >>> format_policy(policy) == text.encode()
    True

Names and comments may hold any bytes above 0x7f. A line can only use names that are defined above it, and each name is
a member of one group at most; so no group contains itself, and one pass over the lines judges them all. Source: C2SP
tlog-policy; LOG.md, "Policies". Needs only the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog.fields import shown
from dealproof.verifier.tlog.note import COSIGNATURE_KEY, NOTE_KEY, Key, format_key, parse_key

MAX_POLICY_BYTES: Final = 1 << 20
NONE: Final = "none"

_CONTROL: Final = re.compile(rb"[^\t\n\x20-\x7e\x80-\xff]")
_WHITE: Final = re.compile(r"[ \t]+")
_THRESHOLD: Final = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


class Witness(NamedTuple):
    """A witness: its name in the policy, its key, its address or None."""

    name: str
    key: Key
    url: str | None = None


class Log(NamedTuple):
    """A log: its key, whose name is the origin of its checkpoints, and its address or None."""

    key: Key
    url: str | None = None


class Group(NamedTuple):
    """A group: it has witnessed a checkpoint when `threshold` of its members have."""

    name: str
    threshold: int
    members: tuple[str, ...]


class Policy(NamedTuple):
    """The logs, witnesses and groups in the order of the file, and the name of the quorum, `none` included.

    Names are texts in which each character is one byte.
    """

    logs: tuple[Log, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    groups: tuple[Group, ...] = ()
    quorum: str = NONE

    def completed_at(self, times: Mapping[Key, int]) -> int | None:
        """The time at which the quorum was complete, if each key cosigned at its time; None if it was not.

        `quorum none` is never complete: nobody has witnessed anything then.
        """
        reached = {each.name: times[each.key] for each in self.witnesses if each.key in times}
        for group in self.groups:
            found = sorted(reached[name] for name in group.members if name in reached)
            if len(found) >= group.threshold:
                reached[group.name] = found[group.threshold - 1]
        return reached.get(self.quorum)


def parse_policy(data: bytes) -> Policy:
    """Reads a policy of at most 1 MiB. Raises MalformedLog, code `bad-policy` or `bad-key`."""
    if len(data) > MAX_POLICY_BYTES:
        raise _bad(f"The policy is larger than {MAX_POLICY_BYTES} bytes.")
    if found := _CONTROL.search(data):
        raise _bad(f"Byte {found.start()} is a control character other than tab and newline.")
    *lines, end = data.decode("latin-1").split("\n")
    if end:
        raise _bad("The last line does not end with a newline.")
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        words = _WHITE.split(line.strip(" \t"))
        if words[0] and not words[0].startswith("#"):
            try:
                reader.take(words)
            except MalformedLog as fault:
                raise MalformedLog(fault.code, f"Line {number}: {fault.reason}") from None
    return reader.policy()


def format_policy(policy: Policy) -> bytes:
    """The text of a policy."""
    lines = [
        *(("log", format_key(each.key), each.url or "") for each in policy.logs),
        *(("witness", each.name, format_key(each.key), each.url or "") for each in policy.witnesses),
        *(("group", each.name, _threshold(each), *each.members) for each in policy.groups),
        ("quorum", policy.quorum),
    ]
    return "".join(" ".join(filter(None, line)) + "\n" for line in lines).encode("latin-1")


def _threshold(group: Group) -> str:
    return "all" if group.threshold == len(group.members) else str(group.threshold)


class _Reader:
    """What the lines so far have defined."""

    def __init__(self) -> None:
        self.logs: list[Log] = []
        self.witnesses: list[Witness] = []
        self.groups: list[Group] = []
        self.quorum: str | None = None
        self.names: set[str] = {NONE}
        self.members: set[str] = {NONE}
        self.keys: set[tuple[str, bytes]] = set()

    def take(self, words: Sequence[str]) -> None:
        """Reads one line, as words."""
        match words:
            case ["log", key, *url] if len(url) <= 1:
                self.logs.append(Log(self._key(key, NOTE_KEY), *url))
            case ["witness", name, key, *url] if len(url) <= 1:
                self._define(name)
                self.witnesses.append(Witness(name, self._key(key, COSIGNATURE_KEY), *url))
            case ["group", name, threshold, *members] if members:
                count = self._count(threshold, len(members))
                self._take_members(members)
                self._define(name)
                self.groups.append(Group(name, count, tuple(members)))
            case ["quorum", name]:
                self._set_quorum(name)
            case _:
                raise _bad(f"{shown(' '.join(words))} is not a line of a policy: log, witness, group or quorum.")

    def policy(self) -> Policy:
        """The whole policy."""
        if self.quorum is None:
            raise _bad("The policy has no quorum line.")
        return Policy(tuple(self.logs), tuple(self.witnesses), tuple(self.groups), self.quorum)

    def _define(self, name: str) -> None:
        if name in self.names:
            raise _bad(f"The name {shown(name)} is defined already.")
        self.names.add(name)

    def _key(self, text: str, type: int) -> Key:
        try:
            key = parse_key(text.encode("latin-1").decode())
        except UnicodeDecodeError:
            raise MalformedLog("bad-key", "The name of the key is not valid UTF-8.") from None
        if key.type != type:
            raise _bad(f"The key {shown(key.name)} has type {key.type}; it must be {type} here.")
        # One key under two names would count twice, and of two keys under one name and ID no line would name just one.
        for mark in ((str(type), key.public), (f"{type} {key.name}", key.id)):
            if mark in self.keys:
                raise _bad(f"The key {shown(key.name)} occurs twice.")
            self.keys.add(mark)
        return key

    def _count(self, text: str, members: int) -> int:
        if text in ("any", "all"):
            return 1 if text == "any" else members
        if not _THRESHOLD.fullmatch(text) or int(text) > members:
            raise _bad(f'{shown(text)} is not "any", "all" or a number from 1 to {members}.')
        return int(text)

    def _take_members(self, members: Sequence[str]) -> None:
        for name in members:
            if name not in self.names:
                raise _bad(f"No line above defines {shown(name)}.")
            if name in self.members:
                raise _bad(f"{shown(name)} cannot be a member of a group here: it is one already, or is none.")
            self.members.add(name)

    def _set_quorum(self, name: str) -> None:
        if self.quorum is not None:
            raise _bad("There is a quorum line already.")
        if name not in self.names:
            raise _bad(f"No line above defines {shown(name)}.")
        self.quorum = name


def _bad(reason: str) -> MalformedLog:
    return MalformedLog("bad-policy", reason)
