"""Verifies exported logs with the PyPI package aics-tlog: aics.py LOG-KEY WITNESS-KEY FOLDER...

For each folder one line is printed: the number of tiles and bundles that were authenticated, or "refused: " and why.
The interpreter of `.venv-witness` runs this.
"""

import sys
from pathlib import Path

from aics_tlog import (
    FileSystemTileReader,
    TileMissingError,
    TileVerificationError,
    audit_tiles,
    parse_note,
    parse_vkey,
    verify_checkpoint,
)


def verify(folder: Path, log: str, witness: str) -> str:
    """What aics-tlog says of the checkpoint and every file of a log."""
    key = parse_vkey(log)
    note = parse_note((folder / "checkpoint").read_bytes())
    head = verify_checkpoint(note, key, [parse_vkey(witness)], 1, expected_origin=key.name)
    if not head.ok:
        return f"refused: {head.error}"
    report = audit_tiles(FileSystemTileReader(folder), head.size, head.root)
    return f"{report.size} leaves, {report.tiles} tiles, {report.bundles} bundles"


for each in sys.argv[3:]:
    try:
        print(verify(Path(each), *sys.argv[1:3]))
    except (ValueError, TileMissingError, TileVerificationError) as error:
        print("refused:", type(error).__name__, error)
