// player.js: what a player's client does at a table, in browsers and in Node, with nothing but WebCrypto.
//
// It makes the player's seed, opens it only when the header of the hand is in the log, signs the player's moves, and
// checks everything at the end. One object is one seat in one hand. Its phases follow each other:
//
//   made       seed and commitment are there, and a key if the seat signs
//   seated     the header was checked                    checkHeader(header, seat, rules)
//   published  the commit leaf was checked               checkCommit(entry, now)
//   cosigned   a seat with a key cosigned the checkpoint cosign(now)
//   opened     the seed was given away                   openSeed()
//   dealt      all seeds were checked                    checkDeal(seeds, entry)
//   ended      record and receipt are kept               keepEnd(record, receipt)
//
// A step that comes too early or too late is refused and changes nothing. A step that was made is kept before it is
// answered, so that a client that is loaded again goes on where it was; repeated, it gives the same answer.
//
//   code                what was refused
//   not-yet             a step before it is missing
//   too-late            the hand has passed this step
//   bad-header          the header cannot be read: evidence {pointer, code}
//   wrong-commitment    the seat has another commitment in the header
//   wrong-key           the seat has another key in the header, or none; or it has none and was to cosign
//   wrong-rules         the header is not bound to the rule set that was agreed
//   second-header       another header with this hand ID, or for this seed: evidence {first, second}
//   bad-receipt         a proof, a leaf, a note or a receipt cannot be read
//   unknown-log         no log of the policy signed the checkpoint
//   bad-signature       a line of a log of the policy does not verify
//   bad-cosignature     a line of a witness of the policy does not verify
//   wrong-leaf          the leaf is of another header or of other seeds
//   not-included        the leaf is not in the tree of the checkpoint
//   older-checkpoint    the checkpoint is older than the last one seen of this log: evidence {first, second}
//   forked-log          the log signed two trees of one size: evidence is a proof of the fork for anybody
//   not-consistent      nothing shows that the checkpoint continues the last one seen: evidence {first, second}
//   unwitnessed         the cosignatures do not complete the quorum of the policy
//   wrong-seed          a seed that is not the one committed: evidence {seat}
//   bad-seed-receipt    not a receipt of this seed by this log
//   published-late      the deal may have been logged before the header
//   wrong-seat          a move of another seat
//   bad-hash            a log hash is 64 hex digits
//   signed-already      another move was made, or another hash was signed, at this place
//   history-changed     a move of this seat is not in the log as it was made: evidence {index}
//   wrong-hand          record or receipt are of another hand
//   bad-seed            a seed has 1 to 256 bytes of UTF-8
//   bad-policy          the policy cannot be read
//   bad-kept            what the storage gave cannot be read
//   changed-elsewhere   what is kept was changed by another client meanwhile, or could not be kept: try again
//   no-webcrypto        there is no WebCrypto here: it needs a secure page (https, or localhost)
//   no-ed25519          WebCrypto does not know Ed25519 here

import * as dealproof from "./dealproof.js";
import { Refused, base64, checkCryptography, checked, demand, included, see } from "./seen_log.js";

export { Refused, consistencyProof, continuing, logSeen, seeCheckpoint } from "./seen_log.js";

const { canonical, equal, hex, isObject, joined, parseBase64, sha256, utf8 } = dealproof;
const FORMAT = "dealproof/player/1";
const PHASES = ["made", "seated", "published", "cosigned", "opened", "dealt", "ended"];
const HEADER = ["format", "hand", "table", "number", "rules", "rules_digest", "seats", "dealer", "server_commitment",
  "player_commitments", "seat_keys", "match"];
const KEPT = ["format", "policy", "phase", "seed", "commitment", "secret", "key", "seat", "header", "commit", "line",
  "opened", "seed_receipt", "player_seeds", "moves", "record", "receipt"];

// 1. Storage ----------------------------------------------------------------------------------------------------------
//
// The caller gives an object of two methods, which may be async: get(name) gives the text that is kept or null, and
// swap(name, before, after) keeps `after` and gives true only if `before` (null: nothing) is what is kept.
//
//   seat/<commitment>   a seat in a hand            hand/<hand>    the header that was seen first
//   log/<origin>        the last checkpoint seen of a log, and the evidence against it by its code

/** Keeps everything in a Map: for Node, and for tests. */
export function memoryStorage(entries = new Map()) {
  const get = (name) => entries.get(name) ?? null;
  return { get, swap: (name, before, after) => get(name) === before && Boolean(entries.set(name, after)) };
}

