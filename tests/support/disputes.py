"""Evidence for disputes: a hand of every kind, with its receipt and policy where it has them."""

import io
import json
import zipfile
from functools import cache
from typing import Any

from dealproof.verifier.tlog.policy import Policy, parse_policy
from dealproof.web.disputes.case import Evidence
from tests.support.paths import ROOT, SAMPLES

CLOCK = 1_900_000_000
"""A clock after every time in the fixtures."""


def vectors(path: str) -> list[dict[str, Any]]:
    """The vectors of a file of fixtures, one a line."""
    return [json.loads(line) for line in (ROOT / "fixtures" / path).read_bytes().splitlines()]


def of_vector(vector: dict[str, Any]) -> Evidence:
    """The evidence of a vector, with the receipt and the policy that it has."""
    receipt, policy = vector.get("receipt"), vector.get("policy")
    return Evidence(
        json.dumps(vector["record"]).encode(),
        None if receipt is None else json.dumps(receipt).encode(),
        Policy() if policy is None else parse_policy(policy.encode()),
        clock=CLOCK,
    )


@cache
def samples() -> dict[str, Evidence]:
    """The samples by the beginning of their names, those with a receipt under the policy of the demo."""
    policy = parse_policy((SAMPLES / "demo.policy").read_bytes())
    found = {}
    for path in sorted(SAMPLES.glob("*.hand.json")):
        receipt = SAMPLES / f"{path.name[3:].removesuffix('.hand.json')}.receipt.json"
        data = receipt.read_bytes() if receipt.exists() else None
        found[path.name.removesuffix(".hand.json")] = Evidence(path.read_bytes(), data, policy, clock=CLOCK)
    return found


@cache
def kinds() -> dict[str, Evidence]:
    """One hand of each kind by name: the samples, an imported hand with an illegal move, void hands, receipts of every
    outcome, and bytes that are no record."""
    found = {name: each for name, each in samples().items() if name != HIDDEN}
    imported = json.loads(found["23-kazhutha-imported"].record)
    imported["events"] = [imported["events"][0], imported["events"][0], *imported["events"][1:]]
    found["imported-illegal"] = Evidence(json.dumps(imported).encode())
    for vector in vectors("log/void.jsonl"):
        if vector["record"].get("server_seed") is not None:
            found[f"void-{vector['name']}"] = of_vector(vector)
    for vector in vectors("log/receipts.jsonl"):
        outcome = f"receipt-{vector['expect']['publication'] or 'published'}"
        if outcome not in found and vector["record"]["server_seed"] is not None and vector["name"] != ANOTHER:
            found[outcome] = of_vector(vector)
    found["malformed"] = Evidence(b'{"header": {"hand": "h1"}, "extra": 1}')
    found["malformed-lines"] = Evidence(b'{\n "header": {\n  "hand": "h:2"\n }\n}\n')
    found["empty"] = Evidence(b"")
    found["not-json"] = Evidence("{“hand”: കളി".encode())
    return found


ANOTHER = "receipt-of-another-hand"
"""The vector of a receipt that names another hand."""
HIDDEN = "14-28-still-in-play"
"""The sample whose server seed is not revealed."""


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of an archive by name, in its order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {each.filename: archive.read(each) for each in archive.infolist()}
