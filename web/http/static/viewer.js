// The board of a hand: a table that steps through the frames which the page carries (#board-data).
//
// The frames are flat objects, each what changed since the one before; their keys are listed in
// web/presentation/board/wire.py. Every sentence comes from the page: from the data, or from the list of moves, of
// which each has the anchor #e and its number. Step and slide replace the address; links to a move add to the history.

const SVG = "http://www.w3.org/2000/svg";
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const ROW = 7; // cards of another seat side by side, at most
const STRIP = 21 / 32; // how much of a small card the next may leave open: its rank
const FAN = 15; // cards of the seat in front side by side
const PACE = 1100; // ms a move while it plays
const SWIPE = 45; // pixels
const FOUR = "dealproof.four-colours";

const board = document.querySelector("#board");
const data = JSON.parse(board.querySelector("#board-data").textContent);
const find = (selector) => board.querySelector(selector);
const [felt, slide, status, broken, running, list] =
  [".felt", ".slide", ".status", ".broken", ".running", ".events"].map(find);
const { seats, words, fault } = data;
const frames = data.frames.reduce((all, change) => [...all, { ...all.at(-1), ...change }], []);
const last = frames.length - 1;

let at = 0; // the frame shown
let viewer = null; // the seat whose view is shown, null for all hands
let timer = null; // while it plays
let places = []; // the elements of the seats

const say = (code, values = {}) => words[code].replace(/\{(\w+)\}/g, (blank, name) => String(values[name] ?? blank));

// Elements

function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Cards

const cut = (text) => (text ?? "").match(/../g) ?? [];
const face = (card) => (card === "Jk" ? "Joker" : card[0].replace("T", "10") + SIGNS[card[1]]);
const suitOf = (card) => (card === "Jk" ? "j" : card[1]);

/** A card; `null` is one of which the back is seen. Small ones show only the corner. */
function card(which, small = false, mark = "") {
  const [wide, high] = small ? [32, 46] : [60, 84];
  const drawn = draw("svg", { viewBox: `0 0 ${wide} ${high}`, class: `card-face ${which ? suitOf(which) : "back"} ${mark}` });
  drawn.append(draw("rect", { class: "sheet", x: 0.75, y: 0.75, width: wide - 1.5, height: high - 1.5, rx: small ? 4 : 6 }));
  if (which === null) {
    drawn.append(draw("use", { href: "#card-b", x: small ? 2 : 3, y: small ? 2 : 3, width: wide - (small ? 4 : 6), height: high - (small ? 4 : 6) }));
    return drawn;
  }
  const use = (x, y, size) => draw("use", { href: `#card-${suitOf(which)}`, x, y, width: size, height: size });
  if (which === "Jk") {
    drawn.append(use(small ? 3 : 4, small ? 4 : 6, small ? 15 : 18), use(small ? 11 : 20, small ? 23 : 38, small ? 19 : 34));
  } else {
    const rank = which[0].replace("T", "10");
    const text = draw("text", { x: small ? 11 : 13, y: small ? 21 : 26, class: "rank" }, rank);
    if (rank === "10") text.setAttribute("textLength", small ? 17 : 21), text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    drawn.append(text, use(small ? 3.5 : 5, small ? 26 : 32, small ? 15 : 17));
    if (!small) drawn.append(use(23, 44, 33));
  }
  if (mark.includes("wrong")) drawn.append(draw("path", { class: "strike", d: `M3 ${high - 3} ${wide - 3} 3` }));
  return drawn;
}

/** Cards in even rows, so that each lies over the one before as far as there is room. */
function rows(cards, most, small, mark) {
  const many = Math.max(1, Math.ceil(cards.length / most));
  const each = Math.ceil(cards.length / many);
  return Array.from({ length: many }, (_, row) => make("span", "fan",
    ...cards.slice(row * each, (row + 1) * each).map((one) => make("i", mark(one) ? "up" : "", card(one, small, mark(one))))));
}

