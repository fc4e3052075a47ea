"""The mismatch doctor: which known mistake would explain that a hash of a record does not match.

A commitment that fails says only that two values differ. Most often the cause is a slip that many have made: the hash
of the hex text in place of the bytes, a newline after the seed, the seed of another seat. `explain` tries a fixed list
of such mistakes and names the one under which the hash comes out. It changes no verdict and no grade: a record with a
mistake that explains itself is still no proof.

    explanation   what is said: a code, the check, a JSON pointer, and whose mistake it would be
    trial         hashes of one guess, and the log head under another header or other seeds
    forms         a text, or a JSON value, in the forms in which programs hash it by mistake
    commitment    mistakes in the commitment to the server seed
    player_seeds  mistakes in the commitments of the seats
    rules         mistakes in the digest of the rule set
    log_head      mistakes in the log head and in the salt below it
    explaining    one after the other, and what the log head says about whose mistake it was

Whose mistake it is follows from the log head. The site computes it from the header and the seeds while the hand is
played, so where it agrees with the record, the wrong value was there during play: the mistake is the site's, or that of
the seat which sent it. Where it agrees only with the corrected value, the record was written wrongly afterwards. Where
it agrees with neither, that remains open.

The work is bounded: at most `MOST_HASHES` hashes and one for each event, of which those over a long log are fewer
(`trial.MOST_BYTES`).

    >>> from hashlib import sha256
    >>> from dealproof.replay.doctor.commitment import forms
    >>> from dealproof.replay.doctor.trial import first
    >>> first(sha256(bytes(32).hex().encode()).hexdigest(), forms(bytes(32)))
    'hex-text'

Source: PROTOCOL.md, "Roles and order"; "Event log hash"; "What binds what".
"""

from dealproof.replay.doctor.explaining import MOST_HASHES, explain
from dealproof.replay.doctor.explanation import BY, Explanation

__all__ = ["BY", "MOST_HASHES", "Explanation", "explain"]
