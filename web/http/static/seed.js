// The page that makes a player's seed: 32 random bytes as 64 hex digits, and the commitment to that text.
//
// Nothing is sent and nothing is stored: seed and commitment are in this page alone, and are gone with it. The page says
// without this script, and on plain http, where a browser has no WebCrypto, how to do the same in a terminal.

import { commitPlayerSeed, hex } from "./dealproof.js";

const SEED_BYTES = 32;
const at = (id) => document.getElementById(id);
const say = (text) => at("said").replaceChildren(text);

async function make() {
  const seed = hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
  const commitment = await commitPlayerSeed(seed);
  at("seed").replaceChildren(seed);
  at("commitment").replaceChildren(commitment);
  at("results").hidden = false;
  say(at("maker").dataset.made);
}

/** Copies a value; where the browser does not allow that, selects it, so that the reader can. */
async function copy(id) {
  const value = at(id);
  try {
    await navigator.clipboard.writeText(value.textContent);
    say(at("maker").dataset.copied);
  } catch {
    getSelection().selectAllChildren(value);
    say(at("maker").dataset.selected);
  }
}

at("without").hidden = true;
if (globalThis.crypto?.subtle) {
  at("with").hidden = false;
  at("make").addEventListener("click", make);
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", () => copy(button.dataset.copy));
  }
} else {
  at("insecure").hidden = false;
}
