// The form of a hand on bad Wi-Fi and beside other phones: what is typed is never lost.
//
// Save keeps the hand on this device before anything else. Then the form goes through htmx, as it
// would without this script; it counts once, whatever happens, by its number. Where no answer comes
// in time, or other hands wait already, the hand waits with them (outbox.js) and the form is ready
// for the next one. What the server refuses is in the form again. A correction cannot wait, and
// some browsers keep nothing: then the same form is sent again by itself.
//
// Where this phone works out points by itself (field.js), hands that wait are read and the form is
// drawn by it.
//
// When somebody else has saved meanwhile, an untouched form is made anew, and a touched one stays
// with a word about it.

import {
  answersIn,
  empty,
  fill,
  form,
  isTouched,
  letDeal,
  letEverybodyPlay,
  wordsIn,
} from "./form.js";
import * as outbox from "./outbox.js";
import { askWhatFits, showTheRest } from "./questions.js";
import { dropDraft, isFelt } from "./store.js";

const { box } = outbox;
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 15000;
const CONFLICT = 409;
const REFUSED = 422;
const SAID = 1000;
const FELT = 30;
const REFUSAL_FELT = [60, 60, 60, 60, 60];

let wait = FIRST_WAIT;
let again;
let isSaved = false;
let isKeeping = false;
let onItsWay = null; // the kept hand that the form is sending
let blank = null; // the form of a hand as it came, for the hands after it
let aside = null; // what was in the form when a waiting hand was taken up again
// A page that the browser had kept came without a network (sw.js).
let isAway = "keptAt" in document.documentElement.dataset;
let seen = null; // the form that was looked at last
let engine = null; // what works out points in this phone, where it does

export function workOutBy(field) {
  engine = field;
}

export const whyNotRemoved = async (seq) => (await engine?.whyNotRemoved(seq)) ?? "";

const isDrawn = () => engine?.isOn() && "drawn" in form().dataset;

function feel(pattern) {
  if (isFelt()) navigator.vibrate?.(pattern);
}

const note = () => document.getElementById("unsaved");
const button = () => form()?.querySelector("[data-save]");
const say = (what, more) =>
  document.dispatchEvent(new CustomEvent("sheepfold:say", { detail: { what, ...more } }));
// By the request: an event may come from elsewhere when the form has gone from the page.
const isSaving = (event) => event.detail.requestConfig.elt.id === "hand-form";

// Saving. Other buttons of the form count a pile, or open the sheet again.

document.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent, issueRequest } = event.detail;
  const by = triggeringEvent?.submitter;
  if (!elt.matches("#hand-form[data-next]") || by?.hasAttribute("formaction")) return;
  if (by?.name && engine?.isOn()) {
    event.preventDefault();
    engine.count(elt, by);
  }
  if (by?.name) return;
  event.preventDefault();
  if (isKeeping || onItsWay) return;
  isKeeping = true;
  save(elt, () => issueRequest(false)).finally(() => {
    isKeeping = false;
  });
});

async function save(mine, send) {
  if (!(await outbox.ready)) {
    send();
    return;
  }
  const mustWait = isAway || box.isElsewhere || box.hands.length > 0;
  saySaving();
  if (mustWait) await engine?.comes();
  const isRead = mustWait && engine?.isOn();
  if (mustWait && !isRead && !isTouched(mine)) {
    sayItsName();
    feel(REFUSAL_FELT);
    say("empty");
    return;
  }
  const read = isRead ? await engine.read(mine) : {};
  if (read.problems) {
    feel(REFUSAL_FELT);
    sayItsName();
    return;
  }
  let kept = null;
  try {
    kept = await keep({ ...handIn(mine), ...read }, !mustWait);
  } catch {
    // No room on this device: the form keeps it.
  }
  if (!mustWait) {
    onItsWay = kept;
    send();
  } else if (kept) {
    await goOn(kept);
  } else {
    notAnswered();
  }
}

// A hand that was taken up again keeps its number, its place, and below which sheet it was entered.
async function keep(hand, byForm) {
  if (box.held === null) return outbox.add(hand, byForm);
  const { answers, said, dealer, record, shown } = hand;
  await outbox.replace(box.held, { answers, said, dealer, record, shown });
  return hand;
}

