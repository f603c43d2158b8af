/* Reading prizes out: space, arrows and a tap on the name turn the page. The links do it too. */
const turn = (way) => document.querySelector(`a[rel="${way}"]`)?.click();

const WAYS = {
  " ": "next",
  ArrowRight: "next",
  PageDown: "next",
  ArrowLeft: "prev",
  PageUp: "prev",
};

document.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  const isInUse = event.target.closest("button, a, input, summary");
  if (!way || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
  if (isInUse && event.key === " ") return;
  event.preventDefault();
  turn(way);
});

document.querySelector("[data-reading]")?.addEventListener("click", () => {
  if (!String(window.getSelection())) turn("next");
});
