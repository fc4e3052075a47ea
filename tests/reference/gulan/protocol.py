"""Seeds, streams, shuffles and hashes: PROTOCOL.md, "The random stream" and "Event log hash"."""

import base64
import hashlib
import hmac
import json


def jcs(value):
    """RFC 8785 canonical JSON as text, for what records hold: no floats."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(jcs(key) + ":" + jcs(value[key]) for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(jcs(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def sha256(data):
    return hashlib.sha256(data).digest()


def salt(header, player_seeds):
    return sha256(jcs({"header": header, "player_seeds": player_seeds}).encode())


def stream(server_seed, salt_bytes, label):
    """The 8160 bytes of one draw, one after the other."""
    key = hmac.new(salt_bytes, server_seed, hashlib.sha256).digest()
    info = b"dealproof/1 " + label.encode("ascii")
    block = b""
    for counter in range(1, 256):
        block = hmac.new(key, block + info + bytes([counter]), hashlib.sha256).digest()
        yield from block


def uniform(numbers, m):
    """A number below m, from a stream of bytes; numbers past the last whole multiple are thrown away."""
    while True:
        u = int.from_bytes(bytes(next(numbers) for _ in range(4)), "big")
        if u < m * (2**32 // m):
            return u % m


def shuffled(server_seed, salt_bytes, label, n):
    """range(n) in the order of the draw `label`; the first is the top of the deck."""
    numbers = stream(server_seed, salt_bytes, label)
    deck = list(range(n))
    for i in range(n - 1, 0, -1):
        j = uniform(numbers, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def log_hash(salt_bytes, events):
    """The hash over some events, each without its `sig`."""
    bare = [{key: event[key] for key in event if key != "sig"} for event in events]
    return sha256(salt_bytes + jcs(bare).encode())


def signed(public_key, sig, message):
    """Whether base64 `sig` is the Ed25519 signature of `message` under base64 `public_key`: RFC 8032, 5.1.7."""
    return ed25519(base64.b64decode(public_key), base64.b64decode(sig), message)


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def point(data):
    """A point (x, y) from its 32 bytes, or None: RFC 8032, 5.1.3."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x % 2 != sign else x, y)


def add(a, b):
    """The sum of two points in projective coordinates (x, y, z): x/z and y/z, without a division."""
    (x1, y1, z1), (x2, y2, z2) = a, b
    z = z1 * z2 % P
    cross = D * x1 * x2 % P * y1 * y2 % P
    minus, plus = (z * z - cross) % P, (z * z + cross) % P
    x3 = z * minus % P * ((x1 + y1) * (x2 + y2) - x1 * x2 - y1 * y2) % P
    return x3, z * plus % P * (y1 * y2 + x1 * x2) % P, minus * plus % P


def times(number, a):
    total = (0, 1, 1)
    while number:
        if number & 1:
            total = add(total, a)
        a, number = add(a, a), number >> 1
    return total


def weak(public_key):
    """Whether 32 bytes are a key that no header may hold: a y that is not below p, or a point whose eightfold is the
    neutral element. The sign of x is left aside."""
    y = int.from_bytes(public_key, "little") % 2**255
    if y >= P:
        return True
    a = point(y.to_bytes(32, "little"))
    if a is None:
        return False
    x, y, z = times(8, (*a, 1))
    return x % P == 0 and (y - z) % P == 0


BASE_Y = 4 * pow(5, -1, P) % P
BASE = (*point(BASE_Y.to_bytes(32, "little")), 1)


def ed25519(public_key, sig, message):
    a, r, s = point(public_key), point(sig[:32]), int.from_bytes(sig[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(sig[:32] + public_key + message).digest(), "little") % L
    (x1, y1, z1), (x2, y2, z2) = times(s, BASE), add((*r, 1), times(h, (*a, 1)))
    return (x1 * z2 - x2 * z1) % P == 0 == (y1 * z2 - y2 * z1) % P
