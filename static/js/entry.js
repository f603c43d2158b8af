// The form of a hand on bad Wi-Fi and beside other phones: what is typed is never lost.
//
// Saving goes through htmx. When no answer comes, the same form is sent again by itself: its
// number makes sure that it counts once. A server that is busy says after how many seconds. When somebody else has saved meanwhile, an untouched
// form is made anew, and a touched one stays with a word about it.

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 15000;
const REFUSED = 422;

const SAID = 1000;

let wait = FIRST_WAIT;
let again;
let isSaved = false;

const form = () => document.getElementById("hand-form");
const note = () => document.getElementById("unsaved");
// By the request: an event may come from elsewhere when the form has gone from the page.
const isSaving = (event) => event.detail.requestConfig.elt.id === "hand-form";

function keepAndTryAgain(request) {
  const asked = 1000 * Number(request?.getResponseHeader("Retry-After"));
  sayWhy(asked > 0 ? "busy" : "away");
  clearTimeout(again);
  // All phones of a hall were told the same seconds: they do not come back in the same moment.
  const pause = asked > 0 ? asked + 1000 * Math.random() : wait;
  again = setTimeout(() => form()?.requestSubmit(form().querySelector("[data-save]")), pause);
  if (!(asked > 0)) wait = Math.min(wait * 2, LONGEST_WAIT);
}

function sayWhy(why) {
  if (!note()) return;
  for (const part of note().querySelectorAll("[data-why]")) part.hidden = part.dataset.why !== why;
  note().hidden = false;
}

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (isSaving(event)) keepAndTryAgain(event.detail.xhr);
    else if (event.detail.elt.matches("form")) sayNothingChanged(event.detail.elt);
  });
}

// Undoing is not tried again: what is undone should be what one sees.
function sayNothingChanged(other) {
  other.querySelector("[data-nothing-changed]")?.removeAttribute("hidden");
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, isError } = event.detail;
  if (target.id === "preview" && isError) event.detail.shouldSwap = false;
  if (target.matches(".entry") && isTouched(form())) {
    // Somebody began to type while the form was on its way to be made anew.
    event.detail.shouldSwap = false;
    saySheetMoved();
  }
  if (!event.detail.shouldSwap || !isSaving(event)) return;
  clearTimeout(again);
  wait = FIRST_WAIT;
  const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
  if (event.detail.xhr.status !== REFUSED) {
    navigator.vibrate?.(15);
    isSaved = true;
    return;
  }
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
  const button = form()?.querySelector("[data-save]");
  if (!isSaved || !words || !button) return;
  isSaved = false;
  const name = button.textContent;
  button.setAttribute("aria-label", name.trim());
  button.textContent = words;
  setTimeout(() => {
    button.textContent = name;
    button.removeAttribute("aria-label");
  }, SAID);
});

window.addEventListener("online", () => {
  if (note()?.hidden === false) form().requestSubmit(form().querySelector("[data-save]"));
});

window.addEventListener("beforeunload", (event) => {
  if (note()?.hidden === false) event.preventDefault();
});

// Only what can be answered: nobody has a partner in a solo, and a Null has no tops. What cannot be
// asked now is sunk in its place and not sent; without this script it can be tapped, and the door
// refuses what does not fit.

function askWhatFits() {
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

const showTheRest = () => {
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

// Others at the same table.

let isSending = false;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isSaving(event)) isSending = true;
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isSaving(event)) isSending = false;
});
document.addEventListener("sheepfold:sheet", (event) => {
  const mine = form();
  const isOlder = Number(mine?.elements.seen_version?.value) < event.detail.version;
  if (!isOlder || isSending || !mine.dataset.next) return;
  if (isTouched(mine)) {
    saySheetMoved();
  } else if (hasEnded()) {
    location.reload();
  } else {
    window.htmx.ajax("GET", mine.dataset.next, {
      target: ".entry",
      select: ".entry",
      swap: "outerHTML",
    });
  }
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

function isTouched(mine) {
  if ("filled" in mine.dataset) return true;
  return [...mine.elements].some((field) =>
    ["radio", "checkbox"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.type === "text" && field.value !== field.defaultValue,
  );
}
