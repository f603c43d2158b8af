// What opens without a network: a table's page and this device's tables, with the files they need.
//
// The server puts `TOLD` before this: `release`, `shell` (the files of this release), `tables`,
// `needed` (the page that is shown in place of others) and `manifest`. Whatever is not named here
// goes its way as if there were no worker: forms, live views, the desk, signing in.
//
// A page is kept only by the worker of its own release, so that page and files belong together. A
// newer worker waits until a page says that no hand waits and no form is begun (device.js); then it
// fetches anew what an older one has kept. Where that does not come the page stays with its files.

const SHELL = `shell-${TOLD.release}`;
const PAGES = "pages";
const PATIENCE = 3000;
const LITTLE = 1000; // where hands wait, or the last page came without the network as well
const AWAY = "/away"; // kept while pages come without the network
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const TABLE = /^\/t\/[^/]+\/$/;
const OF_A_TABLE = /^(\/t\/[^/]+\/)/;
const GONE_WRONG = [502, 503, 504]; // what a proxy says while the site is away
const GUEST = "#guest"; // on a public device nothing of the page is kept
const HOWEVER = { ignoreVary: true };

addEventListener("install", (event) => {
  event.waitUntil(fetchShell());
});

async function fetchShell() {
  const shell = await caches.open(SHELL);
  await shell.addAll([...TOLD.shell, TOLD.manifest]);
  await keep(await fetch(TOLD.needed), TOLD.needed);
}

addEventListener("activate", (event) => {
  event.waitUntil(clients.claim());
});

addEventListener("message", (event) => {
  if (event.data.what === "take-over") event.waitUntil(skipWaiting().then(renew));
  if (event.data.what === "keep") event.waitUntil(fetch(event.data.path).then(keepPage));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, hash } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || hash === GUEST) return;
  if (request.mode === "navigate") {
    if (isOurs(pathname)) event.respondWith(page(event, pathname));
    else if (OF_A_TABLE.test(pathname)) event.respondWith(another(request, pathname));
  } else if (pathname.startsWith(TOLD.files) || pathname === TOLD.manifest) {
    event.respondWith(file(request, pathname));
  }
});

// Pages.

const isOurs = (path) => TABLE.test(path) || path === TOLD.tables;

async function page(event, path) {
  const kept = await (await caches.open(PAGES)).match(path, HOWEVER);
  const fresh = fetch(event.request);
  event.waitUntil(fresh.then((answer) => keepPage(answer.clone())).catch(() => {}));
  if (!kept) return fresh.catch(() => needed(path));
  try {
    const answer = await within(await patience(), fresh);
    if (GONE_WRONG.includes(answer.status)) throw new Error(answer.statusText);
    await note(false);
    return answer;
  } catch {
    await note(true);
    return told(kept, "data-kept-at", kept.headers.get("Date"));
  }
}

function within(milliseconds, fresh) {
  return Promise.race([
    fresh,
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error("silence")), milliseconds);
    }),
  ]);
}

async function patience() {
  return (await isAway()) || (await waiting()) ? LITTLE : PATIENCE;
}

const isAway = async () => Boolean(await (await caches.open(PAGES)).match(AWAY));

async function note(isAway) {
  const pages = await caches.open(PAGES);
  await (isAway ? pages.put(AWAY, new Response()) : pages.delete(AWAY));
}

// Whether hands wait in store.js' database, which is not made by looking.
function waiting() {
  return new Promise((resolve) => {
    const asked = indexedDB.open("sheepfold");
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => resolve(0);
    asked.onsuccess = () => {
      const database = asked.result;
      const counted = database.transaction("outbox").objectStore("outbox").count();
      counted.onsuccess = () => resolve(counted.result);
      counted.onerror = () => resolve(0);
      database.close(); // once that is done
    };
  });
}

// A page of another release belongs to another worker; one that a form led to may say what that did.
async function keepPage(answer) {
  const { pathname, search } = new URL(answer.url);
  const isOfNow = answer.headers.get("Sheepfold-Release") === TOLD.release;
  if (answer.status !== 200 || search || !isOfNow || !isOurs(pathname)) return;
  await keep(answer, pathname);
  await speakLike(answer);
  await tidy();
}

// One after the other, for the server notes which table was opened last: it stays the last.
async function renew() {
  for (const { url } of await (await caches.open(PAGES)).keys()) {
    if (isOurs(new URL(url).pathname)) await fetch(url).then(keepPage).catch(() => {});
  }
}

async function keep(answer, path) {
  await (await caches.open(PAGES)).put(path, answer);
}

// In the language of the pages, which may have been chosen after the worker came.
async function speakLike(answer) {
  const ours = await (await caches.open(PAGES)).match(TOLD.needed, HOWEVER);
  const language = "Content-Language";
  if (ours?.headers.get(language) !== answer.headers.get(language)) {
    await keep(await fetch(TOLD.needed), TOLD.needed);
  }
}

// The files of another release go when no page that is kept needs them.
async function tidy() {
  const pages = await caches.open(PAGES);
  const kept = await Promise.all((await pages.keys()).map((key) => pages.match(key, HOWEVER)));
  const releases = kept.map((answer) => answer.headers.get("Sheepfold-Release"));
  const inUse = [TOLD.release, ...releases].map((release) => `shell-${release}`);
  const shells = (await caches.keys()).filter((name) => name.startsWith("shell-"));
  await Promise.all(shells.filter((name) => !inUse.includes(name)).map((name) => caches.delete(name)));
}

// All other pages of a table are the server's alone.
async function another(request, path) {
  try {
    return await fetch(request);
  } catch {
    return needed(path);
  }
}

async function needed(path) {
  const ours = await (await caches.open(PAGES)).match(TOLD.needed, HOWEVER);
  if (!ours) return Response.error();
  const back = OF_A_TABLE.exec(path)?.[1] ?? TOLD.tables;
  return replaced(ours, 'href="/t/-/"', `href="${encodeURI(back)}"`);
}

function told(answer, name, value) {
  return replaced(answer, "<html ", `<html ${name}="${value}" `);
}

async function replaced(answer, before, after) {
  const html = (await answer.text()).replaceAll(before, after);
  const headers = new Headers(answer.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(html, { headers });
}

// Files: what has a hash in its name never changes.

async function file(request, path) {
  const kept = await caches.match(request, HOWEVER);
  if (!kept) return fetch(request);
  const isAsItWas = HASHED.test(path) || path.startsWith(`${TOLD.files}kit/`);
  return isAsItWas || (await isAway()) ? kept : fetch(request).catch(() => kept);
}
