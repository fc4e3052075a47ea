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
