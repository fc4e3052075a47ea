// web/http/static/dealproof.js under Node against what Python finds in every record of fixtures/records/: a line a record in
// the file that DEALPROOF_FOUND names, written by tests/unit/web/http/test_javascript.py.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as dealproof from "../../../../../web/http/static/dealproof.js";

const lines = readFileSync(process.env.DEALPROOF_FOUND, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));

for (const { name, text, rules, found } of lines)
  test(name, async () => {
    const record = dealproof.readRecord(dealproof.utf8(text));
    const ruleSet = record.rules ?? rules;
    const salt = await dealproof.salt(record.header, record.player_seeds);
    assert.equal(dealproof.hex(salt), found.salt);
    const { "rules-digest": digest, ...others } = await dealproof.check(record, ruleSet);
    const { "rules-digest": foundDigest, ...foundOthers } = found.checks;
    assert.deepEqual(others, foundOthers);
    assert.equal(digest, ruleSet === null && foundDigest !== "not shown" ? "unable" : foundDigest);
    if (record.server_seed === null) return;
    const seed = dealproof.parseHex(record.server_seed, 32);
    const draw = async (label) => new dealproof.Draw(await dealproof.stream(seed, salt, label));
    for (const [label, n, order] of found.orders) assert.deepEqual((await draw(label)).order(n), order, label);
    for (const [label, m, number] of found.numbers) assert.equal((await draw(label)).uniform(m), number, label);
    const dealt = await dealproof.deals(record, ruleSet);
    const keys = (deal) => Object.keys(deal);
    const shown = found.deals.map((deal, i) => Object.fromEntries(keys(deal).map((key) => [key, dealt[i][key]])));
    const told = shown.map((deal, i) => ({ ...deal, stages: deal.stages.slice(0, found.deals[i].stages.length) }));
    return assert.deepEqual(told, found.deals);
  });
