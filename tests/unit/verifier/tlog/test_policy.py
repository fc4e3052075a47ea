"""Policies: who is trusted, and when that is enough (LOG.md, "Policies"; C2SP tlog-policy)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealproof.verifier.errors import MalformedLog
from dealproof.verifier.tlog import policy as policies
from dealproof.verifier.tlog.cosignature import cosignature_key
from dealproof.verifier.tlog.note import Key, format_key
from dealproof.verifier.tlog.note_signature import note_key
from dealproof.verifier.tlog.policy import Group, Log, Policy, Witness, format_policy, parse_policy

KEYS = [cosignature_key(f"witness{number}.example", bytes([number]) * 32) for number in range(1, 9)]
WITNESSES = tuple(Witness(f"w{number}", key) for number, key in enumerate(KEYS))
HEAD = format_policy(Policy((Log(note_key("log.example", bytes(32))),), WITNESSES[:3])).decode().rpartition("quorum")[0]


def code(data: bytes) -> str:
    with pytest.raises(MalformedLog) as fault:
        parse_policy(data)
    assert fault.value.reason.endswith(".")
    return fault.value.code


@st.composite
def groups(draw: st.DrawFn) -> tuple[Group, ...]:
    """Groups of witnesses and of earlier groups, each name a member once."""
    free, found = [each.name for each in WITNESSES], []
    for number in range(draw(st.integers(0, 5))):
        if not free:
            break
        members = draw(st.lists(st.sampled_from(free), min_size=1, unique=True))
        free = [name for name in free if name not in members]
        found.append(Group(f"g{number}", draw(st.integers(1, len(members))), tuple(members)))
        free.append(f"g{number}")
    return tuple(found)


def reached(name: str, policy: Policy, by: set[str]) -> bool:
    """Whether a name has witnessed, straight from the definition."""
    group = next((each for each in policy.groups if each.name == name), None)
    if group is None:
        return name in by
    return sum(reached(member, policy, by) for member in group.members) >= group.threshold


@given(groups(), st.data())
def test_the_quorum_is_complete_at_the_first_time_at_which_those_so_far_suffice(
    found: tuple[Group, ...], data: st.DataObject
) -> None:
    quorum = data.draw(st.sampled_from([*(each.name for each in (*WITNESSES, *found)), "none"]))
    policy = Policy((), WITNESSES, found, quorum)
    times = data.draw(st.dictionaries(st.sampled_from(KEYS), st.integers(0, 9)))
    names = {each.key: each.name for each in WITNESSES}
    moments = [
        time for time in range(10) if reached(quorum, policy, {names[key] for key in times if times[key] <= time})
    ]
    assert policy.completed_at(times) == (moments[0] if moments else None)
    assert parse_policy(format_policy(policy)) == policy


def test_a_quorum_of_nobody_is_never_complete() -> None:
    assert Policy((), WITNESSES, (), "none").completed_at(dict.fromkeys(KEYS, 0)) is None
    assert Policy().completed_at({}) is None


@given(st.binary(max_size=40).map(lambda end: HEAD.encode() + end) | st.binary())
def test_whatever_the_bytes_are_no_other_error_is_raised(data: bytes) -> None:
    try:
        policy = parse_policy(data)
    except MalformedLog:
        return
    assert parse_policy(format_policy(policy)) == policy


BROKEN = {
    "last-line-without-newline": HEAD + "quorum w1",
    "nul": HEAD + "quorum w1\0\n",
    "vertical-tab": HEAD + "\vquorum w1\n",
    "threshold-with-a-leading-zero": HEAD + "group g 01 w0 w1\nquorum g\n",
    "threshold-with-a-plus": HEAD + "group g +1 w0 w1\nquorum g\n",
    "threshold-in-arabic-digits": HEAD + "group g ١ w0 w1\nquorum g\n",
    "threshold-of-a-million-digits": HEAD + f"group g {'9' * 10**5} w0 w1\nquorum g\n",
    "threshold-in-capitals": HEAD + "group g Any w0 w1\nquorum g\n",
    "group-named-none": HEAD + "group none any w0\nquorum w1\n",
    "two-urls": HEAD + f"witness w9 {format_key(KEYS[7])} https://a https://b\nquorum w1\n",
    "byte-order-mark": "\ufeff" + HEAD + "quorum w1\n",
    "weak-witness": HEAD + f"witness w9 {format_key(Key('weak', 4, bytes(32)))}\nquorum w1\n",
    "circle-of-groups": HEAD + "group a any b\ngroup b any a\nquorum a\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_policy_that_would_not_be_written_is_not_read(text: str) -> None:
    assert code(text.encode()) in ("bad-policy", "bad-key")


def test_a_key_name_outside_utf_8_is_refused_and_a_witness_may_have_any_bytes() -> None:
    assert code(HEAD.encode() + b"witness x \xff+00000000+AAAA\nquorum w1\n") == "bad-key"
    policy = parse_policy(HEAD.encode() + b"group \xff\xfe any w0 w1\nquorum \xff\xfe\n")
    assert policy.quorum == "\xff\xfe"
    assert policy.completed_at({KEYS[1]: 7}) == 7


def test_two_keys_with_one_name_and_id_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line of a checkpoint could say which of them it is of; a collision of 32 bits is made in minutes."""
    monkeypatch.setattr(Key, "id", property(lambda _: bytes(4)))
    names = [cosignature_key("twin", bytes([number]) * 32) for number in (1, 2)]
    text = "".join(f"witness w{number} {format_key(key)}\n" for number, key in enumerate(names))
    assert code(f"{text}quorum w1\n".encode()) == "bad-policy"


def test_a_chain_of_ten_thousand_groups_is_judged_in_one_pass() -> None:
    chain = "".join(f"group g{number + 1} any {f'g{number}' if number else 'w0'}\n" for number in range(10_000))
    policy = parse_policy(f"{HEAD}{chain}quorum g10000\n".encode())
    assert policy.completed_at({KEYS[0]: 5}) == 5
    assert policy.completed_at({KEYS[1]: 5}) is None


def test_a_policy_larger_than_a_mebibyte_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    end = b"\nquorum none\n"
    assert parse_policy(b"#".ljust(policies.MAX_POLICY_BYTES - len(end), b"#") + end).quorum == "none"
    monkeypatch.setattr(policies, "_Reader", None)
    assert code(b"\n" * (policies.MAX_POLICY_BYTES + 1)) == "bad-policy"
