"""What an event breaks: every rule ID, the one to print first first.

The order is that of RECORD.md, "Which rule is named": play after the end, a redeal owed, an answer owed, a card owed,
the turn, the rest as gulan/RULES.md lists them; a card not held is only that.
"""

from . import auction

JODI_DOS = ("claim_jodi", "claim_marujodi", "ask_jodi", "ask_marujodi", "decline_jodi", "decline_marujodi")


def faults(game, event):
    """Every rule that the event breaks in the game as it stands; [] where it is legal."""
    do = event["do"]
    if game.over:
        return ["play-after-end"]
    if do == "redeal":
        held = [reason for reason, _ in game.redeal_reasons()]
        return [] if event["reason"] in held else ["redeal-without-cause"]
    if game.question and do != "cut":
        return [] if answers(game, event) else ["jodi-answer-owed"]
    found = []
    if game.redeal_owed and not (do == "cut" and game.untouched):
        found.append("redeal-owed")
    if do == "cut":
        return found + cut(game, event)
    if do in ("bid", "pass"):
        return found + call(game, event)
    if do in ("conceal", "show_trump"):
        return found + choose(game, event)
    if do in JODI_DOS:
        return found + trump_owed(game) + jodi(game, event)
    return found + {"play": play, "ask_trump": ask, "reveal_trump": reveal}[do](game, event)


def answers(game, event):
    """Whether the event answers the question that was asked."""
    kind, asked = game.question["kind"], game.question["asked"]
    return event["seat"] == asked and event["do"] in ("claim_" + kind, "decline_" + kind)


def trump_owed(game):
    return ["trump-not-chosen"] if game.doing == "trump" else []


def listed(*pairs):
    """The rules whose condition holds, in the order given."""
    return [rule for rule, broken in pairs if broken]


def cut(game, event):
    if not game.untouched:
        return ["cut-after-deal"]
    return listed(
        ("cut-wrong-seat", event["seat"] != game.cutter),
        ("cut-out-of-range", not 1 <= event["at"] < len(game.pack)),
    )


# Auction


def call(game, event):
    if game.doing != "auction":
        return ["call-after-auction", *trump_owed(game)]
    return bid(game, event) if event["do"] == "bid" else passing(game, event)


def passing(game, event):
    first_of_eldest = game.phase == 0 and not game.calls and event["seat"] == game.eldest
    return listed(
        ("call-out-of-turn", event["seat"] != game.caller),
        ("eldest-must-bid", first_of_eldest),
    )


def bid(game, event):
    """A bid is judged as the call that is due, whoever makes it: an adopted one binds the caller."""
    rules, seat, value, caller = game.rules, event["seat"], event["value"], game.caller
    adopted = rules["adoption"] and seat % 2 == caller % 2
    out_of_turn = listed(("call-out-of-turn", seat != caller and not adopted))
    if value == "thani":
        return out_of_turn + listed(("thani-not-yet", not auction.last_phase(rules, game.phase)))
    standing = game.standing
    partners = standing is not None and standing[0] != caller and standing[0] % 2 == caller % 2
    return out_of_turn + listed(
        ("bid-too-low", value < auction.least(rules, game.phase, game.seats, game.calls)),
        ("bid-not-higher", standing is not None and value <= standing[1]),
        ("bid-over-partner-needs-honors", partners and value < rules["honors"]),
        ("bid-too-high", value > rules["total"]),
    )


# Trump


def choose(game, event):
    """`conceal` and `show_trump`."""
    if game.declarer is None:
        return ["conceal-not-declarer"]
    if game.doing != "trump":
        return ["trump-already-chosen"]
    return listed(
        ("conceal-not-declarer", event["seat"] != game.declarer),
        ("conceal-not-in-hand", event["card"] not in game.hands[game.declarer]),
        ("trump-not-chosen", event["do"] != game.rules["trump"]),
    )


def out_of_turn(game, event):
    return listed(("play-out-of-turn", event["seat"] != game.turn))


def ask(game, event):
    if game.doing != "play":
        return trump_owed(game) or ["play-out-of-turn"]
    if game.owing:  # RECORD.md: asking or revealing again, before the turn is asked about
        return ["trump-already-open"]
    seat = event["seat"]
    return out_of_turn(game, event) + listed(
        ("ask-not-void", bool(game.trick) and not game.void(seat)),
        ("ask-when-leading", not game.trick),
        ("trump-already-open", not game.thani and game.trump_open),
        ("ask-by-declarer", seat == game.declarer),
        ("no-trump-game", game.thani),
    )


def reveal(game, event):
    if game.doing != "play":
        return trump_owed(game) or ["play-out-of-turn"]
    if game.owing:  # RECORD.md: asking or revealing again, before the turn is asked about
        return ["trump-already-open"]
    seat, wrong_turn = event["seat"], out_of_turn(game, event)
    if game.thani:
        return [*wrong_turn, "no-trump-game"]
    is_declarer = seat == game.declarer
    may_only_be_last = is_declarer and not game.trump_open and not game.last_card
    return wrong_turn + listed(
        ("trump-already-open", game.trump_open),
        ("declarer-may-not-reveal-on-trump-lead", may_only_be_last and game.led == game.trump),
        ("reveal-by-other", not is_declarer),
        ("reveal-when-leading", may_only_be_last and not game.trick),
        ("reveal-not-void", may_only_be_last and bool(game.trick) and not game.void(seat)),
    )


