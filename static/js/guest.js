// On a public device nothing of a table is kept but hands that have not arrived. An address that
// ends in #guest says so, and from then on the tab does: all that leads on in it ends like that, by
// which the worker (sw.js) knows it.

import { forgetPage } from "./store.js";

const GUEST = "#guest";
const KNOWN = "sheepfold-guest";

if (location.hash === GUEST) sessionStorage.setItem(KNOWN, "yes");

export const isGuest = sessionStorage.getItem(KNOWN) !== null;

const led = (address) => {
  const url = new URL(address, location);
  if (url.origin === location.origin && !url.hash) url.hash = GUEST;
  return url.href;
};

function leadOn() {
  history.replaceState(history.state, "", led(location));
  document.addEventListener("click", ({ target }) => {
    const link = target.closest("a[href]");
    if (link) link.href = led(link.href);
  }, true);
  document.addEventListener("submit", ({ target }) => {
    target.action = led(target.action);
  }, true);
  document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
    detail.history.path = led(detail.history.path);
  });
}

// Where a page that does not know of it has led back here, the worker has kept the page.
const forget = () => forgetPage(location.pathname);

if (isGuest) {
  leadOn();
  forget();
  document.addEventListener("visibilitychange", forget);
  window.addEventListener("pagehide", forget);
}
