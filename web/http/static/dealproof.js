// dealproof.js: the fairness protocol `dealproof/1`, checked in your own browser.
//
// One hand of cards, from its record alone: no library, no server, nothing but the browser's WebCrypto. Every byte
// format is described above its code. H is SHA-256, || joins bytes, hex is lower-case.
//
//   1. texts     strict JSON in, canonical JSON out, hex, base64
//   2. seeds     commitments, rules digest, salt
//   3. stream    HKDF, uniform numbers, shuffle, cut
//   4. deal      canonical deck, and who gets what in each game
//   5. log       one hash over the events, signatures of the seats
//   6. record    what is looked at, and the five checks that seeds, hashes and signatures allow
//   7. tree      proofs that an entry is in a log, and that a log has only grown
//   8. notes     signed texts of logs and witnesses, and the policy that says which of them count
//   9. receipt   whether the header of a hand was published before the hand was dealt
//
// Whether the moves are legal and the result is right is not judged here.

const MAX_BYTES = 1 << 20; // one record
const MAX_DEPTH = 16; // objects and lists within each other
const MAX_STREAM = 255 * 32; // HKDF-SHA256 numbers its blocks of 32 bytes with one byte, from 1
const WORDS = 2 ** 32; // the values of the 4 bytes that one number is drawn from

/** Why a text or a record is refused: `pointer` (JSON pointer) says where, `code` what. */
export class Malformed extends Error {
  constructor(pointer, code) {
    super(`${code} at ${pointer || "the whole text"}`);
    Object.assign(this, { pointer, code });
  }
}

// 1. Texts ------------------------------------------------------------------------------------------------------------
//
// JSON is read strictly, because what two readers would read differently can be signed by one and shown to the other:
// no key twice in an object, no float, no integer of magnitude 2^53 or more, no half of a surrogate pair, UTF-8 only.
// The browser's own JSON.parse lets all of these pass, so it is only used to undo the escapes within one text.

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const CONSTANTS = [["true", true], ["false", false], ["null", null]];
const LONE_SURROGATE = /\p{Surrogate}/u; // with the flag u whole pairs do not match

