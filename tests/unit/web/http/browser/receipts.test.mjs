// web/http/static/dealproof.js under Node against fixtures/log/: receipts, void records, policies and the proofs of the
// tree. What only the rules of a game can say, the result that a replay comes to, is a line a receipt in the file that
// DEALPROOF_RECEIPTS names, written by tests/unit/web/http/test_javascript.py together with what Python finds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as dealproof from "../../../../../web/http/static/dealproof.js";

const FOLDER = new URL("../../../../../fixtures/log/", import.meta.url);
const lines = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));
const read = (name) => readFileSync(new URL(name, FOLDER), "utf8");
const { checkPublication, parsePolicy, readRecord, utf8 } = dealproof;
const plain = (value) => JSON.parse(JSON.stringify(value)); // objects here have no prototype

const receipts = lines(readFileSync(process.env.DEALPROOF_RECEIPTS, "utf8"));
for (const { name, record, receipt, policy, now, result, found } of receipts)
  test(`receipt: ${name}`, async () => {
    const trusted = policy === null ? null : await parsePolicy(policy);
    const bytes = receipt === null ? null : utf8(receipt);
    const { outcome, publication, published, remarks } = await checkPublication(bytes, readRecord(utf8(record)), trusted, now, result);
    assert.deepEqual(plain({ outcome, publication, published, remarks }), found);
  });

test("every vector of receipts is compared", () => assert.equal(receipts.length, lines(read("receipts.jsonl")).length));

for (const { name, record, expect } of lines(read("void.jsonl")))
  test(`void: ${name}`, async () => {
    if (expect.pointer !== null) return; // the browser reads no more of a record than it checks
    const outcomes = await dealproof.check(readRecord(utf8(JSON.stringify(record))), null);
    for (const [check, outcome] of Object.entries(outcomes))
      if (outcome !== "unable") assert.equal(outcome, expect.checks[check], check);
  });

const latin1 = (text) => Buffer.from(text, "utf8").toString("latin1");
for (const { name, policy, refused } of lines(read("policies.jsonl")))
  test(`policy: ${name}`, async () => {
    if (refused) await assert.rejects(parsePolicy(latin1(policy)), { code: "bad-policy" });
    else await parsePolicy(latin1(policy));
  });

// Numbers of 2^53 and more are no numbers of a log; JSON.parse would round them to some.
const merkle = JSON.parse(read("merkle.json").replace(/: ([0-9]{17,})/g, ": -1"));
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64"));
for (const [place, each] of merkle.inclusion.entries())
  test(`inclusion ${place}: ${each.desc}`, async () => {
    const proof = (each.proof ?? []).map(bytes);
    const found = await dealproof.isIncluded(each.leafIdx, each.treeSize, bytes(each.leafHash), bytes(each.root), proof);
    assert.equal(found, !each.wantErr);
  });
for (const [place, each] of merkle.consistency.entries())
  test(`consistency ${place}: ${each.desc}`, async () => {
    const proof = (each.proof ?? []).map(bytes);
    const found = await dealproof.isConsistent(each.size1, each.size2, bytes(each.root1), bytes(each.root2), proof);
    assert.equal(found, !each.wantErr);
  });

const good = receipts.find((each) => each.name === "good-quorum-1-of-1");
test("a flipped bit anywhere in a receipt never passes unless it says the same", async () => {
  const policy = await parsePolicy(good.policy);
  const record = readRecord(utf8(good.record));
  const whole = utf8(good.receipt);
  for (let at = 0; at < whole.length; at += 41) {
    const changed = whole.slice();
    changed[at] ^= 1 << (at % 7);
    const { outcome } = await checkPublication(changed, record, policy, good.now, good.result);
    assert.notEqual(outcome, "unable");
    if (outcome === "passed") assert.deepEqual(readRecord(utf8(good.record)).header, dealproof.parseJson(changed).header);
  }
});

test("without a policy nothing of a receipt is looked at", async () => {
  const { publication, published } = await checkPublication(utf8("no receipt"), readRecord(utf8(good.record)), null, 0);
  assert.deepEqual([publication, published], ["no-policy", null]);
});
