// The worker of verify.html: fetches Pyodide and the replayer, runs nothing of them that is not byte for byte what the
// page names, and judges one record. It sends nothing.

let bytes = {}; // by the name of a file

self.onmessage = async ({ data }) => {
  try {
    bytes = await fetched(data.base, data.files);
    if (bytes === null) return;
    self.postMessage({ step: "starting" });
    const python = await started();
    self.postMessage({ step: "judging" });
    self.postMessage({ judged: judged(python, data) });
  } catch (error) {
    self.postMessage({ failed: String(error?.message ?? error).slice(0, 300) });
  }
};

/** The files, null where one is missing or is not what it should be. */
async function fetched(base, files) {
  const whole = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  const found = {};
  let before = 0;
  for (const [name, { size, sha256 }] of Object.entries(files)) {
    const answer = await fetch(base + name).catch(() => null);
    if (!answer?.ok) return refused({ missing: name });
    found[name] = await read(answer.body.getReader(), size, (here) => self.postMessage({ loaded: (100 * (before + here)) / whole }));
    if (found[name] === null || (await digest(found[name])) !== sha256) return refused({ altered: name });
    before += size;
  }
  return found;
}

function refused(why) {
  self.postMessage(why);
  return null;
}

/** The bytes of an answer, null where they are not `size` bytes. */
async function read(reader, size, tell) {
  const whole = new Uint8Array(size);
  for (let at = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return at === size ? whole : null;
    if (at + value.length > size) return null;
    whole.set(value, at);
    at += value.length;
    tell(at);
  }
}

async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const TYPES = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json", zip: "application/zip" };
const typed = (name) => ({ type: TYPES[name.split(".").pop()] });
const imported = (name) => import(URL.createObjectURL(new Blob([bytes[name]], typed(name))));

/** Python, from the fetched bytes alone: from here on there is no other way to fetch anything. */
async function started() {
  self.fetch = async (address) => {
    const name = String(address.url ?? address).split("/").pop();
    if (!Object.hasOwn(bytes, name)) return new Response("", { status: 404 });
    return new Response(bytes[name], { headers: { "Content-Type": typed(name).type } });
  };
  const { loadPyodide } = await imported("pyodide.mjs");
  const { default: createPyodideModule } = await imported("pyodide.asm.mjs");
  const indexURL = "https://pyodide.invalid/";
  const lockFileContents = new TextDecoder().decode(bytes["pyodide-lock.json"]);
  const python = await loadPyodide({ indexURL, lockFileContents, createPyodideModule, stdLibURL: `${indexURL}python_stdlib.zip` });
  python.unpackArchive(bytes["program.zip"], "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}

const JUDGE = `
from dealproof.web.verify_page.judge import judged
judged(*(None if each is None else each.to_bytes() for each in (record, receipt, policy)), now)
`;

function judged(python, { record, receipt, policy, now }) {
  for (const [name, value] of Object.entries({ record, receipt, policy, now })) python.globals.set(name, value ?? undefined);
  return python.runPython(JUDGE);
}
