// Keeps the page of a table or an event up to date, and says on the page whether it is.
//
// The root element carries data-stream (where the events come from), data-seen (the version that
// the page shows) and data-base (the address to which the parts' links are relative). Every
// element with data-live and an id is replaced by its newer self. Those that a page of an event
// alone has are fetched by the page, from data-address if it says so: whenever it is told of a
// change, or, with data-refetch="marker", when the element with data-marker comes with another
// one. Pages that many people look at come one after the other, within data-patience milliseconds.
// Where data-deed says by how much a director's deed changes the version, such a page is fetched at
// once for a deed, and for what phones enter once in data-pace milliseconds, or never ("deeds").
//
// Who must keep a part as it is, because it is in use, prevents its "sheepfold:replace" and says
// "sheepfold:free" when it may go. Before anything is shown there is a "sheepfold:show" (who prevents
// it puts the page in itself), and after it a "sheepfold:shown".
//
// Where a line was added to a sheet, it comes alone ("row"): the others are taken from the page. What
// comes says how many lines there are then (data-lines), and upon which version it follows.

const SILENCE = 7000; // without a word for so long, where a beat is due, the connection is dead
const PATIENCE = 12000; // so long an answer may take
const BEAT = 6000; // a live connection is heard more often than this
const UNSEEN = 15000; // a page that nobody sees lets go: a browser has six connections to a site
const SHORTEST_WAIT = 1000;
const LONGEST_WAIT = 4000;
const POKE = 5000; // so often it is tried whether there is no network really
const NUMBERS = "[name=csrfmiddlewaretoken], [name=submission], [name=seen_version]";

// By this the server knows the stream of the page that saves: it has the answer.
const view = crypto.getRandomValues(new Uint32Array(4)).join("-");

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
let isOffline = false; // so the browser says, which lies both ways
let fetching = null; // stops the answer that is on its way
let isFetchDue = false;
let dueAt = 0;
let fetchedAt = -Infinity;
let isHeld = false; // something that came was not shown, because its place was in use
let drawn = 0; // the version that the parts which the page fetches show at least
let again;

function say(word) {
  const status = document.querySelector("[data-live-status]");
  const isOver = document.querySelector("[data-ended]") || status?.dataset.over;
  state = word === "live" && isOver ? "ended" : word;
  document.dispatchEvent(new CustomEvent("sheepfold:state", { detail: { state } }));
  if (!status || (status.dataset.state === state && !status.hidden)) return;
  status.dataset.state = state;
  status.querySelector("[data-words]").textContent = status.dataset[`${state}Words`];
  status.hidden = false;
}

// The connection.

function connect() {
  disconnect();
  if (!root || isGone || isResting) return;
  const stream = new EventSource(`${root.dataset.stream}?seen=${seen}&view=${view}`);
  source = stream;
  silence = setTimeout(connect, PATIENCE);
  stream.addEventListener("hello", heard);
  stream.addEventListener("beat", (event) => {
    // What looks as it did before is not told; but this page has fetched what was in between.
    if (Number(event.data) > drawn && drawn > seen) fetchSoon();
    heard();
  });
  stream.addEventListener("sheet", (event) => {
    // The answer to a form that was saved here may have come first: it shows this already.
    if (Number(event.lastEventId) > seen) showSheet(event, parsed(event.data));
    else told(event);
  });
  stream.addEventListener("row", (event) => {
    const end = event.data.indexOf("\n");
    const fresh = parsed(event.data.slice(end));
    if (Number(event.lastEventId) <= seen) {
      told(event);
    } else if (Number(event.data.slice(0, end)) === seen && completeLines(fresh)) {
      showSheet(event, fresh);
    } else {
      seen = 0; // whatever this page shows, it gets the whole sheet
      connect();
    }
  });
  stream.addEventListener("event", (event) => {
    const before = marker(document);
    showPage(parsed(event.data));
    if (root.dataset.refetch === "marker" && marker(document) !== before) fetchSoon();
    told(event);
  });
  stream.addEventListener("changed", (event) => {
    const version = Number(event.lastEventId);
    if (version < drawn) drawn = 0; // a copy from before was put back
    if (deedsIn(version) > deedsIn(drawn)) fetchSoon();
    else if (version > drawn && root.dataset.pace !== "deeds") fetchSoon(pace());
    told(event);
  });
  stream.addEventListener("own", () => {
    fetchSoon();
    heard();
  });
  stream.addEventListener("gone", () => {
    isGone = true;
    disconnect();
    say("gone");
  });
  stream.addEventListener("stale", () => location.reload());
  stream.addEventListener("error", () => {
    say(isOffline ? "offline" : "connecting");
    if (stream.readyState !== EventSource.CLOSED) return;
    connectLater();
    askWhether(stream.url);
  });
}

