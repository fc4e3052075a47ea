"""A hand while it is played: a state machine without I/O, the same for every game.

The caller is the dealer's server. It draws the 32 bytes of the server seed, stores them apart, keeps the clock, sends
and receives; this package says what is possible, judges every event and makes what has to be published. In order:

    open(draft, seed)      the header; `commit_leaf` is published in the log
    published(proof, …)    the leaf is in the log: seats may open their seeds
    seed(seat, text, …)    a seat has opened its seed; returns the text of its seed receipt
    deal()                 the cards, when every seed is open; `deal_leaf` is published before the first event
    skip_cut()             the seat that may cut declines; until it has cut or declined no view shows a card
    event(event)           judged and played, or refused
    due()                  events that no seat makes, such as a redeal, of which the dealer must play one
    view(seat)             what a seat may see, at any time
    close()                the hand record, when the hand is over; or
    void(reason)           the void record, before; `close_leaf` is published
    snapshot(), load(…)    the hand as JSON, so that another process can go on with it

A call that comes too early or too late, or contradicts the hand, is refused with a code and a sentence, and changes
nothing. Times are arguments, in ms since 1970.

1. Open. The draft is the header without `format` and `server_commitment`. Real server seeds are random.

    >>> from dealproof.replay import live
    >>> from dealproof.verifier.commitment import commit_player_seed
    >>> seeds = ["a", "b", "c", "d"]
    >>> draft = {
    ...     "hand": "h-17", "table": "t-1", "number": 17, "rules": "28-gulan", "dealer": 0,
    ...     "seats": ["Asha", "Biju", "Chitra", "Devan"], "seat_keys": None, "match": None,
    ...     "player_commitments": [commit_player_seed(seed) for seed in seeds],
    ... }
    >>> server_seed = live.ServerSeed(bytes(32))
    >>> hand = live.open(draft, server_seed)
    >>> hand, server_seed.commitment == hand.header["server_commitment"]
    (<LiveHand h-17, opened>, True)
    >>> server_seed
    ServerSeed(commitment='66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925')

2. Publish. The log answers with the proof text of the leaf; here the log has this leaf alone.

    >>> from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
    >>> from dealproof.verifier.tlog.leaf import format_leaf
    >>> from dealproof.verifier.tlog.note_signature import note_key, sign_note
    >>> from dealproof.verifier.tlog.policy import Log, Policy
    >>> from dealproof.verifier.tlog.proof_text import ProofText, format_proof_text
    >>> from dealproof.verifier.tlog.tree import leaf_hash
    >>> leaf = hand.commit_leaf(1790000000000)
    >>> leaf["type"], leaf["number"], leaf["header"][:8]
    ('commit', 17, 'f99870fd')
    >>> secret = bytes([1]) * 32
    >>> key = note_key("log.example/28", secret)
    >>> checkpoint = Checkpoint(key.name, 1, leaf_hash(format_leaf(leaf)))
    >>> note = sign_note(format_checkpoint(checkpoint), key, secret)
    >>> proof = format_proof_text(ProofText(0, (), note, checkpoint)).decode()
    >>> hand.seed(0, "a", 1790000001000)
    Traceback (most recent call last):
    dealproof.replay.live.errors.Misused: Publish the commit leaf of this hand first, and pass its proof to published().
    >>> hand.published(proof, Policy((Log(key),)), now=1790000001)

3. Seeds. Each seat opens the seed that it committed to, and gets a receipt.

    >>> receipts = [hand.seed(seat, seed, 1790000002000) for seat, seed in enumerate(seeds)]
    >>> receipts[1].splitlines()[:3]
    ['dealproof/seed-receipt/1', 'h-17', '1']

4. Deal. Seat 3 may cut, and no seat sees a card before it has cut or declined.

    >>> dealt = hand.deal()
    >>> dealt.deck[:4], dealt.to_act, hand.view(1)["cards"]
    (('7s', '9d', '9h', '7c'), (3,), None)
    >>> hand.deal_leaf(1790000003000)["salt"][:8]
    '29bba99f'
    >>> hand.skip_cut()
    (1,)
    >>> hand.view(1)["cards"]["hand"]
    ['7s', '9h', '9d', '7c']

5. Play. `by` is the seat that sent the event. An illegal one names its rule and what is legal for its seat.

    >>> hand.event({"seat": 1, "do": "bid", "value": 13}, by=1)
    Traceback (most recent call last):
    dealproof.replay.live.errors.IllegalMove: Event 0 breaks the rule bid-too-low.
    >>> hand.view(1)["legal"]
    [{'seat': 1, 'do': 'bid', 'from': 14, 'to': 28}]
    >>> moved = hand.event({"seat": 1, "do": "bid", "value": 14}, by=1)
    >>> moved.index, moved.log_hash.hex()[:8], moved.to_act, moved.over
    (0, '5ace5594', (2,), False)

6. Go on elsewhere. The server seed is not in the snapshot.

    >>> hand = live.load(hand.snapshot(), live.ServerSeed(bytes(32)))
    >>> hand.view(2)["events"]
    [{'do': 'bid', 'seat': 1, 'value': 14}]

7. End. A hand that is over is closed; this one is given up. Either opens the server seed.

    >>> from dealproof.replay.void import audit_void
    >>> audit_void(hand.void("players-left")).verdict
    'void'
    >>> leaf = hand.close_leaf(1790000009000)
    >>> leaf["type"], leaf["missing"], leaf["server_seed"][:8]
    ('void', [], '00000000')

The log hash is for the dealer, and for a seat with a key, which signs `hash_of` its event: whoever gets a log hash or a
signature over a card that lies face down can find this card by trying each. Views have neither (`replay.live.views`).

Modules:

    hand            `LiveHand`, the calls
    phases          in which phase each of them is possible
    server_seed     a secret that no text, copy or pickle contains
    draft           the header from its draft
    commit_proof    whether the commit leaf is published
    cards_in_play   a dealt hand, its events and its log hash
    views           what one seat may see
    leaves          the leaves for the transparency log
    state           what is known of a hand between two calls
    snapshot        the same as JSON
    errors          what is refused

Source: PROTOCOL.md, "Roles and order"; LOG.md, "Leaves".
"""

from dealproof.replay.live.errors import IllegalMove, Misused
from dealproof.replay.live.hand import Dealt, LiveHand, Moved, load, open
from dealproof.replay.live.phases import CLOSED, CUTTING, OPENED, PHASES, PLAYING, PUBLISHED, VOID
from dealproof.replay.live.server_seed import ServerSeed

__all__ = [
    "CLOSED",
    "CUTTING",
    "OPENED",
    "PHASES",
    "PLAYING",
    "PUBLISHED",
    "VOID",
    "Dealt",
    "IllegalMove",
    "LiveHand",
    "Misused",
    "Moved",
    "ServerSeed",
    "load",
    "open",
]
