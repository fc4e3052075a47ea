"""Seeds, shuffle, log hash and signatures of the fairness protocol `dealproof/1`.

The deck of a hand depends only on what is described here, byte by byte, so anyone can recompute it. The package
permutes range(n) and has no notion of cards. Each module describes the format of its part:

    errors       malformed, refuted: what can be wrong with an input
    encoding     strict JSON in, canonical JSON out (RFC 8785), hex, base64
    commitment   server_commitment, player_commitments, rules_digest
    stream       salt, HKDF-SHA256 streams by label, uniform(m)
    shuffle      orders of cards, cut
    log_hash     one hash over the events of a hand
    keys         public keys that are refused as weak
    signature    Ed25519 by a seat over the log up to and with its event

All modules except signature need only the standard library and also run in a browser. None of them uses files, a clock
or random numbers.

1. Commit. The server's 32 bytes and the seats' texts are hashed; the hashes are in the header.

    >>> from dealproof.verifier.commitment import check_commitment, check_player_seed, commit, commit_player_seed
    >>> server_seed, player_seeds = bytes(32), ["a", "b", "c", "d"]
    >>> commit(server_seed)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    >>> header = {
    ...     "format": "dealproof/hand/1", "hand": "vector-0", "table": "vectors", "number": 1,
    ...     "rules": "28-gulan", "rules_digest": None, "seats": ["A", "B", "C", "D"], "dealer": 0,
    ...     "server_commitment": commit(server_seed),
    ...     "player_commitments": [None, commit_player_seed("b"), commit_player_seed("c"), None],
    ...     "seat_keys": None, "match": None,
    ... }

2. Salt. Header and revealed player seeds, as canonical JSON, are hashed; from now on the deck is fixed.

    >>> from dealproof.verifier.encoding import canonical
    >>> canonical(header)[:52]
    b'{"dealer":0,"format":"dealproof/hand/1","hand":"vect'
    >>> from dealproof.verifier.stream import Stream, extract, salt
    >>> salted = salt(header, player_seeds)
    >>> salted.hex()
    '04280fbff5f56414c924b1eaf2c32780f041bf2913d72099f0f4a95da4b775ea'

3. Deal. The first word of the stream is 0x6a264868 = 1780893800, and 1780893800 mod 32 = 8: the last of 32 cards
   changes places with the one at 8, and so on down. Index 0 is the top; a cut at 1 moves it to the bottom.

    >>> Stream(extract(salted, server_seed), "deal/0").read(16).hex()
    '6a2648683fc59967af4e8fbbeb09ea54'
    >>> from dealproof.verifier.shuffle import Draws, cut
    >>> order = Draws(server_seed, salted)("deal/0").order(32)
    >>> order[:5], order[31]
    ([30, 29, 14, 17, 9], 8)
    >>> cut(order, 1)[-1]
    30

4. Log. One hash covers the salt and every move; a seat with a key signs its moves.

    >>> from dealproof.verifier.log_hash import log_hash, log_head
    >>> events = [{"seat": 3, "do": "cut", "at": 1}, {"seat": 1, "do": "bid", "value": 14, "t": 1234}]
    >>> log_head(salted, events)
    '740d54714aa3a24175c7cc5e66adaeb8d0f61db41b03bb282ccc6b371c81262f'
    >>> from dealproof.verifier.signature import check_signature, public_key, sign
    >>> secret = bytes([1]) * 32
    >>> check_signature(public_key(secret), sign(secret, log_hash(salted, events)), log_hash(salted, events), event=1)

5. Check. The server reveals its seed. Each check returns nothing, or raises and names what does not match.

    >>> check_commitment(server_seed, header["server_commitment"])
    >>> check_player_seed("B", header["player_commitments"][1], seat=1)
    Traceback (most recent call last):
    dealproof.verifier.errors.PlayerSeedRefuted: The SHA-256 of the seed of seat 1 does not match its commitment in the header.

Source: PROTOCOL.md.
"""