/** Keeps everything in a browser's localStorage, below a prefix. */
export function browserStorage(storage = globalThis.localStorage, prefix = "dealproof/") {
  const get = (name) => storage.getItem(prefix + name);
  return {
    get,
    swap(name, before, after) {
      if (get(name) !== before) return false;
      storage.setItem(prefix + name, after);
      return true;
    },
  };
}

// 2. Keys -------------------------------------------------------------------------------------------------------------

const PKCS8 = dealproof.parseHex("302e020100300506032b657004220420", 16); // RFC 8410, before the 32 bytes of a seed

/** The private key of an RFC 8032 seed, 32 bytes. */
const privateKey = (secret) => crypto.subtle.importKey("pkcs8", joined(PKCS8, secret), "Ed25519", true, ["sign"]);

/** The public key of a seed, as base64. */
async function publicKey(secret) {
  const { x } = await crypto.subtle.exportKey("jwk", await privateKey(secret));
  return `${x.replaceAll("-", "+").replaceAll("_", "/")}=`;
}

const sign = async (secret, bytes) =>
  new Uint8Array(await crypto.subtle.sign("Ed25519", await privateKey(parseBase64(secret, 32)), bytes));

// 3. Player -----------------------------------------------------------------------------------------------------------

export class Player {
  #storage;
  #kept;
  #turn = Promise.resolve();

  /** Use `Player.make` or `Player.load`. */
  constructor(storage, kept) {
    this.#storage = storage;
    this.#kept = kept;
  }

  /**
   * A new seat: draws a seed, and a key if `signs`. `policy` is the text of a policy, each character one byte: the logs
   * and witnesses that the player trusts. `seed` and `secret` (base64 of 32 bytes) are taken instead if they are given.
   * A key is best drawn for each hand: where a hash is signed that cannot be computed here, it then fits no other hand.
   */
  static async make(storage, policy, { seed = hex(randomBytes()), signs = false, secret = null } = {}) {
    await checkCryptography();
    await checked(() => dealproof.parsePolicy(policy));
    demand(isSeed(seed), "bad-seed");
    const own = secret ?? (signs ? base64(randomBytes()) : null);
    const kept = {
      ...Object.fromEntries(KEPT.map((key) => [key, null])), format: FORMAT, policy, phase: "made", seed,
      opened: false, commitment: await dealproof.commitPlayerSeed(seed), secret: own,
      key: own === null ? null : await publicKey(parseBase64(own, 32)), moves: {},
    };
    demand(await storage.swap(nameOf(kept), null, canonical(kept)), "changed-elsewhere");
    return new Player(storage, kept);
  }

  /** The seat with this commitment, from what was kept. */
  static async load(storage, commitment) {
    await checkCryptography();
    return new Player(storage, readKept(await storage.get(`seat/${commitment}`)));
  }