function handIn(mine) {
  const { submission, seen_version: version, dealer } = mine.elements;
  const isDealerKnown = !("ahead" in mine.dataset) || mine.elements.dealer_given;
  return {
    submission: submission.value,
    base_version: Number(version.value),
    dealer: isDealerKnown ? Number(dealer.value) : null,
    answers: answersIn(mine),
    said: wordsIn(mine),
    place: placeIn(mine),
    entered_at: Date.now(),
  };
}

// What a waiting hand is called: as many come before it as wait.
export function placeOf(hand) {
  const known = form()?.dataset.place;
  return known ? Number(known) + outbox.waiting().indexOf(hand) : hand.place;
}

export function placeIn(mine) {
  const held = outbox.held();
  return held ? placeOf(held) : Number(mine.dataset.place) + outbox.waiting().length;
}

function saySaving() {
  const pressed = button();
  if ("name" in pressed.dataset) return;
  pressed.dataset.name = pressed.textContent;
  pressed.textContent = pressed.dataset.saving;
}

function sayItsName() {
  const pressed = button();
  if (!pressed || !("name" in pressed.dataset)) return;
  pressed.textContent = pressed.dataset.name;
  delete pressed.dataset.name;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isSaving(event)) saySaving();
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (isSaving(event)) notAnswered(event.detail.xhr);
    else if (event.detail.elt.matches("form")) sayNothingChanged(event.detail.elt);
    else if (event.detail.elt.id === "preview") emptyPreview();
  });
}

function notAnswered(request) {
  const asked = 1000 * Number(request?.getResponseHeader("Retry-After"));
  // All phones of a hall were told the same seconds: they do not come back in the same moment.
  const pause = asked > 0 ? asked + 1000 * Math.random() : undefined;
  if (onItsWay) {
    const kept = onItsWay;
    onItsWay = null;
    outbox.comesLater(pause);
    goOn(kept);
    return;
  }
  sayItsName();
  sayWhy(pause ? "busy" : "away");
  clearTimeout(again);
  again = setTimeout(() => form()?.requestSubmit(button()), pause ?? wait);
  if (!pause) wait = Math.min(wait * 2, LONGEST_WAIT);
}

function sayWhy(why) {
  if (!note()) return;
  for (const part of note().querySelectorAll("[data-why]")) part.hidden = part.dataset.why !== why;
  note().hidden = false;
}

// Undoing is not tried again: what is undone should be what one sees.
function sayNothingChanged(other) {
  other.querySelector("[data-nothing-changed]")?.removeAttribute("hidden");
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, isError, xhr } = event.detail;
  if (target.id === "preview" && isError) event.detail.shouldSwap = false;
  if (target.matches(".entry") && isTouched(form())) {
    // Somebody began to type while the form was on its way to be made anew.
    event.detail.shouldSwap = false;
    saySheetMoved();
  }
  if (!event.detail.shouldSwap || !isSaving(event)) return;
  const isFormAgain = xhr.status === REFUSED || xhr.status === CONFLICT;
  if (onItsWay && xhr.status >= 400 && !isFormAgain) {
    // The link was switched off, or the form is no good: what waits is told why.
    event.detail.shouldSwap = false;
    notAnswered(xhr);
    return;
  }
  clearTimeout(again);
  wait = FIRST_WAIT;
  if (onItsWay) outbox.drop([onItsWay.seq]);
  onItsWay = null;
  feel(isFormAgain ? REFUSAL_FELT : FELT);
  if (!isFormAgain) {
    // A correction is no draft of the next hand.
    if (box.isOpen) dropDraft(box.table);
    isSaved = true;
  }
  if (xhr.status !== REFUSED) return;
  const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
  // Within one picture, and by us: the browser would scroll to what takes the focus.
  for (const told of answer.querySelectorAll("[autofocus]")) {
    told.removeAttribute("autofocus");
    told.setAttribute("data-told", "");
  }
  event.detail.serverResponse = answer.documentElement.outerHTML;
  event.detail.swapOverride = "outerHTML show:none settle:0ms";
});

// A refused hand stays where it was under the thumb: what is wrong takes the focus, on the screen.
document.addEventListener("htmx:afterSettle", () => {
  const told = form()?.querySelector("[data-told]");
  told?.removeAttribute("data-told");
  told?.focus({ preventScroll: true });
});

