"""Statistics of an operator's whole archive: pure functions over counts, without I/O, clock or randomness.

Hands are counted in whole numbers, which chunks of an archive add up exactly; `statistics` compares the sums with what
an honest shuffle gives, `sequential` bets against honesty hand by hand, `many_tests` reads many results together.
"""