const hidden = (count) => Array.from({ length: count }, () => null);

// What is seen

const sees = (seat) => viewer === null || viewer === seat;

function cardsOf(frame, seat) {
  const held = cut(frame[`h${seat}`]);
  return sees(seat) ? held : hidden(held.length);
}

/** How a card in a hand is marked: just drawn, legal where another was played, or the one that was. */
function marks(frame, seat) {
  const wrong = frame.z && frame.z[0] === seat && sees(seat) ? frame.z[1] : null;
  const fresh = frame.r && frame.r[0] === seat && (sees(seat) || frame.e) ? frame.r[1] : null;
  const legal = frame.z && fault?.seat === seat && sees(seat) && !fault.unproven
    ? new Set(fault.choices.flatMap((each) => each.options.flatMap(([, , cards]) => cut(cards)))) : new Set();
  let once = fresh !== null;
  return (one) => {
    if (one === null) return "";
    if (one === wrong && !legal.has(one)) return "ghost";
    if (legal.has(one)) return "legal";
    if (once && one === fresh) { once = false; return "fresh"; }
    return "";
  };
}

// The table

/** The seats around the table as the one in front sees them: the next to play sits at its right. */
function layOut() {
  const front = viewer ?? 0;
  const around = seats.map((_, step) => (front + step) % seats.length);
  const beside = Math.floor((seats.length - 1) / 2);
  const right = around.slice(1, 1 + beside);
  const left = around.slice(seats.length - beside);
  const top = around.slice(1 + beside, seats.length - beside);
  places = [];
  const side = (name, which) => make("div", name, ...which.map((seat) => place(seat, seat === front)));
  const middle = make("div", "middle");
  felt.replaceChildren(side("far", top), side("left", left), middle, side("right", right.reverse()), side("near", [front]), make("div", "chips"));
  felt.dataset.seats = seats.length;
  around.forEach((seat, step) => {
    const angle = (2 * Math.PI * step) / seats.length;
    places[seat].x = Math.sin(angle);
    places[seat].y = Math.cos(angle);
  });
  measure();
}

function place(seat, near) {
  const plate = make("p", "plate", make("span", "no", String(seat + 1)));
  if (data.sides) plate.append(make("span", `side side-${seat % 2}`));
  const name = make("bdi", "", seats[seat]);
  name.dir = "auto";
  plate.append(name);
  const talks = frames.some((frame) => frame[`w${seat}`] || (frame.z?.[0] === seat && frame.z[2] === "seat"));
  const parts = { state: make("p", "state"), said: make("p", talks ? "said" : "said never"), hand: make("div", "hand"), down: make("div", "down") };
  parts.hand.setAttribute("role", "img");
  const element = make("div", "place", plate, parts.state, parts.said, make("div", "lies", parts.hand, parts.down));
  places[seat] = { element, near, ...parts };
  return element;
}

/** How many cards lie side by side in a hand, so that the rank of each is seen. */
function abreast({ hand, near }) {
  if (near) return FAN;
  const wide = parseFloat(getComputedStyle(hand).getPropertyValue("--w"));
  return Math.min(ROW, Math.max(3, 1 + Math.floor((hand.clientWidth - wide) / (wide * STRIP))));
}

/** The room of every hand when it holds most, kept from the beginning. */
function measure() {
  places.forEach((each, seat) => {
    each.most = abreast(each);
    const held = Math.max(...frames.map((frame) => shown(frame, seat).length));
    each.element.style.setProperty("--rows", Math.ceil(held / each.most) || 1);
  });
}

/** All cards at a seat: in its hand, dealt face up, or held when it left. */
const shown = (frame, seat) => [...cut(frame[`h${seat}`]), ...cut(frame[`o${seat}`]), ...cut(frame[`g${seat}`])];

