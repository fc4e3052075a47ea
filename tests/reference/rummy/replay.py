"""A record of rummy judged: the first fault, the result and the remarks, with the seeds that stand there."""

from tests.reference.gulan import protocol

from .game import Game


def start(record, options=None):
    """The hand of a record at its first event."""
    seed = bytes.fromhex(record["server_seed"])
    salt = protocol.salt(record["header"], record["player_seeds"])

    def order(label, n):
        return protocol.shuffled(seed, salt, label, n)

    def uniform(label, n):
        return protocol.uniform(protocol.stream(seed, salt, label), n)

    return Game(len(record["header"]["seats"]), order, uniform, options)


def judge(record, options=None):
    """`{"event", "rules", "result", "remarks"}`: index of the first illegal event and all that it breaks."""
    game = start(record, options)
    for index, event in enumerate(record["events"]):
        broken = game.faults(event)
        if broken:
            return {"event": index, "rules": broken, "result": None, "remarks": game.remarks}
        game.apply(event)
    result = game.result() if game.over else None
    return {"event": None, "rules": [], "result": result, "remarks": game.remarks}