// A saved hand is felt: for a second the button says so, in its place and as wide as it is. Whoever
// hears the page is told by the status, so it keeps its name.
document.addEventListener("htmx:afterSettle", () => {
  const words = document.querySelector("[data-saved]")?.dataset.saved;
  const pressed = button();
  if (!isSaved || !words || !pressed) return;
  isSaved = false;
  const name = pressed.textContent;
  pressed.setAttribute("aria-label", name.trim());
  pressed.textContent = words;
  setTimeout(() => {
    pressed.textContent = name;
    pressed.removeAttribute("aria-label");
  }, SAID);
});

window.addEventListener("online", () => {
  if (note()?.hidden === false) form().requestSubmit(button());
});

// What is not kept would be lost.
window.addEventListener("beforeunload", (event) => {
  if (note()?.hidden === false) event.preventDefault();
});

// The form for the next hand, without the server: as the one before came, and one further. Who deals
// is not known, nor what everybody has; who sat out may play now.

async function goOn(kept) {
  feel(FELT);
  dropDraft(box.table);
  await beginAnew();
  if (aside) fill(aside);
  aside = null;
  form()?.querySelector(".coming > p")?.focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
  say("kept", { number: kept.place });
}

function remember() {
  const mine = form();
  if (mine === seen) return;
  seen = mine;
  if (!mine?.matches("[data-next]:not([data-filled])")) return;
  blank = mine.cloneNode(true);
  blank.reset();
}

export async function beginAnew(dealer = null) {
  const old = form();
  if (!old || (await engine?.draws(dealer))) return;
  const mine = (blank ?? old).cloneNode(true);
  mine.reset();
  if (!blank || "replay" in mine.dataset) empty(mine);
  mine.elements.submission.value = outbox.newNumber();
  // After a conflict the form is for a newer sheet than the last empty one.
  mine.elements.seen_version.value = old.elements.seen_version.value;
  Object.assign(mine.dataset, { place: old.dataset.place, line: old.dataset.line });
  seen = mine;
  old.replaceWith(mine);
  window.htmx.process(mine);
  showAnew();
}

// What is in the form is another than before.
export function showAnew() {
  dress();
  askWhatFits();
  showTheRest();
  document.dispatchEvent(new CustomEvent("sheepfold:form"));
}

// While hands wait, or one of them is changed, the form is for another hand than the server thought.
export function dress() {
  const mine = form();
  if (!mine?.dataset.next || isDrawn()) return;
  const place = placeIn(mine);
  const isAhead = place !== Number(mine.dataset.place);
  const called = mine.querySelector(".coming h1");
  if (!called) return; // all hands of the table are played: nothing is asked any more
  const words = called.dataset.hand.replace("{number}", place);
  // The form may have been made for a hand before: its place is newer than its words.
  const isCalledSo = called.firstChild.data.trim() === words.trim();
  if (!isAhead && !("ahead" in mine.dataset) && isCalledSo) return;
  mine.toggleAttribute("data-ahead", isAhead);
  if (isAhead) letEverybodyPlay(mine);
  for (const head of mine.querySelectorAll(".coming :is(h1, .unseen)")) head.firstChild.data = words;
  const pressed = button();
  const isSaying = "name" in pressed.dataset;
  if (!isSaying) pressed.textContent = pressed.dataset.words.replace("{number}", place);
  const due = Number(mine.dataset.due);
  pressed.disabled = due > 0 && place > due;
}

// A hand that waits is taken up again: it keeps its number and its place.
export async function takeUp(hand) {
  if (!outbox.held() && isTouched(form())) aside = answersIn(form());
  outbox.hold(hand.seq);
  const isDealerGiven = "dealer_given" in hand.answers;
  await beginAnew(isDealerGiven ? hand.dealer : null);
  form().elements.submission.value = hand.submission;
  if (isDealerGiven && !isDrawn()) letDeal(hand.dealer);
  fill(hand.answers);
  form().scrollIntoView({ block: "start" });
  form().querySelector(".coming > p").focus({ preventScroll: true });
}

// Whether the form is made anew here, for the server would not answer.
const isByItself = () => isAway || box.hands.length > 0 || engine?.isOn();

// Emptied where it stands; the server is asked only for whoever is due to deal.
document.addEventListener("click", async (event) => {
  const clear = event.target.closest("#hand-form[data-next] .hand-clear");
  if (!clear || !box.isOpen) return;
  event.preventDefault();
  const mustStay = isByItself();
  const { dealer_given: isGiven, seen_version: version } = form().elements;
  const isAsBefore = !isGiven && blank?.elements.seen_version.value === version.value
    && !blank.elements.dealer_given;
  if (mustStay || isAsBefore) beginAnew();
  await dropDraft(box.table);
  if (!mustStay && !isAsBefore) location.assign(clear.href);
});

