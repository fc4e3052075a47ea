"""The codes that say what a receipt does not show, and why (LOG.md, "Checking a receipt"; "What is shown").

>>> CODES[0], CODES[-1]
('bad-receipt', 'bad-cosignature')
>>> WITHHELD
('no-receipt', 'no-policy', 'unknown-log', 'not-dealt', 'unwitnessed')
"""

from typing import Final

CODES: Final = (
    "bad-receipt",
    "wrong-hand",
    "wrong-leaf",
    "bad-signature",
    "not-included",
    "not-consistent",
    "published-late",
    "bad-cosignature",
)
"""What can be wrong with a receipt, in the order in which it is looked for."""
NO_RECEIPT: Final = "no-receipt"
NO_POLICY: Final = "no-policy"
UNKNOWN_LOG: Final = "unknown-log"
NOT_DEALT: Final = "not-dealt"
UNWITNESSED: Final = "unwitnessed"
WITHHELD: Final = (NO_RECEIPT, NO_POLICY, UNKNOWN_LOG, NOT_DEALT, UNWITNESSED)
"""Why a receipt in which nothing is wrong still does not show it, in order."""
