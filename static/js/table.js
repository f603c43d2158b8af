// Everything that the page of a table does besides staying up to date (live.js). What works out points
// without a network is fetched when it is looked for: most phones never need it.

import "./offline.js";

const offer = document.querySelector("[data-kit]");

if (offer) {
  offer.hidden = false;
  // Again at the next look, where it did not come.
  offer.closest("details").addEventListener("toggle", () => import("./kit.js").catch(() => {}));
}
