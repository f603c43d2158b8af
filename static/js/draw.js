// Drawing takes a few seconds: say so, and let nobody press twice. Two taps swap two people.

const drawing = document.getElementById("drawing");

for (const form of document.querySelectorAll("form[data-drawing]")) {
  form.addEventListener("submit", (event) => {
    if (event.submitter?.hasAttribute("data-no-drawing") || !drawing) return;
    const words = drawing.querySelector("[data-drawing-words]");
    drawing.hidden = false;
    words.textContent = words.dataset.drawingWords;
    // After this turn, for a disabled button sends nothing.
    setTimeout(() => {
      for (const button of document.querySelectorAll("main button")) button.disabled = true;
    });
  });
}

// Back from the next page: the one that was left may still be there as it was.
window.addEventListener("pageshow", () => {
  if (!drawing) return;
  drawing.hidden = true;
  for (const button of document.querySelectorAll("main button")) button.disabled = false;
});

function showDial(field) {
  const way = field.closest("form").querySelector("[name=draw]");
  field.hidden = way.value !== field.dataset.onlyFor;
}

for (const field of document.querySelectorAll("[data-only-for]")) {
  showDial(field);
  field.closest("form").querySelector("[name=draw]").addEventListener("change", () => showDial(field));
}

const proposal = document.getElementById("draw-swaps");
const words = proposal?.querySelector("[data-swap-words]");
const ticked = [...(proposal?.querySelectorAll("[name=swap]:checked") ?? [])];

function say() {
  const [one, other] = ticked.map((box) => box.dataset.name);
  const sentence = other ? words.dataset.swapWords : words.dataset.swapOne;
  if (one) words.textContent = sentence.replace("{one}", one).replace("{other}", other);
}

if (words) {
  say();
  proposal.addEventListener("change", ({ target }) => {
    if (target.name !== "swap") return;
    if (target.checked) ticked.push(target);
    else ticked.splice(ticked.indexOf(target), 1);
    if (ticked.length > 2) ticked.shift().checked = false;
    say();
  });
}
