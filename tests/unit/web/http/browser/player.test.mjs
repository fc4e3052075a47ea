// web/http/static/player.js under Node: every case of fixtures/player/, and what no vector can say.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { isConsistent } from "../../../../../web/http/static/dealproof.js";
import * as player from "../../../../../web/http/static/player.js";
import { follow } from "./player.mjs";

const FOLDER = new URL("../../../../../fixtures/player/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));
const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const { Player, Refused, memoryStorage } = player;

test("there are cases", () => assert.ok(names.length > 70));
for (const name of names)
  for (const reload of [false, true])
    test(`${name}${reload ? ", loaded before each step" : ""}`, () => follow(player, read(name), reload));

const whole = read("whole-hand-signed.json");
const refused = (code) => (error) => error instanceof Refused && error.code === code;
const make = (storage) => Player.make(storage, whole.policy, { seed: whole.seed, secret: whole.secret });
async function until(client, phase) {
  for (const step of whole.steps) {
    if (client.phase === phase) return;
    await client[step.do](...step.with);
  }
}

test("a seed and a key are drawn anew for each seat", async () => {
  const clients = [];
  for (let i = 0; i < 4; i += 1) clients.push(await Player.make(memoryStorage(), whole.policy, { signs: true }));
  assert.equal(new Set(clients.map((each) => each.commitment)).size, 4);
  assert.equal(new Set(clients.map((each) => each.key)).size, 4);
  assert.equal((await Player.make(memoryStorage(), whole.policy)).key, null);
});

test("nothing that a client shows holds its seed or its key", async () => {
  const client = await make(memoryStorage());
  await until(client, "cosigned");
  const shown = `${client} ${JSON.stringify(client)} ${Object.keys(client)} ${JSON.stringify(client.header)}`;
  assert.ok(!shown.includes(whole.seed) && !shown.includes(whole.secret));
});

test("a seed is of 1 to 256 bytes of UTF-8", async () => {
  for (const seed of ["", "x".repeat(257), "\u00e9".repeat(129), "\ud800", 7])
    await assert.rejects(Player.make(memoryStorage(), whole.policy, { seed }), refused("bad-seed"));
  for (const seed of ["x", "\u00e9".repeat(128)]) await Player.make(memoryStorage(), whole.policy, { seed });
});

test("the seed is not given away if it cannot be kept that it was", async () => {
  const storage = memoryStorage();
  const client = await make(storage);
  await until(client, "cosigned");
  const { swap } = storage;
  storage.swap = () => false;
  await assert.rejects(client.openSeed(), refused("changed-elsewhere"));
  assert.equal(client.phase, "cosigned");
  storage.swap = () => { throw new Error("no room"); };
  await assert.rejects(client.openSeed(), { message: "no room" });
  assert.equal(client.phase, "cosigned");
  storage.swap = swap;
  assert.equal(await client.openSeed(), whole.seed);
});

test("two clients of one seat, as in two tabs, do not sign two moves at one place", async () => {
  const storage = memoryStorage();
  const one = await make(storage);
  await until(one, "dealt");
  const other = await Player.load(storage, one.commitment);
  const { with: [event, place] } = whole.steps.find((step) => step.do === "signMove");
  const both = await Promise.allSettled([one.signMove(event, place), other.signMove({ ...event, t: 9 }, place)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const { reason } = both.find(({ status }) => status === "rejected");
  assert.ok(["changed-elsewhere", "signed-already"].includes(reason.code), reason.code);
});

test("steps that are called at once are made one after the other", async () => {
  const client = await make(memoryStorage());
  const calls = whole.steps.map((step) => client[step.do](...step.with));
  assert.deepEqual((await Promise.allSettled(calls)).filter(({ status }) => status === "rejected"), []);
  assert.equal(client.phase, "ended");
});

test("one storage keeps the seats of one table apart, and the log in common", async () => {
  const storage = memoryStorage();
  const [one, other] = [await make(storage), await Player.make(storage, whole.policy)];
  await until(one, "published");
  assert.equal(other.phase, "made");
  const [{ with: [header] }] = whole.steps;
  await assert.rejects(other.checkHeader(header, 0), refused("wrong-commitment"));
  const origin = whole.policy.split(" ")[1].split("+")[0];
  assert.match((await player.logSeen(storage, origin)).seen, new RegExp(`^${origin}\n2\n`));
});

test("another seat's client refuses a second header of a hand that it has seen", async () => {
  const storage = memoryStorage();
  await until(await make(storage), "seated");
  const other = await Player.make(storage, whole.policy, { seed: "another" });
  const { with: [header] } = whole.steps[0];
  const second = { ...header, player_commitments: [other.commitment, ...header.player_commitments.slice(1)], seat_keys: null };
  await assert.rejects(other.checkHeader(second, 0), (error) => {
    assert.deepEqual(error.evidence, { first: header, second });
    return refused("second-header")(error);
  });
});

test("what was kept and cannot be read is refused", async () => {
  for (const text of [null, "", "{}", "[]", '{"format": "dealproof/player/1"}']) {
    const storage = memoryStorage(new Map(text === null ? [] : [["seat/x", text]]));
    await assert.rejects(Player.load(storage, "x"), refused("bad-kept"));
  }
});

test("a seed is made once: what was kept under its commitment is not overwritten", async () => {
  const storage = memoryStorage();
  await make(storage);
  await assert.rejects(make(storage), refused("changed-elsewhere"));
});

test("a policy that cannot be read is refused", async () => {
  await assert.rejects(Player.make(memoryStorage(), "quorum nobody\n"), refused("bad-policy"));
});

test("without Ed25519 or without WebCrypto a client says so", async () => {
  const { importKey } = SubtleCrypto.prototype;
  SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
    if (algorithm === "Ed25519") return Promise.reject(new DOMException("", "NotSupportedError"));
    return importKey.call(this, format, key, algorithm, ...rest);
  };
  try {
    await assert.rejects(make(memoryStorage()), refused("no-ed25519"));
  } finally {
    SubtleCrypto.prototype.importKey = importKey;
  }
  const own = Object.getOwnPropertyDescriptor(Crypto.prototype, "subtle");
  Object.defineProperty(Crypto.prototype, "subtle", { ...own, get: () => undefined });
  try {
    await assert.rejects(make(memoryStorage()), refused("no-webcrypto"));
  } finally {
    Object.defineProperty(Crypto.prototype, "subtle", own);
  }
});

test("browserStorage swaps only what it was given", () => {
  const items = new Map();
  const local = { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => items.set(name, value) };
  const storage = player.browserStorage(local);
  assert.equal(storage.get("a"), null);
  assert.equal(storage.swap("a", "x", "y"), false);
  assert.equal(storage.swap("a", null, "y"), true);
  assert.equal(storage.swap("a", null, "z"), false);
  assert.equal(storage.get("a"), "y");
  assert.deepEqual([...items], [["dealproof/a", "y"]]);
});

// Tiles: the trees of fixtures/log/tree.json, whose entry i is a text with i in it.

const hashed = (...parts) => new Uint8Array(parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest());
const leafHash = (text) => hashed(Uint8Array.of(0), text);
const nodeHash = (left, right) => hashed(Uint8Array.of(1), left, right);
const trees = JSON.parse(readFileSync(new URL("../log/tree.json", FOLDER), "utf8")).sizes;

/** The hashes of each level of tiles of a tree of `size` leaves: those of the next are over 256 of this one. */
function levelsOf(size) {
  const levels = [[]];
  for (let i = 0; i < size; i += 1) levels[0].push(leafHash(`{"entry":${i},"of":"shared"}`));
  while (levels.at(-1).length >= 256) {
    let hashes = levels.at(-1).slice(0, levels.at(-1).length & ~255);
    for (let i = 0; i < 8; i += 1)
      hashes = hashes.filter((_, at) => at % 2 === 0).map((left, at) => nodeHash(left, hashes[2 * at + 1]));
    levels.push(hashes);
  }
  return levels;
}

/** Serves those tiles as LOG.md, "Tiles", names them; of another width or past the end there is none. */
const serving = (levels, asked) => async (path) => {
  const [, level, groups, width = "256"] = /^tile\/(\d+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path);
  const first = 256 * Number(groups.replaceAll(/[x/]/g, ""));
  const hashes = levels[level].slice(first, first + Number(width));
  assert.equal(hashes.length, Number(width), path);
  asked.push(path);
  return Uint8Array.from(hashes.flatMap((hash) => [...hash]));
};

test("a consistency proof computed from tiles is the one of the log", async () => {
  const levels = levelsOf(trees.at(-1).size);
  for (const { size, consistency } of trees) {
    const cut = levels.map((hashes, level) => hashes.slice(0, Math.floor(size / 256 ** level)));
    for (const { from, proof } of consistency) {
      const asked = [];
      assert.deepEqual(await player.consistencyProof(serving(cut, asked), from, size), proof, `${from} to ${size}`);
      assert.equal(new Set(asked).size, asked.length, "each tile is read once");
    }
  }
});

test("a consistency proof is computed for every pair of small trees", async () => {
  const [levels] = levelsOf(40);
  const rootOf = (hashes) => {
    if (hashes.length === 1) return hashes[0];
    const left = 2 ** Math.floor(Math.log2(hashes.length - 1));
    return nodeHash(rootOf(hashes.slice(0, left)), rootOf(hashes.slice(left)));
  };
  const roots = [null];
  for (let size = 1; size <= 40; size += 1) roots.push(rootOf(levels.slice(0, size)));
  for (let to = 1; to <= 40; to += 1)
    for (let from = 1; from <= to; from += 1) {
      const proof = await player.consistencyProof(serving([levels.slice(0, to)], []), from, to);
      const hashes = proof.map((hash) => Uint8Array.from(Buffer.from(hash, "base64")));
      assert.ok(await isConsistent(from, to, roots[from], roots[to], hashes), `${from} to ${to}`);
    }
});

test("what a client has seen of a log is continued from the tiles of the log, where there is anything to continue", async () => {
  const [{ with: [{ proof: commit }] }, { with: [, { proof: deal, consistency }] }] =
    ["checkCommit", "checkDeal"].map((name) => whole.steps.find((step) => step.do === name));
  const checkpoint = (proof) => proof.slice(proof.indexOf("\n\n") + 2);
  const storage = memoryStorage();
  const none = () => assert.fail("nothing has to be read");
  assert.deepEqual(await player.continuing(storage, commit, none), []);
  await player.seeCheckpoint(storage, whole.policy, checkpoint(commit));
  assert.deepEqual(await player.continuing(storage, commit, none), []);
  const asked = [];
  const read = async (path) => { asked.push(path); return new Uint8Array(96); };
  assert.equal((await player.continuing(storage, deal, read)).length, 1, "from 2 to 3 leaves");
  assert.deepEqual(asked, ["tile/0/000.p/3"]);
  await player.seeCheckpoint(storage, whole.policy, checkpoint(deal), consistency);
  assert.deepEqual(await player.continuing(storage, commit, none), [], "an older one is for the check to refuse");
});

test("whatever a table sends in place of what is expected is refused by a code, and changes nothing", async () => {
  const junk = [null, undefined, 7, 0.5, "", "x", [], [null], [7], {}, { leaf: {}, proof: "" }, { events: [null] }, { index: -1 }];
  const asked = { checkHeader: [0], checkCommit: [0], checkDeal: [0, 1], signMove: [0, 1], keepSeedReceipt: [0], keepEnd: [0, 1] };
  const storage = memoryStorage();
  const client = await make(storage);
  const steps = [...whole.steps];
  steps.splice(steps.findIndex(({ do: name }) => name === "checkDeal"), 0, { do: "keepSeedReceipt", with: [null], left: true });
  let tried = 0;
  for (const { do: name, with: given, left } of steps) {
    for (const place of asked[name] ?? [])
      for (const value of junk) {
        if (name === "checkDeal" && place === 1 && (value === null || value === undefined)) continue; // may be left out
        const before = await storage.get(`seat/${whole.commitment}`);
        const values = given.map((each, i) => (i === place ? value : each));
        await assert.rejects(client[name](...values), Refused, `${name}, ${place}: ${JSON.stringify(value)}`);
        assert.equal(await storage.get(`seat/${whole.commitment}`), before);
        tried += 1;
      }
    if (!left) await client[name](...given);
  }
  assert.ok(tried > 300);
  assert.equal(client.phase, "ended");
});