  get phase() { return this.#kept.phase; }
  /** For the header: the hash of the seed, and the public key as base64 or null. */
  get commitment() { return this.#kept.commitment; }
  get key() { return this.#kept.key; }
  get seat() { return this.#kept.seat; }
  get header() { return structuredClone(this.#kept.header); }
  /** The moves that were made, by their index in the log of the hand: {event, hash, sig}. */
  get moves() { return structuredClone(this.#kept.moves); }
  get record() { return this.#kept.record; }
  get receipt() { return this.#kept.receipt; }

  /** Checks the header of a hand in which this is the seat `seat`; `rules` is the rule set's JSON that was agreed, or null. */
  checkHeader(header, seat, rules = null) {
    return this.#step(async (kept) => {
      const seats = await checked(() => dealproof.readHeader(header), "bad-header");
      const readable = dealproof.hasKeys(header, HEADER) && dealproof.isId(header.hand) && dealproof.isId(header.table);
      demand(readable && isCanonical(header), "bad-header", { pointer: "", code: "not-a-record" });
      demand(rules === null || header.rules_digest === (await dealproof.rulesDigest(rules)), "wrong-rules");
      demand(kept.header === null || equal(kept.header, header), "second-header", { first: kept.header, second: header });
      const own = Number.isInteger(seat) && seat >= 0 && seat < seats && header.player_commitments[seat] === kept.commitment;
      demand(own, "wrong-commitment");
      demand((header.seat_keys?.[seat] ?? null) === kept.key, "wrong-key");
      demand(kept.seat === null || kept.seat === seat, "too-late");
      await this.#first(header);
      Object.assign(kept, { phase: later(kept.phase, "seated"), header, seat });
    });
  }

  /** Keeps the first header of a hand ID, and refuses every other. */
  async #first(header) {
    const name = `hand/${header.hand}`;
    const before = await this.#storage.get(name);
    const after = canonical(header);
    if (before === null) demand(await this.#storage.swap(name, null, after), "changed-elsewhere");
    else demand(before === after, "second-header", { first: JSON.parse(before), second: header });
  }

  /**
   * Checks that the header is in the log: `entry` is {leaf, proof, consistency}, the last a list of base64 that leads
   * from the last checkpoint seen of this log, or left out. `now` is in seconds since 1970.
   */
  checkCommit(entry, now) {
    return this.#step(async (kept, policy) => {
      reached(kept, "seated");
      const found = await included(entry, "commit", policy);
      const { leaf, proof } = entry;
      if (reachedAlready(kept, "cosigned")) {
        demand(equal(kept.commit, { leaf, proof }), "too-late");
        return;
      }
      const { hand, table, number, server_commitment } = kept.header;
      const header = hex(await sha256(utf8(canonical(kept.header))));
      const { type, time, ...fields } = leaf;
      demand(equal(fields, { hand, table, number, server_commitment, header }), "wrong-leaf");
      await see(this.#storage, noteText(proof), entry.consistency ?? []);
      const keys = policy.witnesses.map(({ key }) => key);
      const [times] = await checked(() => dealproof.cosignatures([found], keys));
      const counted = new Map([...times].filter(([, time]) => time <= now + dealproof.SKEW));
      demand(policy.quorum === "none" || dealproof.completedAt(policy, counted) !== null, "unwitnessed");
      Object.assign(kept, { phase: "published", commit: { leaf, proof } });
    });
  }

  /** The line with which a seat with a key cosigns the checkpoint that was checked, at `now` (seconds since 1970). */
  cosign(now) {
    return this.#step(async (kept) => {
      demand(kept.key !== null, "wrong-key");
      reached(kept, "published");
      if (kept.line !== null) return kept.line;
      demand(kept.phase === "published", "too-late");
      const [{ text }, key] = [dealproof.parseProof(kept.commit.proof).note, await dealproof.seatKey(kept.key)];
      const time = new DataView(new ArrayBuffer(8));
      time.setBigUint64(0, BigInt(now)); // throws unless it is an integer
      const signature = await sign(kept.secret, utf8(`cosignature/v1\ntime ${now}\n${text}`));
      const value = joined(dealproof.parseHex(key.id, 4), new Uint8Array(time.buffer), signature);
      Object.assign(kept, { phase: "cosigned", line: `\u2014 ${key.name} ${base64(value)}` });
      return kept.line;
    });
  }

  /** The seed, once the header is published and, for a seat with a key, cosigned. */
  openSeed() {
    return this.#step((kept) => {
      reached(kept, kept.key === null ? "published" : "cosigned");
      demand(kept.opened || kept.phase !== "ended", "too-late");
      Object.assign(kept, { phase: later(kept.phase, "opened"), opened: true });
      return kept.seed;
    });
  }

  /** Keeps the operator's receipt of the seed, a signed note. */
  keepSeedReceipt(text) {
    return this.#step(async (kept, policy) => {
      reached(kept, "opened");
      demand(typeof text === "string", "bad-seed-receipt");
      const note = await checked(() => dealproof.parseNote(text), "bad-seed-receipt");
      const lines = note.text.split("\n");
      const said = ["dealproof/seed-receipt/1", kept.header.hand, String(kept.seat), kept.commitment];
      demand(lines.length === 6 && lines[5] === "" && equal(lines.slice(0, 4), said) && /^(0|[1-9]\d{0,15})$/.test(lines[4]), "bad-seed-receipt");
      const signers = await Promise.all(policy.logs.map((key) => checked(() => dealproof.hasLine(note, key))));
      demand(signers.includes(true), "bad-seed-receipt");
      kept.seed_receipt = text;
    });
  }

  /** Checks the seeds of all seats and, if it is given, the deal leaf: {leaf, proof, consistency} as for the commit. */
  checkDeal(seeds, entry = null) {
    return this.#step(async (kept, policy) => {
      reached(kept, "opened");
      const { header } = kept;
      demand(Array.isArray(seeds) && seeds.length === header.seats.length, "wrong-seed", { seat: null });
      for (const [seat, commitment] of header.player_commitments.entries()) {
        demand(isSeed(seeds[seat]), "wrong-seed", { seat });
        demand([null, await dealproof.commitPlayerSeed(seeds[seat])].includes(commitment), "wrong-seed", { seat });
      }
      demand(kept.player_seeds === null || equal(kept.player_seeds, seeds), "too-late");
      if (entry !== null) {
        const { index } = await included(entry, "deal", policy);
        const salt = hex(await dealproof.salt(header, seeds));
        demand(entry.leaf.hand === header.hand && entry.leaf.salt === salt, "wrong-leaf");
        demand(index >= dealproof.parseProof(kept.commit.proof).checkpoint.size, "published-late");
        await see(this.#storage, noteText(entry.proof), entry.consistency ?? []);
      }
      Object.assign(kept, { phase: later(kept.phase, "dealt"), player_seeds: seeds });
    });
  }

