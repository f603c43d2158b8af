// Sends the hands that wait on this device, in their order, each until the server has said that it
// has it. Nothing leaves otherwise but by a person who drops it.
//
// One page of a table sends. It tells of every change by "sheepfold:outbox", and the other pages of
// this browser as well. What it says stands in `box`.

import { isGuest } from "./guest.js";
import * as store from "./store.js";

const PATIENCE = 3000; // without an answer for so long a try is given up
const FOR_EACH = 50; // and for so much longer for each hand that is sent
const PAUSES = [2000, 4000, 8000, 15000];
const MOST = 200; // hands in one request
const LEASE = 10000; // who sends and falls silent for so long does not send any more
const RENEWED = 4000;
const LOOKS = 1000; // after so long without its turn a page says that another one sends
const ARRIVED = 10000; // so long it is said that hands have arrived
const REFUSALS = { 400: "unread", 404: "off", 410: "off" };
const ASKS = ["changed", "older", "refused"]; // what a person must decide before anything is sent

export const box = {
  table: null, // its public id
  isOpen: false, // whether this browser keeps anything
  hands: [], // what has not arrived, in its order
  byForm: null, // the seq of the one that its form is sending
  isSending: false,
  arrived: 0, // how many have just arrived
  isElsewhere: false, // another page of this browser sends
  decision: null, // what the server said of them: its kind, version and panel
  stuck: null, // the seq of a hand that cannot be worked out in this phone, and the problem
  held: null, // the seq of a hand that is being changed, and with it all wait
};

const me = newNumber();
const others = new BroadcastChannel("sheepfold");
const ownVersions = new Map(); // from the version a hand was made for to what our own made of it
const onSheet = new Map(); // by the number of a submission the line that it has become

let at = null; // what the page says: table, its addresses bringIn, state and reopen, csrf …
let isSender = false;
let letGo = null;
let failures = 0;
let timer;
let lease;
let forgetting;

// A number that nobody else has: crypto.randomUUID is not there over plain http.
export function newNumber() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

// A page of a table begins by itself; false where it is none, or the browser keeps nothing.
async function begin() {
  const known = document.getElementById("offline")?.dataset;
  if (!known) return false;
  at = { ...known };
  box.table = at.table;
  box.isOpen = await store.isThere();
  if (!box.isOpen) return false;
  await readAgain();
  takeTurn();
  tell();
  lookAtSheet();
  const { title, people, place, role } = at;
  // On a public device nothing of a table is kept but hands that have not arrived.
  if (isGuest) return true;
  store.noteTable(at.table, {
    address: location.pathname,
    title,
    people,
    place: Number(place),
    role,
    ended_at: endedAt(),
    shown_at: Date.now(),
  });
  return true;
}

// When the sheet was ended, if it is.
export const endedAt = () => document.getElementById("sheet")?.dataset.ended ?? null;

// The hands that wait for the network, or for whoever decides; not those that the form of the next
// hand counts among the sheet's already.
export function waiting() {
  const next = Number(document.getElementById("hand-form")?.dataset.line ?? Infinity);
  const isOnSheet = ({ submission }) => onSheet.get(submission) < next;
  return box.hands.filter((hand) => hand.seq !== box.byForm && !isOnSheet(hand));
}

// Which of them have arrived although their answer was lost.
export async function lookAtSheet() {
  if (!box.hands.length) return;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const state = await (await fetch(at.state, { cache: "no-store", signal })).json();
    state.entries.forEach(({ number }, nth) => onSheet.set(state.arrived[nth], number));
  } catch {
    return; // nobody answers: it is looked at again
  }
  tell();
}

const tell = () => document.dispatchEvent(new CustomEvent("sheepfold:outbox"));

async function readAgain() {
  box.hands = await store.waitingHands(at.table);
  // Another page has sent it, or dropped it: what is in the form is a hand by itself, and where it
  // still has the number of that one the server says what stands on the sheet.
  if (!box.hands.some(({ seq }) => seq === box.held)) box.held = null;
}

