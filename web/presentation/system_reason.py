"""What the operating system says against reading or writing a file, in the language that is spoken.

The system has the reason as an English text or in the language of the locale, which `--lang` does not change. The
catalogue has a sentence for each reason that a user often meets (section `system`); others stay as they are.

>>> system_reason(FileNotFoundError(2, "No such file or directory"))
'No such file or directory'
"""

from __future__ import annotations

from errno import errorcode
from os import strerror

from dealproof.web.presentation.translations import ENGLISH, spoken


def system_reason(error: object) -> str:
    """The reason of an error of the system, without a full stop; of any other the text. Numbers of TLS and of name
    servers are no numbers of the system (`ssl.SSLError`, `socket.gaierror`)."""
    if not isinstance(error, OSError):
        return str(error)
    said, number = spoken(), error.errno or 0
    code = errorcode.get(number, "")
    if said.language != ENGLISH and error.strerror == strerror(number) and said.has("system", code):
        return said.say("system", code)
    return error.strerror or str(error)
