// What this device does for a table's page: it keeps the page for when there is no network.
// Over plain http there is no worker, and nothing is kept; nor is it for whoever only watches.

import { isGuest } from "./guest.js";
import { countWaiting, forgetEnded, isFelt, isThere, letFeel } from "./store.js";

const WORKER = "/sw.js";

let isDue = false; // a newer release has come: the page is loaded anew with the next save
let seen = seenNow();

function seenNow() {
  return document.querySelector("[data-stream]")?.dataset.seen;
}

// The worker.

async function begin() {
  const watches = document.querySelector("#offline[data-role=watch]");
  if (!navigator.serviceWorker || isGuest || watches) return;
  const registration = await navigator.serviceWorker.register(WORKER);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => letTakeOver(registration));
  });
  document.addEventListener("sheepfold:outbox", () => letTakeOver(registration));
  document.addEventListener("htmx:afterSettle", () => letTakeOver(registration));
  lookForNewer(registration);
  letTakeOver(registration);
  await navigator.serviceWorker.ready;
  // This page came before its worker did.
  if (!navigator.serviceWorker.controller || !(await isKept())) keepThis();
}

// When the site answers again after a silence it may be of a newer release.
function lookForNewer(registration) {
  let wasLive = true;
  document.addEventListener("sheepfold:state", ({ detail: { state } }) => {
    const isLive = ["live", "ended"].includes(state);
    if (isLive && !wasLive) registration.update().catch(() => {});
    wasLive = isLive;
  });
}

const isKept = async () => Boolean(await caches.match(location.pathname, { ignoreVary: true }));

function keepThis() {
  seen = seenNow();
  tell({ what: "keep", path: location.pathname });
}

async function tell(message) {
  (await navigator.serviceWorker.ready).active.postMessage(message);
}

// A newer one waits until nothing can get between two releases.
async function letTakeOver(registration) {
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  if ((await isThere()) && (await countWaiting())) return;
  if (!isBegun()) registration.waiting?.postMessage({ what: "take-over" });
}

function isBegun() {
  const form = document.getElementById("hand-form");
  return [...(form?.elements ?? [])].some((field) =>
    ["radio", "checkbox"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.type === "text" && field.value !== field.defaultValue,
  );
}

navigator.serviceWorker?.addEventListener("controllerchange", () => {
  isDue = hadOne;
  hadOne = true;
});
let hadOne = Boolean(navigator.serviceWorker?.controller);

document.addEventListener("htmx:afterSettle", () => {
  if (isDue && document.querySelector("[data-saved]")) location.reload();
});

// What is kept is as new as what was last seen.
document.addEventListener("visibilitychange", () => {
  const isOurs = navigator.serviceWorker?.controller && !isGuest;
  if (document.hidden && isOurs && seen !== seenNow()) keepThis();
});

// The screen stays on by a tap, and again whenever the page is looked at: a browser lets it go when
// it is not. Over plain http there is no such thing, and no tap for it.

let isWanted = false;
let lock = null;

async function keepOn() {
  if (isWanted && !document.hidden && (!lock || lock.released)) {
    // Where the battery is low it is refused; the next look asks again.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
  showWhether();
}

function showWhether() {
  const place = document.querySelector("[data-keep-on]");
  if (!place) return;
  place.hidden = !navigator.wakeLock;
  place.firstElementChild.setAttribute("aria-pressed", String(isWanted));
  place.querySelector("span").hidden = !isWanted;
}

document.addEventListener("click", async ({ target }) => {
  if (!target.closest("[data-keep-on]")) return;
  isWanted = !isWanted;
  if (!isWanted) await lock?.release();
  await keepOn();
});
document.addEventListener("visibilitychange", keepOn);

// A saved hand is felt, where a device can do that and nobody has chosen otherwise.

function showFelt() {
  const place = document.querySelector("[data-felt]");
  if (!place) return;
  place.hidden = !navigator.vibrate;
  place.firstElementChild.setAttribute("aria-pressed", String(isFelt()));
  place.querySelector("span").hidden = !isFelt();
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-felt]")) return;
  letFeel(!isFelt());
  showFelt();
});

for (const show of [showWhether, showFelt]) {
  document.addEventListener("htmx:afterSettle", show);
  show();
}
begin();
isThere().then((isOpen) => isOpen && forgetEnded());