async function changed() {
  await readAgain();
  others.postMessage({ table: at.table, what: "changed" });
  tell();
}

// Which page sends.

function takeTurn() {
  if (!navigator.locks) {
    clearInterval(lease);
    lease = setInterval(renew, RENEWED);
    renew();
    return;
  }
  navigator.locks.request(`sheepfold ${at.table}`, () => {
    sends(true);
    return new Promise((resolve) => {
      letGo = () => {
        letGo = null;
        sends(false);
        resolve();
      };
    });
  });
  // A page that nobody looks at gives its turn to one that is looked at.
  others.postMessage({ table: at.table, what: "mine?" });
  setTimeout(() => sends(isSender), LOOKS);
}

async function renew() {
  sends(await store.takeLease(at.table, me, LEASE));
}

function sends(isMine) {
  if (isSender === isMine && box.isElsewhere === !isMine) return;
  isSender = isMine;
  box.isElsewhere = !isMine;
  tell();
  if (isMine) sendNow();
}

others.addEventListener("message", async ({ data }) => {
  if (!box.isOpen || data.table !== at.table) return;
  if (data.what === "mine?") {
    if (!document.hidden || !letGo) return;
    letGo();
    takeTurn();
    return;
  }
  await readAgain();
  tell();
  if (isSender) sendSoon();
});

window.addEventListener("pagehide", () => {
  if (box.isOpen && !navigator.locks) store.giveLeaseBack(at.table, me);
});

// The one of them that is being changed.
export const held = () => waiting().find(({ seq }) => seq === box.held);

// What people do.

// Keeps a hand before anything else is done with it, and sends it; `byForm`: its form does that.
export async function add(hand, byForm = false) {
  const kept = await store.keepHand(at.table, hand);
  if (byForm) box.byForm = kept.seq;
  box.arrived = 0;
  await changed();
  if (!byForm) sendSoon();
  return kept;
}

// The form heard nothing, or that it is to come again later: now the hand waits with the others.
export function comesLater(pause) {
  box.byForm = null;
  tell();
  tryAgain(pause);
}

export async function drop(seqs) {
  // At once: the form that comes with the answer counts what waits.
  box.hands = box.hands.filter(({ seq }) => !seqs.includes(seq));
  if (seqs.includes(box.byForm)) box.byForm = null;
  if (seqs.includes(box.held)) box.held = null;
  await store.dropHands(at.table, seqs);
  await changed();
}

// While a hand is changed nothing is sent: those after it are to come after it.
export function hold(seq) {
  box.held = seq;
  if (seq !== null && box.decision?.kind === "refused") box.decision = null;
  tell();
  if (seq === null) sendSoon();
}

export async function replace(seq, hand) {
  await store.changeHand(at.table, seq, hand);
  box.held = null;
  box.decision = null;
  await changed();
  sendSoon();
}

// What a hand that was kept as it was typed comes to: this phone has worked it out since.
export async function note(seq, worked) {
  await store.changeHand(at.table, seq, worked);
  await readAgain();
}

// Somebody has decided: what waits is sent, after `after` if that is the version of the sheet which
// was seen and accepted.
export function sendAfter(after = null) {
  box.decision = null;
  sendNow(after);
}

