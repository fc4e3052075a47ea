"""A hand beside the game that judges it, for tests that ask both."""

QUESTIONS = ("fault", "legal", "to_act", "outcome", "rulings_of", "remarks", "view")


class InPlay:
    """Questions go to the game (`seen.fault(event)` is `game.fault(hand, event)`), all else to the hand."""

    def __init__(self, game, hand):
        vars(self).update(game=game, hand=hand)

    def __getattr__(self, name):
        if name not in QUESTIONS:
            return getattr(self.hand, name)
        return lambda *arguments: getattr(self.game, name)(self.hand, *arguments)

    def __setattr__(self, name, value):
        setattr(self.hand, name, value)
