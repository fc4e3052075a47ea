"""Where the project and its fixtures are."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
FIXTURES: Final = ROOT / "fixtures"
