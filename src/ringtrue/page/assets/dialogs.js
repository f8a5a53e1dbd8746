// What lies over a screen for a moment: the gold text, the list of keys, a question before a step.

const gold = { text: null, traits: [] };

function closeDialogs() {
  for (const open of document.querySelectorAll("dialog[open]")) open.close();
}

// A dialog is taken away when closed, and the focus goes back to where it was.
function openDialog(name, heading, parts, close = "dialog.close") {
  closeDialogs();
  const before = document.activeElement;
  const title = make("h2", { id: freshId(), tabindex: "-1", text: heading });
  const leave = button(close, () => dialog.close(), { class: "main", kbd: "Esc" });
  const dialog = make("dialog", {
    class: name, "aria-labelledby": title.id,
    onclose: () => { dialog.remove(); if (before?.isConnected) before.focus(); },
  }, title, ...parts, actions(leave));
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
  return dialog;
}

function showGold() {
  if (gold.text === null || frame.gold.hidden) return;
  if (document.querySelector("dialog.gold[open]")) { closeDialogs(); return; }
  const title = say("gold.title");
  const text = goldText(gold.text, { tabindex: "0", role: "group", "aria-label": title });
  openDialog("gold", title, [text, traitList(gold.traits)]);
}

const KEYS = [
  ["1 – 9", "keys.digits"], ["← →", "keys.arrows"], ["Tab", "keys.tab"], ["Enter", "keys.enter"], ["B", "keys.back"],
  ["G", "keys.gold"], ["C", "keys.comment"], ["R", "keys.recognise"], ["Esc", "keys.escape"], ["?", "keys.help"],
];

function keyRow([key, what]) {
  return make("div", {}, make("dt", {}, make("kbd", { text: key })), make("dd", { text: say(what) }));
}

function showKeys() {
  if (document.querySelector("dialog.keys[open]")) { closeDialogs(); return; }
  const changed = () => switchKeys(box.checked);
  const box = make("input", { type: "checkbox", checked: root.dataset.keys === "on", onchange: changed });
  const choice = make("label", { class: "plain" }, box, make("span", { text: say("keys.switch") }));
  openDialog("keys", say("keys.title"), [make("dl", {}, ...KEYS.map(keyRow)), choice]);
}

// Asks before a step that matters; the step is taken only by its own button.
function confirmStep(name, step) {
  const dialog = openDialog("confirm", say(`${name}.title`), paragraphs([say(`${name}.text`)]), "dialog.back");
  dialog.querySelector(".actions").append(button(`${name}.go`, () => { dialog.close(); step(); }));
}
