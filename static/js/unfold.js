// What is folded up so that a phone shows it in a few lines stands open where there is room, and
// wherever an address leads into it.
if (matchMedia("(width >= 60rem)").matches) {
  for (const folded of document.querySelectorAll("details[data-unfold]")) folded.open = true;
}

function show() {
  const meant = location.hash && document.getElementById(location.hash.slice(1));
  const folded = meant && meant.closest("details");
  if (!folded) return;
  folded.open = true;
  meant.scrollIntoView();
}

addEventListener("hashchange", show);
show();
