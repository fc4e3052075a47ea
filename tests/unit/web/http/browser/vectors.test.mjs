// web/http/static/dealproof.js under Node against every probe of fixtures/vectors/.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import * as dealproof from "../../../../../web/http/static/dealproof.js";
import { KINDS, prove } from "./vectors.mjs";

const FOLDER = new URL("../../../../../fixtures/vectors/", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, FOLDER), "utf8"));

for (const entry of readdirSync(FOLDER, { withFileTypes: true })) {
  const kind = entry.name.replace(".json", "");
  test(`the browser's module knows the kind ${kind}`, () => assert.ok(KINDS.includes(kind)));
  if (entry.isDirectory())
    for (const probe of readdirSync(new URL(`${kind}/`, FOLDER)))
      test(`${kind}: ${probe}`, () => prove(dealproof, kind, read(`${kind}/${probe}`)));
  else for (const [place, vector] of read(entry.name).entries())
    test(`${kind}: ${place}`, () => prove(dealproof, kind, vector));
}
