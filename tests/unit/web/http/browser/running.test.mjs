// What web/http/static/dealproof.js hashes itself, event by event: the same as WebCrypto, each byte once.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as dealproof from "../../../../../web/http/static/dealproof.js";

const { LogHash, RunningSha256, hex, logHash, sha256, utf8 } = dealproof;
const bytes = (n) => Uint8Array.from({ length: n }, (_, i) => (i * 37 + n) % 256);

test("a running hash is WebCrypto's at every length and however it is cut", async () => {
  for (let n = 0; n < 300; n += 1)
    for (const step of [1, 7, 63, 64, 65, 300]) {
      const running = new RunningSha256();
      for (let at = 0; at < n; at += step) running.append(bytes(n).subarray(at, Math.min(at + step, n)));
      assert.equal(hex(running.digest()), hex(await sha256(bytes(n))), `${n} bytes by ${step}`);
    }
});

test("a digest may be asked for at any time and changes nothing", async () => {
  const running = new RunningSha256();
  for (let n = 0; n < 200; n += 1) {
    assert.equal(hex(running.digest()), hex(await sha256(bytes(200).subarray(0, n))));
    running.append(bytes(200).subarray(n, n + 1));
  }
});

const events = (n) => Array.from({ length: n }, (_, i) => ({ seat: i % 4, do: "play", card: "Js", t: i, sig: "left out" }));

test("a running log hash is the log hash after each event", async () => {
  const salt = bytes(32);
  const log = new LogHash(salt);
  for (const [i, event] of events(40).entries()) {
    log.append(event);
    assert.equal(hex(log.digest()), hex(await logHash(salt, events(i + 1))));
  }
});

async function hashed(work) {
  let blocks = 0;
  const { compress } = RunningSha256.prototype;
  const { digest } = crypto.subtle;
  RunningSha256.prototype.compress = function counted() { blocks += 1; compress.call(this); };
  crypto.subtle.digest = function counted(name, data) { blocks += data.length / 64; return digest.call(this, name, data); };
  try {
    await work();
  } finally {
    RunningSha256.prototype.compress = compress;
    crypto.subtle.digest = digest;
  }
  return 64 * blocks;
}

/** A record of so many events, each signed by its seat. */
async function signed(n) {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const key = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("base64");
  const header = { seats: ["A", "B"], seat_keys: [key, null], player_commitments: [null, null], rules_digest: null,
    server_commitment: "0".repeat(64) };
  const salt = await dealproof.salt(header, ["a", "b"]);
  const log = new LogHash(salt);
  const list = [];
  for (let i = 0; i < n; i += 1) {
    const event = { seat: 0, do: "play", card: "Js" };
    log.append(event);
    const sig = await crypto.subtle.sign("Ed25519", pair.privateKey, log.digest());
    list.push({ ...event, sig: Buffer.from(sig).toString("base64") });
  }
  return { header, player_seeds: ["a", "b"], server_seed: null, events: list, log_head: hex(await logHash(salt, list)) };
}

test("signatures take bytes in proportion to their events (S16: heavy-signed-500)", async () => {
  const counts = [];
  for (const n of [100, 400]) {
    const record = await signed(n);
    counts.push(await hashed(async () => {
      const checks = await dealproof.check(record, null);
      assert.equal(checks.signatures, "passed");
      assert.equal(checks["log-head"], "passed");
    }));
  }
  assert.ok(counts[1] < 4.2 * counts[0], `${counts}`);
  const broken = await signed(20);
  broken.events[19].sig = broken.events[18].sig;
  assert.equal((await dealproof.check(broken, null)).signatures, "failed");
});

test("signatures are not shown where no event had to be signed (S17)", async () => {
  const record = await signed(0);
  assert.equal((await dealproof.check(record, null)).signatures, "not shown");
  const unsigned = { ...record, events: [{ seat: 1, do: "pass" }, { do: "redeal", reason: "four-jacks" }] };
  assert.equal((await dealproof.check(unsigned, null)).signatures, "not shown");
  const due = { ...record, events: [{ seat: 0, do: "pass" }] };
  assert.equal((await dealproof.check(due, null)).signatures, "failed");
});
