// Counts the time of a round down, second by second, and the time for sheets, minute by minute.
//
// An element with data-clock carries data-ends-at, the moment when the time is up; so does one with
// data-due, until which sheets have to be in. What is left is reckoned anew at every tick, so that
// a page that slept is right when it wakes. The server's clock counts, not the device's: an
// answer's date tells how far apart the two are.

const SECOND = 1000;
const MINUTE = 60;
const FEW = 5 * MINUTE;
const SOON = 15; // minutes, as on the server
const HOUR = 60; // minutes
const DAY = 24 * HOUR;

let ahead = 0; // by how much the server's clock is ahead of the device's

async function compare() {
  try {
    const sent = Date.now();
    const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" });
    const told = Date.parse(answer.headers.get("date"));
    const middle = (sent + Date.now()) / 2;
    // The date is told in whole seconds: half a second more is the best guess.
    if (!Number.isNaN(told)) ahead = told + SECOND / 2 - middle;
    if (Math.abs(ahead) < SECOND) ahead = 0;
  } catch {
    ahead = 0;
  }
}

function shown(seconds) {
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

function secondsLeft(element) {
  const left = Date.parse(element.dataset.endsAt) - Date.now() - ahead;
  return Math.max(0, Math.ceil(left / SECOND));
}

function show(clock) {
  const seconds = secondsLeft(clock);
  const reading = clock.querySelector("[data-clock-reading]");
  if (reading && reading.textContent !== shown(seconds)) reading.textContent = shown(seconds);
  clock.classList.toggle("clock-few", seconds > 0 && seconds <= FEW);
  clock.classList.toggle("clock-over", seconds === 0);
  const up = clock.querySelector("[data-clock-up]");
  const words = seconds === 0 ? up?.dataset.words : "";
  // Written only when it changes, so that it is read out once.
  if (up && up.textContent !== words) up.textContent = words;
}

// Days are left as they were when the page came.
function showDue(line) {
  const minutes = Math.ceil(secondsLeft(line) / MINUTE);
  if (minutes >= DAY) return;
  const left = line.querySelector("[data-due-left]");
  const { one, many, hours } = left.dataset;
  const words = minutes >= HOUR ? hours : minutes === 1 ? one : many;
  const said = words.replace("{h}", Math.floor(minutes / HOUR)).replace("{m}", minutes % HOUR);
  if (left.textContent !== said) left.textContent = said;
  line.classList.toggle("is-soon", minutes > 0 && minutes <= SOON);
  line.classList.toggle("is-over", minutes === 0);
  const [on, over] = ["on", "over"].map((word) => line.querySelector(`[data-due-${word}]`));
  if (on) on.hidden = minutes === 0;
  if (over) over.hidden = minutes > 0;
}

function showAll() {
  document.querySelectorAll("[data-clock]").forEach(show);
  document.querySelectorAll("[data-due]").forEach(showDue);
}

function tick() {
  showAll();
  const untilNext = SECOND - ((Date.now() + ahead) % SECOND);
  setTimeout(tick, untilNext);
}

tick();
document.addEventListener("sheepfold:shown", showAll);
if (document.querySelector("[data-clock], [data-due]")) compare();
