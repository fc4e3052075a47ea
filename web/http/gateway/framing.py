"""Where one HTTP/1.1 request ends in a stream of bytes, found while they arrive (RFC 9112, 6 and 7.1).

Nothing is judged here. What breaks the rules of framing counts as complete, and the parser of the server names it.

>>> request = Incoming()
>>> request.add(b"POST / HTTP/1.1\\r\\nContent-Length: 3\\r\\n\\r\\na"), request.add(b"bc")
('body', 'complete')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal

Stage = Literal["idle", "head", "body", "complete", "cut-short", "head-too-large"]
"""How far a request is: nothing of it is there, a part of its head, its head, all of it, as much as is read of a body
that is too large or whose end cannot be known, or more than a head may have."""

MOST_HEAD: Final = 64 << 10
"""Bytes of a request line and header fields."""
MOST_LINE: Final = 8 << 10
"""Bytes of the line before a chunk, and of the trailers after the last one."""

END_OF_HEAD: Final = re.compile(rb"\r?\n\r?\n")
LENGTH: Final = re.compile(rb"\ncontent-length:[ \t]*([0-9]{1,20})[ \t]*\r?\n", re.IGNORECASE)
LENGTHS: Final = re.compile(rb"\ncontent-length:", re.IGNORECASE)
CODINGS: Final = re.compile(rb"\ntransfer-encoding:([^\r\n]*)", re.IGNORECASE)
CHUNKED: Final = re.compile(rb"(?:[ \t]*(?:gzip|deflate|compress|identity)[ \t]*,)*[ \t]*chunked[ \t]*", re.IGNORECASE)
"""Transfer codings of a request whose end can be known. Any other is refused, with nothing of its body read."""
EXPECTS: Final = re.compile(rb"\nexpect:[ \t]*100-continue[ \t]*\r?\n", re.IGNORECASE)
SIZE: Final = re.compile(rb"([0-9a-fA-F]{1,16})[ \t]*(?:;.*)?", re.DOTALL)


@dataclass(slots=True)
class Incoming:
    """One request while it arrives. `most` is how many bytes its body may have. Every byte is looked at once."""

    most: int = 2 << 20
    received: bytearray = field(default_factory=bytearray)
    stage: Stage = "idle"
    place: int = 0
    """Up to where bytes are known: in the head what has been searched, then the end of the body or of its chunks."""
    chunked: bool = False
    trailers: bool = False
    read: int = 0
    """Bytes of chunks that are complete."""
    expects: bool = False
    """Whether the client waits for `100 Continue` before it sends the body."""

    def add(self, data: bytes) -> Stage:
        """Takes bytes in and returns how far the request is with them."""
        self.received += data
        if self.stage == "idle" and self.received:
            self.stage = "head"
        if self.stage == "head":
            self.stage = self.in_head()
        if self.stage == "body":
            self.stage = self.in_chunks() if self.chunked else self.in_body()
        return self.stage

    def in_head(self) -> Stage:
        """Looks for the end of the head."""
        # A leading empty line is no end: a server may ignore one (RFC 9112, 2.2).
        found = END_OF_HEAD.search(self.received, max(self.place - 3, 2))
        if found is None:
            self.place = len(self.received)
            return "head" if self.place <= MOST_HEAD else "head-too-large"
        head = bytes(self.received[: found.end()])
        if len(head) > MOST_HEAD:
            return "head-too-large"
        self.place = found.end()
        codings = CODINGS.findall(head)
        self.chunked = bool(codings)
        lengths = len(LENGTHS.findall(head))
        if lengths > 1 or (codings and (lengths or not CHUNKED.fullmatch(b",".join(codings)))):
            return "cut-short"
        self.expects = EXPECTS.search(head) is not None
        length = LENGTH.search(head)
        if not self.chunked and length is not None:
            if int(length[1]) > self.most:
                return "cut-short"
            self.place += int(length[1])
        return "body"

    def in_body(self) -> Stage:
        """Waits for a body of known length."""
        return "complete" if len(self.received) >= self.place else "body"

    def in_chunks(self) -> Stage:
        """Goes from chunk to chunk, as far as they are there."""
        while not self.trailers:
            begun = len(self.received) - self.place
            if self.read + min(begun, 0) > self.most or len(self.received) > MOST_HEAD + 4 * self.most:
                return "cut-short"
            if begun <= 0:
                return "body"
            end = self.received.find(b"\r\n", self.place)
            if end < 0:
                return "body" if begun <= MOST_LINE else "complete"
            size = SIZE.fullmatch(self.received[self.place : end])
            if size is None:
                return "complete"
            self.trailers = int(size[1], 16) == 0
            self.read += int(size[1], 16)
            self.place = end if self.trailers else end + 2 + int(size[1], 16) + 2
        if self.received.find(b"\r\n\r\n", self.place) >= 0:
            return "complete"
        return "body" if len(self.received) - self.place <= MOST_LINE else "complete"
