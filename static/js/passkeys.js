// Passkeys: the browser makes one, or shows one, and the form sends along what it said. Without this
// script, or in a browser that knows none, the codes of the app do.

const read = {
  create: (asked) => PublicKeyCredential.parseCreationOptionsFromJSON(asked),
  get: (asked) => PublicKeyCredential.parseRequestOptionsFromJSON(asked),
};

async function ask(form) {
  const way = form.dataset.passkey;
  const { publicKey } = JSON.parse(form.dataset.asked);
  const made = await navigator.credentials[way]({ publicKey: read[way](publicKey) });
  form.elements.said.value = JSON.stringify(made.toJSON());
  form.submit();
}

if (globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON) {
  for (const form of document.querySelectorAll("[data-passkey]")) {
    form.hidden = false;
    form.querySelector("[type=submit]").disabled = false;
    form.querySelector("[data-passkey-none]")?.remove();
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = form.querySelector("[role=alert]");
      wrong.hidden = true;
      ask(form).catch(() => (wrong.hidden = false)); // refused, or it took too long
    });
  }
}
