"""Archives that an audit must fail, and honest ones like them (`dealproof simulate --fraud`).

A fraud yields records for as long as it is asked. All have one shape: `TABLES` tables whose hands take turns and are
numbered without a gap, twelve accounts of which each hand seats some, at random, and IDs that come once. The operator
has an interest in seat 0, whoever sits there. The first deals are not chosen to suit a hand's moves, as those of
`replay.simulation.records` are: in an honest archive every order of cards is equally likely.

| kind | what the operator does | what sees it |
|---|---|---|
| `none` | nothing; one hand in 100 is void for reasons apart from its cards | nothing |
| `off-by-one`, `swap-with-any`, `modulo`, `rotated-hash`, `linear-probing` | shuffles wrongly | whole decks |
| `deck-order` | shuffles half of the pack of the hand before | decks beside the one before them |
| `best-of-two` | takes the better of two server seeds | the cards of seat 0 |
| `marked-account` | the same for the seat of one account | the cards of that account |
| `dropper` | never publishes its worst hundredth of hands | the cards of seat 0 in the hands that are there |
| `dropper-with-gaps` | the same, but leaves their numbers out | gaps |
| `void-worst` | gives up its worst hundredth of hands after the deal | the cards of void hands |
| `refuser` | a bot in seat 0 opens no seed in its worst tenth | voids by seat and account; the cards of seat 0 |

What is good is decided by the first of a game's measures of cards (`replay.core.family.Advantage`), more being better.
A shuffle from seeds cannot be wrong unnoticed, so hands of wrong shuffles are imported ones; all others are records
with seeds, which verify.
"""
