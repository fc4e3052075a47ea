"""Alternating rounds: every contender in turn, again and again, so that all of them meet the same noise.

A contender is a function and the inputs it is called with, one after the other; its figure is CPU time a call. A ratio
is taken within a round, between neighbours in time, and its median over the rounds is what counts; the quartiles beside
it say how noisy the machine was.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Contender:
    """What is timed: `work` is called once for each of `inputs`."""

    work: Callable[[Any], object]
    inputs: Sequence[Any]


@dataclass(frozen=True)
class Figure:
    """Microseconds a call, and the ratio to the unit: median and quartiles over the rounds."""

    microseconds: float
    ratio: float
    low: float
    high: float


def measure(contenders: Mapping[str, Contender], unit: str, rounds: int = 60) -> dict[str, Figure]:
    """The figures of all contenders; `unit` names the one that the others are held against."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    gc.collect()
    for _ in range(rounds):
        for name, contender in contenders.items():
            begun = time.process_time_ns()
            for each in contender.inputs:
                contender.work(each)
            times[name].append((time.process_time_ns() - begun) / len(contender.inputs) / 1000)
    return {name: _figure(times[name], times[unit]) for name in contenders}


def _figure(times: Sequence[float], unit: Sequence[float]) -> Figure:
    low, ratio, high = statistics.quantiles([mine / its for mine, its in zip(times, unit, strict=True)], n=4)
    return Figure(statistics.median(times), ratio, low, high)


def table(figures: Mapping[str, Figure]) -> str:
    """The figures as a table of Markdown."""
    lines = ["| what | µs | × | quartiles |", "|---|---:|---:|---|"]
    lines += [
        f"| {name} | {each.microseconds:.1f} | {each.ratio:.2f} | {each.low:.2f} – {each.high:.2f} |"
        for name, each in figures.items()
    ]
    return "\n".join(lines)