// Refused, and why is not said to a stream: where there is nothing any more, whoever directed has
// been signed out or directs no more, and the page is asked for anew.
async function askWhether(address) {
  const stop = new AbortController();
  try {
    const answer = await fetch(address, { cache: "no-store", signal: stop.signal });
    if (answer.status === 404) location.reload();
    stop.abort();
  } catch {
    // Nobody answers: it is tried again anyway.
  }
}

function showSheet(event, fresh) {
  showPage(fresh);
  told(event);
  document.dispatchEvent(new CustomEvent("sheepfold:sheet", { detail: { version: seen } }));
}

function told(event) {
  seen = Math.max(seen, Number(event.lastEventId));
  root.dataset.seen = seen;
  heard();
}

function disconnect() {
  clearTimeout(silence);
  clearTimeout(retry);
  source?.close();
  source = null;
}

function connectLater() {
  disconnect();
  retry = setTimeout(connect, isOffline ? POKE : wait);
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
  if (isFetchDue) fetchNow();
}

function heard() {
  heardAt = Date.now();
  isOffline = false;
  wait = SHORTEST_WAIT;
  clearTimeout(silence);
  silence = setTimeout(() => {
    say("connecting");
    connect();
  }, SILENCE);
  say("live");
}

// What the page fetches itself. While an answer is on its way, another one may become due.

function marker(page) {
  return page.querySelector("[data-marker]")?.dataset.marker;
}

function deedsIn(version) {
  return Math.floor(version / Number(root.dataset.deed ?? 1));
}

function pace() {
  return Number(root.dataset.pace) || 0;
}

function fetchSoon(apart = 0) {
  const now = performance.now();
  const patience = Math.random() * Number(root.dataset.patience ?? 0);
  const at = Math.max(now + patience, fetchedAt + apart);
  if (isFetchDue && dueAt <= at) return;
  isFetchDue = true;
  dueAt = at;
  clearTimeout(again);
  again = setTimeout(fetchNow, at - now);
}

async function fetchNow() {
  clearTimeout(again);
  isFetchDue = true;
  // It is asked again as soon as the answer is there, or somebody looks.
  if (fetching || document.hidden) return;
  isFetchDue = false;
  fetchedAt = performance.now();
  let hasFailed = false;
  fetching = new AbortController();
  const limit = setTimeout(() => fetching.abort(), PATIENCE);
  try {
    const { signal } = fetching;
    const address = addressNow();
    const answer = await fetch(address, { cache: "no-cache", signal });
    if (!answer.ok) throw new Error(answer.statusText);
    showFetched(await answer.text(), address);
  } catch {
    isFetchDue = hasFailed = true;
  } finally {
    clearTimeout(limit);
    fetching = null;
  }
  if (isFetchDue) again = setTimeout(fetchNow, hasFailed ? LONGEST_WAIT : pace());
}

function addressNow() {
  return root.dataset.address ?? location.href;
}

function showFetched(html, address) {
  const fresh = parsed(html);
  const state = Number(fresh.querySelector("[data-stream]")?.dataset.seen ?? 0);
  const parts = [...fresh.querySelectorAll("[data-live][id]")];
  if (address !== addressNow() || !root.isConnected) {
    isFetchDue = true; // meanwhile something else is looked at, or a saved form has come
  } else if (!parts.some((part) => document.getElementById(part.id))) {
    // The address leads to another page now: the round is closed, or nobody is signed in.
    if (mayReplace(root)) location.assign(address.split("#")[0]);
  } else if (!state || state >= drawn) {
    // An older one was on its way while a saved form brought what the page shows.
    drawn = Math.max(drawn, state);
    showPage(fresh);
  }
}