  /**
   * Makes a move and returns the event to send, with its `sig` if the seat has a key. `place` is {events}: all events
   * before it, from which the log hash is computed; or, where some of them are hidden, {index, hash}: the place of the
   * event and the log hash up to and including it (64 hex digits), which is compared with the record at the end. A seat
   * without a key needs only {index}.
   */
  signMove(event, place) {
    return this.#step(async (kept) => {
      reached(kept, "dealt");
      demand(kept.phase === "dealt", "too-late");
      const plain = isObject(event) ? dealproof.unsigned(event) : {};
      demand(plain.seat === kept.seat && isCanonical(plain), "wrong-seat");
      const { events = null, index = events?.length, hash: given = null } = isObject(place) ? place : {};
      const isLog = events === null || (Array.isArray(events) && events.every(isObject) && isCanonical(events));
      demand(isLog && Number.isSafeInteger(index) && index >= 0, "history-changed", { index: null });
      demand(given === null || isHash(given), "bad-hash");
      const hashes = events === null ? [] : await logHashes(kept, [...events, plain]);
      const before = events === null ? [] : Object.keys(kept.moves).filter((at) => at < index);
      const changed = before.find((at) => !isThere(kept.moves[at], at, events, hashes));
      demand(changed === undefined, "history-changed", { index: Number(changed) });
      const hash = hashes.at(-1) ?? given;
      const made = kept.moves[index];
      if (made) demand(sameEvent(made.event, plain) && made.hash === hash, "signed-already");
      else {
        demand(kept.key === null || hash !== null, "not-yet");
        const sig = kept.key === null ? null : base64(await sign(kept.secret, dealproof.parseHex(hash, 32)));
        kept.moves[index] = { event: plain, hash, sig };
      }
      const { sig } = kept.moves[index];
      return sig === null ? plain : { ...plain, sig };
    });
  }

  /**
   * Keeps the record and the receipt of the hand, as texts, from when it was published: it may have been given up before
   * the seed was opened. The operator's receipt of the seed is added to the receipt if it is not in there: it is evidence
   * where the operator says that the seed was missing. What is in all of them is judged by `checkAll`.
   */
  keepEnd(record, receipt) {
    return this.#step(async (kept) => {
      reached(kept, "published");
      const hand = await checked(() => dealproof.readRecord(utf8(record)), "wrong-hand");
      const entries = await checked(() => dealproof.readReceipt(utf8(receipt)));
      demand(equal(hand.header, kept.header) && equal(entries.header, kept.header), "wrong-hand");
      const whole = withSeedReceipt(receipt, kept.seed_receipt);
      demand(kept.record === null || (kept.record === record && kept.receipt === whole), "too-late");
      Object.assign(kept, { phase: "ended", record, receipt: whole });
    });
  }

  /**
   * Checks everything that was kept, with no server: the outcomes of dealproof.js (`check` and `checkPublication`) and
   * the grade that follows from them; and `own`, what only this player can compare: each "passed", "failed" or "not
   * shown". `rules` is the rule set's JSON or null, `now` in seconds since 1970.
   */
  checkAll(now, rules = null) {
    return this.#step(async (kept, policy) => {
      reached(kept, "ended");
      const record = dealproof.readRecord(utf8(kept.record));
      const hashes = await dealproof.check(record, rules);
      const shown = await dealproof.checkPublication(utf8(kept.receipt), record, policy, now);
      const checks = { ...hashes, "published-before-play": shown.outcome };
      return { checks, grade: grade(checks, record), publication: shown.publication, published: shown.published,
        remarks: shown.remarks, own: await own(kept, record) };
    });
  }

  /** Runs one step after those before it, on what is kept now: the answer is given once its change is kept. */
  #step(change) {
    const run = this.#turn.then(async () => {
      const before = await this.#storage.get(nameOf(this.#kept));
      const kept = readKept(before);
      const answer = await change(kept, await checked(() => dealproof.parsePolicy(kept.policy)));
      const after = canonical(kept);
      if (after !== before) demand(await this.#storage.swap(nameOf(kept), before, after), "changed-elsewhere");
      this.#kept = kept;
      return answer;
    });
    this.#turn = run.catch(() => {});
    return run;
  }
}

