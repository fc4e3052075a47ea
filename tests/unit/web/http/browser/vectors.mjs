// What the browser's module must answer to each probe of fixtures/vectors/. Runs in Node and in a page alike, so it
// uses nothing of either; `prove(dealproof, kind, vector)` throws where the module answers otherwise.

const LABELS = ["deal/0", "deal/1", "first-seat", "reshuffle/0", "seating"];

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

function equal(found, expected, what) {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

async function refusal(action) {
  try {
    await action();
  } catch (error) {
    return error;
  }
  return null;
}

const PROOFS = {
  async commitment(d, { server_seed: seed, commitment, refused }) {
    equal((await d.commit(d.parseHex(seed, 32))) !== commitment, refused, "refused");
  },
  async "player-seed"(d, { seed, commitment, refused }) {
    equal((await d.commitPlayerSeed(seed)) !== commitment, refused, "refused");
  },
  async salt(d, { header, player_seeds: seeds, salt }) {
    equal(d.hex(await d.salt(header, seeds)), salt, "salt");
  },
  async stream(d, { server_seed: seed, salt, label, stream }) {
    equal(d.hex(await d.stream(bytes(seed), bytes(salt), label, stream.length / 2)), stream, "stream");
    equal(d.hex(await d.stream(bytes(seed), bytes(salt), label)).slice(0, stream.length), stream, "prefix");
  },
  async uniform(d, { server_seed: seed, salt, label, sizes, results, thrown_away: thrown }) {
    const draw = new d.Draw(await d.stream(bytes(seed), bytes(salt), label));
    equal(sizes.map((m) => draw.uniform(m)), results, "results");
    equal(draw.at / 4 - sizes.length, thrown, "thrown away");
    const rest = () => { for (;;) draw.uniform(1); };
    equal((await refusal(rest)) instanceof RangeError, true, "a stream that runs out is an error");
  },
  async shuffle(d, { server_seed: seed, salt, label, order }) {
    equal(new d.Draw(await d.stream(bytes(seed), bytes(salt), label)).order(order.length), order, "order");
  },
  async "log-hash"(d, { salt, events, log_hash: hash }) {
    equal(d.hex(await d.logHash(bytes(salt), events)), hash, "log hash");
  },
  async signature(d, { public_key: key, sig, digest, refused }) {
    equal(await d.knowsEd25519(), true, "Ed25519");
    const holds = await d.signatureHolds(d.parseBase64(key, 32), d.parseBase64(sig, 64), bytes(digest));
    equal(!holds, refused, "refused");
  },
  async canonical(d, { value, canonical }) {
    equal(d.canonical(value), canonical, "canonical");
    equal(d.canonical(d.parseJson(d.utf8(canonical))), canonical, "read and written again");
  },
  async json(d, { hex, pointer, refused }) {
    const text = bytes(hex);
    if (refused === null) {
      const own = JSON.parse(new TextDecoder().decode(text));
      return equal(d.canonical(d.parseJson(text)), d.canonical(own), "value");
    }
    const fault = await refusal(() => d.parseJson(text));
    return equal([fault?.pointer, fault?.code], [pointer, refused], "refusal");
  },
  async rfc5869(d, { ikm, salt, info, okm }) {
    equal(d.hex(await d.hkdf(bytes(ikm), bytes(salt), bytes(info), okm.length / 2)), okm, "okm");
  },
  async protocol(d, v) {
    const [seed, salt] = [bytes(v.server_seed), bytes(v.salt)];
    const draw = async (label) => new d.Draw(await d.stream(seed, salt, label));
    const dealt = async (label, deck) => (await draw(label)).order(deck.length).map((place) => deck[place]);
    equal(await d.commit(seed), v.header.server_commitment, "commitment");
    for (const [seat, commitment] of v.header.player_commitments.entries())
      if (commitment) equal(await d.commitPlayerSeed(v.player_seeds[seat]), commitment, `seat ${seat}`);
    equal(d.canonical(v.header), v.header_jcs, "header");
    equal(d.hex(await d.salt(v.header, v.player_seeds)), v.salt, "salt");
    for (const label of LABELS) equal(d.hex(await d.stream(seed, salt, label, 32)), v.stream[label], label);
    const first = await draw("first-seat");
    equal(v["uniform_first-seat"].map(([m]) => [m, first.uniform(m)]), v["uniform_first-seat"], "uniform");
    for (const label of Object.keys(v.deck)) equal(await dealt(label, v.canonical_deck), v.deck[label], label);
    equal(d.cut(await dealt("deal/0", v.canonical_deck), v.events[0].at), v.deck_after_cut, "cut");
    const pack = Array.from("shdc").flatMap((suit) => Array.from("A23456789TJQK", (rank) => rank + suit));
    equal(await dealt("deal/0", [...pack, ...pack, ...pack, "Jk", "Jk", "Jk"]), v["rummy_deck_of_159_deal/0"], "159");
    for (const [i, hash] of v.log_hash.entries())
      equal(d.hex(await d.logHash(salt, v.events.slice(0, i))), hash, `log hash ${i}`);
    equal(v.log_hash.at(-1), v.log_head, "log head");
    const { event, public: key } = v.signing;
    const sig = d.parseBase64(v.events[event].sig, 64);
    const holds = (hash) => d.signatureHolds(d.parseBase64(key, 32), sig, bytes(hash));
    equal([await holds(v.log_hash[event + 1]), await holds(v.log_hash[event])], [true, false], "signature");
  },
};

export const KINDS = Object.keys(PROOFS);
export const prove = (dealproof, kind, vector) => PROOFS[kind](dealproof, vector);
