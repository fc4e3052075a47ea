// The page of a hand: what the reader's browser sees for itself, beside what the server has seen.
//
// All bytes are judged by dealproof.js; this is only the glue between it and the page. The section #checks brings
//
//   data-record      where the record stands, byte for byte; absent while the server seed is not open
//   data-rules       the JSON of the rule set, for records that name a built-in one
//   data-sentences   every sentence said here, by its code
//
// and without this script the page says that only the server has seen its checks.

import { check, deals, parseJson, readRecord, utf8 } from "./dealproof.js";

const section = document.querySelector("#checks[data-record]");
if (section) await look(section, JSON.parse(section.dataset.sentences));

async function look(section, sentences) {
  const note = section.querySelector(".browser-note");
  const say = (code, values = {}) =>
    sentences[code].replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));
  const tell = (state, ...lines) => {
    note.replaceChildren(...lines.map(paragraph));
    note.classList.add(state);
  };
  if (!globalThis.crypto?.subtle) return tell("open", say("insecure"));
  try {
    const { record, rules, size } = await fetched(section.dataset);
    const otherwise = mark(section, await check(record, rules), say);
    const deal = await compareDeals(record, rules, say);
    const agreement = otherwise.length === 0 ? say("agrees", { bytes: size })
      : say("disagrees", { checks: otherwise.join(", ") });
    tell(otherwise.length === 0 && deal.same !== false ? "good" : "bad", agreement, ...deal.lines);
  } catch (error) {
    console.error(error);
    tell("open", say("unreadable"));
  }
}

/** The record, and the rule set that the deal and the rules digest are computed with. */
async function fetched({ record: address, rules }) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} at ${address}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const record = readRecord(bytes);
  return { record, rules: record.rules ?? (rules ? parseJson(utf8(rules)) : null), size: bytes.length };
}

/** Marks each check; returns the titles of those that came out otherwise than the server says. */
function mark(section, outcomes, say) {
  const otherwise = [];
  for (const item of section.querySelectorAll("[data-check]")) {
    const { check: name, outcome: served, title } = item.dataset;
    const outcome = outcomes[name];
    const seen = item.querySelector(".by-browser");
    const differs = outcome !== undefined && outcome !== "unable" && outcome !== served;
    seen.textContent = say(outcome === undefined ? "left" : outcome.replace(" ", "-"));
    seen.classList.add({ passed: "good", failed: "bad" }[outcome] ?? "open");
    seen.hidden = false;
    item.classList.toggle("otherwise", differs);
    if (differs) otherwise.push(title);
  }
  return otherwise;
}

/** Deals the hand and holds it against the cards that stand on the page, as a reader sees them. */
async function compareDeals(record, rules, say) {
  const shown = document.querySelectorAll("[data-draw]");
  if (shown.length === 0) return { lines: [] };
  const dealt = await deals(record, rules, shown.length);
  if (dealt === null) return { lines: [say("deal-unknown")] };
  const wrong = [];
  let cards = 0;
  shown.forEach((deal, place) => {
    const own = dealt[place];
    for (const seat of deal.querySelectorAll("[data-seat]")) {
      const stages = [...seat.querySelectorAll(".stage")].map(cardsOf);
      const expected = own?.stages.slice(0, stages.length).map((stage) => stage[seat.dataset.seat]);
      const same = own?.draw === deal.dataset.draw && stages.length > 0 && String(expected?.map(sorted)) === String(stages.map(sorted));
      seat.classList.toggle("otherwise", !same);
      cards += stages.flat().length;
      if (!same) wrong.push(say("deal-place", { who: seat.querySelector("bdi").textContent, draw: deal.dataset.draw }));
    }
  });
  const lines = [wrong.length ? say("deal-differs", { places: wrong.join(", ") }) : say("deal-same", { cards })];
  if (record.header.rules_digest === null) lines.push(say("rules-unbound"));
  return { same: wrong.length === 0, lines };
}

/** The cards in an element, read from what it shows: "10♦" is "Td". */
function cardsOf(element) {
  const suits = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
  return [...element.querySelectorAll(".card")].map((card) => {
    const suit = card.querySelector(".suit").textContent[0];
    return card.querySelector(".rank").textContent.replace("10", "T") + suits[suit];
  });
}

const sorted = (cards) => [...cards].sort();

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}
