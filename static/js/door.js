// The door by keyboard: Enter in the search goes to the first button found, Enter there presses it.
// A tap that gets no answer says so; pressed again it counts once, for the form keeps its number.
// What other desks do is shown when nobody types, for the words that the list was found with.

const TYPING = 1500; // milliseconds after a key

const search = () => document.getElementById("door-q");
const note = () => document.getElementById("no-answer");
const words = (text) => text.trim().replace(/\s+/g, " ");
let typedAt = -TYPING;

document.addEventListener("htmx:afterSettle", (event) => {
  const { target, requestConfig } = event.detail;
  if (target.id === "door") {
    document.getElementById("door-news")?.scrollIntoView({ block: "nearest" });
  }
  // The list of players has the same search, and no door.
  if (target.id !== "found" || !document.getElementById("door")) return;
  isFoundWith(target, words(requestConfig.formData.get("q") ?? ""));
  if (requestConfig.triggeringEvent?.type === "submit") target.querySelector(".button")?.focus();
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (event.detail.requestConfig?.verb === "post" && note()) note().hidden = false;
  });
}

// Only Enter and the button say that a typed code is whole.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.triggeringEvent?.type === "input") delete detail.parameters.find;
});

function isFoundWith(found, q) {
  const door = document.getElementById("door");
  const address = new URL(door.dataset.address, location.href);
  address.searchParams.set("q", q);
  address.searchParams.delete("page");
  door.dataset.address = address.pathname + address.search;
  found.dataset.q = q;
}

document.addEventListener("sheepfold:replace", (event) => {
  const { part } = event.detail;
  if (part?.id !== "found") return;
  const isTyping = performance.now() - typedAt < TYPING;
  if (isTyping || part.dataset.q !== words(search().value)) event.preventDefault();
});

document.addEventListener("input", ({ target }) => {
  if (target !== search()) return;
  typedAt = performance.now();
  setTimeout(() => document.dispatchEvent(new CustomEvent("sheepfold:free")), TYPING);
});

// Typing letters anywhere but in a field begins the next search.
document.addEventListener("keydown", (event) => {
  if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea, select") || !search()) return;
  search().focus();
  search().select();
});

// Who types before the page is ready is heard as soon as it is.
document.addEventListener("DOMContentLoaded", () => {
  const box = search();
  if (box && box.value !== box.defaultValue) window.htmx.trigger(box.form, "typed-early");
});
