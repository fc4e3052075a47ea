// seen_log.js: a log as one player's client has seen it, and what contradicts that. The codes are those of `player.js`,
// the storage too: `log/<origin>` has the last checkpoint seen of a log, and the evidence against it by its code.

import * as dealproof from "./dealproof.js";

export const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const { canonical, isObject, utf8 } = dealproof;

/** Why a step is refused: `code`, as above, and `evidence` for whoever is to judge it, or null. */
export class Refused extends Error {
  constructor(code, evidence = null) {
    super(code);
    Object.assign(this, { code, evidence });
  }
}

export const demand = (holds, code, evidence) => { if (!holds) throw new Refused(code, evidence); };

/** Runs a check of dealproof.js; what it refuses is refused here, under another code where one is given. */
export async function checked(action, code = null) {
  try {
    return await action();
  } catch (error) {
    if (error instanceof dealproof.Malformed) throw new Refused(code, { pointer: error.pointer, code: error.code });
    if (error instanceof dealproof.Refuted) throw new Refused(code ?? error.code);
    throw error;
  }
}

/** Throws Refused where this browser cannot do what a client needs. */
export async function checkCryptography() {
  demand(globalThis.crypto?.subtle, "no-webcrypto");
  demand(await dealproof.knowsEd25519(), "no-ed25519");
}

/** The note of a checkpoint that a log of the policy signed. */
async function signedNote(note, checkpoint, policy) {
  const names = new Set();
  for (const key of policy.logs) if (await dealproof.hasLine(note, key)) names.add(key.name);
  demand(names.has(checkpoint.origin), "unknown-log");
}

/** Checks that a leaf is in the log of the policy, as its proof text says. Returns index, note and checkpoint. */
export async function included(entry, type, policy) {
  const { leaf, proof, consistency = [] } = isObject(entry) ? entry : {};
  demand(typeof proof === "string" && Array.isArray(consistency), "bad-receipt");
  const found = await checked(() => {
    dealproof.checkLeaf(leaf, [type]);
    return dealproof.parseProof(proof);
  });
  const { index, hashes, note, checkpoint: { size, root } } = found;
  await checked(() => signedNote(note, found.checkpoint, policy));
  const hash = await dealproof.leafHash(utf8(canonical(leaf)));
  demand(await dealproof.isIncluded(index, size, hash, root, hashes), "not-included");
  return found;
}

/** What two checkpoints of a log say against it: null, or a code and the evidence. */
async function contradiction(first, second, proof) {
  const [old, next] = [first, second].map((text) => dealproof.parseCheckpoint(dealproof.parseNote(text).text));
  const both = { first, second };
  if (next.size < old.size) return { code: "older-checkpoint", evidence: both };
  if (next.size === old.size) {
    if (dealproof.sameBytes(old.root, next.root)) return null;
    const evidence = { format: "dealproof/fork/1", ...both, root: base64(next.root), consistency: [] };
    return { code: "forked-log", evidence };
  }
  demand(proof.every((hash) => typeof hash === "string"), "bad-receipt");
  const hashes = await checked(() => proof.map(dealproof.hashOf));
  const holds = await dealproof.isConsistent(old.size, next.size, old.root, next.root, hashes);
  return holds ? null : { code: "not-consistent", evidence: both };
}

/** Compares a checkpoint with the last one seen of its log, and keeps it, or the evidence, in place of it. */
export async function see(storage, text, proof) {
  const { origin } = dealproof.parseCheckpoint(dealproof.parseNote(text).text);
  const name = `log/${origin}`;
  const before = await storage.get(name);
  const known = before === null ? { seen: null, evidence: {} } : JSON.parse(before);
  const found = known.seen === null ? null : await contradiction(known.seen, text, proof);
  const evidence = found === null ? known.evidence : { [found.code]: found.evidence, ...known.evidence };
  const after = canonical({ seen: found === null ? text : known.seen, evidence });
  if (after !== before) demand(await storage.swap(name, before, after), "changed-elsewhere");
  if (found !== null) throw new Refused(found.code, found.evidence);
}

