"""A verdict and a hand put into sentences, for the terminal and the page alike. All return plain values; the caller
prints them.

    translations, locale/                           the sentences, in gettext catalogues
    verdict differences consequences wording        the verdict, its checks, what was wrong, what would have been legal
    legal_moves other_rules browser_check
    hand layout pieces moves tricks result          the course of a hand, and its result
    match chain standing neighbours list_entry      a match, and hands in lists
    rules, games/                                   a rule set; what differs from game to game
    names cards numbers visible_text suggestions    players, cards, numbers and text of others, safe to show
"""
