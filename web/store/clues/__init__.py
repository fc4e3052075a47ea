"""Clues: what people remember of a stored hand, each with the hand that it leads to.

    models      its tables
    names       how names of players are looked up
    rows        which clues a record has, and how they are stored
    filling     stores the clues of hands that were there before
    queries     finds hands by a clue, or by how it begins

A clue is an ID in lower case, the name of a player in the form in which it is looked up, or a hash that the hand is
bound to. While a hand is hidden it has only the clues of what is public (`web.intake.comparison`): a hash over its log
would confirm or refute a guess at the log.
"""
