// What can be answered in the form of a hand, and what follows from what was typed.

import { form } from "./form.js";

// Only what can be answered: nobody has a partner in a solo, and a Null has no tops. What cannot be
// asked now is sunk in its place and not sent; without this script it can be tapped, and the door
// refuses what does not fit.

export function askWhatFits() {
  const mine = form();
  if (!mine) return;
  const isPassed = mine.querySelector("[data-passed]:checked") !== null;
  // In the order of the questions: what is not asked any more is no answer to those after it.
  for (const input of mine.querySelectorAll("input:not([type=hidden]), [name=count]")) {
    input.disabled = !(isAsked(input, isPassed) && fits(input, mine));
  }
}

function isAsked(input, isPassed) {
  const course = input.closest(isPassed ? ".when-played" : ".when-passed");
  return course === null && !("gone" in input.dataset);
}

// What is wrong stays until it is mended, and a chosen chip until something else is chosen.
function fits(input, mine) {
  const said = (name) => mine.querySelector(`[name="${name}"]:checked:enabled`)?.value ?? "";
  for (let part = input.closest("[data-unless]"); part; part = part.parentElement.closest("[data-unless]")) {
    const stays = part.matches("label") ? input.checked : part.matches(".has-problem");
    if (!stays && part.dataset.answers.split(" ").includes(said(part.dataset.unless))) return false;
  }
  return true;
}

// What is chosen and tapped again is taken back.

let chosen = null;

const chosenAt = (target) => {
  const radio = target.closest("#hand-form label")?.querySelector("[type=radio]");
  return radio?.checked ? radio : null;
};

function takeBack(radio) {
  radio.checked = false;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

document.addEventListener("pointerdown", ({ target }) => {
  chosen = chosenAt(target);
});
document.addEventListener("click", ({ target }) => {
  if (target === chosen) takeBack(chosen);
  if (target.matches("input")) chosen = null;
});
document.addEventListener("keydown", (event) => {
  chosen = null;
  const radio = event.key === " " ? chosenAt(event.target) : null;
  if (!radio) return;
  event.preventDefault();
  takeBack(radio);
});

// A number is tapped or typed: what is said last counts.

document.addEventListener("input", ({ target }) => {
  const tapped = target.dataset.beside && target.value.trim()
    && form().querySelector(`[name="${target.dataset.beside}"]:checked`);
  if (tapped) tapped.checked = false;
});
document.addEventListener(
  "change",
  ({ target }) => {
    const typed = form()?.querySelector(`[data-beside="${target.name}"]`);
    if (typed && target.checked) typed.value = "";
  },
  true,
);

document.addEventListener("change", askWhatFits, true);
document.addEventListener("htmx:load", askWhatFits);
window.addEventListener("pageshow", askWhatFits);

// Of all card points the last follows from the others: it stands in its box, and may be typed over.

export const showTheRest = () => {
  for (const group of form()?.querySelectorAll("[data-whole]") ?? []) {
    const blind = form().elements.blind_points;
    const boxes = [...group.querySelectorAll("input")];
    const typed = [...boxes, ...(blind ? [blind] : [])].filter((box) => /^\s*\d{1,3}\s*$/.test(box.value));
    const left = Number(group.dataset.whole) - typed.reduce((sum, box) => sum + Number(box.value), 0);
    const empty = boxes.filter((box) => !box.value.trim());
    const isKnown = empty.length === 1 && left >= 0 && (!blind || typed.includes(blind));
    for (const box of boxes) box.placeholder = isKnown && box === empty[0] ? String(left) : "";
  }
};
document.addEventListener("input", showTheRest);
document.addEventListener("htmx:load", showTheRest);
