"""The trick that lies on the table of a frame."""

from __future__ import annotations

from collections.abc import Iterable

from dealproof.replay.core.narrative import Narrative, Step, Trick
from dealproof.web.presentation.board.frame import Laid


def trick_at(narrative: Narrative, number: int) -> Trick | None:
    """The trick in which something has been done last after so many events, None before the first and in a new deal."""
    begun = [trick for trick in narrative.tricks if trick.steps and trick.steps[0].event < number]
    return begun[-1] if begun else None


def steps_until(trick: Trick, number: int) -> tuple[Step, ...]:
    """What was done in the trick among the first events of the hand."""
    return tuple(step for step in trick.steps if step.event < number)


def is_over(trick: Trick, number: int, closed: bool) -> bool:
    """Whether so many events reach the end of the trick; `closed` says that it has one."""
    return closed and trick.steps[-1].event < number


def laid(steps: Iterable[Step]) -> tuple[Laid, ...]:
    """The cards of these steps."""
    return tuple(Laid(step.seat, step.card, step.power) for step in steps if step.card)
