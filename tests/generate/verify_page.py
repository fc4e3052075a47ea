"""Builds `web/http/static/verify.html` from its parts and writes its SHA-256 into the README.

Run with: python -m tests.generate.verify_page
"""

import re
from hashlib import sha256

from dealproof.web.verify_page.page import build
from tests.support.paths import ROOT

PAGE = ROOT / "web" / "http" / "static" / "verify.html"
README = ROOT / "README.md"
NAMED = re.compile(r"[0-9a-f]{64}(?=  verify\.html\n)")
"""The SHA-256 as `sha256sum` prints it, in the README."""


def main() -> None:
    made = build()
    PAGE.write_bytes(made)
    hash = sha256(made).hexdigest()
    text, found = NAMED.subn(hash, README.read_text(encoding="utf-8"))
    assert found == 1, "README.md must name the SHA-256 of verify.html once"
    README.write_text(text, encoding="utf-8")
    print(f"{hash}  verify.html ({len(made):,} bytes)")


if __name__ == "__main__":
    main()
