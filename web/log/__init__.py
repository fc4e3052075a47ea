"""The transparency log as a service: what `verifier.tlog` checks is produced and stored here.

    key_file         the secret key of a log, in a file that only its owner can read
    growth           the hashes that new leaves complete
    sequencing       which leaves are accepted, and at which index
    last_signed      size and root of the last checkpoint that was signed, outside the database
    publishing       from accepted leaves to a published checkpoint
    signature_lines  of each key one line below a checkpoint
    witnessing       one checkpoint, sent to witnesses until the quorum of a policy is complete
    log_service      a log that can append, from a key and a policy
    receipts         what a player keeps of a hand
    resources        what is served below the address of a log: checkpoint, tiles, entries
    export           the same as a folder of files
    reading          what is served, read back from an address or a folder
    verification     a whole log recomputed, and judged by the rules of appending
    restoring        the leaves that a database has lost, brought back from a copy of the log
    monitoring       what a log did between two readings, and what it has not done yet
    forks            two signed checkpoints that contradict each other, as a proof for anybody

The database is reached through `web.store.log_database` alone; files and the network are touched in `key_file`,
`last_signed`, `witnessing`, `export` and `reading`. Source: verifier/tlog/LOG.md.
"""
