"""What click says itself, in the language that is spoken: usage errors, “default: 1”, “Aborted!”.

Click asks the standard library's gettext for its messages, which finds them by the locale of the process and only
there. `speak` makes click ask the catalogue instead, where the code of a message of the section `click` is click's
English text. A message that the catalogue does not have, from another release of click, is shown in English.
"""

from __future__ import annotations

import gettext
import sys
from typing import Final

from dealproof.web.presentation.translations import context, spoken

SECTION: Final = "click"


def message(text: str) -> str:
    """The message whose English text click has, with its values in braces."""
    return spoken().sections[SECTION].get(text, text)


def counted(one: str, many: str, number: int) -> str:
    """The same of a message that depends on a number."""
    forms = spoken().plurals.get((SECTION, one))
    if forms is None:
        return one if number == 1 else many
    return spoken().translations.npgettext(context(SECTION, one), *forms, number)


def speak() -> None:
    """Makes every loaded module of click ask here for its messages."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "click"]
    for module in modules:
        for name, found in [*vars(module).items()]:
            if found is gettext.gettext:
                setattr(module, name, message)
            elif found is gettext.ngettext:
                setattr(module, name, counted)
