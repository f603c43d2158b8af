// The engine in the phone: the server's own Python, and with it its games, forms, sheets and words.
//
// It is told { id, call, given } and answers { id, said } or { id, problem: { name, message } }.
// The first call is "boot", with where its files are; "heap" says how much memory there is; all
// others are those of kit/field.py.

const FILE = 0x04034b50; // so the head of a file in the pack begins
const MEMORY = "/kit-memory"; // in the cache of an engine

let python = null;
let answer = null;

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

// Lays our part out: in the pack file after file stands as it is, each after its own head.
function unpack(pack) {
  const [bytes, view] = [new Uint8Array(pack), new DataView(pack)];
  for (let at = 0; view.getUint32(at, true) === FILE; ) {
    const name = at + 30;
    const begin = name + view.getUint16(at + 26, true);
    const path = `/app/${new TextDecoder().decode(bytes.subarray(name, begin))}`;
    at = begin + view.getUint32(at + 18, true);
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes.subarray(begin, at));
  }
}

// The engine has begun: without room for its memory, or where the browser cannot keep it, the next
// one begins anew.
async function keepMemory(cache) {
  try {
    await cache.put(MEMORY, new Response(python.makeMemorySnapshot()));
  } catch (problem) {
    if (problem.name !== "QuotaExceededError") console.warn(problem);
  }
}

const calls = {
  // The memory of an engine that has just begun is kept in its `cache`, where there is one: from there
  // the next one goes on, in a third of the time. One that cannot begins anew.
  async boot({ python: home, pack, cache: name, language }) {
    const came = fetched(pack);
    const { loadPyodide } = await import(`${home}pyodide.mjs`);
    const cache = name && (await caches.open(name));
    const memory = (await cache?.match(MEMORY))?.arrayBuffer();
    const begin = (how) => loadPyodide({ indexURL: home, ...how });
    const woken = memory && (await begin({ _loadSnapshot: memory }).catch(() => null));
    python = woken ?? (await begin({ _makeSnapshot: Boolean(cache) }));
    unpack(await came);
    if (!woken) {
      python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/app")
from kit import field
field.begin("${language}")
`);
      if (cache) await keepMemory(cache);
    }
    answer = python.globals.get("field").answer;
  },

  heap: () => python._module.HEAPU8.length,
};

self.addEventListener("message", async ({ data: { id, call, given } }) => {
  try {
    const said = calls[call]
      ? await calls[call](...given)
      : JSON.parse(answer(JSON.stringify([call, ...given])));
    self.postMessage({ id, said });
  } catch (problem) {
    const { name, message = String(problem) } = problem ?? {};
    self.postMessage({ id, problem: { name, message } });
  }
});
