"""The result of a hand and the match after it: gulan/RULES.md, "End and score", "The match"; RECORD.md, "Result"."""

# Per article, the points of each class of bid: made, failed.
G_PAYS = {"ordinary": (1, -2), "honors": (2, -3), "senior": (3, -4), "total": (3, -4)}
K_PAYS = {1: (1, -2), 2: (2, -3), 3: (3, -4), 4: (4, -5)}


def result(game, before):
    """The result of a game that is complete, with the standing after it."""
    how = game.ended or "decided"
    told = {
        "rules": game.rules["id"],
        "ended": how,
        "declarer": game.declarer,
        "bid": game.bid,
        "kind": kind(game, how),
        "trump": game.trump,
        "made": made(game, how),
        "card_points": game.card_points,
        "tricks": game.tricks_won,
    }
    team, paid = pay(game, told)
    told["score"] = {"team": team, "points": paid}
    told["match"] = None if before is None else match(game, told, before)
    told["deals"] = game.deals
    return told


def kind(game, how):
    if how in ("jodi", "jodi-lost"):
        return "jodi"
    if how in ("marujodi", "marujodi-lost"):
        return "marujodi"
    return bid_kind(game)


def bid_kind(game):
    rules, bid = game.rules, game.bid
    if bid == "thani":
        return "thani"
    if rules["total_kind"] and bid == rules["total"]:
        return "total"
    if rules["senior"] is not None and bid >= rules["senior"]:
        return "senior"
    return "honors" if bid >= rules["honors"] else "ordinary"


def made(game, how):
    if how in ("jodi", "jodi-declined"):
        return True
    if how in ("jodi-lost", "marujodi", "marujodi-lost", "marujodi-declined", "thani-lost"):
        return False
    if game.bid == "thani":
        return True
    return game.card_points[game.declarer % 2] >= game.bid


def pay(game, told):
    """The team whose claim it was and its points."""
    ours = game.declarer % 2
    if told["kind"] == "marujodi":
        won, lost = promise_pays(game)
        return 1 - ours, won if told["ended"] == "marujodi" else lost
    if told["kind"] == "jodi":
        won, lost = promise_pays(game)
    else:
        won, lost = bid_pays(game)
    return ours, won if told["made"] else lost


def promise_pays(game):
    """Jodi and marujodi."""
    if game.rules["jodi_score"] == "double":
        return tuple(2 * points for points in bid_pays(game))
    if game.rules["score"] == "C":
        return 3, -4
    return thani_pays(game)


def thani_pays(game):
    """One more than honors, or than senior where the rule set has one (and pays it); the K and C sets name it."""
    if game.rules["score"] == "C":
        return 5, "flag"
    if game.rules["score"] == "K":
        return K_PAYS[4]
    has_senior = game.rules["senior"] is not None and not game.rules["senior_as_honors"]
    return (4, -5) if has_senior else (3, -4)


def bid_pays(game):
    """The bid itself: made, failed."""
    rules, bid = game.rules, game.bid
    if bid == "thani":
        return thani_pays(game)
    if rules["score"] == "K":
        return K_PAYS[1 if bid <= 19 else 2 if bid <= 24 else 3]
    if rules["score"] == "C":
        if bid >= rules["honors"]:
            return 3, -4
        return (2 if game.card_points[1 - game.declarer % 2] == 0 else 1), -2
    named = bid_kind(game)
    if named == "senior" and rules["senior_as_honors"]:
        named = "total" if bid == rules["total"] else "honors"
    return G_PAYS[named]


# The match


def match(game, told, before):
    """The standing after the hand."""
    team, paid = told["score"]["team"], told["score"]["points"]
    method = game.rules["match"]
    if method == "points":
        totals = list(before["totals"])
        totals[team] += paid
        return {"totals": totals}
    if method == "kooli-return":
        return kooli_return(team, paid, before)
    winner = team if paid > 0 else 1 - team
    changed, slammer = (box if method == "box" else kooli_exchange)(game, winner, abs(paid), before)
    return changed | slam_and_kunukku(game, told, before, slammer)


def kooli_return(team, paid, before):
    """Cheettukali: the winner gives back its own kooli first, the rest goes to the other side."""
    kooli, flags = list(before["kooli"]), list(before["flags"])
    if paid == "flag":
        flags[team] += 1
        return {"kooli": [0, 0], "flags": flags}
    winner = team if paid > 0 else 1 - team
    given_back = min(abs(paid), kooli[winner])
    kooli[winner] -= given_back
    kooli[1 - winner] += abs(paid) - given_back
    if max(kooli) >= 7:
        flags = [flags[side] + (kooli[side] >= 7) for side in (0, 1)]
        kooli = [0, 0]
    return {"kooli": kooli, "flags": flags}


def kooli_exchange(game, winner, owed, before):
    """The kooli after the loser has paid, and the side that slams or None; an odd kooli is the slammer's."""
    kooli, loser = list(before["kooli"]), 1 - winner
    if owed > kooli[loser]:
        shared = [sum(kooli) // 2] * 2
        shared[winner] += sum(kooli) % 2
        return {"kooli": shared}, winner
    kooli[loser] -= owed
    kooli[winner] += owed
    return {"kooli": kooli}, None


def box(game, winner, owed, before):
    """The box as one signed number: team 0 ahead where it is positive."""
    net = before["net"] + (owed if winner == 0 else -owed)
    if abs(net) >= game.rules["stock"] + 1:
        return {"net": 0}, 0 if net > 0 else 1
    return {"net": net}, None


def slam_and_kunukku(game, told, before, slammer):
    """Slams, who wears kunukku, and the side that is fresh: taking off first, putting on last."""
    slams, worn, declarer = list(before["slams"]), list(before["kunukku"]), game.declarer
    held = told["made"] or told["ended"] == "marujodi-lost"
    if game.rules["kunukku_off"] == "next-win" and held:
        off = [declarer]
        if before["fresh"] == declarer % 2:
            off = [seat for seat in range(game.seats) if seat % 2 == declarer % 2]
        worn = [wears and seat not in off for seat, wears in enumerate(worn)]
    if slammer is not None:
        slams[slammer] += 1
        if game.rules["kunukku_off"] == "counter-slam":
            worn = [wears and seat % 2 != slammer for seat, wears in enumerate(worn)]
        worn = [wears or seat % 2 != slammer for seat, wears in enumerate(worn)]
    return {"slams": slams, "kunukku": worn, "fresh": None if slammer is None else 1 - slammer}
