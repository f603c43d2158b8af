/* House rules: one that does not matter beside the others that are chosen is taken out of the way.
   Without this the sentence below it says when it matters; the server decides both times. */
const said = (form, what) => {
  const [name, row] = what.split(".");
  if (row) {
    const tick = form.elements[`option-${name}-${row}-played`];
    return [!tick || tick.checked ? "played" : "not_played"];
  }
  const input = form.elements[`option-${name}`];
  if (!input) {
    const ticks = form.querySelectorAll(`[name^="option-${name}-"]:checked`);
    return [...ticks].map((tick) => tick.name.slice(`option-${name}-`.length));
  }
  return [input.type === "checkbox" ? String(input.checked) : input.value];
};

const holds = (form, [what, values, otherwise]) =>
  said(form, what).some((value) =>
    values.includes("*") ? !["", "0", "false"].includes(value) : values.includes(value),
  ) ||
  (otherwise && holds(form, otherwise));

const settle = (form) => {
  for (const rule of form.querySelectorAll("[data-needs]")) {
    const needs = JSON.parse(rule.dataset.needs).every((one) => holds(form, one));
    const barred = JSON.parse(rule.dataset.unless).some((one) => holds(form, one));
    rule.hidden = (!needs || barred) && !rule.matches(".has-problem");
  }
  for (const group of form.querySelectorAll("details details")) {
    group.hidden = !group.querySelector(".rule:not([hidden])");
  }
};

for (const form of new Set([...document.querySelectorAll("[data-needs]")].map((one) => one.closest("form")))) {
  for (const sentence of form.querySelectorAll("[data-when]")) sentence.hidden = true;
  form.addEventListener("change", () => settle(form));
  settle(form);
}

/* Prices of games alone may be typed as the soloist writes them: what stands there is turned into it.
   Where what each opponent pays would be no whole number, all stays as it is, and that is said. */
const pricesIn = (row) =>
  [...row.querySelectorAll('[type="text"]')].filter(
    (box) => box.value.trim() && Number.isFinite(Number(box.value)),
  );
for (const tick of document.querySelectorAll('[name^="option-"][name$="-written"]')) {
  tick.addEventListener("change", () => {
    const rows = [...tick.closest("fieldset").querySelectorAll("[data-times]")];
    const hasParts = (row) => pricesIn(row).every((box) => box.value % row.dataset.times === 0);
    const odd = tick.checked ? [] : rows.filter((row) => !hasParts(row));
    for (const row of rows) {
      const isSaid = row.querySelector(".problem:not([data-no-part])") !== null;
      row.querySelector("[data-no-part]").hidden = isSaid || !odd.includes(row);
    }
    if (odd.length > 0) {
      tick.checked = true;
      return;
    }
    for (const row of rows) {
      const { times } = row.dataset;
      for (const box of pricesIn(row)) box.value = tick.checked ? box.value * times : box.value / times;
    }
  });
}

/* Whoever wants to see all house rules at once says so once; this device remembers it. */
const SHOWS_ALL = "sheepfold-all-rules";

// A browser that keeps nothing throws: there it is said anew on each page.
const kept = (deed) => {
  try {
    return deed(localStorage);
  } catch {
    return null;
  }
};

for (const button of document.querySelectorAll("[data-show-all]")) {
  const groups = button.closest(".stack").querySelectorAll(":scope > details");
  const show = (all) => {
    button.setAttribute("aria-pressed", String(all));
    for (const group of groups) group.open = all || Boolean(group.querySelector(".has-problem"));
  };
  button.hidden = groups.length === 0;
  button.addEventListener("click", () => {
    const all = button.getAttribute("aria-pressed") !== "true";
    show(all);
    if (all) kept((store) => store.setItem(SHOWS_ALL, "yes"));
    else kept((store) => store.removeItem(SHOWS_ALL));
  });
  if (kept((store) => store.getItem(SHOWS_ALL))) show(true);
}
