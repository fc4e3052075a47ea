"""The rule sets as tables: gulan/RULES.md, "Decks", "Auction", "Redeal", "Play", "End and score", "The match".

Options that a game may be given (`Game(..., options={...})`), each a key of the tables below:

| key | values |
|---|---|
| `rounds` | 1 or 2: rounds of the first phase of a team-pass auction |
| `four_jacks_in_eight` | bool: four jacks are looked for after the second stage too |
| `no_points_in_hand` | bool: a seat without points in all its cards may have the hand dealt again |
| `no_jack_discard` | bool: the jack of a suit not led yet is not discarded |
| `self_reveal` | `"any-trump"` or `"concealed-card"`: what a declarer plays that turns its trump up |
| `thani_trump` | None or `"first-led"` |
| `thani_partners` | `"play"` or `"sit-out"` |
| `jodi` | bool |
| `jodi_below_honors` | bool: jodi and marujodi at bids below honors only |
| `jodi_min_cards` | least number of cards with the claimer, or the seat asked (0: no such rule) |
| `jodi_score` | `"thani"` or `"double"` |
| `senior_as_honors` | bool: a senior bid is paid as honors |
| `match` | `"points"`, `"kooli-exchange"`, `"box"`, `"kooli-return"` |
| `stock` | 5 or 6 kooli a side |
| `kunukku_off` | `"next-win"` or `"counter-slam"` |
"""

POINTS = {"J": 3, "3": 3, "9": 2, "A": 1, "T": 1, "K": 0, "Q": 0, "8": 0, "7": 0, "6": 0}
SUITS = "shdc"

NO_OPTIONS = {
    "rounds": 1,
    "four_jacks_in_eight": False,
    "no_points_in_hand": False,
    "no_jack_discard": False,
    "self_reveal": "any-trump",
    "thani_trump": None,
    "thani_partners": "play",
    "jodi": True,
    "jodi_below_honors": False,
    "jodi_min_cards": 0,
    "jodi_score": "thani",
    "senior_as_honors": False,
    "stock": 6,
    "kunukku_off": "next-win",
}

# Decks: ranks strongest first; `equal` are ranks of one strength; `second` is what the second copy holds.
DECK_28 = {"ranks": "J9ATKQ87", "equal": "", "second": "", "total": 28, "min": 14, "honors": 20}
DECK_40 = {"ranks": "J9ATKQ87", "equal": "", "second": "J", "total": 40, "min": 20, "honors": 30}
DECK_40_THREES = {"ranks": "J39ATKQ87", "equal": "J3", "second": "", "total": 40, "min": 20, "honors": 30}
DECK_56 = {"ranks": "J9ATKQ", "equal": "", "second": "J9ATKQ", "total": 56, "min": 28, "honors": 40}

# G: the Gulan Parish article.
G = NO_OPTIONS | {
    "senior": None,
    "adoption": True,
    "redeal": [],
    "trump": "conceal",
    "declarer_may_discard_trump": True,
    "honors_may_lead_trump": False,
    "trump_lead_by_rank": False,
    "decided": "may",
    "score": "G",
    "marujodi": True,
    "jodi_tricks": None,
    "jodi_asked_of_declarer": False,
    "match": "kooli-exchange",
}
# K: the guide to 28.
K = NO_OPTIONS | {
    "senior": None,
    "adoption": False,
    "redeal": ["eldest-no-points", "four-jacks", "no-trump-against"],
    "trump": "conceal",
    "self_reveal": "concealed-card",
    "declarer_may_discard_trump": False,
    "honors_may_lead_trump": False,
    "trump_lead_by_rank": False,
    "decided": "may",
    "score": "K",
    "jodi": False,
    "marujodi": True,
    "jodi_tricks": None,
    "jodi_asked_of_declarer": False,
    "match": "points",
}
# C: Cheettukali's rules of 40.
C = NO_OPTIONS | {
    "senior": None,
    "adoption": False,
    "redeal": ["eldest-no-points", "no-trump-against"],
    "trump": "conceal",
    "self_reveal": "concealed-card",
    "declarer_may_discard_trump": True,
    "honors_may_lead_trump": True,
    "trump_lead_by_rank": True,
    "decided": "must-at-honors",
    "score": "C",
    "marujodi": False,
    "jodi_below_honors": True,
    "jodi_tricks": 4,
    "jodi_asked_of_declarer": True,
    "match": "kooli-return",
}

# `stages`: what is dealt before each auction, as the sizes of the packets that go round.
# `auctions`: per phase its order and its minimum.
GULAN = {
    "28-gulan": G
    | DECK_28
    | {
        "seats": 4,
        "senior": 24,
        "stages": [[4], [4]],
        "rounds": 2,
        "auctions": [("team-pass", 14), ("one-chance", 24)],
    },
    "28-standard": K
    | DECK_28
    | {
        "seats": 4,
        "stages": [[1, 1, 1, 1], [1, 1, 1, 1]],
        "auctions": [("rotation", 14), ("rotation", 24)],
    },
    "28-kerala-house": K
    | DECK_28
    | {
        "seats": 4,
        "stages": [[1, 1, 1, 1], [1, 1, 1, 1]],
        "auctions": [("one-chance", 14), ("one-chance", 20)],
    },
    "40-gulan": G
    | DECK_40
    | {
        "seats": 6,
        "stages": [[3, 3]],
        "rounds": 2,
        "total_kind": True,
        "auctions": [("team-pass", 20)],
    },
    "40-cheettukali": C
    | DECK_40_THREES
    | {
        "seats": 6,
        "stages": [[3, 3]],
        "auctions": [("rotation", 20)],
    },
    "56-gulan": G
    | DECK_56
    | {
        "seats": 6,
        "stages": [[4, 4]],
        "rounds": 2,
        "total_kind": True,
        "auctions": [("team-pass", 28)],
    },
    "56-support": G
    | DECK_56
    | {
        "seats": 6,
        "stages": [[4, 4]],
        "rounds": 2,
        "total_kind": True,
        "trump": "show_trump",
        "auctions": [("team-pass", 28)],
    },
}

SEATING = {
    "seating-28": DECK_28 | {"seats": 4},
    "seating-40-gulan": DECK_40 | {"seats": 6},
    "seating-40-cheettukali": DECK_40_THREES | {"seats": 6},
    "seating-56": DECK_56 | {"seats": 6},
}


def table(rules_id, options=None):
    """The table of a rule set with `options` laid over it; KeyError for a name that is none."""
    return {"id": rules_id, "total_kind": False} | GULAN[rules_id] | (options or {})


def canonical_deck(rules):
    """The deck before any shuffle: each copy, each suit s h d c, the ranks as listed."""
    return [rank + suit for ranks in (rules["ranks"], rules["second"]) for suit in SUITS for rank in ranks]


def points(cards):
    """The card points of some cards."""
    return sum(POINTS[card[0]] for card in cards)


def strength(rules, card):
    """How strong a card is among its suit: the higher number beats, equal numbers are equal cards."""
    rank = rules["equal"][0] if card[0] in rules["equal"] else card[0]
    return len(rules["ranks"]) - rules["ranks"].index(rank)
