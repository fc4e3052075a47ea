// Keys that web/http/static/dealproof.js refuses, as PROTOCOL.md, "Header", has it: fixtures/reported (F13).

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import * as dealproof from "../../../../../web/http/static/dealproof.js";

const FOLDER = new URL("../../../../../fixtures/reported/", import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.startsWith("ed25519-"));
const [KEY, OTHER] = ["AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "AwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="];

test("there are keys to try", () => assert.ok(files.length > 3));

for (const name of files)
  test(name, () => {
    const read = () => dealproof.readRecord(readFileSync(new URL(name, FOLDER)));
    assert.throws(read, { pointer: "/header/seat_keys/2", code: "weak-key" });
  });

/** A record of the folder with other keys. */
function withKeys(keys) {
  const record = JSON.parse(readFileSync(new URL(files[0], FOLDER), "utf8"));
  record.header.seat_keys = keys;
  return dealproof.readRecord(dealproof.utf8(JSON.stringify(record)));
}

test("two seats with one key are refused at the second", () => {
  assert.throws(() => withKeys([KEY, null, KEY, null]), { pointer: "/header/seat_keys/2", code: "duplicate-key" });
  assert.throws(() => withKeys([null, KEY, OTHER, OTHER]), { pointer: "/header/seat_keys/3", code: "duplicate-key" });
  withKeys([KEY, null, OTHER, null]);
});

test("a key is the base64 of 32 bytes", () => {
  for (const key of ["", "AgA=", `${KEY}=`, "not base64"])
    assert.throws(() => withKeys([null, key, null, null]), { pointer: "/header/seat_keys/1", code: "not-base64" });
});

test("every y of small order and every y from p on is weak, whatever its sign", () => {
  const p = 2n ** 255n - 19n;
  const key = (y, sign) => Uint8Array.from({ length: 32 }, (_, i) => Number(((y + (sign << 255n)) >> BigInt(8 * i)) & 255n));
  const orderEight = BigInt("0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7");
  const weak = [0n, 1n, p - 1n, orderEight, p - orderEight, p, p + 1n, 2n ** 255n - 1n];
  for (const sign of [0n, 1n]) {
    for (const y of weak) assert.ok(dealproof.isWeak(key(y, sign)), `${y}`);
    for (const y of [2n, 3n, p - 2n, orderEight + 1n]) assert.ok(!dealproof.isWeak(key(y, sign)), `${y}`);
  }
});
