// The form of a hand on bad Wi-Fi and beside other phones: what is typed is never lost.
//
// Saving goes through htmx. When no answer comes, the same form is sent again by itself: its
// number makes sure that it counts once. When somebody else has saved meanwhile, an untouched
// form is made anew, and a touched one stays with a word about it.

const FIRST_WAIT = 2000;
const LONGEST_WAIT = 15000;

let wait = FIRST_WAIT;
let again;

const form = () => document.getElementById("hand-form");
const isSaving = (event) => event.detail.elt === form();

function keepAndTryAgain() {
  const note = document.getElementById("unsaved");
  if (note) note.hidden = false;
  clearTimeout(again);
  again = setTimeout(() => form()?.requestSubmit(form().querySelector(".save")), wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (isSaving(event)) keepAndTryAgain();
  });
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!event.detail.shouldSwap || !isSaving(event)) return;
  clearTimeout(again);
  wait = FIRST_WAIT;
});

window.addEventListener("online", () => {
  if (!document.getElementById("unsaved")?.hidden) form()?.requestSubmit();
});

window.addEventListener("beforeunload", (event) => {
  const note = document.getElementById("unsaved");
  if (note && !note.hidden) event.preventDefault();
});

// Others at the same table.

document.addEventListener("sheepfold:sheet", (event) => {
  const mine = form();
  const seen = Number(mine?.elements.seen_version?.value);
  const root = document.querySelector("[data-stream]");
  if (!mine || !root || seen >= event.detail.version || !mine.querySelector(".coming h2")) return;
  if (isTouched(mine)) {
    document.getElementById("sheet-moved").hidden = false;
  } else {
    window.htmx.ajax("GET", root.dataset.base, {
      target: ".entry",
      select: ".entry",
      swap: "outerHTML",
    });
  }
});

function isTouched(mine) {
  return [...mine.elements].some((field) =>
    ["radio", "checkbox"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.type === "text" && field.value !== field.defaultValue,
  );
}
