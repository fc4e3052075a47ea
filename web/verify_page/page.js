// The page verify.html: what is put in, what dealproof.js finds in it with every value, and how that is shown.
//
// The builder puts dealproof.js before this, and this into a block of its own. Every sentence is in the element #data,
// by language, section and code, with the built-in rule sets and the SHA-256 of what the worker runs.

const DATA = JSON.parse(document.getElementById("data").textContent);
const SIGNS = { good: "✓", bad: "✗", open: "…" };
const STATES = { passed: "good", failed: "bad" };
const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const CHECKS = ["commitment", "player-seeds", "rules-digest", "log-head", "signatures", "published-before-play"];
const PLAYED = ["legal", "result"];
const IMPORT = "dealproof/import/1";
const RECEIPT = "dealproof/receipt/1";
const MOST = { record: 1 << 20, receipt: 1 << 18, policy: 1 << 20 }; // bytes
const MOST_FILES = 3;
const MOST_TEXT = 400; // characters of one value
const MOST_SEATS = 8;
const MOST_DEALS = 4;
const MOST_CARDS = 512;
const at = (id) => document.getElementById(id);

let language = "en";
let shown = null; // what was found last, to be said again in another language
let turn = 0; // counts checks: one that another has overtaken shows nothing
let worker = null;

// Sentences -----------------------------------------------------------------------------------------------------------

const sentence = (section, code) => DATA.sentences[language][section]?.[code] ?? code;
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));
const say = (code, values = {}) => filled(sentence("verify", code), values);
const said = (code, values) => at("said").replaceChildren(code ? say(code, values) : "");

function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  document.title = `${say("title")} · dealproof`;
  at("language").value = chosen;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  if (!at("came").hidden) at("came").textContent = say(at("came").dataset.code);
  if (shown) show(shown);
}

function preferred() {
  const known = (tag) => Object.keys(DATA.sentences).find((each) => each === tag.toLowerCase().split("-")[0]);
  const path = /^https?:.*\/([a-z]{2})\/verify$/.exec(location.origin + location.pathname)?.[1]; // as on the site
  return known(new URLSearchParams(location.hash.slice(1)).get("lang") ?? "") ?? known(path ?? "") ?? navigator.languages.map(known).find(Boolean) ?? "en";
}

function choose(chosen) {
  const parts = location.hash.slice(1).split("&").filter((part) => part && !part.startsWith("lang="));
  history.replaceState(null, "", `#${[...parts, `lang=${chosen}`].join("&")}`);
  said(null);
  speak(chosen);
}

// Elements: texts of others are always text, with every character that would not show written as an escape -------------

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;
const JOINED = /\p{L}\p{M}*\u0d4d|\p{L}\p{M}*\u0acd|\p{So}|\ufe0f/u; // after these a joiner shapes letters

function visible(text) {
  const cut = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
  return cut.replace(UNSEEN, (char, place, whole) => {
    const joins = (char === "\u200d" || char === "\u200c") && JOINED.test(whole.slice(Math.max(0, place - 2), place));
    return joins ? char : `\\u${char.codePointAt(0).toString(16).padStart(4, "0")}`;
  });
}

function make(tag, content = [], attributes = {}) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...[content].flat().filter((each) => each !== null));
  return element;
}

const badge = (state) => make("span", SIGNS[state], { class: `badge ${state}`, "aria-hidden": "true" });
const foreign = (text) => make("bdi", visible(text), { dir: "auto" });
const paragraph = (text, kind = null) => make("p", text, kind ? { class: kind } : {});
const command = (text) => make("p", make("code", text));
const number = (value) => new Intl.NumberFormat("en", { useGrouping: false }).format(value);
const time = (seconds) => {
  const date = new Date(1000 * seconds);
  return Number.isNaN(date.getTime()) ? number(seconds) : date.toISOString().replace("T", " ").replace(/\.000Z$/, " UTC");
};

/** A heading with values: rows of [label, value, differs]. */
function values(rows) {
  return make("dl", rows.flatMap(([label, value, differs]) => [
    make("dt", label),
    make("dd", [value].flat(), differs ? { class: "differs" } : {}),
  ]));
}