// Opens a sheet again that was ended.
export function reopen() {
  const body = new URLSearchParams({
    csrfmiddlewaretoken: at.csrf,
    submission: newNumber(),
    seen_version: box.decision.version,
  });
  return fetch(at.reopen, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
}

export function sendSoon() {
  if (!ASKS.includes(box.decision?.kind)) sendNow();
}

// Sending.

const mayBeSent = () => isSender && !box.isSending && box.held === null && box.byForm === null;

async function sendNow(after = null) {
  clearTimeout(timer);
  if (!mayBeSent() || !box.hands.length) return;
  box.isSending = true;
  tell();
  let hasArrived = false;
  try {
    hasArrived = await deliver(after);
  } catch {
    tryAgain();
  }
  box.isSending = false;
  tell();
  if (hasArrived && !box.decision) sendNow();
}

function tryAgain(pause = PAUSES[Math.min(failures, PAUSES.length - 1)]) {
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(sendSoon, pause);
}

// Whether anything has arrived.
async function deliver(after) {
  const sent = box.hands.slice(0, MOST);
  const [first] = sent;
  const answer = await post(
    {
      base_version: versionNow(first.base_version),
      after,
      items: sent.map(asItem),
    },
    PATIENCE + FOR_EACH * sent.length,
  );
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 200) return settle(sent, said);
  const why = REFUSALS[answer.status] ?? said.why;
  if (why) {
    decide(why, said);
    return false;
  }
  const asked = 1000 * Number(answer.headers.get("Retry-After"));
  // All phones of a hall were told the same seconds: they do not come back in the same moment.
  tryAgain(asked > 0 ? asked + 1000 * Math.random() : undefined);
  return false;
}

function versionNow(version) {
  while (ownVersions.has(version)) version = ownVersions.get(version);
  return version;
}

const asItem = (hand) => ({
  submission: hand.submission,
  seq: hand.seq,
  dealer: hand.dealer,
  age_s: Math.max(0, Math.round((Date.now() - hand.entered_at) / 1000)),
  shown: hand.shown,
  ...(hand.record ? { record: hand.record } : { answers: hand.answers }),
});

// With the token of the page; where that is too old, once more with a fresh one.
async function post(list, patience) {
  const send = () =>
    fetch(at.bringIn, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": at.csrf },
      body: JSON.stringify(list),
      signal: AbortSignal.timeout(patience),
    });
  const answer = await send();
  const isOurs = answer.headers.get("Content-Type")?.includes("json");
  if (answer.status !== 403 || isOurs) return answer;
  const state = await fetch(at.state, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!state.ok) return state;
  at.csrf = (await state.json()).csrf;
  return send();
}

async function settle(sent, { version, results, panel }) {
  failures = 0;
  const isThere = ({ status }) => status === "saved" || status === "already";
  const numbers = new Set(results.filter(isThere).map(({ submission }) => submission));
  const gone = sent.filter(({ submission }) => numbers.has(submission));
  for (const { base_version: base } of sent) if (base < version) ownVersions.set(base, version);
  await store.settleHands(at.table, gone.map(({ seq }) => seq), version);
  box.decision = null;
  if (gone.length < sent.length) decide("refused", { version, panel });
  box.arrived = gone.length;
  clearTimeout(forgetting);
  forgetting = setTimeout(() => {
    box.arrived = 0;
    tell();
  }, ARRIVED);
  // First the form learns for which hand it is, then nobody counts these any more.
  const arrived = results.filter(isThere);
  const detail = { version, lines: arrived.map(({ number }) => number), hands: gone };
  document.dispatchEvent(new CustomEvent("sheepfold:arrived", { detail }));
  const moved = arrived.map((each) => each.moved).filter(Boolean).join(" ");
  if (moved) {
    const told = { what: "moved", words: moved };
    document.dispatchEvent(new CustomEvent("sheepfold:say", { detail: told }));
  }
  await changed();
  return gone.length > 0;
}

function decide(kind, { panel = "", version = null }) {
  failures = 0;
  box.decision = { kind, panel, version };
}

document.addEventListener("sheepfold:state", ({ detail }) => {
  if (["live", "gone"].includes(detail.state)) sendSoon();
});
window.addEventListener("online", sendSoon);
document.addEventListener("visibilitychange", () => {
  if (document.hidden || !box.isOpen) return;
  if (!isSender && navigator.locks) others.postMessage({ table: at.table, what: "mine?" });
  sendSoon();
});

export const ready = begin();
