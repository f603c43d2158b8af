// The engine in the phone, as pages call it: whether it is there, fetching it, and asking it.
//
// What is to be fetched stands in the page, at [data-kit]; without it this server has no engine.
// Where there is a Cache API the files are kept in `kit-<hash>`; over plain http there is none, and
// the engine that was begun works as long as its page is open. The worker knows six calls, and the
// engine can be asked for them as soon as `start` was called: they wait for it.

const CACHE = "kit-";
const READY = "sheepfold-kit";
const PATIENCE = 60000;

const offer = () => {
  const told = document.querySelector("[data-kit]")?.dataset.kit;
  return told ? JSON.parse(told) : null;
};

export class NoRoom extends Error {}

let worker = null;
let booted = null;
let isUsed = false;
let asked = 0;
const waiting = new Map();

function ask(call, ...given) {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, call, given });
  });
}

function hear({ data: { id, said, problem } }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (problem === undefined) resolve(said);
  else reject(Object.assign(new Error(problem.message), { name: problem.name }));
}

function giveUp(problem) {
  for (const { reject } of waiting.values()) reject(problem);
  waiting.clear();
  worker?.terminate();
  worker = booted = null;
  isUsed = false;
}

function boot() {
  if (booted) return booted;
  const { python, pack, hash, worker: script } = offer();
  const cache = store() && CACHE + hash;
  const { lang: language } = document.documentElement;
  worker = new Worker(script, { type: "module" });
  worker.addEventListener("message", hear);
  worker.addEventListener("error", (event) => giveUp(new Error(event.message || "no worker")));
  booted = ask("boot", { python, pack, cache, language });
  // What the browser will not run says so in its console alone.
  const patience = setTimeout(() => giveUp(new Error("the engine does not start")), PATIENCE);
  booted.then(() => {}, giveUp).finally(() => clearTimeout(patience));
  return booted;
}

// Reads a file to its end and tells how many bytes came; they are counted unpacked.
async function fetched(url, size, tell, signal) {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const parts = [];
  const reader = response.body.getReader();
  let came = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    came += part.value.length;
    tell(part.value.length);
  }
  if (size && came !== size) throw new Error(`${url}: ${came} of ${size} bytes`);
  // With all that was said of it: the worker is ruled by a policy of its own, also from here.
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(new Blob(parts), { headers });
}

const store = () => globalThis.caches ?? null;

async function forgetOthers(name) {
  for (const other of await caches.keys()) {
    if (other.startsWith(CACHE) && other !== name) await caches.delete(other);
  }
}

// Ready is only what the page has gone on with: whoever hears it says until when to wait.
async function sayReady() {
  const until = [];
  document.dispatchEvent(new CustomEvent("sheepfold:ready", { detail: { until } }));
  await Promise.all(until);
}

