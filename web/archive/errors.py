"""What can keep an archive from being audited."""

from __future__ import annotations


class WorkersLost(Exception):
    """Workers ended again and again at the same chunk; `chunk` is its number."""

    def __init__(self, chunk: int) -> None:
        super().__init__(chunk)
        self.chunk = chunk
