// Keeps a table's page up to date, and says on the page whether it is.
//
// The root element carries data-stream (where the events come from), data-seen (the version that
// the page shows) and data-base (the table's address, to which the parts' links are relative).
// Every element with data-live and an id is replaced by its newer self.

const SILENCE = 12000; // without a word for so long the connection is taken for dead
const BEAT = 7000; // a live connection is heard more often than this
const UNSEEN = 15000; // a page that nobody sees lets go: a browser has six connections to a site
const SHORTEST_WAIT = 1000;
const LONGEST_WAIT = 4000;

let root = null;
let state = "connecting";
let source = null;
let seen = 0;
let wait = SHORTEST_WAIT;
let heardAt = 0;
let silence;
let retry;
let rest;
let isResting = false;
let isGone = false;

function say(word) {
  state = word;
  const status = document.querySelector("[data-live-status]");
  if (!status || (status.dataset.state === state && !status.hidden)) return;
  status.dataset.state = state;
  status.querySelector("[data-words]").textContent = status.dataset[`${state}Words`];
  status.hidden = false;
}

// The connection.

function connect() {
  disconnect();
  if (!root || isGone || isResting) return;
  const stream = new EventSource(`${root.dataset.stream}?seen=${seen}`);
  source = stream;
  silence = setTimeout(connect, SILENCE);
  stream.addEventListener("hello", heard);
  stream.addEventListener("beat", heard);
  stream.addEventListener("sheet", (event) => {
    show(event.data);
    seen = Number(event.lastEventId);
    root.dataset.seen = seen;
    heard();
    document.dispatchEvent(new CustomEvent("sheepfold:sheet", { detail: { version: seen } }));
  });
  stream.addEventListener("gone", () => {
    isGone = true;
    disconnect();
    say("gone");
  });
  stream.addEventListener("stale", () => location.reload());
  stream.addEventListener("error", () => {
    say("connecting");
    if (stream.readyState === EventSource.CLOSED) connectLater();
  });
}

function disconnect() {
  clearTimeout(silence);
  clearTimeout(retry);
  source?.close();
  source = null;
}

function connectLater() {
  disconnect();
  retry = setTimeout(connect, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function restWhileUnseen() {
  clearTimeout(rest);
  if (document.hidden) {
    rest = setTimeout(() => {
      isResting = true;
      disconnect();
      if (!isGone) say("connecting");
    }, UNSEEN);
    return;
  }
  isResting = false;
  if (Date.now() - heardAt > BEAT) connect();
}

function heard() {
  heardAt = Date.now();
  wait = SHORTEST_WAIT;
  clearTimeout(silence);
  silence = setTimeout(() => {
    say("connecting");
    connect();
  }, SILENCE);
  say("live");
}

// The page.

function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const landmark = findLandmark();
  const height = landmark?.element.getBoundingClientRect().top;
  for (const part of fresh.querySelectorAll("[data-live][id]")) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    completeLinks(part, root.dataset.base);
    replace(old, document.adoptNode(part));
  }
  const now = landmark && (document.getElementById(landmark.id) ?? landmark.element);
  if (now?.isConnected) window.scrollBy(0, now.getBoundingClientRect().top - height);
}

function completeLinks(part, base) {
  for (const link of part.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href");
    if (!/^[#/?]|^[a-z]+:/.test(address)) link.setAttribute("href", base + address);
  }
}

function replace(old, part) {
  if (old.isEqualNode(part)) return;
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const before = new Map([...old.querySelectorAll("[id]")].map((element) => [element.id, element]));
  old.replaceWith(part);
  for (const element of part.querySelectorAll("[id]")) {
    const was = before.get(element.id);
    if (!was) element.classList.add("is-new");
    else if (was.open) element.open = true; // what the reader had opened stays open
  }
  if (focus) focusAgain(focus, part);
}

function focusAgain(was, part) {
  const address = was.getAttribute("href");
  const again = was.id
    ? document.getElementById(was.id)
    : address && part.querySelector(`[href="${CSS.escape(address)}"]`);
  again?.focus({ preventScroll: true });
}

// What must not move under the reader's eyes: what is being typed into, or the first line in
// view. At the top of the page nothing holds: there the newest line is to be seen.
function findLandmark() {
  const typed = document.activeElement;
  if (typed?.matches("input, select, textarea") && !typed.closest("[data-live]")) {
    return { id: typed.id, element: typed };
  }
  if (window.scrollY === 0) return null;
  const element = [...document.querySelectorAll("[data-live] [id]")].find(
    (candidate) => candidate.getBoundingClientRect().top >= 0,
  );
  return element ? { id: element.id, element } : null;
}

// A page, or a saved form that brought another one in its place, begins here. The connection to
// the same table goes on.
function begin() {
  const before = root?.dataset.base;
  root = document.querySelector("[data-stream]");
  if (!root) {
    disconnect();
    return;
  }
  const known = root.dataset.base === before ? seen : 0;
  seen = Number(root.dataset.seen);
  if (known && seen >= known && (source || isGone || isResting)) {
    say(state);
    return;
  }
  say("connecting");
  connect();
}

begin();
document.addEventListener("htmx:afterSettle", () => {
  if (!root?.isConnected) begin();
});
document.addEventListener("visibilitychange", restWhileUnseen);
if (document.hidden) restWhileUnseen();
window.addEventListener("online", connect);
window.addEventListener("pagehide", disconnect);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});
