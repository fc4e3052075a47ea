"""Tests that may be read after every hand: e-processes, bets against honesty whose fair value never grows.

A score has an exact distribution if the deck is honest (`statistics.dealt.scores`). A *bet* pays e(s) for the score s,
with mean at most 1 under that distribution. A player who stakes everything on one bet after another has the product of
what they paid; that product exceeds 1/level at any time with a chance of at most `level` (Ville), however often it is
read and whenever reading stops. Nobody knows in advance what a fraud looks like, so the stake is divided among many
bets, and the fortunes are added: a mixture of e-processes is one.

- `bets`: tail bets on the rank of a score, and exponential tilts, as exact fractions.
- `mixtures`: which bets are made on void hands, on the hands that were kept, and on the advantage of a seat, team or
  account.
- `process`: the fortune over time.

Source: Ramdas, Grünwald, Vovk and Shafer, Game-theoretic statistics and safe anytime-valid inference, Statistical
Science 38 (2023), arXiv 2210.01948.
"""
