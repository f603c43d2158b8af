// Takes of the published package's standard library what the phone needs, compiled there where it will run.
// node vendor_kit.mjs PACKAGE_FOLDER APP_PACK CALLS_JSON LIBRARY_OUT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, pack, calls, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
python.FS.writeFile("/app.pack", readFileSync(pack));
python.globals.set("calls", readFileSync(calls, "utf8"));
python.runPython(`
import json, sys, zipfile
with zipfile.ZipFile("/app.pack") as pack:
    pack.extractall("/app")
sys.path.insert(0, "/app")
from kit import field
field.begin("en")
for call in json.loads(calls):
    field.answer(json.dumps(call))

import importlib._bootstrap_external as loading, io, marshal
library = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
names = set(library.namelist())
kept = set()
for name in list(sys.modules):
    path = name.replace(".", "/")
    kept |= {each for each in (f"{path}.py", f"{path}/__init__.py") if each in names}
whole = io.BytesIO()
with zipfile.ZipFile(whole, "w") as small:
    for path in sorted(kept):
        code = compile(library.read(path), path, "exec", dont_inherit=True, optimize=2)
        compiled = loading._code_to_hash_pyc(code, bytes(8), checked=False)
        small.writestr(zipfile.ZipInfo(path + "c", (1980, 1, 1, 0, 0, 0)), bytes(compiled))
`);
writeFileSync(out, python.runPython("whole.getvalue()").toJs());
console.log(python.runPython("f'{len(kept)} of {len(names)} files'"));
process.exit(0);