/** What is kept of a log: `seen`, the last checkpoint as a signed note or null, and `evidence` by its code. */
export async function logSeen(storage, origin) {
  return JSON.parse((await storage.get(`log/${origin}`)) ?? '{"seen":null,"evidence":{}}');
}

/** Compares a checkpoint (a signed note) of a log of the policy with the last one seen, and keeps it. */
export async function seeCheckpoint(storage, policy, text, consistency = []) {
  await checkCryptography();
  const note = await checked(() => dealproof.parseNote(text));
  const checkpoint = await checked(() => dealproof.parseCheckpoint(note.text));
  await checked(async () => signedNote(note, checkpoint, await dealproof.parsePolicy(policy)));
  await see(storage, text, consistency);
}

/**
 * The consistency proof from `from` to `to` leaves, a list of base64, computed from the tiles of a log (LOG.md,
 * "Tiles"): `read(path)` gives the bytes below the address of the log. Whether it holds is checked where it is used.
 */
export async function consistencyProof(read, from, to) {
  const tiles = new Map();
  async function aligned(level, index) { // the root over the 2^level leaves from index · 2^level
    const [tile, above] = [Math.floor(level / 8), level % 8];
    const [first, count] = [index * 2 ** above, 2 ** above];
    const place = Math.floor(first / 256);
    const width = Math.min(256, Math.floor(to / 2 ** (8 * tile)) - 256 * place);
    const path = `tile/${tile}/${grouped(place)}${width < 256 ? `.p/${width}` : ""}`;
    if (!tiles.has(path)) tiles.set(path, await read(path));
    const at = (first % 256) * 32;
    let hashes = Array.from({ length: count }, (_, i) => tiles.get(path).slice(at + 32 * i, at + 32 * (i + 1)));
    while (hashes.length > 1)
      hashes = await Promise.all(hashes.filter((_, i) => i % 2 === 0).map((left, i) => dealproof.nodeHash(left, hashes[2 * i + 1])));
    return hashes[0];
  }
  const split = (size) => 2 ** (Math.ceil(Math.log2(size)) - 1); // the largest power of two below size
  async function rootOf(start, size) {
    const level = Math.log2(size);
    if (Number.isInteger(level)) return aligned(level, start / size);
    const left = split(size);
    return dealproof.nodeHash(await rootOf(start, left), await rootOf(start + left, size - left));
  }
  async function proof(start, old, size, whole) { // RFC 6962, 2.1.2: SUBPROOF
    if (old === size) return whole ? [] : [await rootOf(start, size)];
    const left = split(size);
    if (old <= left) return [...(await proof(start, old, left, whole)), await rootOf(start + left, size - left)];
    return [...(await proof(start + left, old - left, size - left, false)), await rootOf(start, left)];
  }
  return (await proof(0, from, to, true)).map((hash) => base64(hash));
}

/**
 * The consistency proof from the last checkpoint seen of a log to the one in a proof text, from the tiles of the log as
 * above: what `checkCommit` and `checkDeal` want as `consistency`. Empty where there is nothing to continue.
 */
export async function continuing(storage, proof, read) {
  const { checkpoint: { origin, size } } = await checked(() => dealproof.parseProof(proof));
  const { seen } = await logSeen(storage, origin);
  const from = seen === null ? size : dealproof.parseCheckpoint(dealproof.parseNote(seen).text).size;
  return from < size ? consistencyProof(read, from, size) : [];
}

/** A tile's number in groups of three digits: 1234067 is x001/x234/067. */
const grouped = (number) => {
  const digits = String(number).padStart(Math.ceil(String(number).length / 3) * 3, "0").match(/.../g);
  return digits.map((three, i) => (i + 1 < digits.length ? `x${three}` : three)).join("/");
};
