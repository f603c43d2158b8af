// What the page of a table says of its network and of the hands that are on this device alone: one
// line that keeps its place, a panel where somebody must decide, and the hands themselves above the
// sheet. What is half filled in is kept as well.
//
// All words stand in the page (templates/tables/offline.html); a panel comes from the server.

import { beginAnew, placeIn, placeOf, takeUp, whyNotRemoved } from "./entry.js";
import { answersIn, fill, form, isTouched } from "./form.js";
import { isGuest } from "./guest.js";
import * as outbox from "./outbox.js";
import { draftOf, dropDraft, keepDraft, noteTable } from "./store.js";

const { box, waiting } = outbox;
const SAID = 6000;
const STAYS = ["draft", "moved"]; // what is said until somebody goes on
const PAUSE = 200;
const READY = "sheepfold-kit"; // of kit.js
const OFFERED = "sheepfold-offered";
const { documentElement: root } = document;
const plural = new Intl.PluralRules(root.lang);
const hour = new Intl.DateTimeFormat(root.lang, { timeStyle: "short" });

let state = "connecting";
let isOffered = false; // to be made ready, in the line
let said = null; // what has just happened: what, number
let hushing;
let shown = ""; // the panel that is shown, and where
let shownIn = null;
let listed = ""; // the hands that are shown, and where
let listedIn = null;
let writing;
let isUnfolded = false; // whether the hands are to be seen beside a sheet that has them

// The line.

function lineNow() {
  const hands = waiting();
  const many = hands.length;
  const by = (name) => ({ name: `${name}-${plural.select(many) === "one" ? "one" : "other"}`, n: many });
  if (outbox.held()) return { name: "changing", number: placeOf(outbox.held()) };
  // Of the first hand that waits it is told how it goes on.
  if (said) return { name: said.what === "kept" && many > 1 ? "kept-more" : said.what, ...said };
  if (many && box.decision?.kind === "off") return by("off");
  if (many && box.decision?.kind === "unread") return { name: "unread" };
  const stuck = hands.find(({ seq }) => seq === box.stuck?.seq);
  if (stuck && state !== "live") {
    return { name: "stuck", number: placeOf(stuck), problem: box.stuck.problem };
  }
  if (root.dataset.keptAt) {
    const time = hour.format(new Date(root.dataset.keptAt));
    return many ? { ...by("cached"), time } : { name: "cached", time };
  }
  if (many && box.isElsewhere) return { name: "elsewhere" };
  if (many && box.isSending && state === "live") return by("sending");
  if (box.arrived && !many) return { name: arrivedName(), n: box.arrived };
  if (many && isOver()) return { name: "entered" };
  if (many === 1 && !box.decision) return { name: "kept", number: placeOf(hands[0]) };
  if (many) return by("waiting");
  if (state === "offline" && box.isOpen && form()) {
    return { name: "pointsHere" in root.dataset ? "away-ready" : "away" };
  }
  if (!box.isOpen && state !== "live") return { name: "refused" };
  return isOffered && !many && state === "live" ? { name: "offer" } : null;
}

// Whoever had to wait for an answer is told once, on this device, what would help the next time.
function isOfferDue() {
  if (!document.querySelector("[data-kit]") || isGuest) return false;
  return [READY, OFFERED].every((name) => localStorage.getItem(name) === null);
}

function offered() {
  isOffered = false;
  localStorage.setItem(OFFERED, "yes");
  drawLine();
}

document.addEventListener("click", ({ target }) => {
  const tapped = target.closest("[data-offer]");
  if (!tapped) return;
  offered();
  if (tapped.dataset.offer !== "show") return;
  const menu = document.querySelector("[data-kit]").closest("details");
  menu.open = true;
  menu.querySelector("summary").focus();
});
document.addEventListener("htmx:afterSettle", () => {
  if (isOffered && document.querySelector("[data-saved]")) offered();
});

const arrivedName = () => `arrived-${plural.select(box.arrived) === "one" ? "one" : "other"}`;

