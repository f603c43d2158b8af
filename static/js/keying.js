// Keying sheets: the sum as one types, and Enter as the way from box to box.

const form = document.querySelector("[data-totals], [data-grid]");
const MINUS = /[\u2212\u2013]/g;

function pointsIn(box) {
  const text = box.value.trim().replace(MINUS, "-");
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : null;
}

function say(sum, left) {
  const shown = form.querySelector("[data-sum]");
  const words = form.querySelector("[data-sum-words]");
  if (!shown) return;
  shown.value = String(sum).replace("-", "\u2212");
  shown.classList.toggle("minus", sum !== 0);
  shown.classList.toggle("plus", sum === 0);
  if (left) words.textContent = "";
  else if (sum === 0) words.textContent = form.dataset.evenWords;
  else words.textContent = sum > 0 ? form.dataset.manyWords : form.dataset.fewWords;
}

function add() {
  const boxes = [...form.querySelectorAll("[data-points]")].map(pointsIn);
  const known = boxes.filter((number) => number !== null);
  say(
    known.reduce((sum, number) => sum + number, 0),
    boxes.length - known.length,
  );
}

function boxes() {
  return [...form.querySelectorAll("input:not([type=hidden]):not([type=checkbox]), select")];
}

// Enter goes on; from the last box, or where nothing is open any more, it saves.
function goOn(event) {
  if (event.key !== "Enter" || event.target.type === "submit") return;
  const all = boxes();
  const next = form.matches("[data-grid]")
    ? form.querySelector(`[data-first="${Number(event.target.closest("tr")?.dataset.row) + 1}"]`)
    : all[all.indexOf(event.target) + 1];
  if (!next || event.ctrlKey) return;
  event.preventDefault();
  next.focus();
}

if (form) {
  form.addEventListener("keydown", goOn);
  form.addEventListener("focusin", ({ target }) => {
    if (target.matches("input.figure, .desk-grid input")) target.select();
  });
  if (form.matches("[data-totals]")) {
    form.addEventListener("input", add);
    add();
  }
}

document.querySelector("[data-choose]")?.addEventListener("focus", ({ target }) => target.select());
