// The evening goes on without a network: where this phone was made ready (kit.js) it works out the
// points by itself, draws the page after each hand, and says what a hand comes to while it is typed.
//
// It begins when the page is not live any more, came from the browser's cache, or has hands that
// wait. The sheet as the server told it last is kept for that; below it lie the hands of this
// phone. Where one of them cannot be worked out that is said, the page is as without an engine, and
// they go in as they were typed.

const { documentElement: root } = document;
const PATIENCE = 3000;
const BOOTS = 10_000; // so long a hand waits for the engine to begin
const UNSEEN = 300_000; // a page that nobody looks at for so long lets the engine go

// What it works with: the engine, as kit.js has it, and the other parts of the page of a table.
let kit;
let entry;
let outbox;
let store;
let box;
let form;
let isTouched;
let answersIn;
let fill;
let isGuest; // on a public device nothing of a table is kept

let state = null; // the sheet as the server told it last
let toldAt = null;
let isBegun = false; // whether the engine has it
let lying = []; // the hands of this phone that lie below it there: seq and record
let isBroken = false;
let isLive = false;
let isCut = false;
let isTaken = false; // whether the server was asked since the page was opened
let isTaking = false;
let previews = 0;
let leaving;
let last = Promise.resolve();

const isNeeded = () =>
  Boolean(form()?.dataset.next) && !box.decision && (isCut || outbox.waiting().length > 0);

function stateNow() {
  return document.querySelector("[data-live-status]")?.dataset.state;
}

const shownVersion = () =>
  Math.max(
    Number(document.querySelector("[data-stream]")?.dataset.seen ?? 0),
    Number(form()?.elements.seen_version?.value ?? 0),
  );

const isFresh = () => state !== null && state.version >= shownVersion();

// One call after the other, in the order of what happened; what goes wrong ends the engine.
function inTurn(work) {
  last = last.then(work).catch(() => {
    isBegun = false;
    isBroken = true;
    sayWhether();
  });
  return last;
}

// The sheet, taken along.

// `isAsked`: also before the page has heard from the site again.
async function takeAlong(isAsked = false) {
  if (isTaking || !(isLive || isAsked) || !box.isOpen || (isTaken && isFresh())) return;
  isTaking = true;
  const before = shownVersion();
  try {
    if (!(await kit.isReady())) return;
    const signal = AbortSignal.timeout(PATIENCE);
    const { state: address } = document.getElementById("offline").dataset;
    const answer = await fetch(address, { cache: "no-store", signal });
    if (!answer.ok) return;
    await remember(await answer.json());
    isTaken = true;
  } catch {
    return; // nobody answers: it is asked for again with the next change
  } finally {
    isTaking = false;
  }
  if (shownVersion() > before) takeAlong();
}

async function remember(told) {
  state = told;
  toldAt = Date.now();
  isBegun = false;
  if (!isGuest) await store.noteTable(box.table, { state, told_at: toldAt });
  await sayWhether();
}

async function lookUp() {
  const known = state === null && box.isOpen ? await store.knownTable(box.table) : null;
  if (!known?.state) return;
  state = known.state;
  toldAt = known.told_at;
}

async function sayWhether() {
  const isHere = !isBroken && !box.stuck && isFresh() && (await kit.isReady());
  if (isHere === "pointsHere" in root.dataset && !box.stuck) return;
  root.toggleAttribute("data-points-here", isHere);
  document.dispatchEvent(new CustomEvent("sheepfold:form"));
}

// The hands that lie below it.

async function begin() {
  if (isBegun || isBroken || document.hidden || !(await kit.isReady())) return;
  await lookUp();
  if (!isFresh()) return;
  await kit.start(state);
  lying = [];
  isBegun = true;
}

const wanted = () =>
  box.hands.filter(({ seq, submission }) => seq !== box.byForm && !state.arrived.includes(submission));

const isAmong = (hands, seq) => hands.some((hand) => hand.seq === seq);

// Puts there what waits now; whether anything was changed.
async function putHands() {
  const hands = wanted();
  let isChanged = false;
  let stuck = null;
  if (lying.some(({ seq }) => !isAmong(hands, seq))) {
    await kit.start(state); // a hand may go that those after it needed
    lying = [];
    isChanged = true;
  }
  for (const hand of hands) {
    const { record, problems } = hand.record ? hand : await workOut(hand);
    const said = JSON.stringify(record);
    const there = lying.find(({ seq }) => seq === hand.seq);
    if (record && there?.said === said) continue;
    const { problem } = record ? await kit.add(record, hand.seq) : { problem: problems };
    if (problem !== undefined) {
      stuck = { seq: hand.seq, problem };
      break;
    }
    if (there) there.said = said;
    else lying.push({ seq: hand.seq, said });
    isChanged = true;
  }
  box.stuck = stuck;
  await sayWhether();
  return isChanged;
}

