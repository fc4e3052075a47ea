"""A verdict in words: its sentence, its checks with what each shows and leaves open, its grade and its fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from dealproof.replay import rulesets
from dealproof.replay.core.rulings import provisional
from dealproof.replay.doctor.explanation import Explanation
from dealproof.replay.verdict import CHECKS, ERROR, FAILED, IMPORTED, NO_RECEIPT, NOT_SHOWN, PASSED, PUBLISHED, VOID
from dealproof.web.presentation.differences import Difference, differences
from dealproof.web.presentation.explanations import ExplanationText, describe_explanations
from dealproof.web.presentation.games import presentation_of
from dealproof.web.presentation.legal_moves import SeatOptions, options
from dealproof.web.presentation.malformed import error_in_words, reason_in_words
from dealproof.web.presentation.moves import move_number
from dealproof.web.presentation.names import event_by_name, event_in_words, player, players
from dealproof.web.presentation.publication import moment, published_facts
from dealproof.web.presentation.sentence import joined
from dealproof.web.presentation.translations import Sentences
from dealproof.web.published.hand import PublicHand

GOOD: Final = "good"
BAD: Final = "bad"
OPEN: Final = "open"
STATES: Final = {"verified": GOOD, IMPORTED: OPEN, VOID: OPEN, "hidden": OPEN, "incomplete": OPEN, ERROR: OPEN}
WORST_FIRST: Final = ("unreadable", ERROR, "tampered", "illegal", "mismatch", "malformed", VOID, "incomplete", "hidden")
"""What may be wrong with a hand or its file, the worst first; what is not named here comes last."""
STATE_SIGNS: Final = {GOOD: "✓", BAD: "✗", OPEN: "…"}
CHECK_STATES: Final = {PASSED: GOOD, FAILED: BAD}
"""How a check looks; one that is not shown looks open."""
MOST_NAMED: Final = 2
"""Players that a sentence on the grade names; of more it says how many."""
COMMITTED: Final = frozenset({"commitment", "player-seeds", "rules-digest"})
"""Checks of what was committed before the hand."""
PLAYED: Final = ("legal", "result")
"""Checks of the play. They say nothing where the seeds are not proven."""
JUDGED: Final = ("illegal", "incomplete", "mismatch")
"""Verdicts on the play."""
LIMITS: Final = ("server", "reveal", "bound")
"""What no check can promise, in the order in which it is said."""
LIMITS_OF_IMPORTS: Final = ("imported-cards", "imported-log")
"""The same of an imported hand."""


def state_sign(state: str) -> str:
    """Returns the sign of a state, which shows it without colour."""
    return STATE_SIGNS[state]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name and title, how it came out, what that means in plain words (`plain`) and in those of the
    protocol (`shows`), how the server saw it, and who could have cheated all the same."""

    name: str
    title: str
    state: str
    outcome: str
    plain: str
    shows: str
    seen: str
    limits: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The first illegal move: its number, what was done, the rule in words, and what would have been legal."""

    number: int
    seat: int | None
    did: str
    rule: str
    sentence: str
    legal: list[SeatOptions]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict object of a hand, read in one language; `hand` is None where only the verdict is at hand. `names` are
    then the players' names and `family` the family of the rule set, as far as they are known, `explanations` what would
    explain hashes that do not match, and `event` the illegal event of the log."""

    verdict: Mapping[str, Any]
    sentences: Sentences
    hand: PublicHand | None = None
    names: tuple[str, ...] = ()
    family: str = ""
    explanations: tuple[Explanation, ...] = ()
    event: Mapping[str, Any] | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names, none where they are not known."""
        return self.hand.seats if self.hand else self.names

    @property
    def state(self) -> str:
        """Good, bad, or open: nothing is wrong but something is missing."""
        if self.unproven or (self.verdict["verdict"] == VOID and self.verdict["fault"]):
            return BAD
        return STATES.get(self.title_code, BAD)

    @property
    def imported(self) -> bool:
        """Whether the hand is imported: nothing is known of how its cards came about."""
        return any(each["remark"] == IMPORTED for each in self.verdict.get("remarks", ()))

    @property
    def undealt(self) -> bool:
        """Whether the hand was given up before it was dealt."""
        return VOID in self.verdict["all"] and self.verdict["checks"].get("legal") == NOT_SHOWN

    @property
    def only_moves(self) -> bool:
        """Whether a hand is verified as far as an imported one can be: it never looks like one with a proven deck."""
        return self.imported and self.verdict["verdict"] == "verified"

    @property
    def title(self) -> str:
        """The verdict in a word or two."""
        return self.sentences.say("verdicts", self.title_code)

    @property
    def title_code(self) -> str:
        """The code of the title: the verdict, but for an imported hand that is verified."""
        return IMPORTED if self.only_moves else str(self.verdict["verdict"])

    @property
    def sentence(self) -> str:
        """The verdict as one sentence; of an imported hand with a second one, that nothing is known of its deck."""
        said = self.verdict_sentence(self.verdict["verdict"])
        return joined([said, self.sentences.say("remarks", IMPORTED)], " ") if self.imported else said

    def verdict_sentence(self, verdict: str) -> str:
        """The sentence of a verdict."""
        return self.sentences.say("verdict-sentences", self.sentence_code(verdict), **self.values(verdict))

    def sentence_code(self, verdict: str) -> str:
        """Which sentence of a verdict fits: less is said where there is no claim, or where the log is not at hand; of
        what is tampered with, whether what was committed before the hand fails, or the log, a signature or the
        receipt."""
        if verdict == "verified":
            claimed = self.verdict["checks"].get("result") == PASSED
            return (IMPORTED if self.imported else verdict) + ("" if claimed else "-unclaimed")
        if verdict == "tampered" and COMMITTED.isdisjoint(self.failed):
            if self.only_receipt:
                return "tampered-receipt"
            return "tampered-log" if "log-head" in self.failed else "tampered-signatures"
        if verdict == VOID and self.undealt:
            return "void-undealt"
        if verdict == "illegal" and not self.hand and self.verdict["fault"].get("did") is None:
            return "illegal-by-nobody" if self.verdict["fault"]["seat"] is None else "illegal-by-seat"
        return verdict

    def values(self, verdict: str) -> dict[str, object]:
        """What the sentence of a verdict needs."""
        if verdict == "illegal" and (broken := self.broken):
            return {"event": broken.number, "did": broken.did}
        if verdict == "tampered":
            checks = ", ".join(self.sentences.say("checks", name) for name in self.failed)
            return {"checks": checks, "publication": self.publication}
        if verdict == ERROR:
            return {"error": error_in_words(self.verdict["error"], self.sentences)}
        malformed = self.verdict["malformed"] if verdict == "malformed" else None
        return {"reason": reason_in_words(malformed, self.sentences)} if malformed else {}

    @property
    def what_now(self) -> str:
        """What somebody can do about it, "" where all is well."""
        verdict = "tampered" if self.unproven else self.verdict["verdict"]
        verdict = "tampered-receipt" if self.only_receipt else verdict
        return self.sentences.say("what-now", verdict) if self.sentences.has("what-now", verdict) else ""

    @property
    def mismatches(self) -> list[str]:
        """What does not match, a sentence for each hash or signature that fails."""
        return [self.sentences.say("check-plain-failed", name) for name in self.failed]

    @property
    def explained(self) -> list[ExplanationText]:
        """Known mistakes that would explain what does not match. They change no verdict."""
        found = self.hand.explanations if self.hand else self.explanations
        return describe_explanations(found, self.seats, self.sentences)

    @property
    def failed(self) -> list[str]:
        """The hashes and signatures that fail."""
        checks = self.verdict["checks"]
        return [name for name in CHECKS if checks.get(name) == FAILED and name not in PLAYED]

    @property
    def unproven(self) -> bool:
        """Whether a hash or signature fails: nothing of the cards and moves is proven then, and nobody is blamed for
        what would follow from them."""
        return "tampered" in self.verdict["all"] and not self.only_receipt

    @property
    def only_receipt(self) -> bool:
        """Whether only the receipt is wrong: seeds and log match, so that the moves are judged as they are."""
        return self.failed == [PUBLISHED]

    @property
    def publication(self) -> str:
        """What the receipt shows, or why it does not, as a sentence; "" of what could not be read."""
        if not self.verdict["checks"]:
            return ""
        published = self.verdict["published"]
        by_seats = published is not None and published["by"] == "seats"
        code = self.verdict["publication"] or ("passed-seats" if by_seats else "passed")
        return self.sentences.say("publication", code)

    @property
    def published(self) -> list[tuple[str, str]]:
        """What the receipt shows, headings with values."""
        return [*published_facts(self.verdict["published"], self.seats, self.sentences)]

    @property
    def published_at(self) -> str:
        """When the header was published, as the receipt shows, as a sentence."""
        entry = (self.verdict.get("published") or {}).get("commit")
        if entry is None:
            return self.sentences.say("matched", "not-published", hand=self.verdict["hand"])
        time = entry["witnessed_at"]
        code = "logged" if time is None else "published"
        return self.sentences.say("matched", code, hand=self.verdict["hand"], time=moment(time or 0))

    @property
    def decks(self) -> list[tuple[str, list[str]]]:
        """The cards of each deal of a void hand, in the order of the deal, with a heading."""
        decks = self.verdict["decks"] or {}
        return [
            (self.sentences.say("page", "deck-of", number=number), cards)
            for number, cards in enumerate(decks.values(), 1)
        ]

    @property
    def unproven_note(self) -> str:
        """Why nothing of the play is proven: seeds or log do not match, or only a signature is missing."""
        return self.sentences.say(
            "page", "unproven-note-signatures" if self.failed == ["signatures"] else "unproven-note"
        )

    @property
    def also(self) -> list[str]:
        """Sentences of the further verdicts that hold."""
        further = [name for name in self.verdict["all"] if name != self.verdict["verdict"]]
        return [
            self.sentences.say("also", name, **self.values(name))
            if self.unproven or name not in JUDGED
            else self.verdict_sentence(name)
            for name in further
        ]

    @property
    def provisional(self) -> str:
        """That the rules are provisional, or "". If only the verdict is known, the rulings used in the hand decide."""
        known = {} if self.hand else rulesets.rulings()
        used = (known[id] for id in self.verdict["rulings"] if id in known)
        found = self.hand.provisional if self.hand else provisional(used)
        return self.sentences.say("rules-page", "provisional-rules") if found else ""

    @property
    def checks(self) -> list[Check]:
        """The checks in the order of the protocol; none where the record could not be read."""
        return [self.check(name, self.verdict["checks"][name]) for name in CHECKS if name in self.verdict["checks"]]

    def check(self, name: str, outcome: str) -> Check:
        """One check with its sentences."""
        code = outcome.replace(" ", "-")
        if self.imported:
            return self.check_of_import(name, outcome, code)
        conditional = self.unproven and outcome != NOT_SHOWN and name in PLAYED
        sentence = "legal-undealt" if name == "legal" and self.undealt else name
        return Check(
            name=name,
            title=self.sentences.say("checks", name),
            state=OPEN if conditional else CHECK_STATES.get(outcome, OPEN),
            outcome=self.sentences.say("states", "unproven" if conditional else code),
            plain=self.sentences.say(f"check-unproven-{code}" if conditional else f"check-plain-{code}", sentence),
            shows=self.publication
            if name == PUBLISHED and self.verdict["publication"] != NO_RECEIPT
            else self.sentences.say(f"check-unproven-{code}" if conditional else f"check-{code}", sentence),
            seen=self.sentences.say("seen", "unproven" if conditional else code),
            limits=self.sentences.say(f"cheats-{code}", name),
        )

    def check_of_import(self, name: str, outcome: str, code: str) -> Check:
        """One check of an imported hand: it has nothing but its moves and its result, and where these are right the
        sentence says what is not known."""
        say, played = self.sentences.say, name in PLAYED
        special = not played or outcome == PASSED
        return Check(
            name=name,
            title=say("checks", name),
            state=CHECK_STATES.get(outcome, OPEN),
            outcome=say("states", code),
            plain=say("check-imported", name) if special else say(f"check-plain-{code}", name),
            shows=say("check-imported", name) if special else say(f"check-{code}", name),
            seen=say("seen", code if played else IMPORTED),
            limits=say(f"cheats-{code}", name) if played else say("page", "imported-limits"),
        )

    @property
    def grade_title(self) -> str:
        """The grade, and that it is about the deck: “Deck: grade C”."""
        grade = self.verdict["grade"]
        if self.imported:
            return self.sentences.say("page", "imported-grade")
        return self.sentences.say("page", "grade-of", grade=grade) if grade else self.sentences.say("page", "no-grade")

    @property
    def grade(self) -> str:
        """Why the grade is what it is and not better, and that it is not about a move or a result that is wrong."""
        because = self.sentences.say("grades", self.grade_code)
        wrong = [name for name in PLAYED if self.verdict["checks"].get(name) == FAILED]
        scope = self.sentences.say("grade-scope", wrong[0]) if wrong and not (self.unproven or self.imported) else ""
        return " ".join(filter(None, [because, self.better, scope]))

    @property
    def grade_code(self) -> str:
        """Which sentence of the grade fits: the seeds give no deck if one was never opened, and nobody knows when they
        were fixed if the receipt is wrong."""
        grade = self.verdict["grade"]
        if self.imported:
            return IMPORTED
        if grade == "F" and self.only_receipt:
            return "F-receipt"
        if grade == "C" and self.verdict["verdict"] == VOID and self.verdict["decks"] is None:
            return "C-no-deck"
        return grade or "none"

    @property
    def better(self) -> str:
        """What else keeps the grade from being better, "" where the grade's own sentence says it all."""
        grade = self.verdict["grade"]
        if grade == "F":
            code = "receipt" if self.only_receipt else "failed"
            return self.sentences.say("grade-better", code, **self.values("tampered"))
        if grade == "C":
            return " ".join(filter(None, [self.receipt_note, self.with_seeds]))
        return ""

    @property
    def receipt_note(self) -> str:
        """Why a receipt that is there shows nothing, "" where there is none or it shows what it should."""
        return "" if self.verdict["publication"] in {None, NO_RECEIPT} else self.publication

    @property
    def with_seeds(self) -> str:
        """That the seeds would keep the grade from being A, "" where they would not."""
        if self.openly:
            many = len(self.openly) > MOST_NAMED
            values = {"who": " & ".join(self.openly), "count": len(self.openly), "seats": len(self.seats)}
            return self.sentences.say("grade-better", "player-seeds-many" if many else "player-seeds", **values)
        return ""

    @property
    def openly(self) -> list[str]:
        """The seats that sent their seeds without a commitment."""
        commitments = self.hand.player_commitments if self.hand else ()
        return [
            player(self.seats, seat, self.sentences)
            for seat, commitment in enumerate(commitments)
            if commitment is None
        ]

    @property
    def broken(self) -> Broken | None:
        """The first illegal event, None where every event is legal."""
        if not (fault := self.verdict["fault"]):
            return None
        return Broken(
            number=move_number(fault["event"]),
            seat=fault["seat"],
            did=self.done(fault),
            rule=fault["rule"],
            sentence=self.sentences.say("rules", fault["rule"]),
            legal=options(fault["legal"], self.sentences),
        )

    def done(self, fault: Mapping[str, Any]) -> str:
        """What the illegal event did: from the log, or as the verdict says; else only who it was by."""
        if self.hand and fault["event"] < len(self.hand.events):
            return event_in_words(self.hand.events[fault["event"]], self.seats, self.sentences)
        if self.event is not None:
            return event_by_name(self.event, self.seats, self.sentences)
        if said := fault.get("did"):
            return str(said)
        return "" if fault["seat"] is None else player(self.seats, fault["seat"], self.sentences)

    @property
    def limits(self) -> list[str]:
        """What no check can promise, a sentence each."""
        return [self.sentences.say("limits", code) for code in (LIMITS_OF_IMPORTS if self.imported else LIMITS)]

    @property
    def differences(self) -> list[Difference]:
        """Every value of the recorded result that is wrong."""
        game = presentation_of(self.hand.family if self.hand else self.family)
        return differences(game, self.verdict, self.seats, self.sentences)

    @property
    def remarks(self) -> list[str]:
        """What is worth saying and no fault. That a hand is imported is in its sentence."""
        moves: dict[str, list[int]] = {}
        seats: dict[str, list[int]] = {}
        for each in self.verdict["remarks"]:
            if each["remark"] == IMPORTED:
                continue
            found = moves.setdefault(each["remark"], [])
            found += [] if each["event"] is None else [move_number(each["event"])]
            seats.setdefault(each["remark"], []).extend([each["seat"]] if "seat" in each else [])
        return [self.remark(name, numbers, seats[name]) for name, numbers in moves.items()]

    def remark(self, name: str, moves: list[int], seats: list[int]) -> str:
        """One remark on all moves that it concerns, by number, and all seats; it may concern none."""
        values = {"event": joined(moves, ", "), "who": players(seats, self.seats, self.sentences)}
        return self.sentences.count("remarks", name, len(moves), **values)

    def reasons(self) -> Iterator[str]:
        """Everything that is wrong, a sentence each, and last that the rules are provisional where they are. Of a deck
        that is not proven only the rule and no more of the move is said, and nothing of the result."""
        yield self.sentence + self.place()
        yield from self.also
        yield from (each.short for each in self.explained)
        if not self.only_receipt and (note := self.receipt_note):
            yield note
        if broken := self.broken:
            yield f"{broken.sentence} ({broken.rule})"
        if broken and not self.unproven:
            yield from (each.sentence(self.seats, self.sentences) for each in broken.legal)
        if not self.unproven:
            yield from (each.sentence for each in self.differences)
        if unsettled := self.provisional:
            yield unsettled

    def place(self) -> str:
        """Where in the record the fault of a malformed one is."""
        malformed = self.verdict["malformed"]
        if not malformed:
            return ""
        return f" ({malformed['pointer'] or self.sentences.say('on-file', 'whole')}, {malformed['code']})"