// Who deals is chosen without the server, where it would not answer.
document.addEventListener("click", (event) => {
  const chosen = event.target.closest("#hand-form[data-next] .coming .more a");
  if (!chosen || !isByItself()) return;
  event.preventDefault();
  const seat = new URL(chosen.href).searchParams.get("dealer");
  chosen.closest("details").open = false;
  if (engine?.isOn()) beginAnew(Number(seat));
  else letDeal(seat);
});

// Whoever is due deals after all.
document.addEventListener("click", (event) => {
  if (!event.target.closest("#hand-form[data-drawn] [data-deals] a") || !engine?.isOn()) return;
  event.preventDefault();
  beginAnew();
});

// What a hand comes to is asked of the server while it is there.
function emptyPreview() {
  document.getElementById("preview")?.replaceChildren();
  for (const gets of form()?.querySelectorAll("[id^=gets-]") ?? []) gets.replaceChildren();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id !== "preview" || !(isAway || engine?.isOn())) return;
  event.preventDefault();
  if (engine?.isOn()) engine.preview(form());
  else emptyPreview();
});

document.addEventListener("sheepfold:state", ({ detail }) => {
  if (detail.state !== "connecting") isAway = detail.state === "offline";
});

document.addEventListener("htmx:load", () => {
  remember();
  dress();
});

// Nobody has heard what was tapped before the scripts were there: on bad Wi-Fi they come late.
document.addEventListener(
  "htmx:load",
  () => {
    const mine = form();
    if (!mine || "filled" in mine.dataset || !isTouched(mine)) return;
    mine.dispatchEvent(new Event("change", { bubbles: true }));
  },
  { once: true },
);

// Others at the same table.

let isSending = false;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isSaving(event)) isSending = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isSaving(event)) isSending = false;
});
// The version of the sheet on the page: live.js may have brought another one before this was there.
let latest = Number(document.querySelector("[data-stream]")?.dataset.seen ?? 0);
let isFollowing = false;

document.addEventListener("sheepfold:sheet", (event) => {
  latest = event.detail.version;
  follow();
});
document.addEventListener("sheepfold:outbox", () => {
  dress();
  follow();
  if (!isKeeping) engine?.catchUp();
});

async function follow() {
  if (!isOld() || isFollowing) return;
  await outbox.lookAtSheet();
  if (!isOld()) return;
  if (isTouched(form())) saySheetMoved();
  else if (!hasEnded()) askForAnother();
  // What becomes of hands that wait is asked on this page, and stays under the thumb.
  else if (!outbox.waiting().length) location.reload();
}

function isOld() {
  const mine = form();
  const isOlder = Number(mine?.elements.seen_version?.value) < latest;
  return isOlder && !isSending && !box.isSending && "next" in mine.dataset;
}

export async function askForAnother() {
  if (isFollowing) return;
  isFollowing = true;
  try {
    await window.htmx.ajax("GET", form().dataset.next, {
      target: ".entry",
      select: ".entry",
      swap: "outerHTML",
    });
  } finally {
    isFollowing = false;
  }
}

// What waited here is on the sheet: the form is for the hand after it, as it says already.
document.addEventListener("sheepfold:arrived", ({ detail }) => {
  for (const one of [form(), blank]) {
    const version = one?.elements.seen_version;
    if (!one?.dataset.next || Number(version.value) >= detail.version) continue;
    version.value = detail.version;
    const added = detail.lines.filter((line) => line >= Number(one.dataset.line));
    one.dataset.place = Number(one.dataset.place) + added.length;
    one.dataset.line = Math.max(Number(one.dataset.line), ...added.map((line) => line + 1));
  }
  if (form()?.dataset.next && !isTouched(form()) && !hasEnded()) askForAnother();
});

// What has come in is on the page already: a new line, another one than before, or the end.
function saySheetMoved() {
  const notice = document.getElementById("sheet-moved");
  const isNew = document.getElementById(`hand-${form().dataset.line}`) !== null;
  const what = hasEnded() ? "ended" : isNew ? "saved" : "changed";
  for (const words of notice.querySelectorAll("[data-said]")) {
    words.hidden = words.dataset.said !== what;
  }
  notice.hidden = false;
}

function hasEnded() {
  return document.querySelector("#sheet[data-ended]") !== null;
}

follow();
