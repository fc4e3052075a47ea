"""The plots of a report as SVG, drawn by matplotlib (extra `archive`).

Their bytes depend on the numbers alone: no date, and IDs from a fixed salt. They hold digits and no words, which stand
around them in the language of the page, and no style, which its policy would not let through.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from dealproof.replay.archive.chunk import table_name
from dealproof.replay.archive.statistics.position_card import NAME as POSITION_CARD

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

MOST_CELLS: Final = 56
"""Rows and columns of a heat map; cells of larger tables are joined."""

MOST_SPREAD: Final = 4.0
"""Standard deviations at which the colours end."""

COLOURS: Final = 17
BINS: Final = 20
FEWEST_POINTS: Final = 10
"""Tests from which on their p-values are drawn."""

MOST_BARS: Final = 24

LOOK: Final[Mapping[Any, Any]] = {
    "svg.hashsalt": "dealproof",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.edgecolor": "#8a8779",
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": "#5b645f",
    "ytick.color": "#5b645f",
}
INK: Final = "#0b5d46"
ALARM: Final = "#a8201a"
GUIDE: Final = "#b9b4a6"

STYLE: Final = re.compile(r' style="([^"]*)"')
FONT: Final = re.compile(r"font: ([0-9.]+)px [^;]*")
ID: Final = re.compile(r' id="([^"]*)"')


def heat_map(counts: Sequence[int], n: int, decks: int, name: str) -> str:
    """Position × card: how many standard deviations each count is from its expectation. Rows are places."""
    joined, each = joined_cells(counts, n)
    width = len(joined)
    expected = decks * each * each / n
    spread = math.sqrt(expected * (1 - each / n)) or 1.0
    cells = [[(seen - expected) / spread for seen in row] for row in joined]
    with drawn(name, 5.2, 4.6) as (axes, out):
        edges = [place * each + 0.5 for place in range(width)] + [n + 0.5]
        mesh = axes.pcolormesh(edges, edges, cells, cmap=colour_map(), vmin=-MOST_SPREAD, vmax=MOST_SPREAD)
        axes.invert_yaxis()
        axes.set_aspect("equal")
        axes.figure.colorbar(mesh, ax=axes, shrink=0.75, extend="both")
        mark_largest(axes, cells, edges)
    return out[0]


def colour_map() -> Colormap:
    """Blue over white to red, in so few steps that the bar beside a plot is drawn and not painted as an image."""
    import matplotlib as mpl

    return mpl.colormaps["RdBu_r"].resampled(COLOURS)


def joined_cells(counts: Sequence[int], n: int) -> tuple[list[list[int]], int]:
    """The rows of a table of n × n, with so many cells joined in each direction that at most `MOST_CELLS` are left, and
    how many those are. Joined cells that do not fill up at the edge are left out.

    >>> joined_cells([1, 0, 0, 1], 2)
    ([[1, 0], [0, 1]], 1)
    """
    each = -(-n // MOST_CELLS)
    width = n // each
    rows = [[0] * width for _ in range(width)]
    for place in range(width * each):
        for card in range(width * each):
            rows[place // each][card // each] += counts[place * n + card]
    return rows, each


def mark_largest(axes: Axes, cells: Sequence[Sequence[float]], edges: Sequence[float]) -> None:
    """Draws a frame around the cell that is furthest from its expectation."""
    _, row, column = max(
        (abs(cell), -row, -column) for row, line in enumerate(cells) for column, cell in enumerate(line)
    )
    x, y = edges[-column], edges[-row]
    right, below = edges[1 - column], edges[1 - row]
    axes.plot([x, right, right, x, x], [y, y, below, below, y], color="#1c2320", linewidth=1.6)


def p_values(ps: Sequence[float], level: float, name: str) -> str:
    """Sorted p-values against those of honest archives, both as powers of ten; points above the line are unusual."""
    number = len(ps)
    found = [-math.log10(max(p, 1e-300)) for p in sorted(ps)]
    uniform = [-math.log10((rank + 0.5) / number) for rank in range(number)]
    most = max(2.0, uniform[0] * 1.1)
    top = max(most, *(min(each, 30.0) for each in found)) * 1.05
    limit = -math.log10(level / number)
    with drawn(name, 4.4, 3.6) as (axes, out):
        axes.plot([0, most], [0, most], color=GUIDE, linewidth=1.2)
        if limit <= top:
            axes.axhline(limit, color=ALARM, linewidth=1, linestyle=(0, (4, 3)))
        beyond = [min(each, 30.0) for each in found]
        axes.scatter(uniform, beyond, s=12, color=[ALARM if y >= limit else INK for y in beyond], linewidths=0)
        axes.set_xlim(0, most)
        axes.set_ylim(0, top)
    return out[0]


def histogram(ps: Sequence[float], name: str) -> str:
    """How many p-values fall into each twentieth; honest archives fill them evenly."""
    from matplotlib.ticker import MaxNLocator

    with drawn(name, 4.4, 3.6) as (axes, out):
        axes.hist(ps, bins=[place / BINS for place in range(BINS + 1)], color=INK, edgecolor="#ffffff", linewidth=0.6)
        axes.axhline(len(ps) / BINS, color=GUIDE, linewidth=1.2)
        axes.set_xlim(0, 1)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    return out[0]


def fortunes(logs: Sequence[float], limit: float, name: str) -> str:
    """The fortunes of e-processes as powers of ten, numbered from the largest; the dashed line is 1/level."""
    shown = sorted(logs, reverse=True)[:MOST_BARS]
    with drawn(name, 5.2, 0.9 + 0.17 * len(shown)) as (axes, out):
        places = range(1, len(shown) + 1)
        axes.barh(places, shown, color=[ALARM if each >= limit else INK for each in shown], height=0.62)
        axes.axvline(0, color=GUIDE, linewidth=1)
        axes.axvline(limit, color=ALARM, linewidth=1, linestyle=(0, (4, 3)))
        axes.invert_yaxis()
        axes.set_yticks([place for place in places if place == 1 or place % 5 == 0])
    return out[0]


@contextmanager
def drawn(name: str, width: float, height: float) -> Iterator[tuple[Axes, list[str]]]:
    """Axes to draw in, in inches; after the block the list has the SVG element, whose IDs begin with `name`."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    out: list[str] = []
    with mpl.rc_context({**mpl.rcParamsDefault, **LOOK}):
        figure = Figure(figsize=(width, height), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        yield axes, out
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    out.append(bare(text.getvalue(), name))


def bare(text: str, name: str) -> str:
    """An SVG element for a page: without prolog, metadata and style, with the IDs that something refers to."""
    text = text[text.index("<svg") :]
    text = re.sub(r"\s*<metadata>.*?</metadata>|\s*<style[^>]*>.*?</style>|<!--.*?-->\s*", "", text, flags=re.DOTALL)
    text = STYLE.sub(lambda found: attributes(found[1]), text)
    used = {*re.findall(r"(?:url\(#|href=\"#)([^)\"]+)", text)}
    text = ID.sub(lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", text)
    text = re.sub(r"(url\(#|href=\"#)", rf"\g<1>{name}-", text)
    text = re.sub(r' (?:width|height)="[^"]*pt"', "", text, count=2)
    return text.replace("<svg", '<svg class="plot" aria-hidden="true" stroke-linejoin="round"', 1).strip()


def attributes(style: str) -> str:
    """The declarations of a style as attributes of SVG.

    >>> attributes("fill: #ffffff; stroke-width: 0.8")
    ' fill="#ffffff" stroke-width="0.8"'
    """
    style = FONT.sub(r"font-size: \1", style)
    pairs = (each.split(": ", 1) for each in style.split("; ") if ": " in each)
    return "".join(f' {name.strip()}="{value.strip()}"' for name, value in pairs)


def plots(report: Mapping[str, Any], tables: Mapping[str, Sequence[int]]) -> dict[str, str]:
    """The plots that there is data for, by what they show."""
    drawn_ones: dict[str, str] = {}
    if (group := largest_group(report, tables)) is not None:
        counts = tables[position_table(group)]
        drawn_ones["heat-map"] = heat_map(counts, group["cards"], group["decks"], "h")
    ps = [each["p"] for each in report["tests"] if not each.get("anytime")]
    if len(ps) >= FEWEST_POINTS:
        drawn_ones["p-values"] = p_values(ps, report["many"]["level"], "q")
        drawn_ones["histogram"] = histogram(ps, "p")
    if bets := bets_of(report):
        logs = [math.log10(max(each["e"], 1e-300)) for each in bets]
        drawn_ones["fortunes"] = fortunes(logs, -math.log10(report["many"]["level"]), "e")
    return drawn_ones


def bets_of(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The e-processes of a report, the largest fortune first."""
    return sorted((each for each in report["tests"] if each.get("anytime")), key=lambda each: (-each["e"], each["id"]))


def largest_group(report: Mapping[str, Any], tables: Mapping[str, Sequence[int]]) -> Mapping[str, Any] | None:
    """The group with the most decks of those whose cards were counted at their places."""
    counted = [each for each in report["groups"] if position_table(each) in tables and each["decks"]]
    return max(counted, key=lambda each: each["decks"], default=None)


def position_table(group: Mapping[str, Any]) -> str:
    """The name of the table of position × card."""
    return table_name(group["rules"], group["label"], group["cards"], POSITION_CARD)
