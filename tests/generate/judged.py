"""Writes `fixtures/judged.json`: what is stored of each record of `fixtures/records` when it is judged, as a digest,
and the version of the judge that found it.

    python -m tests.generate.judged

Run it with a new `replay.verdict.JUDGE` where verdicts change on purpose.
"""

import json
from hashlib import sha256

from dealproof.replay.audit import audited
from dealproof.replay.verdict import JUDGE
from dealproof.web.store.summary import summary
from tests.support.paths import ROOT

JUDGED = ROOT / "fixtures" / "judged.json"


def judged() -> dict[str, str]:
    """What is stored of each record, by the name of its file and its own."""
    found = {}
    for path in sorted((ROOT / "fixtures" / "records").glob("*.jsonl")):
        for line in map(json.loads, path.read_bytes().splitlines()):
            data = json.dumps(line["record"]).encode()
            stored = summary(data, *audited(data)) | {"judge": None, "digest": None}
            found[f"{path.stem}/{line['name']}"] = sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]
    return found


def main() -> None:
    """Writes the file."""
    JUDGED.write_text(json.dumps({"judge": JUDGE, "stored": judged()}, indent=1) + "\n")
    print(f"{JUDGED.relative_to(ROOT)}: judge {JUDGE}")


if __name__ == "__main__":
    main()
