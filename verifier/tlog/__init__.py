"""The transparency log `dealproof/log/1`: an append-only public list of what was committed, dealt and opened.

A record alone cannot show when its header was published. The log can: each step of a hand is a leaf of a Merkle tree, the
log signs the tree's root, witnesses and players countersign it, and a player keeps a receipt that proves all of it with
every server gone. Each module describes the format of its part and needs only the standard library, but for the last
three, which check signatures:

    fields           numbers, base64, lines: how every text here is read
    tree             RFC 6962: roots, inclusion proofs, consistency proofs
    tiles            the tree and its entries as files
    leaf             what is in the log
    appends          in which order the leaves of a hand may come
    note             signed notes and the keys that sign them
    checkpoint       what a log signs: origin, size, root
    proof_text       one leaf's proof with its checkpoint
    policy           which logs are trusted, and whose cosignatures suffice
    receipt          what a player keeps
    codes            what a receipt does not show, and why
    note_signature   Ed25519 by a log
    cosignature      Ed25519 by a witness or a seat, with a time
    publication      what a receipt shows about a hand

A text that cannot be read raises MalformedLog, a proof or signature that does not hold raises LogRefuted; each has a code.
Nothing here uses files, the network, a clock or random numbers.

1. Leaves. A hand's commit and deal, as canonical JSON; the leaf before them is of another hand.

    >>> from hashlib import sha256
    >>> from dealproof.verifier.encoding import canonical
    >>> from dealproof.verifier.stream import salt
    >>> from dealproof.verifier.tlog.leaf import format_leaf
    >>> header = {"hand": "h1", "table": "t1", "number": 1, "server_commitment": "66" * 32}
    >>> commit = {
    ...     "type": "commit", "hand": "h1", "time": 1790000000000, "table": "t1", "number": 1,
    ...     "header": sha256(canonical(header)).hexdigest(), "server_commitment": "66" * 32,
    ... }
    >>> salted = salt(header, ["a", "b"])
    >>> deal = {"type": "deal", "hand": "h1", "time": 1790000030000, "salt": salted.hex()}
    >>> format_leaf(deal)
    b'{"hand":"h1","salt":"2f75ef6dfea79b6405d6c5054814485c249da0e722315406fa5a31d38fdfb99c","time":1790000030000,"type":"deal"}'

2. Tree. The commit is leaf 1; then the log signs a checkpoint of size 2, and the deal follows as leaf 2.

    >>> from dealproof.verifier.tlog.tree import Tree, leaf_hash, prove_consistency, prove_inclusion, root
    >>> tree = Tree()
    >>> for entry in (b"another leaf", format_leaf(commit), format_leaf(deal)):
    ...     tree.append(leaf_hash(entry))
    >>> root(2, tree.subtrees).hex()[:16], root(3, tree.subtrees).hex()[:16]
    ('24ed574bf6c83e13', '2f3ea6f3369cc171')

3. Checkpoints. The log signs them, and a witness cosigns the first before the deal.

    >>> from dealproof.verifier.tlog.checkpoint import Checkpoint, format_checkpoint
    >>> from dealproof.verifier.tlog.cosignature import cosign, cosignature_key
    >>> from dealproof.verifier.tlog.note import format_note
    >>> from dealproof.verifier.tlog.note_signature import note_key, sign_note
    >>> log_secret, witness_secret = bytes([1]) * 32, bytes([2]) * 32
    >>> log, witness = note_key("log.example/28", log_secret), cosignature_key("witness.example", witness_secret)
    >>> heads = [Checkpoint(log.name, size, root(size, tree.subtrees)) for size in (2, 3)]
    >>> first, second = (sign_note(format_checkpoint(head), log, log_secret) for head in heads)
    >>> line = cosign(first.text, witness, 1790000010, witness_secret)
    >>> first = first._replace(signatures=(*first.signatures, line))
    >>> print(format_note(first).decode(), end="")
    log.example/28
    2
    JO1XS/bIPhNoRYJ3vgnO3Ukr0J/HwjtpD6HthkdRIq4=
    <BLANKLINE>
    — log.example/28 +VuAnjLv4/UmhiI1sCG5959cOyT2dTQZ4r41buW7+7iwtD6YgHPyB6tREutcUnDqQR/Ym89hFXCLG+lBBw20xIN7nw4=
    — witness.example MXa9RQAAAABqsTuKI/L+RKM7FmU6G1EGI97kqhP2DVEye28HDRZ8fwT754JQsJk9Tz4aZiZ+8e0bEbtiEZnOEzJGV3N/UBp9hDc6AA==

4. Receipt. Both leaves with their proofs, and the proof that the second tree continues the first.

    >>> from dealproof.verifier.tlog.proof_text import ProofText
    >>> from dealproof.verifier.tlog.receipt import Entry, Receipt, format_receipt
    >>> receipt = Receipt(
    ...     header,
    ...     Entry(commit, ProofText(1, prove_inclusion(1, 2, tree.subtrees), first, heads[0])),
    ...     Entry(
    ...         deal,
    ...         ProofText(2, prove_inclusion(2, 3, tree.subtrees), second, heads[1]),
    ...         prove_consistency(2, 3, tree.subtrees),
    ...     ),
    ...     close=None,
    ...     seed_receipts=(),
    ... )

5. Check. A reader who trusts this log and this witness sees that the header was published first, and when.

    >>> from dealproof.verifier.tlog.policy import Log, Policy, Witness
    >>> from dealproof.verifier.tlog.publication import Hand, published
    >>> policy = Policy((Log(log),), (Witness("w", witness),), quorum="w")
    >>> hand = Hand(header, keys=(), salt=salted, close={})
    >>> shown = published(format_receipt(receipt), hand, policy, now=1790007200)
    >>> shown.withheld, shown.by, shown.commit
    (None, 'policy', Moment(index=1, size=2, witnessed_at=1790000010))
    >>> published(format_receipt(receipt), hand._replace(salt=bytes(32)), policy, now=1790007200)
    Traceback (most recent call last):
    dealproof.verifier.errors.LogRefuted: The salt of the deal leaf is not what follows from the record.

Source: LOG.md; RFC 6962; the documents of C2SP named there.
"""