/** Reads the bytes of one JSON text; objects come without a prototype, so that any text may be a key. */
export function parseJson(bytes) {
  const refuse = (code) => { throw new Malformed("", code); };
  if (bytes.length > MAX_BYTES) refuse("too-large");
  const text = decoded(bytes) ?? refuse("bad-utf-8");
  let at = 0;
  let unholdable = null; // the first value that JSON can say and a record cannot hold

  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? refuse("bad-json");
    at = pattern.lastIndex;
    return found;
  };
  const next = (token) => {
    take(SPACE);
    const found = text.startsWith(token, at);
    if (found) at += token.length;
    return found;
  };
  const hold = (holds, pointer, code) => { if (!holds) unholdable ??= new Malformed(pointer, code); };

  function value(pointer, depth) {
    if (next("{")) return object(pointer, depth + 1);
    if (next("[")) return list(pointer, depth + 1);
    for (const [word, meaning] of CONSTANTS) if (next(word)) return meaning;
    return text[at] === '"' ? string(pointer) : number(pointer);
  }
  function object(pointer, depth) {
    if (depth > MAX_DEPTH) refuse("too-deep");
    const members = Object.create(null);
    let twice = false;
    if (next("}")) return members;
    do {
      take(SPACE);
      const key = string(pointer);
      if (!next(":")) refuse("bad-json");
      const member = value(`${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth);
      twice ||= key in members;
      members[key] = member;
    } while (next(","));
    if (!next("}")) refuse("bad-json");
    if (twice) refuse("duplicate-key");
    return members;
  }
  function list(pointer, depth) {
    if (depth > MAX_DEPTH) refuse("too-deep");
    const items = [];
    if (next("]")) return items;
    do items.push(value(`${pointer}/${items.length}`, depth)); while (next(","));
    if (!next("]")) refuse("bad-json");
    return items;
  }
  function string(pointer) {
    const read = JSON.parse(take(TEXT)[0]);
    hold(!LONE_SURROGATE.test(read), pointer, "lone-surrogate");
    return read;
  }
  function number(pointer) {
    const [digits, fraction, exponent] = take(NUMBER);
    const whole = fraction === undefined && exponent === undefined;
    hold(whole, pointer, "float");
    hold(!whole || Number.isSafeInteger(Number(digits)), pointer, "integer-too-large");
    return Number(digits);
  }

  const read = value("", 0);
  take(SPACE);
  if (at < text.length) refuse("bad-json");
  if (unholdable) throw unholdable;
  return read;
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** RFC 8785 canonical JSON: keys in order of their UTF-16 units, no spaces, the shortest escapes. Throws TypeError. */
export function canonical(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (Number.isSafeInteger(value)) return String(value); // also writes -0 as 0
  if (typeof value === "string" && !LONE_SURROGATE.test(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`records hold no such value: ${value}`);
  const keys = Object.keys(value).sort(); // JavaScript compares texts by their UTF-16 units
  return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
}

/** The UTF-8 bytes of a text. */
export function utf8(text) {
  if (LONE_SURROGATE.test(text)) throw new TypeError("half a surrogate pair has no UTF-8");
  return new TextEncoder().encode(text);
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Exactly `size` bytes of lower-case hex. */
export function parseHex(text, size) {
  if (text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) throw new TypeError(`not the hex of ${size} bytes`);
  return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** Exactly `size` bytes of padded standard base64 without spare bits. */
export function parseBase64(text, size) {
  const characters = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0 ? atob(text) : "";
  if (characters.length !== size || btoa(characters) !== text) throw new TypeError(`not the base64 of ${size} bytes`);
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

// 2. Seeds ------------------------------------------------------------------------------------------------------------
//
//   server_commitment     = hex(H(server_seed))                the 32 bytes themselves, never their hex text
//   player_commitments[i] = hex(H(UTF-8(player_seed[i])))      the text as it is: not trimmed, not normalised
//   rules_digest          = hex(H(JCS(rule set)))              JCS is canonical JSON as UTF-8
//   salt                  = H(JCS({"header": header, "player_seeds": [seed of seat 0, seed of seat 1, …]}))

export const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
export const commit = async (serverSeed) => hex(await sha256(serverSeed));
export const commitPlayerSeed = async (seed) => hex(await sha256(utf8(seed)));
export const rulesDigest = async (rules) => hex(await sha256(utf8(canonical(rules))));
export const salt = (header, playerSeeds) => sha256(utf8(canonical({ header, player_seeds: playerSeeds })));

// WebCrypto hashes a whole text at once. For a log that is signed event by event that would take the square of its
// length, so what runs on is hashed here: SHA-256 as FIPS 180-4 has it, in blocks of 64 bytes.

const words = (text) => Uint32Array.from(text.trim().split(" "), (word) => Number.parseInt(word, 16));
const START = words("6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19");
const ROUNDS = words(
  "428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 " +
  "d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174 " +
  "e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da " +
  "983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 " +
  "27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85 " +
  "a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 " +
  "19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 " +
  "748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2 ",
);

/** SHA-256 of what has been appended so far; `digest` may be asked for at any time and changes nothing. */
export class RunningSha256 {
  constructor() {
    this.state = Uint32Array.from(START);
    this.block = new Uint8Array(64); // what is not hashed yet, at its beginning
    this.length = 0; // bytes appended
  }

  append(bytes) {
    for (let from = 0; from < bytes.length;) {
      const at = this.length % 64;
      const part = bytes.subarray(from, from + 64 - at);
      this.block.set(part, at);
      this.length += part.length;
      from += part.length;
      if (this.length % 64 === 0) this.compress();
    }
  }

  copy() {
    const { state, block, length } = this;
    return Object.assign(new RunningSha256(), { state: state.slice(), block: block.slice(), length });
  }

  digest() {
    const end = this.copy();
    const padding = new Uint8Array(64 - ((this.length + 8) % 64) + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(this.length / 2 ** 29)); // the length in bits, on 8 bytes
    view.setUint32(padding.length - 4, (8 * this.length) % WORDS);
    end.append(padding);
    const found = new DataView(new ArrayBuffer(32));
    end.state.forEach((word, i) => found.setUint32(4 * i, word));
    return new Uint8Array(found.buffer);
  }

  /** One block of 64 bytes into the state. */
  compress() {
    const view = new DataView(this.block.buffer);
    const w = Uint32Array.from({ length: 64 }, (_, i) => (i < 16 ? view.getUint32(4 * i) : 0));
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let i = 16; i < 64; i += 1) {
      const [x, y] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = this.state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { this.state[i] += word; });
  }
}

// 3. Stream -----------------------------------------------------------------------------------------------------------
//
//   stream     = HKDF-SHA256(ikm = server_seed, salt = salt, info = "dealproof/1 " + label), at most 8160 bytes
//   uniform(m) = read 4 bytes, big-endian, as u; where u ≥ m · floor(2^32 / m) throw it away and read again; u mod m
//   shuffle    = for i from n − 1 down to 1: j = uniform(i + 1), swap places i and j; index 0 is the top
//   cut at k   = the top k cards go to the bottom
//
// The label names the draw: "deal/0", "deal/1" after a redeal, "first-seat", "reshuffle/0", "seating".

/** RFC 5869, extract and expand. */
export async function hkdf(ikm, salt, info, length) {
  const key = await crypto.subtle.importKey("raw", ikm, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, 8 * length));
}

export const stream = (serverSeed, salt, label, length = MAX_STREAM) =>
  hkdf(serverSeed, salt, utf8(`dealproof/1 ${label}`), length);

/** Uniform numbers and orders of cards from the bytes of one stream, read once from the start. */
export class Draw {
  constructor(bytes) {
    this.bytes = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  /** A number of 0 … m − 1, 1 ≤ m ≤ 2^32. Throws RangeError where the stream runs out: it is never padded. */
  uniform(m) {
    for (;;) {
      const u = this.bytes.getUint32(this.at);
      this.at += 4;
      if (u < m * Math.floor(WORDS / m)) return u % m;
    }
  }

  /** A shuffle of the places 0 … n − 1. */
  order(n) {
    const order = Array.from({ length: n }, (_, place) => place);
    for (let i = n - 1; i > 0; i -= 1) {
      const j = this.uniform(i + 1);
      [order[i], order[j]] = [order[j], order[i]];
    }
    return order;
  }
}

export const cut = (order, at) => [...order.slice(at), ...order.slice(0, at)];

// 4. Deal -------------------------------------------------------------------------------------------------------------
//
// Canonical deck: for each copy in turn, for each suit in the order s h d c, the rule set's ranks in their listed
// order; in rummy the printed jokers come last. Which seat gets which card is said above each family below.

const range = (n) => Array.from({ length: n }, (_, place) => place);
const deckOf = (copies, ranks) =>
  range(copies).flatMap((copy) =>
    Array.from("shdc").flatMap((suit) => ranks.filter((each) => each.copies > copy).map((each) => each.rank + suit)));
const plain = (ranks, copies) => Array.from(ranks, (rank) => ({ rank, copies }));

/** The canonical deck of a rule set for so many seats, as texts such as "Js"; null where it has no such table. */
export const canonicalDeck = (rules, seats) => FAMILIES.get(rules.family).deck(rules, seats);

/** The deck of a rule set that lists its ranks. */
function listedDeck({ pack: { ranks } }) {
  return deckOf(Math.max(...ranks.map((each) => each.copies)), ranks);
}

const kazhuthaDeck = () => deckOf(1, plain("AKQJT98765432", 1));

function rummyDeck(rules, seats) {
  const table = rules.tables.find((each) => each.seats === seats);
  if (!table) return null;
  const jokers = range(table.jokers).map(() => "Jk");
  return [...deckOf(table.packs, plain("A23456789TJQK", table.packs)), ...jokers];
}

/** What a record's draws give: `number(label, m)`, and `cards(label)`, the canonical deck shuffled, the top first. */
async function drawsOf(record, rules) {
  const seed = parseHex(record.server_seed, 32);
  const salted = await salt(record.header, record.player_seeds);
  const deck = canonicalDeck(rules, record.header.seats.length);
  const draw = async (label) => new Draw(await stream(seed, salted, label));
  return deck && {
    number: async (label, m) => (await draw(label)).uniform(m),
    cards: async (label) => (await draw(label)).order(deck.length).map((place) => deck[place]),
  };
}

/**
 * The first `most` deals of an opened record: [{draw, cut, cards, stages}], with what else lies open by the deal in
 * `first`, `turned` and `opened` where the game has it. Null for games that are not known here.
 */
export async function deals(record, rules, most = Infinity) {
  const family = record.player_seeds.includes(null) ? null : FAMILIES.get(rules?.family);
  const draws = family && (await drawsOf(record, rules));
  return draws ? family.deals(record, rules, draws, most) : null;
}

// 28, 40, 56: the top cards go out in packets: `stages[].packets` says how many cards each seat gets at once, eldest
// (the seat after the dealer) first. A redeal shuffles the canonical deck again with the next label; the seat before the
// dealer may cut, before anything else.

/** What each seat gets: a list a stage, in it a list of cards a seat. `cards` are the shuffled and cut deck. */
export function dealOut(rules, dealer, cards) {
  let top = 0;
  return rules.stages.map(({ packets }) => {
    const hands = Array.from({ length: rules.seats }, () => []);
    for (const packet of packets)
      for (let turn = 1; turn <= rules.seats; turn += 1) {
        hands[(dealer + turn) % rules.seats].push(...cards.slice(top, top + packet));
        top += packet;
      }
    return hands;
  });
}

async function gulan(record, rules, draws, most) {
  const { dealer } = record.header;
  const dealt = [];
  const put = (draw, at, cards) => ({ draw, cut: at, cards, stages: dealOut(rules, dealer, cards) });
  let uncut = false;
  for (const event of [{ do: "redeal" }, ...record.events]) {
    const last = dealt.at(-1);
    const mayCut = uncut && event.seat === (dealer + rules.seats - 1) % rules.seats;
    uncut = event.do === "redeal";
    if (uncut) {
      if (dealt.length === most) break;
      const draw = `deal/${dealt.length}`;
      dealt.push(put(draw, null, await draws.cards(draw)));
    } else if (event.do === "cut" && mayCut && event.at >= 1 && event.at < last.cards.length) {
      dealt.splice(-1, 1, put(last.draw, event.at, cut(last.cards, event.at)));
    }
  }
  return dealt;
}

// Kazhutha and rummy: the draw "first-seat" says who gets the top card; the cards of "deal/0" then go round one by one.
// In Kazhutha that is the whole pack. In rummy it is 13 cards a seat; the next is turned up, and the one after it opens
// the discards where the rule set says so.

const goRound = (cards, first, seats) =>
  range(seats).map((seat) => cards.filter((_, place) => (first + place) % seats === seat));

async function kazhutha(record, rules, draws) {
  const seats = record.header.seats.length;
  const [first, cards] = [await draws.number("first-seat", seats), await draws.cards("deal/0")];
  return [{ draw: "deal/0", cut: null, cards, stages: [goRound(cards, first, seats)], first }];
}

async function rummy(record, rules, draws) {
  const seats = record.header.seats.length;
  const [first, cards] = [await draws.number("first-seat", seats), await draws.cards("deal/0")];
  const [hands, turned, next] = [cards.slice(0, 13 * seats), cards[13 * seats], cards[13 * seats + 1]];
  const opened = rules.open_discard ? next : null;
  return [{ draw: "deal/0", cut: null, cards, stages: [goRound(hands, first, seats)], first, turned, opened }];
}

// Seating by aces: the seat after the dealer may cut, before anything else. The cards of "seating" are dealt one by one
// beginning with the dealer; a seat with an ace gets no more, and with half of the seats it is over.

async function seating(record, rules, draws) {
  const { dealer, seats: { length: seats } } = record.header;
  const shuffled = await draws.cards("seating");
  const [event] = record.events;
  const mayCut = event?.do === "cut" && event.seat === (dealer + 1) % seats;
  const at = mayCut && event.at >= 1 && event.at < shuffled.length ? event.at : null;
  const cards = at === null ? shuffled : cut(shuffled, at);
  const hands = range(seats).map(() => []);
  const aces = new Set();
  for (let turn = 0, top = 0; aces.size < Math.floor(seats / 2); turn += 1) {
    const seat = (dealer + turn) % seats;
    if (aces.has(seat)) continue;
    hands[seat].push(cards[top]);
    if (cards[top][0] === "A") aces.add(seat);
    top += 1;
  }
  return [{ draw: "seating", cut: at, cards, stages: [hands] }];
}

/** What each family brings: the canonical deck of a rule set, and the deals of a record. */
const FAMILIES = new Map(Object.entries({
  gulan: { deck: listedDeck, deals: gulan },
  kazhutha: { deck: kazhuthaDeck, deals: kazhutha },
  rummy: { deck: rummyDeck, deals: rummy },
  seating: { deck: listedDeck, deals: seating },
}));

// 5. Log --------------------------------------------------------------------------------------------------------------
//
//   log_hash(i) = H(salt || JCS([event_0, …, event_(i−1)]))    each event without its "sig"
//   log_head    = hex(log_hash(n))
//   sig         = base64 of the Ed25519 signature of the event's seat over the 32 bytes log_hash(i + 1)

export const unsigned = ({ sig, ...event }) => event;

export function logHash(salt, events) {
  const log = utf8(canonical(events.map(unsigned)));
  const bytes = new Uint8Array(salt.length + log.length);
  bytes.set(salt);
  bytes.set(log, salt.length);
  return sha256(bytes);
}

/** The log hash event by event: each is hashed once, however many of them are signed. */
export class LogHash {
  constructor(salt) {
    this.hash = new RunningSha256();
    this.hash.append(salt);
    this.before = "[";
  }

  append(event) {
    this.hash.append(utf8(this.before + canonical(unsigned(event))));
    this.before = ",";
  }

  /** log_hash over the events so far, one or more. */
  digest() {
    const closed = this.hash.copy();
    closed.append(utf8("]"));
    return closed.digest();
  }
}

// A seat's key is 32 bytes whose low 255 bits, little-endian, are a y. Some keys bind nobody: a y of p or more is a second
// way to write a key, and a point of small order accepts one signature for every message.

const P = 2n ** 255n - 19n;
const littleEndian = (bytes) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
const ORDER_8 = [
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
];
const SMALL_ORDER = new Set([0n, 1n, P - 1n, ...ORDER_8.map((y) => littleEndian(parseHex(y, 32)))]);

export function isWeak(key) {
  const y = littleEndian(key) % 2n ** 255n;
  return y >= P || SMALL_ORDER.has(y);
}

/** Whether this browser's WebCrypto knows Ed25519; tried with the public key of RFC 8032, test 1. */
export async function knowsEd25519() {
  const key = parseHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", 32);
  return crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]).then(() => true, () => false);
}

export async function signatureHolds(publicKey, sig, digest) {
  try {
    const key = await crypto.subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, sig, digest);
  } catch {
    return false; // 32 bytes that are no point of the curve: by this key nothing can be signed
  }
}

// 6. Record -----------------------------------------------------------------------------------------------------------

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

// A void record is of a hand that was given up: a seed that was never opened is null, and so is the log head where the
// hand was not dealt.

const VOID = "dealproof/void/1";

const need = (holds, pointer) => { if (!holds) throw new Malformed(pointer, "not-a-record"); };
const needEach = (list, size, pointer, holds) =>
  need(Array.isArray(list) && (size === null || list.length === size) && list.every(holds), pointer);

/** Reads a header as far as it is looked at here, and returns the number of its seats. Throws Malformed. */
export function readHeader(header) {
  need(isObject(header), "/header");
  need(header.format === "dealproof/hand/1", "/header/format");
  needEach(header.seats, null, "/header/seats", (name) => typeof name === "string");
  const seats = header.seats.length;
  need(typeof header.rules === "string", "/header/rules");
  need(header.rules_digest === null || isHash(header.rules_digest), "/header/rules_digest");
  need(isHash(header.server_commitment), "/header/server_commitment");
  needEach(header.player_commitments, seats, "/header/player_commitments", (hash) => hash === null || isHash(hash));
  if (header.seat_keys !== null) {
    needEach(header.seat_keys, seats, "/header/seat_keys", (key) => key === null || typeof key === "string");
    checkKeys(header.seat_keys);
  }
  return seats;
}

/** Reads a record, void or not, as far as the checks below look at it. Throws Malformed. */
export function readRecord(bytes) {
  const record = parseJson(bytes);
  need(isObject(record), "/header");
  const seats = readHeader(record.header);
  const nobodyOrSeat = [undefined, ...Array(seats).keys()];
  const isVoid = record.format === VOID;
  need(isVoid || record.format === undefined, "/format");
  const own = record.rules ?? null;
  need(own === null || isObject(own), "/rules");
  need(own === null || record.header.rules_digest !== null, "/header/rules_digest"); // or nothing binds them
  need((record.server_seed === null && !isVoid) || isHash(record.server_seed), "/server_seed");
  const isSeed = (seed) => typeof seed === "string" || (seed === null && isVoid);
  needEach(record.player_seeds, seats, "/player_seeds", isSeed);
  needEach(record.events, null, "/events", (event) => isObject(event) && nobodyOrSeat.includes(event.seat));
  need(isHash(record.log_head) || (record.log_head === null && isVoid), "/log_head");
  return record;
}

function checkKeys(keys) {
  for (const [seat, key] of keys.entries()) {
    const refuse = (code) => { throw new Malformed(`/header/seat_keys/${seat}`, code); };
    if (key === null) continue;
    if (isWeak(keyBytes(key) ?? refuse("not-base64"))) refuse("weak-key");
    if (keys.indexOf(key) < seat) refuse("duplicate-key");
  }
}

function keyBytes(text) {
  try {
    return parseBase64(text, 32);
  } catch {
    return null;
  }
}

/**
 * The five checks that seeds, hashes and signatures allow, each "passed", "failed", "not shown" (there is nothing to
 * compare) or "unable" (this browser, or what it was given, does not suffice). `rules` is the rule set's JSON or null.
 */
export async function check(record, rules) {
  const { header, player_seeds: seeds, events } = record;
  const salted = await saltOf(record);
  const begun = salted !== null && record.log_head !== null;
  const found = (holds) => (holds ? "passed" : "failed");
  return {
    commitment: record.server_seed === null ? "not shown"
      : found((await commit(parseHex(record.server_seed, 32))) === header.server_commitment),
    "player-seeds": await checkPlayerSeeds(header.player_commitments, seeds),
    "rules-digest": header.rules_digest === null ? "not shown"
      : rules === null ? "unable" : found((await rulesDigest(rules)) === header.rules_digest),
    "log-head": begun ? found(hex(await logHash(salted, events)) === record.log_head) : "not shown",
    signatures: begun ? await checkSignatures(header.seat_keys ?? [], events, salted) : "not shown",
  };
}

/** The salt of a record, null where a seed was never opened. */
async function saltOf({ header, player_seeds: seeds }) {
  return seeds.includes(null) ? null : salt(header, seeds);
}

async function checkPlayerSeeds(commitments, seeds) {
  const hashes = await Promise.all(seeds.map((seed) => (seed === null ? null : commitPlayerSeed(seed))));
  const differs = (hash, seat) => hash !== null && hashes[seat] !== null && hash !== hashes[seat];
  if (commitments.some(differs)) return "failed";
  // A seed that was sent openly shows nothing, and neither does one that was never opened.
  return commitments.includes(null) || hashes.includes(null) ? "not shown" : "passed";
}

async function checkSignatures(keys, events, salted) {
  const keyOf = (event) => keys[event.seat] ?? null; // nobody signs for a seat without a key
  if (events.every((event) => keyOf(event) === null)) return "not shown"; // nothing had to be signed
  if (!(await knowsEd25519())) return "unable";
  const log = new LogHash(salted);
  for (const event of events) {
    log.append(event);
    const key = keyOf(event);
    if (key === null) continue;
    if (event.sig === undefined) return "failed";
    if (!(await signatureHolds(parseBase64(key, 32), parseBase64(event.sig, 64), log.digest()))) return "failed";
  }
  return "passed";
}

// 7. Tree -------------------------------------------------------------------------------------------------------------
//
// RFC 6962: leaf hash = H(0x00 || leaf), node hash = H(0x01 || left || right). A proof is a list of hashes beside the way
// up. Numbers may pass 2^32, so their bits are those of BigInt.

export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const sameBytes = (one, other) => hex(one) === hex(other);
export const leafHash = (leaf) => sha256(joined([0], leaf));
export const nodeHash = (left, right) => sha256(joined([1], left, right));

/** How many hashes of a proof are below the place where the ways to `index` and to the last leaf meet, and how many above. */
function steps(index, size) {
  const inner = bits(index ^ (size - 1n));
  return [inner, [...(index >> BigInt(inner)).toString(2)].filter((bit) => bit === "1").length];
}
const bits = (n) => (n === 0n ? 0 : n.toString(2).length);
const isSet = (n, bit) => ((n >> BigInt(bit)) & 1n) === 1n;

async function climb(start, index, inside, outside) {
  let found = start;
  for (const [step, each] of inside.entries())
    found = isSet(index, step) ? await nodeHash(each, found) : await nodeHash(found, each);
  for (const each of outside) found = await nodeHash(each, found);
  return found;
}

/** Whether the hash of a leaf is at `index` of the tree of `size` leaves with this root. */
export async function isIncluded(index, size, leaf, root, proof) {
  if (!(index >= 0 && index < size)) return false;
  const [inner, outer] = steps(BigInt(index), BigInt(size));
  if (proof.length !== inner + outer || ![leaf, root, ...proof].every((hash) => hash.length === 32)) return false;
  return sameBytes(await climb(leaf, BigInt(index), proof.slice(0, inner), proof.slice(inner)), root);
}

/** Whether the tree of `size` leaves with this root begins with that of `oldSize` leaves. */
export async function isConsistent(oldSize, size, oldRoot, root, proof) {
  if (!(oldSize > 0 && oldSize <= size)) return false;
  if (oldSize === size) return proof.length === 0 && sameBytes(oldRoot, root);
  const old = BigInt(oldSize);
  const level = bits(old & -old) - 1;
  const complete = old === 1n << BigInt(level);
  const [start, ...rest] = complete ? [oldRoot, ...proof] : proof;
  const [inner, outer] = steps(old - 1n, BigInt(size));
  if (rest.length !== inner - level + outer || ![oldRoot, root, ...proof].every((hash) => hash.length === 32)) return false;
  if (start === undefined) return false;
  const index = (old - 1n) >> BigInt(level);
  const [inside, outside] = [rest.slice(0, inner - level), rest.slice(inner - level)];
  const left = [...inside.filter((_, step) => isSet(index, step)), ...outside];
  const before = await climb(start, 0n, [], left);
  return sameBytes(before, oldRoot) && sameBytes(await climb(start, index, inside, outside), root);
}

// 8. Notes ------------------------------------------------------------------------------------------------------------
//
//   note       = text || newline || one line a signature: "— " name " " base64(key ID || signature)
//   key        = name "+" hex(key ID) "+" base64(type || 32 bytes), key ID = first 4 bytes of H(name newline type || 32 bytes)
//   checkpoint = the text of a note: origin, number of leaves, base64 of the root, a line each
//   cosigned   = 8 bytes of time, then the signature over "cosignature/v1\ntime " time "\n" text
//
// Of lines under a key that is not known nothing is said; every line under a known one must hold.

const MAX_HASHES = 63;
const [NOTE_KEY, COSIGNATURE_KEY] = [1, 4];
const NO_NAME = /[+\s\u0000-\u001f\u0085]/; // U+FEFF is no space elsewhere
const isName = (text) => text !== "" && !NO_NAME.test(text.replaceAll("\ufeff", "x"));

/** Why a receipt or a policy does not hold: `code`, as in LOG.md. */
export class Refuted extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const refuse = (code = "bad-receipt") => { throw new Refuted(code); };
const demand = (holds, code) => { if (!holds) refuse(code); };

function numberOf(text) {
  demand(/^(?:0|[1-9][0-9]{0,15})$/.test(text) && !text.includes("\n") && Number.isSafeInteger(Number(text)));
  return Number(text);
}

function base64Of(text) {
  demand(/^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0);
  const characters = atob(text);
  demand(btoa(characters) === text);
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

export function hashOf(text) {
  const value = base64Of(text);
  demand(value.length === 32);
  return value;
}

function linesOf(text) {
  demand(text.endsWith("\n") && !/[\u0000-\u0009\u000b-\u001f]/.test(text));
  return text;
}

/** A note: its text and its signatures, {name, id, value}. Throws Refuted. */
export function parseNote(whole) {
  linesOf(whole);
  const border = whole.lastIndexOf("\n\n");
  const below = border < 0 ? "" : whole.slice(border + 2);
  demand(below !== "");
  const signatures = below.slice(0, -1).split("\n").map((line) => {
    const [, name, rest] = /^\u2014 ([^ ]*) (.*)$/s.exec(line) ?? refuse();
    const value = base64Of(rest);
    demand(isName(name) && value.length > 4);
    return { name, id: hex(value.slice(0, 4)), value: value.slice(4) };
  });
  demand(signatures.length <= 64);
  return { text: whole.slice(0, border + 1), signatures };
}

export function parseCheckpoint(text) {
  const lines = text.split("\n");
  demand(lines.pop() === "" && lines.length >= 3 && !lines.includes(""));
  return { origin: lines[0], size: numberOf(lines[1]), root: hashOf(lines[2]) };
}

/** A proof text: index, hashes, note and its checkpoint. Throws Refuted. */
export function parseProof(whole) {
  const border = linesOf(whole).indexOf("\n\n");
  demand(border >= 0);
  const [head, ...lines] = whole.slice(0, border).split("\n");
  demand(head === "c2sp.org/tlog-proof@v1");
  if (lines[0]?.startsWith("extra ")) base64Of(lines.shift().slice(6));
  const index = lines.shift() ?? refuse();
  demand(index.startsWith("index ") && lines.length <= MAX_HASHES);
  const note = parseNote(whole.slice(border + 2));
  return { index: numberOf(index.slice(6)), hashes: lines.map(hashOf), note, checkpoint: parseCheckpoint(note.text) };
}

async function keyNamed(name, type, bytes) {
  const id = hex((await sha256(joined(utf8(`${name}\n`), [type], bytes))).slice(0, 4));
  return { name, type, bytes, id, mark: `${type} ${hex(bytes)} ${name}` };
}

async function parseKey(text) {
  const [, name, id, rest] = /^([^+]*)\+([^+]*)\+(.*)$/s.exec(text) ?? refuse();
  const [type, ...bytes] = base64Of(rest);
  demand(isName(name) && [NOTE_KEY, COSIGNATURE_KEY].includes(type) && bytes.length === 32);
  const key = await keyNamed(name, type, Uint8Array.from(bytes));
  demand(key.id === id && !isWeak(key.bytes));
  return key;
}

export async function seatKey(text) {
  const bytes = parseBase64(text, 32);
  return keyNamed(`dealproof-seat/${hex(await sha256(bytes)).slice(0, 16)}`, COSIGNATURE_KEY, bytes);
}

const claiming = (note, key) => note.signatures.filter((line) => line.name === key.name && line.id === key.id);

/** Whether a note has a line of a key; throws Refuted where one does not hold. */
export async function hasLine(note, key) {
  const lines = claiming(note, key);
  for (const line of lines) demand(await signatureHolds(key.bytes, line.value, utf8(note.text)), "bad-signature");
  return lines.length > 0;
}

/** The earliest time at which a key cosigned a checkpoint, null where it did not; throws Refuted as above. */
async function cosignedAt(note, key) {
  let earliest = null;
  for (const { value } of claiming(note, key)) {
    demand(value.length === 72, "bad-cosignature");
    const time = Number(new DataView(value.buffer, value.byteOffset).getBigUint64(0));
    demand(Number.isSafeInteger(time), "bad-cosignature");
    const message = utf8(`cosignature/v1\ntime ${time}\n${note.text}`);
    demand(await signatureHolds(key.bytes, value.slice(8), message), "bad-cosignature");
    earliest = Math.min(earliest ?? time, time);
  }
  return earliest;
}

/** A policy (C2SP tlog-policy), from a text in which each character is one byte. Throws Refuted. */
export async function parsePolicy(text) {
  demand(text.length <= 1 << 20 && !/[^\t\n\u0020-\u007e\u0080-\u00ff]/.test(text), "bad-policy");
  const lines = text.split("\n");
  demand(lines.pop() === "", "bad-policy");
  const policy = { logs: [], witnesses: [], groups: [], quorum: null };
  const [names, members, keys] = [new Set(["none"]), new Set(["none"]), new Set()];
  const fresh = (set, name) => { demand(!set.has(name), "bad-policy"); set.add(name); };
  const keyOf = async (bytes, type) => {
    const key = await parseKey(decoded(Uint8Array.from(bytes, (char) => char.charCodeAt(0))) ?? refuse());
    demand(key.type === type, "bad-policy");
    fresh(keys, `${type} ${hex(key.bytes)}`);
    fresh(keys, `${type} ${key.name} ${key.id}`);
    return key;
  };
  const readers = {
    log: async (key, ...url) => { demand(url.length <= 1); policy.logs.push(await keyOf(key, NOTE_KEY)); },
    witness: async (name, key, ...url) => {
      demand(key !== undefined && url.length <= 1);
      fresh(names, name);
      policy.witnesses.push({ name, key: await keyOf(key, COSIGNATURE_KEY) });
    },
    group: (name, threshold, ...own) => {
      demand(own.length > 0);
      const least = { any: 1, all: own.length }[threshold] ?? (/^[1-9][0-9]{0,5}$/.test(threshold) ? Number(threshold) : 0);
      demand(least >= 1 && least <= own.length);
      for (const member of own) { demand(names.has(member)); fresh(members, member); }
      fresh(names, name);
      policy.groups.push({ name, least, own });
    },
    quorum: (name, ...more) => {
      demand(more.length === 0 && policy.quorum === null && names.has(name));
      policy.quorum = name;
    },
  };
  try {
    for (const line of lines) {
      const [word, ...rest] = line.split(/[ \t]+/).filter((each) => each !== "");
      if (word === undefined || word.startsWith("#")) continue;
      demand(Object.hasOwn(readers, word) && rest.length > 0);
      await readers[word](...rest);
    }
    demand(policy.quorum !== null);
  } catch (error) {
    if (error instanceof Refuted) refuse("bad-policy");
    throw error;
  }
  return policy;
}

/** When the quorum of a policy was complete, if the keys with these marks cosigned at their times; null if it was not. */
export function completedAt(policy, times) {
  const reached = new Map(policy.witnesses.filter(({ key }) => times.has(key.mark))
    .map(({ name, key }) => [name, times.get(key.mark)]));
  for (const { name, least, own } of policy.groups) {
    const found = own.filter((each) => reached.has(each)).map((each) => reached.get(each)).sort((a, b) => a - b);
    if (found.length >= least) reached.set(name, found[least - 1]);
  }
  return reached.get(policy.quorum) ?? null;
}

// 9. Receipt ----------------------------------------------------------------------------------------------------------
//
// What a player keeps of a hand's entries in the log: `commit`, `deal` and `close`, each a leaf with its proof text, the
// last two with the consistency proof from the checkpoint before. What must hold, in this order: LOG.md, "Checking a
// receipt". The first code that holds names what is wrong.

export const SKEW = 3600; // seconds by which a cosignature may be ahead of the reader's clock
const REASONS = ["seed-missing", "players-left", "server-fault", "misdeal"];
export const isId = (value) => typeof value === "string" && /^[A-Za-z0-9._:-]{1,64}$/.test(value);
const isCount = (least) => (value) => Number.isSafeInteger(value) && value >= least;
const areSeats = (value) => Array.isArray(value) && value.every((seat, i) => isCount(i ? value[i - 1] + 1 : 0)(seat));
const ALWAYS = { type: () => true, hand: isId, time: isCount(0) };
const LEAVES = {
  commit: { table: isId, number: isCount(1), header: isHash, server_commitment: isHash },
  deal: { salt: isHash },
  result: { log_head: isHash, server_seed: isHash, result: isHash },
  void: { reason: (value) => REASONS.includes(value), missing: areSeats, server_seed: isHash, record: isHash },
};
export const hasKeys = (value, keys) => isObject(value) && canonical(Object.keys(value).sort()) === canonical([...keys].sort());
export const equal = (one, other) => canonical(one) === canonical(other);

export function checkLeaf(leaf, types) {
  demand(isObject(leaf) && types.includes(leaf.type));
  const tests = { ...ALWAYS, ...LEAVES[leaf.type] };
  demand(hasKeys(leaf, Object.keys(tests)) && Object.entries(tests).every(([key, test]) => test(leaf[key])));
  demand(leaf.type !== "void" || (leaf.missing.length > 0) === (leaf.reason === "seed-missing"));
  demand(utf8(canonical(leaf)).length <= 1024);
}

function readEntry(entry, types) {
  const first = types[0] === "commit";
  demand(hasKeys(entry, ["leaf", "proof", ...(first ? [] : ["consistency"])]));
  checkLeaf(entry.leaf, types);
  const list = first ? [] : entry.consistency;
  demand(typeof entry.proof === "string" && Array.isArray(list) && list.length <= MAX_HASHES);
  const consistency = list.map((hash) => (typeof hash === "string" ? hashOf(hash) : refuse()));
  return { leaf: entry.leaf, ...parseProof(entry.proof), consistency };
}

export function readReceipt(bytes) {
  demand(bytes.length <= 1 << 18);
  let root;
  try {
    root = parseJson(bytes);
  } catch {
    refuse();
  }
  demand(hasKeys(root, ["format", "header", "commit", "deal", "close", "seed_receipts"]));
  demand(root.format === "dealproof/receipt/1" && isObject(root.header) && Array.isArray(root.seed_receipts));
  const seedReceipts = root.seed_receipts.map((text) => (typeof text === "string" ? parseNote(text) : refuse()));
  const commit = readEntry(root.commit, ["commit"]);
  const deal = root.deal === null ? null : readEntry(root.deal, ["deal"]);
  const close = root.close === null ? null : readEntry(root.close, ["result", "void"]);
  return { header: root.header, commit, deal, close, entries: [commit, deal, close].filter(Boolean), seedReceipts };
}

/** The fields that the last leaf must have. `result` is the result that the replay came to, null where it is not known. */
async function closing(record, result) {
  const hashed = async (value) => hex(await sha256(utf8(canonical(value))));
  if (record.format === VOID) {
    const { reason, server_seed: seed } = record;
    return { type: "void", reason, missing: missingOf(record), server_seed: seed, record: await hashed(record) };
  }
  const open = record.server_seed === null ? {} : { server_seed: record.server_seed };
  return { type: "result", log_head: record.log_head, ...open, ...(result && { result: await hashed(result) }) };
}

const missingOf = ({ player_seeds: seeds }) => [...seeds.keys()].filter((seat) => seeds[seat] === null);

/** Whether the first checkpoint is signed by a log of the policy; throws Refuted where something is wrong. */
async function checkReceipt(receipt, record, result, policy) {
  const { header } = record;
  const { entries, commit, deal, close } = receipt;
  demand(equal(receipt.header, header) && entries.every(({ leaf }) => leaf.hand === header.hand), "wrong-hand");
  const says = ({ leaf }, fields) =>
    demand(Object.entries(fields).every(([key, value]) => key in leaf && equal(leaf[key], value)), "wrong-leaf");
  const { table, number, server_commitment } = header;
  says(commit, { table, number, server_commitment, header: hex(await sha256(utf8(canonical(header)))) });
  const salted = await saltOf(record);
  if (deal) says(deal, { salt: salted && hex(salted) });
  if (close) says(close, await closing(record, result));

  const { origin } = commit.checkpoint;
  const signers = [];
  for (const { note } of entries) {
    const names = new Set();
    for (const key of policy.logs) if (await hasLine(note, key)) names.add(key.name);
    signers.push(names);
  }
  const known = signers[0].has(origin);
  const ofLog = ({ checkpoint }, i) => checkpoint.origin === origin && signers[i].has(origin);
  demand(!known || entries.every(ofLog), "bad-signature");
  for (const { index, checkpoint: { size, root }, leaf, hashes } of entries)
    demand(await isIncluded(index, size, await leafHash(utf8(canonical(leaf))), root, hashes), "not-included");
  for (const [i, { checkpoint: { size, root }, consistency }] of entries.entries()) {
    const before = entries[i - 1]?.checkpoint;
    if (before) demand(await isConsistent(before.size, size, before.root, root, consistency), "not-consistent");
  }
  demand(!deal || deal.index >= commit.checkpoint.size, "published-late");
  demand(!close || close.index > (deal ?? commit).index, "published-late");
  return known;
}

/** When each key cosigned each checkpoint, by the mark of the key. */
export async function cosignatures(entries, keys) {
  const found = entries.map(() => new Map());
  for (const key of keys) {
    let last = 0;
    for (const [i, { note }] of entries.entries()) {
      const time = await cosignedAt(note, key);
      if (time === null) continue;
      demand(time >= last, "bad-cosignature");
      found[i].set(key.mark, time);
      last = time;
    }
  }
  return found;
}

function view(times, seats, policy, now) {
  const counted = new Map([...times].filter(([, time]) => time <= now + SKEW));
  const byPolicy = completedAt(policy, counted);
  const signed = [...seats.keys()].filter((seat) => seats[seat] && counted.has(seats[seat].mark));
  const all = signed.length > 0 && signed.length === seats.length;
  const bySeats = all ? Math.max(...signed.map((seat) => counted.get(seats[seat].mark))) : null;
  const reached = [byPolicy, bySeats].filter((time) => time !== null);
  return {
    by: byPolicy !== null ? "policy" : all ? "seats" : null,
    witnessed_at: reached.length ? Math.min(...reached) : null,
    witnesses: policy.witnesses.filter(({ key }) => counted.has(key.mark)).map(({ key }) => key.name),
    seats: signed,
  };
}

/** The missing seats whose seed a log of the policy had received. */
async function received({ seedReceipts }, record, policy) {
  const missing = missingOf(record);
  const had = new Set();
  for (const note of missing.length ? seedReceipts : []) {
    const [format, hand, seat, hash, time, end, ...more] = note.text.split("\n");
    try {
      demand(format === "dealproof/seed-receipt/1" && end === "" && more.length === 0 && numberOf(time) >= 0);
      demand(hand === record.header.hand && record.header.player_commitments[numberOf(seat)] === hash);
    } catch {
      continue; // of another hand or seat, or no seed receipt
    }
    for (const key of policy.logs) if (await hasLine(note, key).catch(() => false)) had.add(Number(seat));
  }
  return missing.filter((seat) => had.has(seat));
}

/**
 * What a receipt (bytes or null) shows about a record to a reader with this policy (`parsePolicy`, or null) and clock
 * (seconds since 1970): `outcome`, "passed", "failed", "not shown" or "unable", and the keys `publication`, `published`
 * and `remarks` of a verdict. `result` is the result that the replay came to, null where it is not known.
 */
export async function checkPublication(bytes, record, policy, now, result = null) {
  const answer = (publication, published = null, remarks = [], outcome = "not shown") =>
    ({ outcome, publication, published, remarks });
  if (bytes === null) return answer("no-receipt");
  if (!policy?.logs.length) return answer("no-policy");
  if (!(await knowsEd25519())) return answer(null, null, [], "unable");
  try {
    const receipt = readReceipt(bytes);
    const known = await checkReceipt(receipt, record, result, policy);
    const seats = await Promise.all((record.header.seat_keys ?? []).map((key) => key && seatKey(key)));
    const keys = [...policy.witnesses.map(({ key }) => key), ...seats.filter(Boolean)];
    const times = await cosignatures(receipt.entries, keys);
    const remarks = (await received(receipt, record, policy)).map((seat) => ({ event: null, remark: "seed-was-received", seat }));
    if (!known) return answer("unknown-log", null, remarks);
    const views = times.map((each) => view(each, seats, policy, now));
    const moment = (entry) => {
      if (entry === null) return null;
      const { witnessed_at } = views[receipt.entries.indexOf(entry)];
      return { index: entry.index, size: entry.checkpoint.size, witnessed_at };
    };
    const [commit, deal, close] = [receipt.commit, receipt.deal, receipt.close].map(moment);
    const { by, witnesses, seats: signed } = views[0];
    const published = { log: receipt.commit.checkpoint.origin, by, commit, deal, close, witnesses, seats: signed };
    const [begun, over] = [commit.witnessed_at, close?.witnessed_at ?? null];
    const last = record.events.at(-1)?.t ?? 0;
    if (begun !== null && over !== null && (over - begun) * 1000 < last) remarks.push({ event: null, remark: "logged-after-play" });
    const withheld = deal === null ? "not-dealt" : by === null ? "unwitnessed" : null;
    return answer(withheld, published, remarks, withheld === null ? "passed" : "not shown");
  } catch (error) {
    if (!(error instanceof Refuted)) throw error;
    return answer(error.code, null, [], "failed");
  }
}