function drawSeat(frame, seat) {
  const { element, near, most, state, said, hand, down } = places[seat];
  const wrong = frame.z?.[0] === seat && frame.z[2] === "seat" ? frame.z[3] : "";
  element.classList.toggle("acts", (frame.a ?? []).includes(seat) && !frame.z);
  element.classList.toggle("gone", Boolean(frame[`g${seat}`]) && !frame[`h${seat}`]);
  state.textContent = [data.dealer === seat ? say("dealer") : "", frame[`x${seat}`]].filter(Boolean).join(" · ");
  said.replaceChildren(...(wrong ? [make("s", "illegal", wrong)] : frame[`w${seat}`] ? [frame[`w${seat}`]] : []));
  drawHand(frame, seat, hand, near, most);
  down.replaceChildren(...concealed(frame, seat));
}

function drawHand(frame, seat, hand, near, most) {
  const held = cardsOf(frame, seat);
  const faced = cut(frame[`o${seat}`]);
  const left = sees(seat) ? cut(frame[`g${seat}`]) : hidden(cut(frame[`g${seat}`]).length);
  const groups = sees(seat) ? frame[`m${seat}`] : null;
  const mark = marks(frame, seat);
  const key = JSON.stringify([held, faced, left, groups, held.map(mark)]);
  if (hand.dataset.key === key) return;
  hand.dataset.key = key;
  hand.setAttribute("aria-label", holds(held, seat));
  if (groups && held.length) {
    hand.replaceChildren(make("div", "groups", ...groups.map(([kind, cards]) =>
      make("span", "melded", ...rows(cut(cards), most, true, () => ""), make("small", "", kind)))));
    return;
  }
  hand.replaceChildren(...[held, faced, left].filter((cards) => cards.length).flatMap((cards) =>
    rows(cards, most, !near, cards === held ? mark : () => "")));
}

function holds(held, seat) {
  const who = seats[seat];
  if (held.length === 0) return say("holds-none", { who });
  if (held[0] === null) return say("holds-hidden", { who, count: held.length });
  return say("holds", { who, cards: held.map(face).join(" ") });
}

/** The trump card that lies face down before its seat: those who know it see through it. */
function concealed(frame, seat) {
  const wrong = frame.z && frame.z[2] === "trump" && frame.z[0] === seat ? frame.z[1] : null;
  if (wrong !== null) return [trumpCard(sees(seat) ? wrong : null, "wrong")];
  if (frame.f?.[0] !== seat) return [];
  return [trumpCard(sees(seat) ? frame.f[1] : null, "")];
}

function trumpCard(which, mark) {
  const around = make("div", `concealed ${mark}`, card(null, true), make("span", "caption", say("concealed")));
  if (which) around.insertBefore(card(which, true, `peek ${mark}`), around.lastChild);
  around.setAttribute("role", "img");
  around.setAttribute("aria-label", which ? `${say("concealed")}: ${face(which)}` : say("concealed"));
  return around;
}

function drawMiddle(frame, moved) {
  const middle = felt.querySelector(".middle");
  const trick = make("div", "trick");
  trick.setAttribute("role", "img");
  const table = frame.t ?? [];
  trick.setAttribute("aria-label", table.length ? say("lies", { cards: table.map(([, one]) => face(one)).join(" ") }) : say("lies-none"));
  table.forEach(([seat, one, power], index) => trick.append(
    laid(seat, card(one, false, power ? "power" : ""), [
      frame.v?.[0] === seat ? "won" : "", moved && index === table.length - 1 ? "new" : "", frame.v && frame.c ? "taken" : ""])));
  if (frame.z?.[2] === "table" && frame.z[0] !== null) trick.append(laid(frame.z[0], card(frame.z[1], false, "wrong"), ["bad"]));
  middle.replaceChildren(trick, ...piles(frame));
  felt.querySelector(".chips").replaceChildren(...chips(frame));
}

function laid(seat, drawn, marked) {
  const element = make("div", `laid ${marked.filter(Boolean).join(" ")}`, drawn);
  element.style.setProperty("--x", places[seat].x.toFixed(3));
  element.style.setProperty("--y", places[seat].y.toFixed(3));
  return element;
}

