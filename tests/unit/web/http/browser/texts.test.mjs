// Texts that no record holds, and that the module must not take: the source is PROTOCOL.md, "JSON" and RECORD.md, "Limits".

import assert from "node:assert/strict";
import { test } from "node:test";

import { canonical, Malformed, parseBase64, parseHex, parseJson, readRecord, utf8 } from "../../../../../web/http/static/dealproof.js";

test("canonical JSON holds no float, no unsafe integer, no half of a pair, and nothing that JSON lacks", () => {
  for (const value of [0.5, NaN, Infinity, 2 ** 53, -(2 ** 53), "\ud83d", { "\udc00": 1 }, [undefined], () => 1, 1n])
    assert.throws(() => canonical(value), TypeError);
});

test("half of a pair has no UTF-8, so it has no hash", () => assert.throws(() => utf8("a\ud800"), TypeError));

test("a key named __proto__ is a key like others", () => {
  const text = '{"__proto__":{"seat":1},"constructor":2}';
  assert.equal(canonical(parseJson(utf8(text))), text);
});

test("hex is lower-case and of the length asked for", () => {
  assert.deepEqual(parseHex("00ff", 2), Uint8Array.of(0, 255));
  for (const text of ["00FF", "00f", "00ff00", "0x00", " 0ff", "00f\n"]) assert.throws(() => parseHex(text, 2), TypeError);
});

test("base64 is padded, without spaces and without spare bits", () => {
  assert.deepEqual(parseBase64("AP8=", 2), Uint8Array.of(0, 255));
  for (const text of ["AP8", "AP9=", "AP 8=", "AP8=\n", "AP-=", "AAAA"]) assert.throws(() => parseBase64(text, 2), TypeError);
});

test("a megabyte of one text is read, a byte more is refused", () => {
  const quoted = (size) => utf8(`"${"x".repeat(size - 2)}"`);
  assert.equal(parseJson(quoted(1 << 20)).length, (1 << 20) - 2);
  assert.throws(() => parseJson(quoted((1 << 20) + 1)), { code: "too-large" });
  assert.throws(() => parseJson(utf8("[".repeat(1 << 19))), { code: "too-deep" });
});

test("what is no record is refused before a check passes on it", () => {
  for (const value of [null, [], {}, { header: {} }, { header: { format: "dealproof/hand/1", seats: "abcd" } }])
    assert.throws(() => readRecord(utf8(canonical(value))), Malformed);
});
