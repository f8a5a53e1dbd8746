// What stays around every screen: title, progress, tools, the state of saving, and the voice for screen readers.

const frame = {};

function tool(key, action, marks) {
  return button(key, action, { class: "tool", ...marks });
}

function buildFrame(title) {
  frame.gold = tool("tool.gold", showGold, { kbd: "G", hidden: true });
  const tools = make("div", { class: "tools", role: "group", "aria-label": say("tools") },
    frame.gold, tool("tool.size", growType), tool("tool.theme", toggleTheme),
    tool("tool.keys", showKeys, { kbd: "?", class: "tool keyboard" }));
  frame.bar = make("progress", { max: "100", value: 0, "aria-label": say("progress"), hidden: true });
  frame.place = make("p", { class: "place" });
  frame.state = make("p", { class: "state", role: "status" });
  frame.alarm = make("p", { class: "unseen", role: "alert" });
  frame.voice = make("p", { class: "unseen", role: "status" });
  frame.main = make("main", { id: "main" });
  frame.warning = make("p", { class: "warning", hidden: true });
  document.getElementById("ringtrue").append(
    make("header", {}, make("p", { class: "title", text: title }), tools, frame.bar),
    frame.warning, frame.main,
    make("footer", {}, frame.place, frame.state), frame.alarm, frame.voice);
}

// Says something to screen readers; emptied first, so that the same words are said again.
function announce(text) {
  frame.voice.textContent = "";
  setTimeout(() => { frame.voice.textContent = text; }, 30);
}

function alarm(text) {
  frame.alarm.textContent = "";
  setTimeout(() => { frame.alarm.textContent = text; }, 30);
}

function showProgress(done, of, place) {
  frame.bar.hidden = of === 0;
  frame.bar.max = Math.max(of, 1);
  frame.bar.value = done;
  frame.place.textContent = place;
}

// A new screen replaces the old one; its heading gets the focus, so that readers and keyboards start there. The heading
// and what leads in stand first, or first in a `place` of their own.
function showScreen({ heading, name, parts, keys = {}, gold = false, lead = [], place = frame.main }) {
  closeDialogs();
  const title = make("h1", { tabindex: "-1", text: heading });
  frame.main.className = name;
  frame.main.replaceChildren(...parts.filter(Boolean));
  place.prepend(title, ...lead);
  frame.gold.hidden = !gold;
  frame.alarm.textContent = "";
  setScreenKeys(keys);
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
  return title;
}

// The row of buttons that ends a screen; the first one is what Enter does.
function actions(...buttons) {
  return make("div", { class: "actions" }, ...buttons);
}

// How the saving stands, in sight and in words; only a change is shown, so that screen readers do not say it twice.
function showState(state, places = {}) {
  const text = say(`state.${state}`, places);
  if (frame.state.textContent === text) return;
  frame.state.dataset.state = state;
  frame.state.textContent = text;
}

function warn(text) {
  frame.warning.textContent = text;
  frame.warning.hidden = false;
}