document.addEventListener("sheepfold:fetch", fetchNow);
document.addEventListener("sheepfold:free", () => {
  if (!isHeld || !root) return;
  isHeld = false;
  fetchSoon();
});

// The page.

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

function showPage(fresh) {
  const put = () => putIn(fresh);
  const asked = new CustomEvent("sheepfold:show", { cancelable: true, detail: { fresh, put } });
  if (document.dispatchEvent(asked)) put();
}

function putIn(fresh) {
  const landmark = findLandmark();
  const height = landmark?.element.getBoundingClientRect().top;
  const over = fresh.querySelector("[data-over]")?.dataset.over;
  for (const part of fresh.querySelectorAll("[data-live][id]")) {
    const old = document.getElementById(part.id);
    if (!old) continue;
    completeLinks(part, root.dataset.base);
    if (!isSame(old, part) && mayReplace(old, part)) replace(old, document.adoptNode(part));
  }
  // An event is over when its final list is locked, until somebody opens it again.
  const status = document.querySelector("[data-live-status]");
  if (status && over !== undefined) {
    status.dataset.over = over;
    if (state === "live" || state === "ended") say("live");
  }
  const now = landmark && (document.getElementById(landmark.id) ?? landmark.element);
  if (now?.isConnected) window.scrollBy(0, now.getBoundingClientRect().top - height);
  document.dispatchEvent(new CustomEvent("sheepfold:shown"));
}

// Puts the lines that the page shows below the new one; says whether it is the next one of them, or
// stands there already (`isShown`). A page without a sheet needs none.
function completeLines(fresh, isShown = false) {
  const lines = fresh.querySelector("[data-lines]");
  if (!lines || !document.getElementById("live-sheet")) return true;
  const shown = document.querySelector("#live-sheet [data-lines]");
  const before = Number(lines.dataset.lines) - (isShown ? 0 : 1);
  if (Number(shown?.dataset.lines) !== before) return false;
  lines.removeAttribute("data-alone");
  if (isShown) lines.replaceChildren();
  const others = shown.dataset.lines === "0" ? [] : shown.rows; // else it says that there is none
  for (const row of others) {
    const line = lines.appendChild(row.cloneNode(true));
    line.classList.remove("is-new");
    if (!line.className) line.removeAttribute("class");
  }
  return true;
}

