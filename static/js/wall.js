// Across the hall, lines whose order changes swap places before one's eyes.
//
// Where the browser has view transitions, and nobody asked for less motion. A line keeps its
// data-line; a page with other people on it is another page, and simply shown.
//
// What is played for what stands there until something is drawn, and then takes its turn. It gives way
// to whatever is new, and what is too long for the screen is shown part by part.

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

const SHEET = 45000;
const PRICES = 15000;
const prices = document.querySelector(".wall-prices");
const list = prices?.querySelector(".wide");
let turn;

function show(isTheirTurn) {
  const isDrawn = document.getElementById("live-drawings").childElementCount > 0;
  const isOver = document.querySelector(".ended") !== null;
  prices.hidden = isOver || (isDrawn && !isTheirTurn);
  list.scrollTop = 0;
  wait();
}

function wait() {
  clearTimeout(turn);
  turn = setTimeout(turnOver, prices.hidden ? SHEET : PRICES);
}

function turnOver() {
  const { bottom } = list.getBoundingClientRect();
  const places = [...list.querySelectorAll("tr")].map((row) => row.getBoundingClientRect());
  const next = places.find((row) => row.bottom > bottom + 1);
  if (prices.hidden || !next) {
    show(prices.hidden);
  } else {
    list.scrollTop += next.top - places[0].bottom;
    wait();
  }
}

// On a phone it would push away what is read.
if (prices && !matchMedia("(width < 40rem)").matches) {
  document.addEventListener("sheepfold:sheet", () => show(false));
  wait();
}
