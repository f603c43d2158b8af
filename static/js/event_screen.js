// Turns the pages of an event's screen by itself.
//
// The links on the page lead the way, so that everything works without this script too. Space
// holds a page, the arrows turn, the keys that stand beside the modes choose them.

const QUIET = 5000; // after so long without a hand on mouse or keyboard the controls go

const frame = document.querySelector("[data-every]");
const pause = document.querySelector("[data-pause]");
const every = Number(frame.dataset.every) * 1000;

let isHeld = false;
let turn;
let quiet;

function link(rel) {
  return document.querySelector(`#screen-page a[rel="${rel}"]`);
}

// The page fetches itself from its address: that of the page to show next.
function go(address) {
  history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("sheepfold:fetch"));
  wait();
}

function wait() {
  clearTimeout(turn);
  if (isHeld) return;
  turn = setTimeout(() => {
    const next = link("next");
    if (next) go(next.href);
    else wait();
  }, every);
}

function hold(isNow) {
  isHeld = isNow;
  pause.setAttribute("aria-pressed", String(isHeld));
  wait();
}

function choose(control) {
  if (control === pause) {
    hold(!isHeld);
    return;
  }
  for (const other of document.querySelectorAll(".hall-controls [data-key]")) {
    if (other !== pause) other.removeAttribute("aria-current");
  }
  control.setAttribute("aria-current", "page");
  go(control.href);
}

function showControls() {
  frame.classList.remove("is-quiet");
  clearTimeout(quiet);
  quiet = setTimeout(() => frame.classList.add("is-quiet"), QUIET);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  showControls();
  const way = { ArrowRight: "next", ArrowLeft: "prev" }[event.key];
  const control = document.querySelector(`.hall-controls [data-key="${CSS.escape(event.key)}"]`);
  const onControl = event.target.closest("a, button");
  if (way && link(way)) go(link(way).href);
  else if (control && !(event.key === " " && onControl)) choose(control);
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  const control = event.target.closest(".hall-controls [data-key]");
  const turner = event.target.closest('#screen-page a[rel="next"], #screen-page a[rel="prev"]');
  if (control) choose(control);
  else if (turner) go(turner.href);
  else return;
  event.preventDefault();
});

document.addEventListener("pointermove", showControls);
pause.hidden = false;
showControls();
wait();
