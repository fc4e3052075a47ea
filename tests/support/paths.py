"""Where the project is.

Tests read its files from here, never through the package: what is installed lacks those that only a checkout has.
"""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
SAMPLES: Final = ROOT / "web" / "samples"
CATALOGUES: Final = ROOT / "web" / "presentation" / "locale"
