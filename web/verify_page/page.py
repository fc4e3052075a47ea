"""The bytes of `verify.html`, made from its parts: the same parts always give the same bytes.

The policy in the page names its style and its script by their SHA-256, so that no browser runs anything else in it, on
a site or from a disk. The worker is a text in the page until it is started.

>>> hash_source("")
"'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
"""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from babel import Locale

from dealproof.replay.rulesets import builtin, ids
from dealproof.web.presentation.translations import languages, sentences
from dealproof.web.verify_page import runtime
from dealproof.web.verify_page.program import program

HERE: Final = Path(__file__).parent
STATIC: Final = HERE.parent / "http" / "static"
BUILT: Final = STATIC / "verify.html"
"""The page as it is committed."""
CHECKER: Final = STATIC / "dealproof.js"
BLANK: Final = re.compile(r"\{\{([a-z]+)\}\}")
"""What is filled in in the template."""
SECTIONS: Final = (
    "verify",
    "verify-unreadable",
    "checks",
    "check-plain-passed",
    "check-plain-failed",
    "check-plain-not-shown",
    "limits",
    "publication",
    "states",
    "verdicts",
)
"""The sections of the catalogues that the page is said with."""


def built() -> bytes:
    """The committed page."""
    return BUILT.read_bytes()


@cache
def digest() -> str:
    """The SHA-256 of the committed page, in hex."""
    return sha256(built()).hexdigest()


@cache
def policy() -> str:
    """The Content-Security-Policy in the committed page."""
    _, _, rest = built().decode().partition('http-equiv="Content-Security-Policy" content="')
    return html.unescape(rest.partition('"')[0])


def build() -> bytes:
    """The page, made from its parts."""
    style, script = part("page.css"), whole_script()
    filled = {
        "policy": html.escape(policy_for(script, style)),
        "style": style,
        "noscript": noscript(),
        "data": inline_json(data()),
        "worker": part("worker.js"),
        "script": script,
    }
    for name, text in filled.items():
        check_inline(name, text)
    return BLANK.sub(lambda found: filled[found[1]], part("page.html")).encode()


def part(name: str) -> str:
    """The text of a part of the page."""
    return (HERE / name).read_text(encoding="utf-8")


def whole_script() -> str:
    """The checker as the site serves it, and the code of this page in a block of its own, so that no name of one is a
    name of the other."""
    return f"\n{CHECKER.read_text(encoding='utf-8')}\n{{\n{part('page.js')}}}\n"


def policy_for(script: str, style: str) -> str:
    """The policy: this script, this style, the worker, which the page makes itself (`blob:`) and which compiles Python,
    and for the worker the files beside the page. Nothing else is loaded, and nothing is sent to anybody else."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {hash_source(script)} blob: 'wasm-unsafe-eval'",
            f"style-src {hash_source(style)}",
            "worker-src blob:",
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def hash_source(text: str) -> str:
    """How a Content-Security-Policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def data() -> dict[str, Any]:
    """What the script of the page is given: the languages by their own names, sentences by language and section,
    built-in rule sets by ID, and what the worker may run."""
    archive = program()
    return {
        "names": {language: Locale.parse(language).get_language_name(language) for language in languages()},
        "sentences": {language: said(language) for language in languages()},
        "rules": {id: game.to_json() for id in ids() if (game := builtin(id))},
        "pyodide": {
            "version": runtime.VERSION,
            "files": {name: file._asdict() for name, file in runtime.FILES.items()},
        },
        "program": {"size": len(archive), "sha256": sha256(archive).hexdigest()},
    }


def said(language: str) -> Mapping[str, Mapping[str, str]]:
    """The sentences of the page in a language, by section and code."""
    every = sentences(language).sections
    return {section: every[section] for section in SECTIONS}


def noscript() -> str:
    """What the page says in each language where no script runs."""
    return "\n".join(
        f'<p lang="{language}">{html.escape(sentences(language).say("verify", "no-script"), quote=False)}</p>'
        for language in languages()
    )


def inline_json(value: object) -> str:
    """JSON that can stand in an element `script`."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).replace("<", "\\u003c")


def check_inline(name: str, text: str) -> None:
    """Raises ValueError where a part would end the element that it is in."""
    if name in {"script", "worker", "style"} and any(end in text.lower() for end in ("</script", "</style", "<!--")):
        raise ValueError(f"The {name} of the page has a text that ends its element.")
