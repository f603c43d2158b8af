// The form of a hand as it stands in the page: what is in it, and giving it something else.

const NO_ANSWERS = ["csrfmiddlewaretoken", "submission", "seen_version", "dealer"];

export const form = () => document.getElementById("hand-form");

export function isTouched(mine) {
  if ("filled" in mine.dataset) return true;
  return [...mine.elements].some((field) =>
    ["radio", "checkbox"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.type === "text" && field.value !== field.defaultValue,
  );
}

export function answersIn(mine) {
  const answers = {};
  for (const [name, value] of new FormData(mine)) {
    if (!NO_ANSWERS.includes(name) && value !== "") (answers[name] ??= []).push(value);
  }
  return answers;
}

// What was said of a hand, for a line of its own: each question with its answer.
export function wordsIn(mine) {
  const said = [];
  for (const input of mine.querySelectorAll(".question input, .who input")) {
    const isSaid = input.matches("[type=text]") ? input.value.trim() : input.checked;
    if (!isSaid || input.disabled || input.defaultChecked || input.closest(".counter")) continue;
    const question = input.closest("fieldset, .slot-points");
    const asked = question?.querySelector(":scope > legend")?.firstChild.textContent.trim();
    const called = input.labels[0]?.title || input.getAttribute("aria-label");
    const label = called || input.labels[0]?.textContent.replace(/\s+/g, " ").trim();
    const value = input.matches("[type=text]") ? `${label} ${input.value.trim()}` : label;
    said.push(asked ? `${asked}: ${value}` : value);
  }
  return said.join("; ");
}

// Gives answers back to the form; false where it does not ask for all of them.
export function fill(answers) {
  const mine = form();
  const asked = Object.keys(answers).filter((name) => name !== "dealer_given");
  if (!mine || asked.some((name) => !(name in mine.elements))) return false;
  for (const input of mine.elements) {
    const said = answers[input.name] ?? [];
    if (input.type === "radio" || input.type === "checkbox") input.checked = said.includes(input.value);
    else if (input.type === "text") input.value = said[0] ?? "";
    else continue;
    const isSaid = input.type === "text" ? input.value : input.checked && !input.defaultChecked;
    const folded = isSaid ? input.closest("details") : null;
    if (folded) folded.open = true;
  }
  mine.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}

export function empty(mine) {
  for (const input of mine.elements) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = false;
    else if (input.type === "text") input.value = "";
  }
}

// Who sits out of the hand that the server knew may play in the next.
export function letEverybodyPlay(mine) {
  for (const gets of mine.querySelectorAll(".who-gets.is-out")) {
    const row = [...gets.classList].find((name) => name.startsWith("at-"));
    const called = mine.querySelector(`.who-name.${row}`);
    const seat = gets.querySelector("b").id.replace("gets-", "");
    for (const place of [gets, called]) place.classList.remove("is-out");
    gets.querySelector("small")?.remove();
    for (const like of mine.querySelectorAll(".who fieldset > .mark:first-of-type")) {
      const mark = like.cloneNode(true);
      const input = mark.querySelector("input");
      if (mark.dataset.answers === input.value) mark.dataset.answers = seat;
      input.value = seat;
      mark.title = called.querySelector(".name").textContent;
      input.setAttribute("aria-label", mark.title);
      mark.className = `mark ${row}`;
      like.after(mark);
    }
  }
}

export function letDeal(seat) {
  const mine = form();
  mine.elements.dealer.value = seat;
  if (!mine.elements.dealer_given) {
    const given = document.createElement("input");
    Object.assign(given, { type: "hidden", name: "dealer_given", value: "yes" });
    mine.append(given);
  }
  const links = [...mine.querySelectorAll(".coming .more a")];
  const nth = links.findIndex(({ search }) => search === `?dealer=${seat}`);
  const deals = mine.querySelector(".coming [data-deals]");
  deals.dataset.deals = "chosen";
  deals.textContent = mine.querySelectorAll(".coming [data-words]")[nth]?.dataset.words ?? "";
}
