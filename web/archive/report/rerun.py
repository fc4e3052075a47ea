"""`rerun.sh`: the command that repeats the audit, and what shows that it was the same.

Sources are written as they were given where that is a name in the folder that the command was run in. Of others, which
say where an operator keeps its files, and of addresses, the script asks for the reader's own copy.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from dealproof.web.archive.report.privacy import Privacy


@dataclass(frozen=True, slots=True)
class Rerun:
    """How to repeat an audit: its report, its sources, and the options of the command beside them."""

    report: Mapping[str, Any]
    privacy: Privacy
    options: tuple[str, ...] = ()

    def sources(self) -> list[str] | None:
        """The sources for the command; None where one of them is not named."""
        given = self.privacy.given
        return [*given] if given and all(self.privacy.names or is_here(each) for each in given) else None

    def command(self) -> str:
        """The command for people to read."""
        known = self.sources()
        words = [*self.arguments(quoted=False), "--plan plan.json --out again"]
        return f"dealproof archive audit {'SOURCES' if known is None else shlex.join(known)} {' '.join(words)}"

    def arguments(self, *, quoted: bool) -> list[str]:
        """The options as a shell reads them. A value that a report leaves out is asked for in a variable that is called
        like the option; for people it is the name of that variable."""
        words, option = [], ""
        for each in self.options:
            option = each if each.startswith("--") else option
            if self.privacy.names or each == option or is_here(each):
                words.append(shlex.quote(each))
            else:
                name = option.lstrip("-").replace("-", "_").upper()
                words.append(f'"${{{name}:?Set {name} to the value of {option}.}}"' if quoted else name)
        return words

    def script(self) -> str:
        """The script, for any POSIX shell."""
        return "".join(f"{line}\n" for line in self.lines())

    def lines(self) -> list[str]:
        """The lines of the script."""
        plan, data = self.report["plan"]["sha256"], self.report["data"]["sha256"]
        known, options = self.sources(), "".join(f" {each}" for each in self.arguments(quoted=True))
        usage = 'if [ "$#" -eq 0 ]; then echo "usage: sh rerun.sh SOURCE..." >&2; exit 2; fi'
        given = "" if known is None else f'if [ "$#" -eq 0 ]; then set -- {shlex.join(known)}; fi'
        return [
            "#!/bin/sh",
            "# Repeats this audit and compares the reports. Sources are the arguments"
            + (", or those that were given then." if known else "."),
            "# The new report comes into the folder $OUT, by default one named `again` beside this script.",
            "set -eu",
            'here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)',
            given or usage,
            "out=${OUT:-$here/again}",
            f'dealproof archive audit "$@"{options} --plan "$here/plan.json" --out "$out" || [ "$?" -eq 1 ]',
            f"for hash in plan:{shlex.quote(plan)} data:{shlex.quote(data)}; do",
            '  grep -qF "\\"sha256\\": \\"${hash#*:}\\"" "$out/report.json" ||',
            '    { echo "The ${hash%%:*} is not the one of this report." >&2; exit 1; }',
            "done",
            'cmp -s "$here/report.json" "$out/report.json" ||',
            '  { echo "Same plan and data, but report.json differs: compare the versions in it." >&2; exit 1; }',
            'echo "Same plan, same data, same report."',
        ]


def is_here(source: str) -> bool:
    """Whether a source is named from the folder that the command was run in, and is no address."""
    path = PurePath(source)
    return not (path.is_absolute() or ".." in path.parts or "://" in source or source.startswith("-"))