function isOver() {
  const { due, done } = form()?.dataset ?? {};
  return done !== undefined || (due > 0 && placeIn(form()) > due);
}

function template(name) {
  const words = document.getElementById("offline-words").content;
  return words.querySelector(`[data-said="${name}"]`).cloneNode(true);
}

function filled(element, values) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    texts.currentNode.data = texts.currentNode.data.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }
  return element;
}

function drawLine() {
  const [place] = [...document.querySelectorAll("[data-line]")].slice(-1);
  if (!place) return;
  const now = lineNow();
  const line = now ? filled(template(now.name), now) : null;
  if (now?.words) line.textContent = now.words;
  if (place.firstElementChild?.textContent === line?.textContent) return;
  place.replaceChildren(...(line ? [line] : []));
}

function hush() {
  clearTimeout(hushing);
  said = null;
  drawLine();
}

const tell = (detail) => document.dispatchEvent(new CustomEvent("sheepfold:say", { detail }));

document.addEventListener("sheepfold:say", ({ detail }) => {
  clearTimeout(hushing);
  said = detail;
  if (detail.what === "kept") isOffered ||= isOfferDue();
  if (!STAYS.includes(detail.what)) hushing = setTimeout(hush, SAID);
  draw();
});

// The hands that wait.

function drawHands() {
  const place = document.getElementById("waiting");
  if (!place) return;
  const hands = waiting();
  const row = place.querySelector("template").content.firstElementChild;
  // On a sheet that this phone has drawn they stand already.
  const isFolded = "drawn" in (form()?.dataset ?? {}) && !isUnfolded && !box.decision;
  place.hidden = hands.length === 0 || isFolded;
  const rows = hands.map((hand) => {
    const line = filled(row.cloneNode(true), { number: placeOf(hand) });
    line.querySelector("[data-answers]").textContent = hand.said;
    for (const button of line.querySelectorAll("[data-offline]")) {
      button.dataset.seq = hand.seq;
      button.disabled = box.held === hand.seq || (button.dataset.offline === "mend" && !form());
    }
    return line;
  });
  // Where nothing changed, a button that asks whether one is sure goes on asking.
  const now = rows.map((line) => line.outerHTML).join("");
  if (listed === now && listedIn === place) return;
  [listed, listedIn] = [now, place];
  for (const line of place.querySelectorAll("li")) line.remove();
  place.querySelector("ul").append(...rows.reverse()); // the latest on top, as on the sheet
}

// The panel.

function drawPanel() {
  const place = document.getElementById("offline-panel");
  const panel = (waiting().length && box.decision?.panel) || "";
  // The server may say the same again while somebody is choosing: it stays under the thumb.
  if (!place || (shown === panel && shownIn === place)) return;
  [shown, shownIn] = [panel, place];
  const before = place.offsetHeight;
  const html = new DOMParser().parseFromString(panel, "text/html");
  place.replaceChildren(...html.body.childNodes);
  place.hidden = !place.firstElementChild;
  if (form() && isTouched(form())) {
    // What is under the thumb stays there; the line leads to the hands.
    window.scrollBy(0, place.offsetHeight - before);
  } else if (!place.hidden) {
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }
}

const seqsIn = (words = "") => words.split(/\s+/).filter(Boolean).map(Number);

