"""A dispute about a hand: one zip archive with the evidence, what follows from it in words, and how to repeat it.

    README.md             what each file is, and the command that repeats the verdict
    report.html           one printable report: it needs no other file and runs no script
    summary.txt           the same in short, in lines of 80 columns
    record.json           the record, byte for byte as received
    receipt.json          its receipt, byte for byte as received, if there is one
    checkpoints/*.txt     the checkpoints of the receipt as signed notes: commit, deal, close
    policy.txt            the policy under which the receipt was checked, if it trusts a log
    rules.json            the rule set of the hand; its SHA-256 is the digest that a header names
    verdict.json          the verdict, as `dealproof check --format json` prints it
    rules-under.json      the rules that a player believes were agreed, if they were named
    under.json            what becomes of the same cards and moves under them
    SHA256SUMS            the SHA-256 of every other file, for `sha256sum --check`

The archive is a function of the record, the receipt, the policy, the reader's clock and the other rules: two people who
have the same get the same bytes, on the site or by command (`archive`). The clock is part of the README; by default it
is the last time in the receipt (`clock`).

    >>> from dealproof.web.disputes import case, files
    >>> made = files.files(case.open_case(case.Evidence(b'{"header": {"hand": "h1"}}')))
    >>> list(made)
    ['README.md', 'report.html', 'summary.txt', 'record.json', 'verdict.json', 'SHA256SUMS']
    >>> made["verdict.json"][:46]
    b'{"hand": "h1", "source": "record.json", "verdi'

While the server seed of a hand is not revealed there is no bundle: it would publish the log, and with it the concealed
card. `case.open_case` raises `Hidden` then.

No Flask, no click, no database: the site and the command hand over bytes and get bytes.
"""
