// Names that this device knows are tapped in the order in which people sit.
const known = document.querySelector("[data-known-names]");
const places = [...document.querySelectorAll('input[name^="name-"]')];

function show() {
  const used = new Set(places.map((place) => place.value.trim().toLowerCase()));
  for (const chip of known.querySelectorAll("[data-name]")) {
    chip.hidden = used.has(chip.dataset.name.toLowerCase());
  }
}

if (known) {
  known.hidden = false;
  show();
  known.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-name]");
    const free = places.find((place) => !place.value.trim());
    if (!chip || !free) return;
    free.value = chip.dataset.name;
    show();
  });
  for (const place of places) place.addEventListener("input", show);
}
