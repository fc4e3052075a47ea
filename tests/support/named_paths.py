"""The files, folders and options that a text in Markdown names."""

import re
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT

ENDING = re.compile(r"\.(?:json|jsonl|py|md|js|toml|sarif|xml|png|yml|cfg|sh|po|pot)$")
FOLDERS = (".build", ".ci", ".github", "verifier", "replay", "web", "tests", "fixtures")


def blocks(text: str) -> list[str]:
    """The blocks of code."""
    return re.findall(r"```[a-z]*\n(.*?)```", text, re.DOTALL)


def spans(text: str) -> list[str]:
    """The code spans outside of blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def named_paths(text: str) -> set[str]:
    """What looks like a file or a folder: in links, in code spans, and as words of code blocks, URLs aside."""
    links = re.findall(r"\]\(([^)#]+)\)", text)
    words = [word.rpartition("=")[2].rstrip(",:;") for part in (*blocks(text), *spans(text)) for word in part.split()]
    files = [word for word in words if ENDING.search(word) or re.fullmatch(r"[\w.]+(?:/[\w.-]+)+/?", word)]
    return {path for path in (*links, *files) if "://" not in path}


@cache
def project_paths() -> tuple[str, ...]:
    """Every file and folder of the project, from its root."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "node_modules" not in path.parts]
    return tuple(path.relative_to(ROOT).as_posix() for path in (*found, *ROOT.iterdir()))


def exists(path: str) -> bool:
    """Whether a path is one of the project, written from its root or from a folder that the text speaks of; `<family>`
    is any folder."""
    parts = re.escape(path.rstrip("/")).replace("<family>", "[^/]+")
    return any(re.fullmatch(rf"(?:.*/)?{parts}", each) for each in project_paths())


def folders_of_map(text: str) -> list[Path]:
    """The folders of the map of the project: one a line, indented below the folder that it is in."""
    above: list[Path] = []
    found: list[Path] = []
    for indent, name in re.findall(r"^( *)([\w.]+)/(?: |$)", text, re.MULTILINE):
        del above[len(indent) // 2 :]
        above.append((above[-1] if above else ROOT) / name)
        found.append(above[-1])
    return found