function cards(list) {
  const face = (card) => (card === "Jk" ? "Jk" : `${card.slice(0, -1).replace("T", "10")}${SUITS[card.at(-1)]}\ufe0e`);
  return make("div", list.flatMap((card) => [make("span", face(card), /[hd]$/.test(card) ? { class: "red" } : {}), " "]), { class: "cards" });
}

// What is put in ------------------------------------------------------------------------------------------------------

const text = (bytes) => decoded(bytes);

/** Which field the bytes of a file belong in. */
function kindOf(bytes) {
  const begin = text(bytes.subarray(0, 1 << 14)) ?? "";
  if (/^\s*(?:#|log\s|witness\s|group\s|quorum\s)/.test(begin)) return "policy";
  try {
    return parseJson(bytes).format === RECEIPT ? "receipt" : "record";
  } catch {
    return "record";
  }
}

async function take(files) {
  if (files.length > MOST_FILES) return said("too-many-files", { count: files.length, most: MOST_FILES });
  let taken = 0;
  for (const file of files) {
    if (file.size > MOST.record) return said("file-too-large", { name: visible(file.name), size: file.size, most: MOST.record });
    const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer), () => null);
    if (bytes === null) return said("file-unreadable", { name: visible(file.name) });
    const field = kindOf(bytes);
    put(field, bytes);
    taken += 1;
  }
  if (taken) await look();
  return null;
}

const kept = new Map(); // the bytes of a file as they are, while its field shows just their text

/** Shows bytes in a field. A field cannot hold every byte, so the bytes are kept beside it. */
function put(field, bytes) {
  const shownText = new TextDecoder(field === "policy" ? "latin1" : "utf-8", { ignoreBOM: true }).decode(bytes);
  at(field).value = shownText;
  kept.set(field, { shown: at(field).value, bytes });
  if (field !== "record") at("more").open = true;
}

