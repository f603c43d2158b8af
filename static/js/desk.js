// What a director has in hand is not taken away by news of what somebody else did.
//
// A live part (see live.js) stays as it is while something is typed in it, while a finger or the
// mouse button is down, and between a tap and its answer. And a button that news has just pushed
// under the finger does not count: it is not the one that was meant.

const ANSWER = 12000; // a form without an answer for so long gets none
const MEANT = 700; // nobody has read a button in less
const NEAR = 12; // pixels
const TYPED = "input:not([type=hidden], [type=submit]), select, textarea";

let isDown = false;
let isAwaiting = false;
let end;
let places = new Map();
const movedAt = new WeakMap();

function isChanged(field) {
  if (field.matches("select")) {
    const chosen = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(chosen, 0);
  }
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function isTypedIn(part) {
  const isFocused = part.contains(document.activeElement) && document.activeElement.matches(TYPED);
  return isFocused || [...part.querySelectorAll(TYPED)].some(isChanged);
}

// Where the whole page would go: what was refused is still to be mended.
function isPageInUse() {
  const main = document.querySelector("main");
  const isRefused = main.querySelector(".problems:not([hidden])");
  return isRefused || [...main.querySelectorAll(TYPED)].some(isChanged);
}

document.addEventListener("sheepfold:replace", (event) => {
  const isInUse = event.detail.part ? isTypedIn(event.target) : isPageInUse();
  if (isDown || isAwaiting || isInUse) event.preventDefault();
});

function free() {
  document.dispatchEvent(new CustomEvent("sheepfold:free"));
}

// The click comes after the finger is up, and the focus moves on after it has left.
function letGo() {
  isDown = false;
  setTimeout(free);
}

document.addEventListener("pointerdown", () => {
  isDown = true;
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, letGo);
document.addEventListener("pointermove", ({ buttons }) => {
  if (isDown && !buttons) letGo(); // it came up outside the window
});
document.addEventListener("focusout", () => setTimeout(free));

function answered() {
  clearTimeout(end);
  isAwaiting = false;
  free();
}

function asked() {
  clearTimeout(end);
  isAwaiting = true;
  end = setTimeout(answered, ANSWER);
}

document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) asked();
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") asked();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.requestConfig.verb === "post") answered();
});
window.addEventListener("pageshow", answered);

// Buttons that were moved by what was shown.

function buttons() {
  return [...document.querySelectorAll("main form button")];
}

function deedOf(button) {
  const { form } = button;
  const address = button.getAttribute("formaction") ?? form?.getAttribute("action");
  return [address, form?.elements.entry?.value, button.value, button.textContent].join();
}

function isNear(place, other) {
  return Math.hypot(place.left - other.left, place.top - other.top) < NEAR;
}

document.addEventListener("sheepfold:show", () => {
  places = new Map(buttons().map((button) => [deedOf(button), button.getBoundingClientRect()]));
});
document.addEventListener("sheepfold:shown", () => {
  for (const button of buttons()) {
    const before = places.get(deedOf(button));
    const isWhereItWas = before && isNear(before, button.getBoundingClientRect());
    if (!isWhereItWas) movedAt.set(button, performance.now());
  }
});
document.addEventListener(
  "click",
  (event) => {
    const moved = movedAt.get(event.target.closest("button"));
    // Enter on a button that has the focus is meant wherever it stands.
    if (moved === undefined || !event.detail || performance.now() - moved > MEANT) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// A stroke finds: the box in the bar, or where there is no room for it the page.
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest("input, select, textarea");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = document.querySelector(".bar .find input");
  event.preventDefault();
  if (box.checkVisibility()) box.focus();
  else location.assign(box.form.action);
});
