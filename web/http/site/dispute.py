"""What the page of a dispute is filled with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from dealproof.web.disputes.archive import pack
from dealproof.web.disputes.boards import facts, first_wrong, first_wrong_under
from dealproof.web.disputes.case import Case
from dealproof.web.disputes.claims import claims, compared, retrial_in_words
from dealproof.web.disputes.files import files
from dealproof.web.disputes.readme import repeat
from dealproof.web.presentation.translations import spoken

KIB: Final = 1024


def dispute_page(hand: str, case: Case) -> dict[str, Any]:
    """What the template is filled with for a hand whose bundle can be made."""
    made = files(case)
    case = replace(case, language=spoken().language)
    return {
        "id": hand,
        "case": case,
        "judgement": case.judgement,
        "claims": claims(case),
        "wrong": first_wrong(case),
        "wrong_under": first_wrong_under(case),
        "facts": lambda board: facts(board, case),
        "retrial": retrial_in_words(case, case.under) if case.under else None,
        "compared": compared(case, case.under) if case.under else [],
        "files": list(made),
        "size": -(-len(pack(made)) // KIB),
        "repeat": repeat(case),
    }