function piles(frame) {
  if (!frame.q) return [];
  const [count, top] = frame.p ?? [0, ""];
  const wrong = frame.z?.[2] === "pile" ? [make("i", "", card(frame.z[1], false, "wrong"))] : [];
  const stock = frame.s[0] ? card(null) : draw("svg", { viewBox: "0 0 60 84", class: "card-face none" });
  return [make("div", "piles",
    make("figure", "turned", card(frame.q), make("figcaption", "", say("turned"))),
    make("figure", "stock", stock, make("figcaption", "", say("stock", { count: frame.s[0] }))),
    make("figure", "discards", make("span", "fan", ...cut(top).map((one) => make("i", "", card(one))), ...wrong),
      make("figcaption", "", say("discards", { count }))))];
}

function chips(frame) {
  const chip = (name, ...children) => make("p", `chip ${name}`, ...children);
  const made = [];
  if (frame.k) made.push(chip("which", frame.k));
  if (frame.u && frame.n) made.push(chip("trump", `${say("trump")} `, make("b", "", `${SIGNS[frame.u]}\uFE0E`)));
  if (frame.i) made.push(chip("aside", say("out-of-play", { count: frame.i })));
  if (frame.j) made.push(chip("banner", frame.j));
  if (frame.z && frame.z[0] === null) made.push(chip("wrong", make("s", "illegal", frame.z[3])));
  return made;
}

// Beside the table

const line = (number) => list.children[number];

function drawBeside(frame) {
  const here = line(at);
  const notes = frame.b ?? [];
  status.replaceChildren(make("span", "count", say("at", { number: at, total: last })), " ",
    make("span", "what", ...[here.querySelector("s") ? make("s", "illegal", said(here)) : `${said(here)}`]),
    ...notes.map((note) => make("span", "note", ` ${note}`)));
  running.replaceChildren(...(frame.l ?? []).map(([heading, value]) =>
    make("div", "", make("dt", "", heading), make("dd", "", value))));
  drawFault(frame);
  for (const old of list.querySelectorAll(".here")) old.classList.remove("here"), old.removeAttribute("aria-current");
  here.classList.add("here");
  here.setAttribute("aria-current", "step");
  list.scrollTop = here.offsetTop - list.clientHeight / 3;
}

const said = (item) => item.querySelector(".did").textContent;

function drawFault(frame) {
  broken.hidden = !(frame.z && fault.rule);
  if (broken.hidden) return;
  const choices = fault.choices.map((each) => make("p", "choice", make("span", "", each.who), ...each.options.map(([before, after, cards]) =>
    make("span", "option", before, make("span", "fan", ...cut(cards).map((one) => make("i", "", card(one, true)))), after))));
  const known = sees(fault.seat) || fault.seat === null;
  broken.replaceChildren(make("h3", "", say("rule")), make("p", "rule", fault.rule),
    ...(known ? [make("h3", "", say("legal")), ...choices] : []));
}

/** The sentences of events of which this view did not see the card. */
function veil() {
  for (const text of list.querySelectorAll("[data-closed]")) {
    text.dataset.whole ??= text.textContent;
    text.textContent = sees(Number(text.dataset.knows)) ? text.dataset.whole : text.dataset.closed;
  }
}

// Moving

/** Shows a frame; `how` says what becomes of the address: "replace", "push" or nothing. */
function show(number, how = "replace") {
  const before = at;
  at = Math.min(Math.max(number, 0), last);
  const frame = frames[at];
  seats.forEach((_, seat) => drawSeat(frame, seat));
  drawMiddle(frame, at === before + 1);
  drawBeside(frame);
  slide.value = at;
  slide.setAttribute("aria-valuetext", status.textContent);
  for (const [name, end] of [["first", 0], ["back", 0], ["next", last], ["last", last]]) {
    find(`.go.${name}`).setAttribute("aria-disabled", String(at === end));
  }
  const jump = find("[data-choose=jump]");
  jump.value = data.jumps.findLast(([start]) => start <= at)?.[0] ?? 0;
  if (how) history[`${how}State`](null, "", `#e${Math.max(number, 0)}`);
}

