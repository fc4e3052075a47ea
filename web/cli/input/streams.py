"""The bytes of a file or of standard input in blocks, unpacked where the name ends in `.gz` or `.zst`, or where the
first bytes are those of gzip or zstd.

No more than a block is handed over at once, whatever a compressed file unpacks to. In zstd four bytes can expand to
128 KiB, so only a few are unpacked at a time: 4 MiB at most.
"""

from __future__ import annotations

import errno
import gzip
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from typing import Any, Final, cast

from dealproof.web.cli.input.chunks import BLOCK
from dealproof.web.presentation.translations import spoken

STDIN: Final = "-"
SLICE: Final = 1 << 7
"""Compressed bytes of zstd that are unpacked at once."""
FRAME_HEADER: Final = 18
"""The most bytes that the header of a zstd frame has (RFC 8878, 3.1.1.1)."""
MOST_WINDOW: Final = 1 << 27
"""The largest window of zstd that is unpacked, in bytes: the library's own limit, which no file made without
`--long` passes."""


class Damaged(Exception):
    """A compressed file that is none, or that cannot be unpacked any further."""


class CutOff(Exception):
    """A compressed file that ends before its data does."""


class TooWide(Exception):
    """A zstd frame that needs more than `MOST_WINDOW` bytes of memory to unpack; `window` is how many."""

    def __init__(self, window: int) -> None:
        super().__init__(window)
        self.window = window


@dataclass(slots=True)
class Meter:
    """How much of the files has been read, in bytes as they are stored."""

    before: int = 0
    stream: BufferedIOBase | None = None

    @property
    def read(self) -> int:
        """Bytes read so far, those of the open file with them."""
        # A named pipe, as shells create them, has no position.
        return self.before + (self.stream.tell() if self.stream and self.stream.seekable() else 0)

    @contextmanager
    def watching(self, stream: BufferedIOBase) -> Iterator[None]:
        """Counts a file for as long as it is open, and afterwards."""
        self.stream = stream
        try:
            yield
        finally:
            self.before, self.stream = self.read, None


def blocks(path: str, meter: Meter) -> Iterator[bytes]:
    """The bytes of a file or of standard input. Raises OSError, Damaged, CutOff or TooWide where they cannot be had;
    what came before is given first.
    """
    if path == STDIN:
        yield from looked_at(standard_input())
        return
    unpack = UNPACKERS.get(Path(path).suffix, looked_at)
    with Path(path).open("rb") as stream, meter.watching(stream):
        yield from unpack(stream)


def standard_input() -> BufferedIOBase:
    """Standard input; OSError where there is none."""
    stream: Any = sys.stdin
    if stream is None:
        raise OSError(errno.EBADF, spoken().say("unreadable", "closed"))
    return cast(BufferedIOBase, stream.buffer)


class Begun(RawIOBase):
    """A stream of which some bytes were read already, once more from its beginning."""

    def __init__(self, head: bytes, rest: BufferedIOBase) -> None:
        self.head, self.rest = head, rest

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Gives what was read already and what comes next."""
        part = self.head + self.rest.read1(len(buffer) - len(self.head))
        self.head = b""
        buffer[: len(part)] = part
        return len(part)


def looked_at(stream: BufferedIOBase) -> Iterator[bytes]:
    """The bytes of a stream, unpacked where they begin as packed bytes do."""
    head = b""
    # What is typed is there at once: no record begins like packed bytes, so no more is waited for.
    while any(magic.startswith(head) and magic != head for magic in MAGIC) and (byte := stream.read(1)):
        head += byte
    unpack = UNPACKERS[MAGIC[head]] if head in MAGIC else plain
    with BufferedReader(Begun(head, stream), BLOCK) as whole:
        yield from unpack(whole)


def plain(stream: BufferedIOBase) -> Iterator[bytes]:
    """Bytes as they come: a line that somebody types is there at once."""
    while block := stream.read1(BLOCK):
        yield block


def gzipped(stream: BufferedIOBase) -> Iterator[bytes]:
    """Bytes out of gzip."""
    with gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:
        try:
            while block := unpacked.read1(BLOCK):
                yield block
        except EOFError as error:
            raise CutOff from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise Damaged from error


def zstandard_packed(stream: BufferedIOBase) -> Iterator[bytes]:
    """Bytes out of zstd, frame by frame."""
    # Loaded here, where alone it is needed.
    from zstandard import ZstdDecompressor, ZstdError

    frame, head, packed = ZstdDecompressor().decompressobj(), b"", b""
    while packed := packed or stream.read1(SLICE):
        head += packed[: FRAME_HEADER - len(head)]
        try:
            yield frame.decompress(packed)
        except ZstdError as error:
            raise refused(head) from error
        packed = frame.unused_data
        if frame.eof:
            frame, head = ZstdDecompressor().decompressobj(), b""
    if head:
        raise CutOff


def refused(head: bytes) -> Damaged | TooWide:
    """Why a zstd frame with this header was refused."""
    from zstandard import ZstdError, get_frame_parameters

    try:
        window = get_frame_parameters(head).window_size
    except ZstdError:
        return Damaged()
    return TooWide(window) if window > MOST_WINDOW else Damaged()


def gathered(unpack: Callable[[BufferedIOBase], Iterable[bytes]]) -> Callable[[BufferedIOBase], Iterator[bytes]]:
    """The same bytes in blocks of `BLOCK` bytes, the last one smaller, those before a fault with them."""

    def gather(stream: BufferedIOBase) -> Iterator[bytes]:
        held = bytearray()
        try:
            for part in unpack(stream):
                held += part
                while len(held) >= BLOCK:
                    yield bytes(held[:BLOCK])
                    del held[:BLOCK]
        except (OSError, Damaged, CutOff, TooWide):
            if held:
                yield bytes(held)
            raise
        if held:
            yield bytes(held)

    return gather


UNPACKERS: Final[dict[str, Callable[[BufferedIOBase], Iterator[bytes]]]] = {
    ".gz": gathered(gzipped),
    ".zst": gathered(zstandard_packed),
}
"""How bytes are unpacked, by the ending of the file's name."""

MAGIC: Final = {
    b"\x1f\x8b": ".gz",
    b"\x28\xb5\x2f\xfd": ".zst",
    **{bytes([first]) + b"\x2a\x4d\x18": ".zst" for first in range(0x50, 0x60)},
}
"""The bytes that packed data begins with: of gzip (RFC 1952, 2.3.1), of a zstd frame and of a skippable frame, which
pzstd writes before each of its frames (RFC 8878, 3.1.1 and 3.1.2)."""


def unpacked_name(path: str) -> str:
    """The name without the ending that says how the file is packed.

    >>> unpacked_name("a.hands.jsonl.gz"), unpacked_name("a.hand.json")
    ('a.hands.jsonl', 'a.hand.json')
    """
    return next((path.removesuffix(ending) for ending in UNPACKERS if path.endswith(ending)), path)
