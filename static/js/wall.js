// Across the hall, lines whose order changes swap places before one's eyes.
//
// Where the browser has view transitions, and nobody asked for less motion. A line keeps its
// data-line; a page with other people on it is another page, and simply shown.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function linesOf(page) {
  return [...page.querySelectorAll("[data-live] [data-line]")];
}

function name(lines) {
  for (const line of lines) line.style.viewTransitionName = `line-${line.dataset.line}`;
}

document.addEventListener("sheepfold:show", (event) => {
  const { fresh, put } = event.detail;
  const [before, after] = [document, fresh].map((page) => linesOf(page).map((it) => it.dataset.line));
  const isSwapped = after.some((line, place) => line !== before[place]);
  const isSamePage = after.some((line) => before.includes(line));
  if (!document.startViewTransition || calm.matches || !isSwapped || !isSamePage) return;
  event.preventDefault();
  name(linesOf(document));
  const swap = document.startViewTransition(() => {
    put();
    name(linesOf(document));
  });
  swap.finished.finally(() => {
    for (const line of linesOf(document)) line.style.viewTransitionName = "";
  });
});
