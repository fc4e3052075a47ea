// Judges many records with the replayer of verify.html in Pyodide, under Node.
//
//   node pyodide.mjs PYODIDE PROGRAM INPUTS
//
// PYODIDE is the folder of Pyodide, PROGRAM the archive of the replayer, INPUTS a file with a JSON object a line: `record`,
// `receipt` and `policy` in base64 or null, and `now`. Prints what `judge.judged` returns, a line an input.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, program, inputs] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(program)), "zip", { extractDir: "/program" });
python.globals.set("inputs", readFileSync(inputs, "utf-8"));
process.stdout.write(python.runPython(`
import sys
sys.path.insert(0, "/program")
import base64, json
from dealproof.web.verify_page.judge import judged

def bytes_of(text):
    return None if text is None else base64.b64decode(text)

def answers():
    for line in map(json.loads, inputs.splitlines()):
        yield judged(*(bytes_of(line[name]) for name in ("record", "receipt", "policy")), line["now"])

"\\n".join(answers()) + "\\n"
`));