// What was kept as it was typed, before the engine was there.
async function workOut({ seq, answers, dealer }) {
  const typed = Object.entries(answers).flatMap(([name, values]) => values.map((value) => [name, value]));
  if (dealer !== null) typed.push(["dealer", String(dealer)]);
  const { record, dealer: dealt, points, problems } = await kit.read(typed);
  if (!record) return { problems: problems.map(([_field, _label, text]) => text).join(" ") };
  await outbox.note(seq, { record, dealer: dealt, shown: points });
  return { record };
}

// The page.

// Puts into the page what `page` of the engine has drawn: everything that a hand changes.
export function drawPage(drawn) {
  const save = document.querySelector("#hand-form > .save");
  document.querySelector("#hand-form .coming").innerHTML = drawn.coming;
  drawQuestions(drawn.questions);
  const preview = document.getElementById("preview");
  preview.replaceChildren();
  while (preview.nextElementSibling) preview.nextElementSibling.remove();
  preview.insertAdjacentHTML("afterend", drawn.said);
  save.querySelector("[data-save]").textContent = drawn.save_words;
  document.getElementById("live-sheet").innerHTML = drawn.sheet;
  document.getElementById("live-drawings").innerHTML = drawn.drawings;
}

// The questions alone, as `page` or `read` has drawn them.
export function drawQuestions(html) {
  const head = document.querySelector("#hand-form .coming");
  while (!head.nextElementSibling.matches(".save")) head.nextElementSibling.remove();
  head.insertAdjacentHTML("afterend", html);
}

// The same for a preview: its sentence, and what stands in the rows of the people.
export function drawPreview(html) {
  htmx.swap("#preview", html, { swapStyle: "innerHTML" });
}

async function draw(dealer, isTypedKept) {
  const drawn = await kit.page(dealer, box.held);
  const mine = form();
  if (!isNeeded()) return;
  const typed = isTypedKept && isTouched(mine) ? answersIn(mine) : null;
  previews += 1;
  forgetProblems(mine);
  delete mine.querySelector("[data-save]").dataset.name;
  drawPage(drawn);
  for (const name of ["data-ahead", "data-filled"]) mine.removeAttribute(name);
  mine.toggleAttribute("data-drawn", true);
  const isDone = drawn.is_done && box.held === null;
  mine.querySelector("[data-save]").disabled = isDone;
  mine.toggleAttribute("data-done", isDone);
  if (isDone) stopAsking(mine);
  mine.dataset.place = drawn.place - lying.length;
  mine.dataset.line = (state.entries.at(-1)?.number ?? 0) + 1;
  mine.elements.seen_version.value = state.version;
  if (!typed) mine.elements.submission.value = outbox.newNumber();
  if (root.dataset.keptAt) root.dataset.keptAt = new Date(toldAt).toISOString();
  tag(drawn.waiting);
  showPays(drawn.pays);
  if (typed) fill(typed);
  entry.showAnew();
  document.dispatchEvent(new CustomEvent("sheepfold:drawn"));
}

// All hands of a table at an event are played: the line over the button says so (offline.js).
function stopAsking(mine) {
  mine.querySelector(".coming").replaceChildren();
  drawQuestions("");
}

// The lines of hands that wait are marked, and lead to what can be done with them.
function tag(waiting) {
  const { base } = document.querySelector("[data-stream]").dataset;
  for (const { number } of waiting) {
    document.getElementById(`hand-${number}`).toggleAttribute("data-waits", true);
    for (const link of document.querySelectorAll(`a[href="${base}hands/${number}/"]`)) {
      link.setAttribute("href", "#waiting");
    }
  }
  if (!waiting.length) return;
  const lines = document.querySelector("#live-sheet [data-lines]");
  const head = document.getElementById("waits").content.querySelector("tr").cloneNode(true);
  head.firstElementChild.colSpan = lines.parentElement.tHead.rows[0].cells.length - 1;
  lines.prepend(head);
}

// The page of who pays whom is not there without a network.
function showPays(html) {
  const drawings = document.getElementById("live-drawings");
  const pays = new DOMParser().parseFromString(html, "text/html").querySelector(".payments");
  if (pays.querySelector("li") && !drawings.querySelector(".payments")) drawings.prepend(pays);
}

function forgetProblems(mine) {
  mine.querySelector(".save > .problems")?.remove();
}

function showProblems(mine, { questions, refused }) {
  previews += 1;
  forgetProblems(mine);
  drawQuestions(questions);
  const save = mine.querySelector(".save");
  save.insertAdjacentHTML("afterbegin", refused);
  document.getElementById("preview").replaceChildren();
  mine.toggleAttribute("data-filled", true);
  mine.toggleAttribute("data-drawn", true);
  const told = save.querySelector(".problems");
  told?.removeAttribute("autofocus");
  entry.showAnew();
  told?.focus({ preventScroll: true });
}

// The page is the server's again; a form that is in use stays.
function leave() {
  const mine = form();
  if (!mine || !("drawn" in mine.dataset) || isNeeded()) return;
  if (isLive && !box.hands.length && !isTouched(mine)) {
    entry.askForAnother();
  } else if (box.decision) {
    mine.removeAttribute("data-drawn");
    entry.showAnew();
  }
}

