"""What every game needs and none defines.

    engine family              what a game provides for one hand (`Game`), and for the program (`Family`)
    events cards tricks        what hands are made of
    ruleset rulings            rule sets prepared for play, and points that a source leaves open
    narrative                  the course of a hand, as data
    plain_game plain_policy    a game that needs no more than its deck, its rules and its result
    policy random_source       for simulated hands

Nothing here knows a game by its name.
"""