const deeds = {
  "mine-after": () => outbox.sendAfter(box.decision.version),
  async "drop-same"(button) {
    const { version } = box.decision;
    await outbox.drop(seqsIn(button.dataset.seqs));
    outbox.sendAfter(version);
  },
  choose(button, panel) {
    for (const choice of panel.querySelectorAll("[data-choice]")) choice.hidden = false;
    button.hidden = true;
  },
  async "send-chosen"(_button, panel) {
    const { version } = box.decision;
    const boxes = [...panel.querySelectorAll("[data-choice] input")];
    await outbox.drop(boxes.filter(({ checked }) => !checked).map(({ value }) => Number(value)));
    outbox.sendAfter(version);
  },
  async "reopen-and-add"() {
    try {
      await outbox.reopen();
    } catch {
      tell({ what: "unanswered" });
      return;
    }
    location.reload(); // opened, the page sends what waits
  },
  keep(_button, panel) {
    panel.hidden = true;
  },
  mend: (button) => takeUp(handOf(button)),
  async remove(button) {
    if (button.dataset.sure && !button.dataset.asked) {
      button.dataset.asked = "yes";
      button.textContent = button.dataset.sure;
      return;
    }
    const seq = Number(button.dataset.seq);
    const problem = await whyNotRemoved(seq);
    if (problem) tell({ what: "forbidden", words: problem });
    else outbox.drop([seq]).then(outbox.sendAfter);
  },
  "show-large"() {
    unfold();
    const place = document.getElementById("waiting");
    place.toggleAttribute("data-large", true);
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "start" });
  },
};

function unfold() {
  isUnfolded = true;
  drawHands();
}

const handOf = (button) => box.hands.find(({ seq }) => seq === Number(button.dataset.seq));

document.addEventListener("click", ({ target }) => {
  if (target.closest('a[href="#waiting"]')) unfold(); // before the browser goes there
  const button = target.closest("[data-offline]");
  if (button) deeds[button.dataset.offline](button, document.getElementById("offline-panel"));
  else if (target.closest("[data-anew]")) putBack();
});

function putBack() {
  outbox.hold(null);
  dropDraft(box.table);
  beginAnew();
  hush();
}

// What is half filled in.

function noteDraft() {
  const mine = form();
  if (!box.isOpen || !mine?.dataset.next) return;
  if (!isTouched(mine)) {
    dropDraft(box.table);
    return;
  }
  keepDraft(box.table, {
    answers: answersIn(mine),
    dealer: mine.elements.dealer.value,
    place: placeIn(mine),
    seq: box.held,
  });
}

for (const change of ["input", "change"]) {
  document.addEventListener(change, ({ target, isTrusted }) => {
    if (!target.closest("#hand-form[data-next]")) return;
    if (isTrusted && STAYS.includes(said?.what)) hush();
    clearTimeout(writing);
    writing = setTimeout(noteDraft, PAUSE);
  });
}
window.addEventListener("pagehide", noteDraft);

async function bringBack() {
  const mine = form();
  if (!mine?.dataset.next || isTouched(mine)) return;
  const draft = await draftOf(box.table);
  if (!draft || isTouched(mine)) return;
  const held = box.hands.find(({ seq }) => seq === draft.seq);
  if (held) {
    takeUp({ ...held, answers: draft.answers });
    return;
  }
  const fits = draft.place === placeIn(mine) && draft.dealer === mine.elements.dealer.value;
  if (!fits || !fill(draft.answers)) return;
  tell({ what: "draft", number: draft.place });
}

// The page.

const placeNow = () => document.getElementById("offline")?.dataset.place;
let noted = [placeNow(), outbox.endedAt()];

// This device's list of tables says which hand was the last, and forgets what has long ended.
function noteSheet() {
  const [place, ended] = [placeNow(), outbox.endedAt()];
  if (!box.isOpen || !place || (place === noted[0] && ended === noted[1])) return;
  noted = [place, ended];
  if (!isGuest) noteTable(box.table, { place: Number(place), ended_at: ended });
}

function draw() {
  drawLine();
  drawHands();
  drawPanel();
}

for (const change of ["sheepfold:outbox", "sheepfold:form"]) document.addEventListener(change, draw);
document.addEventListener("sheepfold:state", ({ detail }) => {
  state = detail.state;
  if (state === "live") delete root.dataset.keptAt;
  draw();
});
document.addEventListener("sheepfold:arrived", hush);
// What was begun may be for the hand after those that wait.
document.addEventListener("sheepfold:drawn", bringBack, { once: true });
document.addEventListener("htmx:afterSettle", draw);
for (const change of ["htmx:afterSettle", "sheepfold:sheet"]) document.addEventListener(change, noteSheet);

outbox.ready.then((isOpen) => isOpen && bringBack()).then(draw);
