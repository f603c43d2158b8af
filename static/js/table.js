// Everything that the page of a table does besides staying up to date (live.js). What works out points
// without a network is fetched when it is looked for: most phones never need it.

import "./device.js";
import "./offline.js";
import * as entry from "./entry.js";
import * as form from "./form.js";
import { isGuest } from "./guest.js";
import * as outbox from "./outbox.js";
import * as store from "./store.js";

const offer = document.querySelector("[data-kit]");

async function goOn(isNew = false) {
  const parts = await Promise.all([import("./kit.js"), import("./field.js")]).catch(() => null);
  if (!parts) return; // they did not come: this page is as without an engine
  const [{ kit }, { goOnWith }] = parts;
  if (await kit.isReady()) await goOnWith(kit, { entry, form, outbox, store, isGuest }, isNew);
}

if (offer) {
  offer.hidden = false;
  // Again at the next look, where it did not come.
  offer.closest("details").addEventListener("toggle", () => import("./kit.js").catch(() => {}));
  const goesOn = ({ detail }) => detail.until.push(goOn(true));
  document.addEventListener("sheepfold:ready", goesOn, { once: true });
  // This phone was made ready before: for this release, says the engine.
  if (localStorage.getItem("sheepfold-kit")) goOn();
}
