// Sharing a link or a result with other apps. Where the browser cannot, which over plain http is
// always so, it is copied, and where it may not do that either, it is marked to be copied by hand.

const ways = ["share", "clipboard"];
const way = ways.find((name) => navigator[name]) ?? "mark";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  const shown = document.getElementById(button.dataset.share);
  const text = shown.textContent.trim().replace(/\s+/g, " ");
  if (way === "share") {
    const what = shown.matches("a") ? { url: shown.href } : { text };
    await navigator.share({ title: document.title, ...what }).catch(() => {}); // closed again
  } else if (way === "clipboard") {
    await navigator.clipboard.writeText(text);
    button.textContent = button.dataset.copied;
  } else {
    shown.closest("details:not([open])")?.setAttribute("open", "");
    getSelection().selectAllChildren(shown);
  }
});

for (const button of document.querySelectorAll("[data-share]")) {
  button.textContent = button.getAttribute(`data-by-${way}`);
  button.hidden = false;
}