function completeLinks(part, base) {
  for (const link of part.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href");
    if (!/^[#/?]|^[a-z]+:/.test(address)) link.setAttribute("href", base + address);
  }
}

// Whether both read the same: the numbers of forms differ each time, and a clock runs by itself.
function isSame(old, part) {
  return bare(old).isEqualNode(bare(part));
}

function bare(part) {
  const copy = part.cloneNode(true);
  copy.removeAttribute("class");
  for (const field of copy.querySelectorAll(NUMBERS)) field.removeAttribute("value");
  for (const clock of copy.querySelectorAll("[data-clock]")) {
    clock.removeAttribute("class");
    clock.replaceChildren();
  }
  for (const element of copy.querySelectorAll("[autofocus]")) element.removeAttribute("autofocus");
  for (const element of copy.querySelectorAll("[data-keep]")) element.removeAttribute("data-keep");
  for (const element of copy.querySelectorAll(".is-new")) {
    element.classList.remove("is-new");
    if (!element.className) element.removeAttribute("class");
  }
  return copy;
}

function mayReplace(old, part = null) {
  const asked = new CustomEvent("sheepfold:replace", {
    bubbles: true,
    cancelable: true,
    detail: { part },
  });
  const may = old.dispatchEvent(asked);
  if (!may) isHeld = true;
  return may;
}

function replace(old, part) {
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const before = new Map([...old.querySelectorAll("[id]")].map((element) => [element.id, element]));
  const { scrollTop } = old;
  for (const element of part.querySelectorAll("[autofocus]")) element.removeAttribute("autofocus");
  part.className = old.className; // a place looks as its page wants it
  part.classList.add("is-new");
  old.replaceWith(part);
  part.scrollTop = scrollTop;
  for (const element of part.querySelectorAll("[id]")) {
    const was = before.get(element.id);
    if (!was || (was.matches("td") && figureIn(was) !== figureIn(element))) {
      element.classList.add("is-new");
    } else if (was.open) {
      element.open = true; // what the reader had opened stays open
    }
  }
  window.htmx?.process(part);
  if (focus) focusAgain(focus, part);
}

function figureIn(cell) {
  return cell.textContent.replace(/\s+/g, " ").trim();
}

// On the same link or button; where it has gone, on the part itself, so that the next step with
// the keyboard goes on from here.
function focusAgain(was, part) {
  const alike = was.matches("a, button") ? [...part.querySelectorAll(was.localName)] : [];
  const again = was.id
    ? document.getElementById(was.id)
    : alike.find((one) => nameOf(one) === nameOf(was));
  if (!again) part.tabIndex = -1;
  (again ?? part).focus({ preventScroll: true });
}

function nameOf(element) {
  return element.getAttribute("href") ?? element.textContent;
}

// What must not move under the reader's eyes: what is being typed into, or the first line in
// view; cells stay at the top, wherever one reads. At the top of the page nothing holds: there the
// newest line is to be seen.
function findLandmark() {
  const typed = document.activeElement;
  if (typed?.matches("input, select, textarea")) {
    return { id: typed.id, element: typed };
  }
  if (window.scrollY === 0) return null;
  const element = [...document.querySelectorAll("[data-live] [id]:not(td)")].find(
    (candidate) => candidate.getBoundingClientRect().top >= 0,
  );
  return element ? { id: element.id, element } : null;
}

// Whoever saves a hand gets the form for the next one, and of the sheet the new line alone. What is
// in the form as it was before is not sent again: the page keeps it as it came, under its key.

let kept = new Map();

function keep(page) {
  const parts = [...page.querySelectorAll("[data-keep]")];
  kept = new Map(parts.map((part) => [part.dataset.keep, part.cloneNode(true)]));
}

keep(document);
document.addEventListener("htmx:configRequest", (event) => {
  if (!root || event.detail.elt.id !== "hand-form") return;
  event.detail.headers["Sheepfold-Shows"] = seen;
  event.detail.headers["Sheepfold-View"] = view;
  event.detail.headers["Sheepfold-Keeps"] = [...kept.keys()].join(" ");
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const version = event.detail.xhr.getResponseHeader("Sheepfold-Shows");
  if (!version) return;
  const fresh = parsed(event.detail.serverResponse);
  for (const gap of fresh.querySelectorAll("[data-kept]")) {
    gap.replaceWith(kept.get(gap.dataset.kept).cloneNode(true));
  }
  keep(fresh);
  // A stream that began meanwhile may have brought the line before the answer did.
  if (!fresh.querySelector("[data-alone]") || completeLines(fresh, Number(version) === seen)) {
    event.detail.serverResponse = fresh.documentElement.outerHTML;
  } else {
    event.detail.shouldSwap = false;
    location.assign(root.dataset.base);
  }
});

// An answer that was lost may have been about a hand that was saved: the stream, which has waited for
// it, begins anew with what this page shows.
for (const failure of ["htmx:sendError", "htmx:sendAbort", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (event.detail.requestConfig?.elt.id === "hand-form") connect();
  });
}

// The same where it was saved after that, and has been confirmed since.
document.addEventListener("sheepfold:arrived", ({ detail }) => {
  setTimeout(() => {
    if (root && seen < detail.version) connect();
  }, SHORTEST_WAIT);
});

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
  seen = drawn = Number(root.dataset.seen);
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
window.addEventListener("online", () => {
  isOffline = false;
  connect();
});
window.addEventListener("offline", () => {
  if (!root || isGone) return;
  isOffline = true;
  say("offline");
  connectLater();
});
window.addEventListener("pagehide", disconnect);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});
