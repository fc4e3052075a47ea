// The page of a hand: what the reader's browser sees for itself, beside what the server has seen.
//
// All bytes are judged by dealproof.js; this is only the glue between it and the page. The section #checks brings
//
//   data-record      where the record is, byte for byte: an address, or "#…" for an element of this very page
//                    (a record that was put into the box); absent while the server seed is not open
//   data-rules       the JSON of the rule set, for records that name a built-in one
//   data-receipt     “#…” for the element with the receipt, where there is one; with it data-policy (a character a byte),
//                    data-now (seconds since 1970), and data-result, the result that the server's replay came to
//   data-sentences   every sentence said here, by its code
//
// and without this script the page says that only the server has seen its checks.

import { check, checkPublication, deals, parseJson, parsePolicy, readRecord, utf8 } from "./dealproof.js";

const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const STATES = { passed: "good", failed: "bad" };

async function look(section) {
  const sentences = JSON.parse(section.dataset.sentences);
  const say = (code, values = {}) =>
    sentences[code].replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));
  const tell = (state, lines) => {
    const note = section.querySelector(".browser-note");
    note.replaceChildren(...lines.map(paragraph));
    note.classList.add(state);
  };
  if (!globalThis.crypto?.subtle) return tell("open", [say("insecure")]);
  try {
    const { record, rules, size } = await fetched(section.dataset);
    const outcomes = { ...(await check(record, rules)), ...(await publication(section.dataset, record)) };
    const deal = await compareDeals(record, rules, say);
    const otherwise = mark(section, outcomes, say);
    const agreement = otherwise.length
      ? say("disagrees", { checks: otherwise.join(", ") }) : say("agrees", { bytes: size });
    return tell(otherwise.length || deal.differs ? "bad" : "good", [agreement, ...deal.lines]);
  } catch (error) {
    console.warn(error);
    return tell("open", [say("unreadable")]);
  }
}

/** The record, and the rule set that the deal and the rules digest are computed with. */
async function fetched({ record: address, rules }) {
  const bytes = address.startsWith("#") ? utf8(document.querySelector(address).textContent) : await served(address);
  const record = readRecord(bytes);
  return { record, rules: record.rules ?? (rules ? parseJson(utf8(rules)) : null), size: bytes.length };
}

/** The check that takes a receipt, where there is one. */
async function publication({ receipt, policy, now, result }, record) {
  if (!receipt) return {};
  const bytes = utf8(document.querySelector(receipt).textContent);
  const trusted = await parsePolicy(policy);
  const { outcome } = await checkPublication(bytes, record, trusted, Number(now), JSON.parse(result));
  return { "published-before-play": outcome };
}

async function served(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} at ${address}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Marks each check; returns the titles of those that came out otherwise than the server says. */
function mark(section, outcomes, say) {
  const otherwise = [];
  for (const item of section.querySelectorAll("[data-check]")) {
    const outcome = outcomes[item.dataset.check] ?? "left";
    const seen = item.querySelector(".by-browser");
    seen.textContent = say(outcome.replace(" ", "-"));
    seen.classList.add(STATES[outcome] ?? "open");
    seen.hidden = false;
    if (["left", "unable", item.dataset.outcome].includes(outcome)) continue;
    item.classList.add("otherwise");
    otherwise.push(item.dataset.title);
  }
  return otherwise;
}

/** Deals the hand and holds it against the cards that stand on the page, as a reader sees them. */
async function compareDeals(record, rules, say) {
  const shown = [...document.querySelectorAll("[data-draw] :is([data-seat], [data-lies])")];
  if (shown.length === 0) return { differs: false, lines: [] };
  const dealt = await deals(record, rules, document.querySelectorAll("[data-draw]").length);
  if (dealt === null) return { differs: false, lines: [say("deal-unknown")] };
  const wrong = shown.filter((seat) => !isDealt(seat, dealt));
  for (const seat of wrong) seat.classList.add("otherwise");
  const cards = shown.reduce((sum, seat) => sum + seat.querySelectorAll(".card").length, 0);
  const line = wrong.length
    ? say("deal-differs", { places: wrong.map((seat) => say("deal-place", whereabouts(seat))).join(", ") })
    : say("deal-same", { cards });
  const unbound = record.header.rules_digest === null ? [say("rules-unbound")] : [];
  return { differs: wrong.length > 0, lines: [line, ...unbound] };
}

/** Whether a seat shows just the cards that it was dealt, stage by stage as far as the page goes; or what lies open by
 * the deal, under the name that its place has there, just the card that it is. */
function isDealt(place, dealt) {
  const own = dealt.find((deal) => deal.draw === whereabouts(place).draw);
  if (place.dataset.lies) return JSON.stringify(cardsOf(place)) === JSON.stringify([own?.[place.dataset.lies]]);
  const stages = [...place.querySelectorAll(".stage")].map(cardsOf);
  const expected = own?.stages.slice(0, stages.length).map((hands) => [...hands[place.dataset.seat]].sort());
  return stages.length > 0 && JSON.stringify(stages) === JSON.stringify(expected);
}

/** Where a place is: whose cards, or what lies there, and the draw that they come from. */
const whereabouts = (place) => ({
  who: (place.querySelector("bdi") ?? place.querySelector(".label")).textContent,
  draw: place.closest("[data-draw]").dataset.draw,
});

/** The cards in an element, read from what it shows ("10♦" is "Td", "Joker" is "Jk") and sorted. */
function cardsOf(element) {
  return [...element.querySelectorAll(".card")].map((card) => {
    const [rank, suit] = [".rank", ".suit"].map((part) => card.querySelector(part)?.textContent);
    return suit ? rank.replace("10", "T") + SUITS[suit[0]] : rank.replace("Joker", "Jk");
  }).sort();
}

function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

const section = document.querySelector("#checks[data-record]");
if (section) await look(section);
