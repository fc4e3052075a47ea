"""What a page weighs as it is sent, when its verdict is there, and how far it shifts, in Chromium.

    python -m tests.bench.pages

Bytes are those on the wire, headers and fonts aside, for a reader with an empty cache. The time is that until the
verdict is painted, from `tests.bench.site`'s two workers on the same machine; the shift is the sum of layout shifts
(Cumulative Layout Shift) after two seconds at 390 × 844 pixels.
"""

from __future__ import annotations

import statistics
from typing import Any, Final

from tests.bench.site import site
from tests.unit.web.conftest import chromium

PAGES: Final = {
    "front page": "/",
    "28, 45 moves": "/hands/28-made-with-a-ruff",
    "28, an illegal move": "/hands/28-did-not-follow-suit",
    "56, six players": "/hands/56-gulan-made",
    "rummy": "/hands/rummy-declared",
    "frame": "/hands/28-made-with-a-ruff/embed",
    "rules": "/rules/28-gulan",
    "help": "/help",
    "verify": "/verify",
}
ROUNDS: Final = 3

OBSERVED: Final = """
window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach((each) => {
  if (!each.hadRecentInput) window.shifted += each.value;
})).observe({type: "layout-shift", buffered: true});
"""

MEASURED: Final = """() => {
  const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const sent = all.filter((each) => !each.name.endsWith(".woff2"));
  return {
    bytes: sent.reduce((sum, each) => sum + each.encodedBodySize, 0),
    unpacked: sent.reduce((sum, each) => sum + each.decodedBodySize, 0),
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    shifted: window.shifted,
  };
}"""


def measured(browser: Any, address: str) -> dict[str, float]:
    """The weight, time and shift of one page for a new reader."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(OBSERVED)
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(2000)
    found: dict[str, float] = page.evaluate(MEASURED)
    context.close()
    return found


def main() -> None:
    """Prints a row for each page and language."""
    with site() as base, chromium() as browser:
        for name, path in PAGES.items():
            for language in ("en", "ml", "gu"):
                rounds = [measured(browser, f"{base}/{language}{path}") for _ in range(ROUNDS)]
                one = rounds[0]
                painted = statistics.median(each["painted"] for each in rounds)
                shifted = max(each["shifted"] for each in rounds)
                weight = f"{one['bytes'] / 1000:6.1f} kB sent, {one['unpacked'] / 1000:6.1f} kB unpacked"
                print(f"{name:20} {language}  {weight}, {painted:5.0f} ms, shift {shifted:.3f}")


if __name__ == "__main__":
    main()
