// A button for the browser's own print dialogue.
const button = document.getElementById("print-now");
button.hidden = false;
button.addEventListener("click", () => window.print());