# Cards


def play(game, event):
    if game.doing != "play":
        return trump_owed(game) or ["play-out-of-turn"]
    seat, card = event["seat"], event["card"]
    if game.sits_out(seat):
        return ["play-out-of-turn"]
    wrong_turn = out_of_turn(game, event)
    if card not in game.hands[seat]:
        concealed_last = game.last_card and seat == game.declarer and card == game.concealed and not wrong_turn
        return wrong_turn + listed(("last-card-must-be-revealed", concealed_last)) + ["card-not-in-hand"]
    if wrong_turn:
        return wrong_turn
    return card_owed(game, seat, card) if game.owing else card_rules(game, seat, card)


def card_owed(game, seat, card):
    """The card that follows `ask_trump` or `reveal_trump`."""
    ruffs = card[1] == game.trump
    if game.owing == "asker":
        could = any(held[1] == game.trump for held in game.hands[seat])
        if could:
            return listed(("asker-must-trump", not ruffs))
        return listed(("no-jack-discard", jack_kept(game, seat, card)))
    if game.rules["self_reveal"] == "concealed-card":
        return listed(("self-reveal-plays-concealed-card", card != game.shown))
    return listed(("self-reveal-must-ruff", not ruffs))


def card_rules(game, seat, card):
    hand = game.hands[seat]
    hidden = game.concealed is not None and seat == game.declarer
    free_to_lead = game.rules["honors_may_lead_trump"] and game.trump is not None and game.at_honors
    leads_trump = not game.trick and card[1] == game.trump
    discards = bool(game.trick) and card[1] != game.led and game.void(seat)
    forbidden = hidden and not game.rules["declarer_may_discard_trump"]
    return listed(
        ("must-follow-suit", bool(game.trick) and card[1] != game.led and not game.void(seat)),
        (
            "declarer-may-not-lead-trump",
            hidden and leads_trump and not free_to_lead and any(held[1] != game.trump for held in hand),
        ),
        ("declarer-may-not-discard-trump", forbidden and discards and card[1] == game.trump),
        ("no-jack-discard", discards and jack_kept(game, seat, card)),
    )


def jack_kept(game, seat, card):
    """Whether the card is a discard of a jack that another discard could have spared.

    A ruff is no discard; a trump that the declarer may not discard unopened spares no jack.
    """
    if not game.rules["no_jack_discard"] or not spared(game, card):
        return False
    forbidden = game.concealed is not None and seat == game.declarer and not game.rules["declarer_may_discard_trump"]
    others = [held for held in game.hands[seat] if not (forbidden and held[1] == game.trump)]
    return any(not ruffs(game, held) and not spared(game, held) for held in others)


def ruffs(game, card):
    return game.trump_open and card[1] == game.trump


def spared(game, card):
    """Whether the card is the jack of a suit not led yet, and would not ruff."""
    return card[0] == "J" and card[1] not in game.suits_led and not ruffs(game, card)


# Jodi and marujodi


def jodi(game, event):
    verb, kind = event["do"].split("_")
    in_rules = game.rules["jodi"] and (kind == "jodi" or game.rules["marujodi"])
    if verb == "decline":
        return listed(("jodi-not-in-these-rules", not in_rules), ("jodi-no-question", True))
    declared = game.doing != "auction"
    return listed(
        ("jodi-not-in-these-rules", not in_rules),
        ("jodi-not-now", not right_moment(game, event["seat"], verb, kind)),
        ("jodi-trick-lost", declared and trick_lost(game, kind)),
        ("jodi-not-allowed-at-this-bid", declared and bid_forbids(game)),
        ("jodi-already", game.claim is not None),
        ("jodi-wrong-team", declared and wrong_team(game, event["seat"], verb, kind)),
        ("ask-jodi-nobody", verb == "ask" and game.doing == "play" and game.who_answers(kind) is None),
    )


def right_moment(game, seat, verb, kind):
    """On one's turn before one's card, no card owed, early enough in the hand."""
    if game.doing != "play" or game.owing or seat != game.turn:
        return False
    in_time = game.rules["jodi_tricks"] is None or len(game.tricks) < game.rules["jodi_tricks"]
    promiser = seat if verb == "claim" else game.who_answers(kind)
    enough = promiser is None or len(game.cards_of(promiser)) >= game.rules["jodi_min_cards"]
    return in_time and enough


def trick_lost(game, kind):
    """Whether a trick has already gone the other way: jodi none to the others, marujodi none to the declarer's."""
    ours = game.tricks_won[game.declarer % 2]
    return (len(game.tricks) - ours if kind == "jodi" else ours) > 0


def bid_forbids(game):
    return game.bid == "thani" or (game.rules["jodi_below_honors"] and game.at_honors)


def wrong_team(game, seat, verb, kind):
    """Jodi is claimed by the declarer's team and asked by the other; marujodi the other way round."""
    ours = seat % 2 == game.declarer % 2
    return ours != ((verb == "claim") == (kind == "jodi"))