/** The bytes of a field, null where it is empty. */
function bytesOf(field) {
  const value = at(field).value;
  const file = kept.get(field);
  if (file && file.shown === value) return file.bytes;
  return value.trim() === "" ? null : new TextEncoder().encode(value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd"));
}

/** What a link brings after its #, unpacked; never more bytes than the field may have. */
async function unpacked(packed, most) {
  const padded = packed.replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(padded), (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new RangeError("too large");
    parts.push(value);
  }
}

async function follow() {
  const brought = new URLSearchParams(location.hash.slice(1));
  const fields = Object.keys(MOST).filter((field) => brought.has(field));
  if (fields.length === 0) return null;
  clear();
  const mine = turn;
  const parts = await Promise.all(fields.map((field) => unpacked(brought.get(field), MOST[field]))).catch(() => null);
  if (mine !== turn) return null; // another link came meanwhile, and what both bring must not be mixed
  if (parts === null) return said("link-unreadable");
  fields.forEach((field, i) => put(field, parts[i]));
  at("came").dataset.code = brought.has("policy") ? "came-policy" : "came";
  at("came").hidden = false;
  speak(language);
  return look();
}

function clear() {
  stop();
  for (const field of Object.keys(MOST)) at(field).value = "";
  kept.clear();
  shown = null;
  turn += 1;
  at("came").hidden = true;
  at("files").value = "";
  at("found").replaceChildren();
  said(null);
}

// What is found: data, and nothing said yet ----------------------------------------------------------------------------

async function look() {
  stop();
  turn += 1;
  const mine = turn;
  shown = null;
  at("found").replaceChildren();
  const [record, receipt, policy] = ["record", "receipt", "policy"].map(bytesOf);
  if (record === null) return said("empty");
  const several = countRecords(record);
  if (several > 1) return said("several", { count: several });
  if (!globalThis.crypto?.subtle) return said("insecure");
  said("checking");
  const found = await examined(record, receipt, policy);
  if (mine !== turn) return null;
  shown = { ...found, record, receipt, policy, judged: null };
  show(shown);
  said("done", { title: headline(shown).title });
  at("found").focus({ preventScroll: true });
  at("found").scrollIntoView({ block: "start" });
  return null;
}

/** Records that stand a line each in a text. */
function countRecords(bytes) {
  const lines = (text(bytes) ?? "").split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.length > 1 && lines.every((line) => line.startsWith("{") && line.endsWith("}")) ? lines.length : 1;
}

async function examined(bytes, receipt, policy) {
  let record;
  try {
    const root = parseJson(bytes);
    if (isObject(root) && root.format === IMPORT) return { kind: "imported", root };
    record = readRecord(bytes);
    checkRules(record);
    checkSigs(record.events);
  } catch (error) {
    if (error instanceof Malformed) return { kind: "malformed", pointer: error.pointer, code: error.code };
    if (error instanceof RangeError) return { kind: "malformed", pointer: "", code: "too-deep" };
    throw error;
  }
  const rules = record.rules ?? builtIn(record.header.rules);
  const publication = await published(receipt, policy, record);
  const outcomes = { ...(await check(record, rules)), "published-before-play": publication.outcome };
  const salted = record.player_seeds.includes(null) ? null : await salt(record.header, record.player_seeds);
  return {
    kind: "record",
    header: record.header,
    hidden: record.server_seed === null,
    outcomes,
    commitment: await commitmentValues(record),
    seeds: await seedValues(record),
    rules: { own: record.rules !== null && record.rules !== undefined, digest: rules && (await rulesDigest(rules)) },
    log: { salt: salted && hex(salted), count: record.events.length, recorded: record.log_head,
      computed: salted && record.log_head !== null ? hex(await logHash(salted, record.events)) : null },
    signatures: salted && record.log_head !== null && outcomes.signatures !== "unable" ? await signatureValues(record, salted) : [],
    publication,
    deals: await dealt(record, rules),
  };
}

/** A built-in rule set by its ID, null where there is none; an ID may be any text, "__proto__" too. */
const builtIn = (id) => (Object.hasOwn(DATA.rules, id) ? DATA.rules[id] : null);

/** Nobody's own rules may go under the name of built-in ones. */
function checkRules({ header, rules }) {
  if (builtIn(header.rules) && (rules ?? null) !== null) throw new Malformed("/rules", "not-a-record");
}

function checkSigs(events) {
  for (const [i, { sig }] of events.entries()) {
    if (sig === undefined) continue;
    try {
      parseBase64(sig, 64);
    } catch {
      throw new Malformed(`/events/${i}/sig`, "not-base64");
    }
  }
}

const commitmentValues = async ({ server_seed: seed, header }) =>
  ({ seed, computed: seed === null ? null : await commit(parseHex(seed, 32)), committed: header.server_commitment });

const seedValues = ({ header, player_seeds: seeds }) =>
  Promise.all(seeds.slice(0, MOST_SEATS).map(async (seed, seat) =>
    ({ seed, computed: seed === null ? null : await commitPlayerSeed(seed), committed: header.player_commitments[seat] })));

/** For each seat with a key: how many of its events it should have signed, how many hold, and the first that does not. */
async function signatureValues({ header, events }, salted) {
  const seats = (header.seat_keys ?? []).slice(0, MOST_SEATS)
    .map((key, seat) => ({ seat, key, all: 0, hold: 0, first: null }))
    .filter(({ key }) => key !== null);
  if (seats.length === 0) return [];
  const log = new LogHash(salted);
  for (const [i, event] of events.entries()) {
    log.append(event);
    const own = seats.find(({ seat }) => seat === event.seat);
    if (!own) continue;
    own.all += 1;
    const holds = event.sig !== undefined && (await signatureHolds(parseBase64(own.key, 32), parseBase64(event.sig, 64), log.digest()));
    if (holds) own.hold += 1;
    else own.first ??= i;
  }
  return seats;
}

/** The check that takes a receipt, with its entries; a policy that cannot be read is said so. */
async function published(bytes, policyBytes, record, result = null) {
  let policy = null;
  try {
    policy = policyBytes === null ? null : await parsePolicy(new TextDecoder("latin1").decode(policyBytes));
  } catch (error) {
    if (!(error instanceof Refuted)) throw error;
    return { outcome: "unable", badPolicy: true, entries: [] };
  }
  const found = await checkPublication(bytes, record, policy, Math.floor(Date.now() / 1000), result);
  return { ...found, entries: bytes === null ? [] : await entriesOf(bytes, policy).catch(() => []) };
}

/** What the entries of a receipt say of themselves, and which keys of the policy signed them. */
async function entriesOf(bytes, policy) {
  const { commit: first, deal, close } = readReceipt(bytes);
  const entries = [["commit", first], ["deal", deal], ["close", close]].filter(([, entry]) => entry);
  return Promise.all(entries.map(async ([name, { leaf, index, hashes, consistency, checkpoint, note }]) => {
    const hash = await leafHash(utf8(canonical(leaf)));
    const signers = [];
    for (const key of policy?.logs ?? []) if (await hasLine(note, key).catch(() => false)) signers.push(key.name);
    const witnessed = [];
    for (const { key } of policy?.witnesses ?? []) {
      const [times] = await cosignatures([{ note }], [key]).catch(() => [new Map()]);
      if (times.has(key.mark)) witnessed.push({ name: key.name, time: times.get(key.mark) });
    }
    return { name, index, size: checkpoint.size, origin: checkpoint.origin, root: hex(checkpoint.root), leaf: hex(hash),
      included: await isIncluded(index, checkpoint.size, hash, checkpoint.root, hashes), path: hashes.length,
      continued: consistency.length, note: note.text, signers, witnessed };
  }));
}

/** The deals of an opened record; null where this page cannot deal them. */
async function dealt(record, rules) {
  if (record.server_seed === null || !isDealable(rules, record.header)) return null;
  try {
    return await deals(record, rules, MOST_DEALS);
  } catch {
    return null; // a house's own rules, that are none
  }
}

const upTo = (most) => (value) => Number.isSafeInteger(value) && value >= 0 && value <= most;

/** Whether a rule set deals no more cards and seats than a table can have: a record may bring any rules. */
function isDealable(rules, { seats, dealer }) {
  if (!isObject(rules) || seats.length < 2 || seats.length > MOST_SEATS || !upTo(seats.length - 1)(dealer)) return false;
  const listed = () => isObject(rules.pack) && Array.isArray(rules.pack.ranks) && rules.pack.ranks.length <= 13 &&
    rules.pack.ranks.every((each) => isObject(each) && typeof each.rank === "string" && upTo(8)(each.copies));
  const staged = () => rules.seats === seats.length && Array.isArray(rules.stages) && rules.stages.length <= 8 &&
    rules.stages.every((stage) => isObject(stage) && Array.isArray(stage.packets) && stage.packets.length <= 16 && stage.packets.every(upTo(64)));
  const tables = () => Array.isArray(rules.tables) && rules.tables.length <= 16 &&
    rules.tables.every((table) => isObject(table) && upTo(8)(table.packs) && upTo(64)(table.jokers));
  const tests = { gulan: () => listed() && staged(), seating: listed, kazhutha: () => true, rummy: tables };
  return Object.hasOwn(tests, rules.family) && tests[rules.family]() && (canonicalDeck(rules, seats.length)?.length ?? 0) <= MOST_CARDS;
}

// What is shown -------------------------------------------------------------------------------------------------------

const title = (name) => sentence("checks", name);

/** The state, the title and the sentences of what was found, before the moves are judged or after. */
function headline(found) {
  if (found.judged) return found.judged.words[language];
  if (found.kind === "malformed")
    return { state: "bad", title: sentence("verdicts", "malformed"), lines: [sentence("verify-unreadable", found.code), say("pointer", { pointer: found.pointer || "/" })] };
  if (found.kind === "imported") return { state: "open", title: say("imported"), lines: [say("imported-what")] };
  const failed = CHECKS.filter((name) => found.outcomes[name] === "failed");
  const names = failed.map(title).join(", ");
  if (failed.length === 1 && failed[0] === "published-before-play")
    return { state: "bad", title: say("receipt-wrong"), lines: [sentence("publication", found.publication.publication)] };
  if (failed.length) return { state: "bad", title: say("changed"), lines: [say("changed-what", { checks: names })] };
  if (found.hidden) return { state: "open", title: sentence("verdicts", "hidden"), lines: [say("hidden-what")] };
  const proven = ["commitment", "log-head"].every((name) => found.outcomes[name] === "passed");
  return { state: proven ? "good" : "open", title: say(proven ? "matches" : "partly"), lines: [say("matches-what"), say("not-judged")] };
}

function show(found) {
  const { state, title: heading, lines } = headline(found);
  const box = make("section", [
    make("h2", [badge(state), heading]),
    ...lines.map((line) => paragraph(visible(line))),
    found.header ? whichHand(found.header) : null,
  ], { class: `box ${state}`, id: "verdict" });
  const parts = [box, movesSection(found)];
  if (found.kind === "record") parts.push(checksSection(found), dealSection(found));
  if (found.judged) parts.push(details("verdict-json", [make("pre", found.judged.verdict, { tabindex: "0" })]));
  parts.push(make("section", [make("h2", say("limits")), make("ul", ["server", "reveal", "bound"].map((code) => make("li", sentence("limits", code))))]));
  at("found").replaceChildren(...parts);
}

function whichHand({ hand, rules, seats }) {
  const names = seats.slice(0, MOST_SEATS).flatMap((name, i) => [i ? ", " : "", foreign(name)]);
  return make("p", [foreign(typeof hand === "string" ? hand : ""), " · ", foreign(typeof rules === "string" ? rules : ""), make("br"), ...names], { class: "which" });
}

const details = (code, content) => make("details", [make("summary", say(code)), ...content]);

function checksSection(found) {
  const rows = {
    commitment: commitmentRows, "player-seeds": seedRows, "rules-digest": rulesRows, "log-head": logRows,
    signatures: signatureRows, "published-before-play": publicationRows,
  };
  const items = CHECKS.map((name) => checkItem(name, found.outcomes[name], rows[name](found), meaning(name, found)));
  const judged = found.judged ? found.judged.words[language].checks : {};
  const played = PLAYED.map((name) => (judged[name]
    ? checkItem(name, judged[name].state === "open" ? "not shown" : judged[name].state === "good" ? "passed" : "failed", null, judged[name].plain, judged[name].outcome)
    : checkItem(name, "unjudged", null, say("not-judged"))));
  return make("section", [make("h2", say("checks")), make("ul", [...items, ...played], { class: "checks" })], { id: "checks" });
}

function meaning(name, { outcomes, publication }) {
  if (name === "published-before-play" && publication.badPolicy) return say("bad-policy");
  if (name === "published-before-play" && publication.publication && publication.publication !== "no-receipt")
    return sentence("publication", publication.publication);
  if (outcomes[name] === "unable") return say(name === "rules-digest" ? "no-rules" : "unable");
  return sentence(`check-plain-${outcomes[name].replace(" ", "-")}`, name);
}

function checkItem(name, outcome, rows, plain, word = null) {
  const state = STATES[outcome] ?? "open";
  const outcomeWord = word ?? (["unable", "unjudged"].includes(outcome) ? say(`outcome-${outcome}`) : sentence("states", outcome.replace(" ", "-")));
  return make("li", [badge(state), make("div", [
    make("h3", title(name)),
    paragraph(outcomeWord, "outcome"),
    paragraph(plain),
    rows?.length ? details("values", [values(rows)]) : null,
  ])], { class: state, "data-check": name, "data-outcome": outcome });
}

const named = (code, name) => [...say(code, { name: "\0" }).split("\0").flatMap((part, i) => (i ? [foreign(name), part] : [part]))];

const commitmentRows = ({ commitment: { seed, computed, committed } }) => [
  ...(seed === null ? [] : [[say("server-seed"), seed], [say("computed"), computed, computed !== committed]]),
  [say("committed"), committed],
];

const seedRows = ({ seeds, header }) => seeds.flatMap(({ seed, computed, committed }, seat) => [
  [named("seed-of", header.seats[seat]), seed === null ? say("seed-missing") : foreign(seed)],
  ...(seed === null ? [] : [[say("computed"), computed, committed !== null && computed !== committed]]),
  [say("committed"), committed ?? say("no-commitment")],
]);

const rulesRows = ({ rules: { own, digest }, header }) => [
  [say("rule-set"), [foreign(String(header.rules)), own ? ` (${say("own-rules")})` : ""]],
  ...(digest ? [[say("rules-computed"), digest, header.rules_digest !== null && digest !== header.rules_digest]] : []),
  [say("rules-committed"), header.rules_digest ?? say("nothing")],
];

const logRows = ({ log }) => [
  ...(log.salt ? [[say("salt"), log.salt]] : []),
  [say("moves-in-log"), number(log.count)],
  ...(log.computed ? [[say("log-computed"), log.computed, log.computed !== log.recorded]] : []),
  [say("log-recorded"), log.recorded ?? say("nothing")],
];

const signatureRows = ({ signatures, header }) => signatures.flatMap(({ seat, key, all, hold, first }) => [
  [named("key-of", header.seats[seat]), key],
  [say("signatures-hold"), say("of", { count: number(hold), all: number(all) }), hold !== all],
  ...(first === null ? [] : [[say("first-unsigned"), number(first + 1), true]]),
]);

const publicationRows = ({ publication }) => publication.entries.flatMap((entry) => [
  [say(`entry-${entry.name}`), say("entry", { index: number(entry.index), size: number(entry.size) })],
  [say("entry-log"), foreign(entry.origin)],
  [say("entry-leaf"), entry.leaf],
  [say("entry-proof"), say(entry.included ? "entry-included" : "entry-not-included", { count: number(entry.path) }), !entry.included],
  [say("entry-root"), entry.root],
  ...(entry.name === "commit" ? [] : [[say("entry-consistency"), number(entry.continued)]]),
  [say("entry-note"), foreign(entry.note.trimEnd().replaceAll("\n", " ⏎ "))],
  [say("entry-signers"), entry.signers.length ? foreign(entry.signers.join(", ")) : say("nobody")],
  [say("entry-witnesses"), entry.witnessed.length
    ? entry.witnessed.flatMap(({ name, time: when }, i) => [i ? ", " : "", foreign(name), ` ${time(when)}`]) : say("nobody")],
]);

function dealSection({ deals: found, header, hidden }) {
  if (found === null) return hidden ? "" : make("section", [make("h2", say("deal")), paragraph(say("deal-unknown"))]);
  const parts = found.flatMap(({ draw, cut: place, cards: deck, stages }) => [
    make("h3", say("draw", { draw })),
    values([
      [say("deck"), cards(deck)],
      ...(place === null ? [] : [[say("cut"), number(place)]]),
      ...header.seats.map((name, seat) => [named("cards-of", name), stages.map((hands) => cards(hands[seat]))]),
    ]),
  ]);
  return make("section", [make("h2", say("deal")), paragraph(say("deal-what")), details("deal-show", parts)], { id: "deal" });
}

// Every move: the replayer, the same Python as on the server, in a worker -----------------------------------------------

function movesSection(found) {
  const content = [make("h2", say("moves"))];
  if (found.judged) {
    content.push(paragraph(say("moves-judged")));
    if (found.judged.otherwise.length) content.push(paragraph(say("moves-disagree", { checks: found.judged.otherwise.map(title).join(", ") }), "differs"));
    content.push(details("moves-program", [values([[say("moves-program-hash"), DATA.program.sha256], [say("moves-python"), DATA.pyodide.version]])]));
  } else if (location.protocol === "file:") {
    content.push(paragraph(say("moves-from-disk")), command("dealproof check FILE"));
  } else {
    const button = make("button", say("moves-check"), { type: "button", id: "judge" });
    button.addEventListener("click", () => judge(found));
    const size = Object.values(DATA.pyodide.files).reduce((sum, each) => sum + each.size, DATA.program.size);
    content.push(paragraph(say("moves-what", { size: (size / 1e6).toFixed(0) })), paragraph(button), make("div", [], { id: "progress", role: "status" }));
  }
  return make("section", content, { id: "moves" });
}

function progress(...content) {
  at("progress")?.replaceChildren(...content);
}

function judge(found) {
  stop();
  at("judge").disabled = true;
  const source = new Blob([at("worker").textContent], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const mine = new Worker(address, { type: "module" });
  worker = mine;
  const bar = make("progress", [], { max: "100", value: "0", "aria-label": say("moves-loading") });
  const line = paragraph(say("moves-loading"));
  const button = make("button", say("stop"), { type: "button", class: "plain" });
  button.addEventListener("click", () => { stop(); at("judge").disabled = false; progress(paragraph(say("stopped"))); });
  progress(line, bar, button);
  const failed = (...content) => { stop(); at("judge").disabled = false; progress(...content); };
  mine.onerror = () => failed(paragraph(say("moves-failed", { error: "Worker" })));
  mine.onmessage = ({ data }) => {
    if (mine !== worker) return;
    if (data.loaded !== undefined) Object.assign(bar, { value: Math.floor(data.loaded) });
    if (data.step) { line.textContent = say(`moves-${data.step}`); bar.removeAttribute("value"); }
    if (data.missing) failed(paragraph(say("moves-not-installed")), command("dealproof check FILE"));
    if (data.altered) failed(paragraph(say("moves-altered", { name: data.altered }), "differs"));
    if (data.failed) failed(paragraph(say("moves-failed", { error: visible(data.failed) })));
    if (data.judged) { stop(); guarded(judgedBy(found, JSON.parse(data.judged))); }
  };
  mine.postMessage({
    base: new URL("pyodide/", location.href.split(/[?#]/)[0]).href,
    files: { ...DATA.pyodide.files, "program.zip": DATA.program },
    record: found.record,
    receipt: found.receipt,
    policy: found.policy,
    now: Math.floor(Date.now() / 1000),
  });
  URL.revokeObjectURL(address);
}

/** Shows what the replayer came to. The receipt is checked once more, now that the result is known, which the log names
 * too; then both programs must have found the same. */
async function judgedBy(found, { verdict, words: spoken }) {
  const { checks: outcomes, result } = JSON.parse(verdict);
  if (found.kind === "record") {
    found.publication = await published(found.receipt, found.policy, readRecord(found.record), result);
    found.outcomes["published-before-play"] = found.publication.outcome;
  }
  if (found !== shown) return;
  const otherwise = found.kind !== "record" ? [] : CHECKS.filter((name) =>
    outcomes[name] !== undefined && found.outcomes[name] !== "unable" && found.outcomes[name] !== outcomes[name]);
  found.judged = { verdict, words: spoken, otherwise };
  show(found);
  said("done", { title: headline(found).title });
}

function guarded(action) {
  return action.catch((error) => { console.warn(error); said("failed"); });
}

function stop() {
  worker?.terminate();
  worker = null;
}

// Start ---------------------------------------------------------------------------------------------------------------

for (const [code, name] of Object.entries(DATA.names)) at("language").append(make("option", name, { value: code, lang: code }));
at("page").hidden = false;
at("insecure").hidden = Boolean(globalThis.crypto?.subtle);
at("check").disabled = !globalThis.crypto?.subtle;
speak(preferred());

at("language").addEventListener("change", () => choose(at("language").value));
at("form").addEventListener("submit", (event) => { event.preventDefault(); guarded(look()); });
at("clear").addEventListener("click", () => { clear(); at("record").focus(); });
at("files").addEventListener("change", () => guarded(take([...at("files").files])));
addEventListener("dragover", (event) => { event.preventDefault(); at("drop").classList.add("over"); });
addEventListener("dragleave", () => at("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  at("drop").classList.remove("over");
  const files = [...event.dataTransfer.files];
  const dropped = event.dataTransfer.getData("text/plain");
  if (files.length) guarded(take(files));
  else if (dropped) { put(kindOf(new TextEncoder().encode(dropped)), new TextEncoder().encode(dropped)); guarded(look()); }
});
addEventListener("hashchange", () => { speak(preferred()); guarded(follow()); });
guarded(follow());
