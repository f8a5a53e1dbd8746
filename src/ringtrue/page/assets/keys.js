// The keyboard: single keys act only outside of writing, and can be switched off for those who speak to their machine.

let screenKeys = {};

function setScreenKeys(keys) {
  screenKeys = keys;
}

function isWriting(node) {
  return node instanceof HTMLTextAreaElement || (node instanceof HTMLInputElement && node.type === "text");
}

// Enter goes on, unless the focused element has its own use for it; with Ctrl it always does.
function onEnter(event) {
  const at = event.target;
  const own = at instanceof HTMLButtonElement || at instanceof HTMLAnchorElement || at.tagName === "SUMMARY";
  const writes = at instanceof HTMLTextAreaElement && !event.ctrlKey;
  if ((own && !event.ctrlKey) || writes || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  screenKeys.enter?.();
}

function onLetter(event) {
  const key = event.key.toLowerCase();
  if (key === "?") { event.preventDefault(); showKeys(); return; }
  if (key === "g") { event.preventDefault(); showGold(); return; }
  if (document.querySelector("dialog[open]")) return;
  const act = /^[0-9]$/.test(key) ? screenKeys.digit : screenKeys[key];
  if (!act) return;
  event.preventDefault();
  act(key);
}

function onKey(event) {
  if (event.isComposing || event.altKey || event.metaKey || event.repeat) return;
  const writing = isWriting(event.target);
  const single = event.key.length === 1 && !event.ctrlKey && root.dataset.keys === "on";
  if (event.key === "Enter") onEnter(event);
  else if (event.key === "Escape" && writing) screenKeys.escape?.();
  else if (single && !writing) onLetter(event);
}

document.addEventListener("keydown", onKey);