const field = {
  isOn: () => isBegun && !box.stuck && isNeeded(),

  // Waits for it while it begins: what is typed is kept as a draft, and a hand that cannot be is
  // better told now than tomorrow.
  async comes() {
    if (isBegun || box.stuck || !("pointsHere" in root.dataset)) return;
    const patience = new Promise((resolve) => {
      setTimeout(resolve, BOOTS);
    });
    await Promise.race([field.catchUp(), patience]);
  },

  // Whether it has drawn the form of the hand that is due, or is being changed.
  async draws(dealer) {
    if (!field.isOn()) return false;
    const isDrawn = await inTurn(async () => {
      await begin();
      if (!isBegun) return false;
      await putHands();
      if (!field.isOn()) return false;
      await draw(dealer, false);
      return true;
    });
    return isDrawn === true;
  },

  // What waits has changed, or the network.
  catchUp: () =>
    inTurn(async () => {
      if (!isNeeded()) {
        leave();
        return;
      }
      await begin();
      if (!isBegun) return;
      const isChanged = await putHands();
      const isOlder = Number(form()?.elements.seen_version.value) < state.version;
      if (!field.isOn()) return;
      if (isChanged || isOlder) await draw(dealerGiven(), true);
      else if (isTouched(form())) field.preview(form());
    }),

  // { record, dealer, shown }, or { problems }, which are shown; nothing where it cannot be said.
  async read(mine) {
    const answers = [...new FormData(mine)];
    const said = await inTurn(() => kit.read(answers, box.held));
    if (!said) return {};
    if (said.record) return { record: said.record, dealer: said.dealer, shown: said.points };
    showProblems(mine, said);
    return { problems: said.problems };
  },

  async count(mine, { name, value }) {
    const answers = [...new FormData(mine), [name, value]];
    const said = await inTurn(() => kit.read(answers, box.held));
    if (!said) return;
    showProblems(mine, said);
    mine.querySelector(".counter-box summary").focus({ preventScroll: true });
    field.preview(mine);
  },

  preview(mine) {
    previews += 1;
    const asked = previews;
    inTurn(async () => {
      if (asked !== previews) return;
      const html = await kit.preview([...new FormData(mine)], box.held);
      if (asked === previews) drawPreview(html);
    });
  },

  // Why a hand that waits cannot be taken away; empty where it can.
  async whyNotRemoved(seq) {
    if (!field.isOn()) return "";
    const { problem } = (await inTurn(() => kit.remove(seq))) ?? {};
    return problem ?? "";
  },
};

function dealerGiven() {
  const { dealer, dealer_given: isGiven } = form().elements;
  return isGiven ? Number(dealer.value) : null;
}

function letGo() {
  if (!globalThis.caches) return; // over plain http it could not be begun anew
  isBegun = false;
  kit.stop();
}

function listen() {
  document.addEventListener("sheepfold:state", ({ detail }) => {
    const wasLive = isLive;
    isLive = detail.state === "live";
    isCut = detail.state === "offline" || (detail.state === "connecting" && (isCut || wasLive));
    if (document.hidden) return;
    if (isLive) takeAlong();
    if (wasLive !== isLive || isCut) field.catchUp();
  });
  for (const change of ["sheepfold:sheet", "htmx:afterSettle"]) {
    document.addEventListener(change, () => takeAlong());
  }

  // What has arrived of this phone is on the sheet: that is known without asking.
  document.addEventListener("sheepfold:arrived", ({ detail: { version, lines, hands } }) => {
    const isAll = hands.length === lines.length && hands.every(({ record }) => record);
    if (!state || !isAll || version !== state.version + hands.length) return;
    const entries = hands.map(({ record }, nth) => ({ number: lines[nth], record }));
    remember({
      ...state,
      version,
      entries: [...state.entries, ...entries],
      arrived: [...state.arrived, ...hands.map(({ submission }) => submission)],
    });
  });

  document.addEventListener("visibilitychange", () => {
    clearTimeout(leaving);
    if (document.hidden) {
      leaving = setTimeout(letGo, UNSEEN);
    } else if (box.isOpen) {
      field.catchUp();
    }
  });
}

// Done when the sheet was taken along, if anybody answers. `isNew`: this phone was made ready just
// now, so that there is a network.
export async function goOnWith(engine, parts, isNew) {
  kit = engine;
  ({ entry, outbox, store, isGuest } = parts);
  ({ box } = outbox);
  ({ form, isTouched, answersIn, fill } = parts.form);
  if (!(await outbox.ready)) return;
  isLive = stateNow() === "live";
  isCut = stateNow() === "offline" || "keptAt" in root.dataset;
  listen();
  entry.workOutBy(field);
  await lookUp();
  await sayWhether();
  await takeAlong(isNew);
  field.catchUp();
}