export const kit = {
  // Whether this page names an engine, that of its server.
  isOffered: () => offer() !== null,

  // Whether points can be worked out without a network now.
  async isReady() {
    const told = offer();
    if (!told) return false;
    if (!store()) return booted !== null && (await booted.then(() => true, () => false));
    return localStorage.getItem(READY) === told.hash && (await caches.has(CACHE + told.hash));
  },

  // Whether it could for a release before this one: then nobody is asked again.
  wasReady: () => store() !== null && localStorage.getItem(READY) !== null,

  // Fetches everything; `onProgress(came, all)` is told in bytes on the way. Throws NoRoom where
  // the browser cannot keep it, an AbortError where `signal` stops it, and any other error where
  // something did not come. Only what is whole, and has started once, is ready.
  async makeReady(onProgress = () => {}, signal = undefined) {
    const told = offer();
    const name = CACHE + told.hash;
    let came = 0;
    try {
      const cache = await store()?.open(name);
      for (const [url, size, wire] of told.fetched) {
        const before = came;
        let read = 0;
        const tell = (bytes) => {
          read += bytes;
          came = before + (size ? Math.min(wire, (wire * read) / size) : 0);
          onProgress(came, told.wire);
        };
        // Most of it is the same from one release to the next.
        const kept = size ? await store()?.match(url) : undefined;
        await cache?.put(url, kept ?? (await fetched(url, size, tell, signal)));
        came = before + wire;
      }
      if (!store()) {
        await boot();
        await sayReady();
        return;
      }
      await forgetOthers(name);
      await boot();
      localStorage.setItem(READY, told.hash);
      if (!isUsed) kit.stop();
      await sayReady();
      // Asked for here and never on opening a page: some browsers ask the person.
      await navigator.storage?.persist?.();
    } catch (problem) {
      if (problem.name === "QuotaExceededError") {
        await caches.delete(name);
        throw new NoRoom(problem.message);
      }
      throw problem;
    }
  },

  // Opens a table's sheet as `state.json` tells it; again where the server has told something new.
  // Hands of this phone are added afterwards. The page's language and address are those of the page.
  async start(state) {
    const begun = boot();
    isUsed = true;
    await begun;
    const { lang } = document.documentElement;
    const address = state.address ?? location.pathname;
    return ask("open", { ...state, language: lang, address });
  },

  // { coming, questions, standing, sheet, drawings, said, pays }: fragments; { save_words, place,
  // is_done }; and waiting: [{ seq, number, place }] of the hands of this phone. `dealer`: the seat
  // that deals the coming hand, where somebody chose another one. `held`, here and in the next two:
  // the seq of the hand that is being changed; then it is about that one.
  page: (dealer = null, held = null) => ask("page", dealer, held),

  // What is typed is [[name, value], …], as FormData gives it; here and in `read`.
  preview: async (answers, held = null) => (await ask("preview", answers, held)).preview,

  // { record, dealer, points }, or { problems, questions, refused }: the form again with what is
  // wrong, and the words above the button. Where cards were to be counted, problems is empty.
  read: (answers, held = null) => ask("read", answers, held),

  // { points } of all hands of this phone, by seq; or { problem } where it cannot be, and then
  // nothing is changed.
  add: (record, seq) => ask("add", record, seq),
  remove: (seq) => ask("remove", seq),

  // Ends the engine; `start` begins it anew.
  stop: () => giveUp(new Error("stopped")),

  // How many bytes of memory it has.
  heap: () => ask("heap"),
};

// The offer in the table's menu: one sentence at a time says how far it is.

const MEGABYTE = 1000000;

function showOffer(box) {
  const part = (name, value) => box.querySelector(`[data-${name}="${value}"]`);
  const words = part("state", "loading").textContent;
  let stopping = null;

  const show = (state) => {
    for (const each of box.querySelectorAll("[data-state]")) each.hidden = each.dataset.state !== state;
    part("do", "make").hidden = state === "loading" || state === "ready";
    part("do", "stop").hidden = state !== "loading";
    part("if", "plain").hidden = state !== "ready" || isSecureContext;
    // Only Safari on a phone knows this word, and says no as long as it shows the page itself.
    part("if", "safari").hidden = state !== "ready" || navigator.standalone !== false;
  };
  const tell = (came) => {
    const shown = (came / MEGABYTE).toLocaleString(document.documentElement.lang, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    part("state", "loading").textContent = words.replace("{}", shown);
  };

  const make = async () => {
    stopping = new AbortController();
    tell(0);
    show("loading");
    try {
      await kit.makeReady(tell, stopping.signal);
      show("ready");
    } catch (problem) {
      show(problem.name === "AbortError" ? "offered" : problem instanceof NoRoom ? "full" : "failed");
    }
  };
  const begin = async () => {
    if (await kit.isReady()) show("ready");
    else if (kit.wasReady() && navigator.onLine) make();
    else show("offered");
  };

  part("do", "make").addEventListener("click", () => {
    const made = make();
    part("do", "stop").focus(); // the button that was pressed is gone
    made.then(() => part("do", "make").focus());
  });
  part("do", "stop").addEventListener("click", () => stopping.abort());

  begin();
  part("do", "make").disabled = false;
}

for (const box of document.querySelectorAll("[data-kit]")) showOffer(box);