const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const randomBytes = () => crypto.getRandomValues(new Uint8Array(32));
const nameOf = ({ commitment }) => `seat/${commitment}`;
const reachedAlready = (kept, phase) => PHASES.indexOf(kept.phase) >= PHASES.indexOf(phase);
const reached = (kept, phase) => demand(reachedAlready(kept, phase), "not-yet");
const later = (one, other) => PHASES[Math.max(PHASES.indexOf(one), PHASES.indexOf(other))];
const noteText = (proof) => proof.slice(proof.indexOf("\n\n") + 2);
const sameEvent = (one, other) => isObject(other) && equal(one, dealproof.unsigned(other));

function isSeed(seed) {
  if (typeof seed !== "string" || /\p{Surrogate}/u.test(seed)) return false;
  const { length } = utf8(seed);
  return length >= 1 && length <= 256;
}

/** Whether a value has a canonical form: one that a record may hold. */
function isCanonical(value) {
  try {
    return canonical(value) !== "";
  } catch {
    return false;
  }
}

function readKept(text) {
  let kept = null;
  try {
    kept = JSON.parse(text);
  } catch {
    throw new Refused("bad-kept");
  }
  demand(dealproof.hasKeys(kept, KEPT) && kept.format === FORMAT && PHASES.includes(kept.phase), "bad-kept");
  return kept;
}

/** A receipt with this seed receipt, a note or null, among its own. */
function withSeedReceipt(text, note) {
  const { seed_receipts: notes, ...receipt } = JSON.parse(text);
  if (note === null || notes.includes(note)) return text;
  const whole = canonical({ ...receipt, seed_receipts: [...notes, note] });
  return utf8(whole).length > 1 << 18 ? text : whole; // the most that a receipt may have
}

/** The log hash after each event, in hex, under the salt of the hand. */
async function logHashes({ header, player_seeds: seeds }, events) {
  const log = new dealproof.LogHash(await dealproof.salt(header, seeds));
  return events.map((event) => { log.append(event); return hex(log.digest()); });
}

/** Whether a move is at its place among events with these log hashes, and follows the events that it followed. */
const isThere = (move, at, events, hashes) =>
  sameEvent(move.event, events[at]) && (move.hash === null || move.hash === hashes[at]);

/** The grade of PROTOCOL.md, "Grades", as far as this browser can give one: null if it could not check something. */
function grade(checks, { header, server_seed: seed }) {
  const outcomes = Object.values(checks);
  if (outcomes.includes("failed")) return "F";
  if (seed === null || outcomes.includes("unable")) return null;
  if (checks["published-before-play"] !== "passed") return "C";
  return header.player_commitments.includes(null) ? "B" : "A";
}

/** What only this player can compare with a record and a receipt. */
async function own(kept, record) {
  const found = (holds) => (holds ? "passed" : "failed");
  const entries = dealproof.readReceipt(utf8(kept.receipt));
  const shown = dealproof.parseProof(kept.commit.proof).checkpoint;
  const { size, root } = entries.commit.checkpoint;
  const sameTree = size !== shown.size ? null : dealproof.sameBytes(root, shown.root);
  const mine = record.events.filter((event) => event.seat === kept.seat).length;
  const made = Object.entries(kept.moves);
  const hashes = kept.player_seeds === null ? [] : await logHashes(kept, record.events);
  const there = made.every(([at, move]) => isThere(move, at, record.events, hashes));
  const seed = record.player_seeds[kept.seat];
  const sameLeaf = equal(entries.commit.leaf, kept.commit.leaf);
  return {
    seed: kept.opened ? found(seed === kept.seed) : seed === null ? "not shown" : "failed",
    seeds: kept.player_seeds === null ? "not shown" : found(equal(record.player_seeds, kept.player_seeds)),
    commit: sameLeaf && sameTree === null ? "not shown" : found(sameLeaf && sameTree),
    moves: mine + made.length === 0 ? "not shown" : found(there && mine === made.length),
  };
}
