// What this device keeps of its tables, so that nothing is lost without a network. This file alone
// opens the database. A browser may refuse it (some private windows do): then `isThere` says no.
//
// tables: by the public id of a table, what this device knows of it. outbox: hands that have not
// arrived yet, by table and seq, which counts up and is never used again. drafts: the form that is
// half filled in, by table.
//
// Versions only add: a phone may come back after a year with hands that wait.

const NAME = "sheepfold";
const VERSION = 1;
const PAGES = "pages"; // of the worker
const STILL = "sheepfold-still";
const WEEK = 7 * 24 * 60 * 60 * 1000;
const BY_TABLE = { keyPath: "table" };

let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, VERSION);
    asked.onupgradeneeded = () => {
      const database = asked.result;
      database.createObjectStore("tables", BY_TABLE);
      database.createObjectStore("outbox", { keyPath: ["table", "seq"] });
      database.createObjectStore("drafts", BY_TABLE);
    };
    asked.onsuccess = () => {
      const database = asked.result;
      // A page of a newer release wants to add something: the next call opens it anew.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      database.onclose = () => {
        opened = null;
      };
      resolve(database);
    };
    asked.onerror = () => reject(asked.error);
  });
  opened.catch(() => {
    opened = null;
  });
  return opened;
}

const answered = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

// Runs `work` in one transaction; what it gives is there when all of it lies on the disk.
async function change(stores, work) {
  const database = await open();
  const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
  const done = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  const places = stores.map((name) => transaction.objectStore(name));
  const [result] = await Promise.all([work(...places), done]);
  return result;
}

async function read(store, work) {
  const database = await open();
  return answered(work(database.transaction(store, "readonly").objectStore(store)));
}

const handsOf = (table) => IDBKeyRange.bound([table], [table, []]);

export async function isThere() {
  try {
    await open();
    return true;
  } catch {
    return false;
  }
}

// Whether a saved hand is felt, as it is chosen on this device.

export function isFelt() {
  try {
    return localStorage.getItem(STILL) === null;
  } catch {
    return true;
  }
}

export function letFeel(isWanted) {
  if (isWanted) localStorage.removeItem(STILL);
  else localStorage.setItem(STILL, "yes");
}

// The tables of this device.

export const knownTables = () => read("tables", (tables) => tables.getAll());

export const knownTable = (table) => read("tables", (tables) => tables.get(table));

export function noteTable(table, known) {
  return change(["tables"], async (tables) => {
    const before = await answered(tables.get(table));
    tables.put({ ...before, ...known, table });
  });
}

// With what waits, and with its pages, which the worker keeps.
export async function forgetTable({ table }) {
  await change(["tables", "outbox", "drafts"], (tables, outbox, drafts) => {
    tables.delete(table);
    outbox.delete(handsOf(table));
    drafts.delete(table);
  });
  await forgetPages(table);
}

// Each link of a table has a page of its own.
async function forgetPages(table) {
  if (!globalThis.caches) return;
  const pages = await caches.open(PAGES);
  for (const key of await pages.keys()) {
    const page = await (await pages.match(key, { ignoreVary: true })).text();
    if (page.includes(`id="offline" data-table="${table}"`)) await forgetPage(key);
  }
}

export async function forgetPage(address) {
  if (globalThis.caches) await (await caches.open(PAGES)).delete(address, { ignoreVary: true });
}

// What ended a week ago is forgotten by itself, but not while a hand of it waits.
export async function forgetEnded() {
  const isLongOver = (row) => row.ended_at && Date.now() - Date.parse(row.ended_at) > WEEK;
  const left = await change(["tables", "outbox", "drafts"], async (tables, outbox, drafts) => {
    const forgotten = [];
    for (const row of (await answered(tables.getAll())).filter(isLongOver)) {
      if (await answered(outbox.count(handsOf(row.table)))) continue;
      tables.delete(row.table);
      drafts.delete(row.table);
      forgotten.push(row.table);
    }
    return forgotten;
  });
  for (const table of left) await forgetPages(table);
}

// One page at a time sends the hands of a table, where the browser has no locks of its own: whether
// it is this one, which has it then for so many milliseconds.
export function takeLease(table, page, patience) {
  return change(["tables"], async (tables) => {
    const row = (await answered(tables.get(table))) ?? { table };
    const now = Date.now();
    const left = (row.lease?.until ?? 0) - now;
    // A clock that was set back must not keep the hands for hours.
    const isTaken = row.lease?.page !== page && left > 0 && left <= patience;
    if (isTaken) return false;
    tables.put({ ...row, lease: { page, until: now + patience } });
    return true;
  });
}

export function giveLeaseBack(table, page) {
  return change(["tables"], async (tables) => {
    const row = await answered(tables.get(table));
    if (row?.lease?.page !== page) return;
    delete row.lease;
    tables.put(row);
  });
}

// The hands that have not arrived yet.

export const waitingHands = (table) => read("outbox", (outbox) => outbox.getAll(handsOf(table)));

export const countWaiting = (table) =>
  read("outbox", (outbox) => (table ? outbox.count(handsOf(table)) : outbox.count()));

// Gives the hand as it is kept, with its seq.
export function keepHand(table, hand) {
  return change(["tables", "outbox"], async (tables, outbox) => {
    const row = (await answered(tables.get(table))) ?? { table };
    const kept = { ...hand, table, seq: (row.last_seq ?? 0) + 1 };
    tables.put({ ...row, last_seq: kept.seq });
    outbox.add(kept);
    return kept;
  });
}

// Nothing where the hand has left meanwhile.
export function changeHand(table, seq, changed) {
  return change(["outbox"], async (outbox) => {
    const hand = await answered(outbox.get([table, seq]));
    if (hand) outbox.put({ ...hand, ...changed });
  });
}

// Those that have arrived leave, and the others are for the version that they have led to, unless
// they were entered below a newer one.
export function settleHands(table, arrived, version) {
  return change(["outbox"], async (outbox) => {
    for (const hand of await answered(outbox.getAll(handsOf(table)))) {
      if (arrived.includes(hand.seq)) outbox.delete([table, hand.seq]);
      else outbox.put({ ...hand, base_version: Math.max(hand.base_version, version) });
    }
  });
}

export function dropHands(table, seqs) {
  return change(["outbox"], (outbox) => {
    for (const seq of seqs) outbox.delete([table, seq]);
  });
}

// The form that is half filled in.

export const draftOf = (table) => read("drafts", (drafts) => drafts.get(table));

export function keepDraft(table, draft) {
  return change(["drafts"], (drafts) => {
    drafts.put({ ...draft, table });
  });
}

export function dropDraft(table) {
  return change(["drafts"], (drafts) => {
    drafts.delete(table);
  });
}
