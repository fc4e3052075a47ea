// What web/http/static/player.js must answer to each case of fixtures/player/. Runs in Node and in a page alike;
// `follow(player, vector, reload)` throws where a step gives anything else. With `reload` the client is thrown away before
// each step and loaded from what it kept.

/** JSON without regard to the order of keys. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

const text = (value) => JSON.stringify(sorted(value ?? null));

function equal(found, expected, what) {
  if (text(found) !== text(expected)) throw new Error(`${what}: ${text(found)}, not ${text(expected)}`);
}

/** Python says with its own pointer what is wrong with a header. */
const evidence = (code, value) => (code === "bad-header" ? null : value);

export async function follow(player, vector, reload) {
  const storage = player.memoryStorage();
  const { policy, seed, secret } = vector;
  let client = await player.Player.make(storage, policy, { seed, secret });
  equal([client.commitment, client.key], [vector.commitment, vector.key], "made");
  for (const [place, { do: name, with: given, gives, refused = null, evidence: proof, phase }] of vector.steps.entries()) {
    const what = `step ${place}, ${name}`;
    if (reload) client = await player.Player.load(storage, vector.commitment);
    const before = await storage.get(`seat/${vector.commitment}`);
    const calls = {
      seeCheckpoint: (...values) => player.seeCheckpoint(storage, policy, ...values),
      logSeen: (...values) => player.logSeen(storage, ...values),
    };
    const call = calls[name] ?? ((...values) => client[name](...values));
    let found = null;
    let fault = null;
    try {
      found = await call(...structuredClone(given));
    } catch (error) {
      if (!(error instanceof player.Refused)) throw error;
      fault = error;
    }
    equal(fault && fault.code, refused, what);
    if (fault) equal(evidence(refused, fault.evidence), evidence(refused, proof), `${what}, evidence`);
    else equal(found, gives, what);
    equal(client.phase, phase, `${what}, phase`);
    if (fault) equal(await storage.get(`seat/${vector.commitment}`), before, `${what}: a refused step changes nothing`);
  }
}
