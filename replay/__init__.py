"""Rules and the replayer: from a record of a hand to a verdict on it. RECORD.md is the specification.

`audit` judges one record, and returns a `verdict`. `match` follows the hands of a match, `several` compares hands with
each other, `rulesets` finds a rule set by its ID.

    core           what every game needs: engine, cards, tricks, rule sets, rulings
    games          the games, a folder a family; their rules are in `games/<family>/rules.py`
    record         the strict reading of a record, its events and its JSON Schema
    json_schema    values described once: checked, read into dataclasses, printed as JSON Schema
    live           a hand while it is played: its calls in order, what each seat may see, what is published
    simulation     legal hands at random, as records, and hands with one thing changed
"""
