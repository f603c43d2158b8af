// Counts the time of a round down, second by second.
//
// An element with data-clock carries data-ends-at, the moment when the time is up. What is left is
// reckoned anew at every tick, so that a page that slept is right when it wakes. The server's
// clock counts, not the device's: an answer's date tells how far apart the two are.

const SECOND = 1000;
const MINUTE = 60;
const FEW = 5 * MINUTE;

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

function show(clock) {
  const left = Date.parse(clock.dataset.endsAt) - Date.now() - ahead;
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const reading = clock.querySelector("[data-clock-reading]");
  if (reading && reading.textContent !== shown(seconds)) reading.textContent = shown(seconds);
  clock.classList.toggle("clock-few", seconds > 0 && seconds <= FEW);
  clock.classList.toggle("clock-over", seconds === 0);
  const up = clock.querySelector("[data-clock-up]");
  const words = seconds === 0 ? up?.dataset.words : "";
  // Written only when it changes, so that it is read out once.
  if (up && up.textContent !== words) up.textContent = words;
}

function tick() {
  document.querySelectorAll("[data-clock]").forEach(show);
  const untilNext = SECOND - ((Date.now() + ahead) % SECOND);
  setTimeout(tick, untilNext);
}

tick();
document.addEventListener("sheepfold:shown", () => {
  document.querySelectorAll("[data-clock]").forEach(show);
});
if (document.querySelector("[data-clock]")) compare();