function play(on) {
  clearInterval(timer);
  timer = null;
  if (on && at === last) show(0);
  if (on) timer = setInterval(() => { show(at + 1); if (at === last) play(false); }, PACE);
  const button = find(".go.play");
  const code = on ? "pause" : "play";
  button.querySelector("use").setAttribute("href", `#go-${code}`);
  button.setAttribute("aria-label", say(code));
  button.title = say(code);
  status.setAttribute("aria-live", on ? "off" : "polite");
}

function go(where) {
  if (where === "play") return play(timer === null);
  play(false);
  return show({ first: 0, back: at - 1, next: at + 1, last }[where]);
}

const named = () => /^#e(\d{1,6})$/.exec(location.hash)?.[1];

function follow() {
  const number = named();
  if (number === undefined || !line(number)) return;
  play(false);
  show(Number(number), "");
  reveal();
}

function reveal() {
  const { top, bottom } = felt.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) board.scrollIntoView({ block: "start" });
}

// What a reader does

const KEYS = { ArrowLeft: "back", ArrowRight: "next" };
const INSIDE = { Home: "first", End: "last", " ": "play" };

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, [contenteditable]")) return;
  const inside = event.target.closest("#board") && !event.target.closest("button, a, summary");
  const where = KEYS[event.key] ?? (inside ? INSIDE[event.key] : undefined);
  if (!where) return;
  event.preventDefault();
  go(where);
}

function onClick(event) {
  const link = event.target.closest('a[href^="#e"]');
  const number = link && /^#e(\d+)$/.exec(link.getAttribute("href"))?.[1];
  if (!number || !line(number) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  play(false);
  show(Number(number), "push");
  reveal();
}

function listen() {
  let start = null;
  felt.addEventListener("touchstart", ({ touches }) => { start = touches.length === 1 ? touches[0] : null; }, { passive: true });
  felt.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (start === null) return;
    const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? "next" : "back");
  });
  for (const button of board.querySelectorAll("[data-go]")) button.addEventListener("click", () => go(button.dataset.go));
  slide.addEventListener("input", () => { play(false); show(Number(slide.value)); });
  find("[data-choose=jump]").addEventListener("change", ({ target }) => { play(false); show(Number(target.value)); });
  find("[data-choose=view]").addEventListener("change", ({ target }) => {
    viewer = target.value === "" ? null : Number(target.value);
    veil();
    layOut();
    show(at);
  });
  find("[data-choose=four]").addEventListener("change", ({ target }) => colour(target.checked, true));
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  new ResizeObserver(() => {
    if (places.some((each) => abreast(each) !== each.most)) layOut(), show(at, "");
  }).observe(felt);
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
}

function colour(four, keep) {
  document.documentElement.classList.toggle("four-colours", four);
  find("[data-choose=four]").checked = four;
  try {
    if (keep) localStorage.setItem(FOUR, four ? "1" : "0");
  } catch { /* a browser that keeps nothing: the choice holds on this page */ }
}

function kept() {
  try {
    return localStorage.getItem(FOUR) === "1";
  } catch {
    return false;
  }
}

function option(value, text) {
  const element = make("option", "", text);
  element.value = value;
  return element;
}

find("[data-choose=jump]").append(...data.jumps.map(([number, text]) => option(number, text)));
find("[data-choose=view]").append(option("", say("open")), ...seats.map((who, seat) => option(seat, say("as-seat", { who }))));
slide.max = last;
colour(kept(), false);
for (const item of list.children) item.removeAttribute("id"); // or a browser would scroll to the list by itself
for (const part of board.querySelectorAll(".drawn, .moment")) part.hidden = false;
board.classList.add("live");
layOut();
show(Number(named() ?? fault?.frame ?? 0), "");
listen();
if (named() !== undefined) reveal();
