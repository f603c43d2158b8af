// The tables of this device: what the server knows by its cookie, and what this browser keeps. Each
// says how many hands wait here; what only the browser knows is added at the end, newest first. A
// table is forgotten in both places, after a question where hands would be lost.

import "./device.js";
import {
  countWaiting,
  forgetEnded,
  forgetPage,
  forgetTable,
  isThere,
  knownTables,
  noteTable,
} from "./store.js";

const place = document.querySelector("[data-own-tables]");
const plural = new Intl.PluralRules(document.documentElement.lang);
const rows = new Map(); // what this browser keeps, by table

const filled = (text, n) => text.replace("{n}", n);
const said = (name, n) =>
  filled(place.querySelector("[data-forget-words]").getAttribute(`data-${name}-${plural.select(n) === "one" ? "one" : "other"}`), n);

async function begin() {
  if (!place) return;
  keepList();
  if (!(await isThere())) return;
  await noteEnds();
  await forgetEnded();
  const known = (await knownTables()).filter((row) => row.address);
  for (const row of known) rows.set(row.table, { ...row, waiting: await countWaiting(row.table) });
  const others = [...rows.values()].filter((row) => !of(row.table));
  others.sort((one, other) => (other.shown_at ?? 0) - (one.shown_at ?? 0));
  place.querySelector("ul").append(...others.map(drawn));
  for (const li of listed()) sayWaiting(li);
  if (others.length) show();
  for (const row of others) sayGone(row);
}

const listed = () => [...place.querySelectorAll("li[data-table]")];
const of = (table) => listed().find((li) => li.dataset.table === table);

// A sheet may have been ended, or opened again, while this browser did not look at it.
async function noteEnds() {
  for (const { table } of await knownTables()) {
    const ended = of(table)?.dataset.ended;
    if (ended !== undefined) await noteTable(table, { ended_at: ended || null });
  }
}

// What the server does not list may be gone there: whoever reads that can forget it.
async function sayGone({ table, address }) {
  const answer = await fetch(`${address}state.json`, { cache: "no-store" }).catch(() => null);
  const words = of(table)?.querySelector("[data-gone]");
  if (words) words.hidden = ![404, 410].includes(answer?.status);
}

function show() {
  place.hidden = false;
  place.querySelector("[data-no-tables]").hidden = true;
  place.querySelector("[data-forget]").hidden = false;
}

function drawn(row) {
  const li = place.querySelector("[data-kept-table]").content.firstElementChild.cloneNode(true);
  li.dataset.table = row.table;
  li.querySelector("[data-title]").textContent = row.title;
  li.querySelector("[data-people]").textContent = row.people;
  const hands = li.querySelector("[data-hands]");
  const last = Number(row.place) - 1;
  hands.textContent = last > 0 ? filled(hands.dataset.one, last) : hands.dataset.none;
  li.querySelector("a").href = row.address;
  for (const named of li.querySelectorAll("[data-named]")) named.textContent = `: ${row.title}`;
  return li;
}

function sayWaiting(li) {
  const n = rows.get(li.dataset.table)?.waiting ?? 0;
  const words = li.querySelector("[data-waiting]");
  words.hidden = n === 0;
  if (n) words.textContent = said("wait", n);
}

// Forgetting.

place?.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-forget]");
  if (!form || form.dataset.isForgotten) return;
  const li = form.closest("li");
  const meant = li ? [rows.get(li.dataset.table)] : [...rows.values()];
  const kept = meant.filter(Boolean);
  event.preventDefault();
  const n = kept.reduce((sum, row) => sum + row.waiting, 0);
  if (n) ask(form, kept, n);
  else forget(form, kept);
});

function ask(form, kept, n) {
  const holder = form.closest("li") ?? form.closest(".cluster");
  holder.querySelector("[role=alert]")?.remove();
  const question = place.querySelector("[data-forget-words]").content.firstElementChild.cloneNode(true);
  question.querySelector("[data-question]").textContent = said("ask", n);
  question.querySelector("[data-forget-now]").addEventListener("click", () => forget(form, kept));
  question.querySelector("[data-keep]").addEventListener("click", () => {
    question.remove();
    form.querySelector("button").focus();
  });
  holder.append(question);
  question.focus();
}

async function forget(form, kept) {
  for (const row of kept) {
    await forgetTable(row);
  }
  await forgetPage(place.dataset.listAt);
  if (form.querySelector("[name=which]")) {
    // The server's cookie knows it too; its answer is the list without it.
    form.dataset.isForgotten = "yes";
    form.requestSubmit(form.querySelector("button"));
  } else {
    form.closest("li").remove();
  }
}

// The list's own page, as the worker keeps it, names what has been forgotten: it is kept anew.
async function keepList() {
  const worker = navigator.serviceWorker?.controller;
  const path = place.dataset.listAt;
  if (worker && !(await caches.match(path, { ignoreVary: true }))) {
    worker.postMessage({ what: "keep", path });
  }
}

begin();
