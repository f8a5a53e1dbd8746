// The scoring page of a conversation: one trial at a time, the anchor pinned, everything by keyboard. Offline the scores
// leave as a file; hosted, each trial is sent as it is scored, and what is not on the server yet waits in the drawer.

const data = JSON.parse(document.getElementById("conversation").textContent);
const hosted = data.hosted ?? null;
const trials = data.sessions.flatMap((session) => session.trials.map((trial) => ({ session, trial })));
const SOON = 400; // milliseconds: so that a sentence is not sent letter by letter
const byId = (id) => document.getElementById(id);
const given = { ...hosted?.given }; // item -> {scores, events: {name: {excerpt, reason}}, notes}
let place = 0;
let lastEvent = "";
let drawer = null;
let writing = 0;
let warned = false; // that this browser keeps drafts badly or not at all, which stays in sight

const flat = (text) => text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").split(/\s+/).filter(Boolean).join(" ");
const of = (item) => (given[item] ??= { scores: {}, events: {}, notes: "" });
const tell = (words) => { byId("status").textContent = words; };

function showKept(state, places = {}) {
  if (warned && ["saved", "saving"].includes(state)) return;
  byId("kept").dataset.state = state;
  byId("kept").textContent = say(`kept.${state === "saved" && hosted ? "server" : state}`, places);
}

// Keeping: in the drawer at once; hosted also on its way to the server, and out of the drawer when it is there.

async function write(changes) {
  writing += 1;
  showKept("saving");
  try {
    await drawer.write(changes);
  } catch (problem) {
    if (problem instanceof Elsewhere) return stop("elsewhere");
    if (!hosted) { showKept("none"); warned = true; }
  } finally {
    writing -= 1;
  }
  if (writing === 0 && (!hosted || (waiting.size === 0 && refused.size === 0 && !sending))) showKept("saved");
  return undefined;
}

function keep(item) {
  if (stopped) return;
  if (hosted) { waiting.add(item); soon(SOON); }
  write({ rater: byId("rater").value, place, ...(item ? { [`given/${item}`]: given[item] } : {}) });
}

const waiting = new Set(); // trials that the server does not have yet, as they are now
const refused = new Set(); // trials that it did not take: they stay in the drawer, and are sent again once they change
let sending = false;
let stopped = false;
let failures = 0;
let timer = null;

function soon(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(send, milliseconds);
}

// Nothing that could be given now would be kept, so nothing can be; all before it is in the drawer or on the server.
function stop(state, places) {
  stopped = true;
  warned = true;
  showKept(state, places);
  byId("place").inert = true;
  for (const id of ["back", "next", "save"]) byId(id).disabled = true;
}

async function sendOne(item) {
  waiting.delete(item);
  const response = await post("/api/scoring", { name: data.token, item, said: given[item] });
  if (response?.ok) {
    failures = 0;
    refused.delete(item);
    if (!waiting.has(item)) await drawer.write({ [`given/${item}`]: undefined }).catch(onlyElsewhere);
    return true;
  }
  const why = meaning(response);
  if (why === "refused") {
    refused.add(item);
    const told = await response.json().catch(() => ({}));
    const error = told.problems?.map((one) => one.what).join(" ") ?? told.error ?? "";
    showKept("stopped", { error: `${item}: ${error}`, remedy: "" });
    return true;
  }
  waiting.add(item);
  if (why === "waiting" || why === "paused") {
    failures += 1;
    showKept(why);
    soon(Math.min(30, 2 ** (failures - 1)) * 1000);
  } else {
    stop("stopped", { error: "", remedy: "", ...(await response.json().catch(() => ({}))) });
  }
  return false;
}

async function send() {
  if (sending || stopped) return;
  sending = true;
  clearTimeout(timer);
  let whole = true;
  try {
    while (whole && waiting.size > 0) whole = await sendOne([...waiting][0]);
  } catch {
    whole = false;
    stop("elsewhere");
  } finally {
    sending = false;
  }
  if (whole && writing === 0 && refused.size === 0) showKept("saved");
}

// A connection that comes back, or a page that is put aside, is a good moment to send at once.
if (hosted) {
  addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
}

// What is shown.

function pinned(session) {
  const aside = make("aside", { "aria-label": say("opening"), tabindex: 0 }, make("h2", { text: say("opening") }));
  for (const [name, text] of Object.entries(session.opening)) {
    aside.append(make("h3", { text: name }), make("p", { class: "said", dir: "auto", text }));
  }
  return aside;
}

function history(trial) {
  const inner = make("div", { class: "history", tabindex: 0, role: "group", "aria-label": say("so_far.name") });
  for (const { role, content } of trial.history) {
    const text = role === "gap" ? `— ${content} —` : content;
    inner.append(make("p", { class: role === "assistant" ? "said" : "asked", dir: "auto", text }));
  }
  const summary = make("summary", { text: sayMany("so_far", trial.history.length) });
  return make("details", { open: true }, summary, inner);
}

function scale(item, question) {
  const field = make("fieldset", { class: "points" }, make("legend", { text: question.text }));
  for (const { value, label } of question.points) {
    const box = make("input", { type: "radio", name: question.name, value: String(value) });
    box.checked = of(item).scores[question.name] === value;
    box.addEventListener("change", () => { of(item).scores[question.name] = value; keep(item); });
    field.append(make("label", {}, box, ` ${value}${label ? ` ${label}` : ""}`));
  }
  return field;
}

// The part of an event that is open once it is ticked: the excerpt, checked as it is typed, and the reason.
function evidence(trial, name) {
  const { item } = trial;
  const found = of(item).events[name];
  const fault = make("p", { class: "fault", id: `${name}-fault` });
  const look = () => {
    const wrong = found.excerpt.trim() !== "" && !flat(trial.answer).includes(flat(found.excerpt));
    fault.textContent = wrong ? say("not_verbatim") : "";
  };
  const parts = ["excerpt", "reason"].map((key) => {
    const id = `${name}-${key}`;
    const marks = key === "excerpt" ? { "aria-describedby": fault.id } : {};
    const area = make("textarea", { id, rows: 2, value: found[key], dir: "auto", ...marks });
    area.addEventListener("input", () => { found[key] = area.value; look(); keep(item); });
    return [make("label", { for: id, text: say(key) }), area];
  });
  look();
  const take = make("button", { type: "button", text: say("take"), onclick: () => excerpt(trial, name) });
  return [...parts[0], fault, take, ...parts[1]];
}

function event(trial, question) {
  const { item } = trial;
  const { name } = question;
  const more = make("div");
  const fill = () => more.replaceChildren(...(name in of(item).events ? evidence(trial, name) : []));
  const box = make("input", { type: "checkbox", name });
  box.checked = name in of(item).events;
  box.addEventListener("change", () => {
    if (box.checked) { of(item).events[name] = { excerpt: "", reason: "" }; lastEvent = name; }
    else delete of(item).events[name];
    fill();
    keep(item);
  });
  fill();
  const label = make("label", {}, box, ` ${say("happened")}`);
  return make("fieldset", {}, make("legend", { text: question.text }), label, more);
}

// The answer takes a caret, so that words can be selected by keyboard, and no change.
function answer(trial) {
  const marks = { role: "textbox", "aria-readonly": "true", "aria-multiline": "true", "aria-label": say("answer") };
  const box = make("div", { id: "answer", class: "said", dir: "auto", spellcheck: "false", tabindex: 0, ...marks });
  box.textContent = trial.answer;
  box.contentEditable = "true";
  for (const name of ["beforeinput", "dragstart", "drop"]) box.addEventListener(name, (change) => change.preventDefault());
  return box;
}

let selected = ""; // kept, because a click on a button takes the selection away
function look() {
  const found = document.getSelection();
  if (found?.rangeCount && byId("answer")?.contains(found.anchorNode) && !found.isCollapsed) selected = found.toString();
}

function excerpt({ item }, name) {
  const found = of(item).events[name];
  if (!found) return tell(say("tick_first"));
  look();
  if (!selected.trim()) return tell(say("select_first"));
  const area = byId(`${name}-excerpt`);
  area.value = selected.trim();
  area.dispatchEvent(new Event("input"));
  return tell(say("taken"));
}

function show(focus = true) {
  const { session, trial } = trials[place];
  selected = "";
  lastEvent = Object.keys(of(trial.item).events).at(-1) ?? "";
  const title = say("place", { trial: trial.item, title: trial.title, n: place + 1, of: trials.length });
  const notes = make("textarea", { id: "notes", rows: 2, value: of(trial.item).notes, dir: "auto" });
  notes.addEventListener("input", () => { of(trial.item).notes = notes.value; keep(trial.item); });
  const body = make(
    "div", {},
    make("h2", { text: title }), make("p", { text: say("goal", { goal: trial.goal }) }), history(trial),
    make("h3", { text: say("asked") }), make("p", { class: "asked", dir: "auto", text: trial.prompt }),
    make("h3", { text: say("answered") }), answer(trial),
    ...trial.questions.map((one) => (one.event ? event(trial, one) : scale(trial.item, one))),
    make("label", { for: "notes", text: say("notes") }), notes,
  );
  byId("place").replaceChildren(pinned(session), body);
  const before = document.querySelector(".history");
  before.scrollTop = before.scrollHeight; // what was said last is what matters most
  byId("back").disabled = place === 0;
  byId("next").disabled = place === trials.length - 1;
  if (focus) { byId("place").focus(); window.scrollTo(0, 0); }
}

function go(step) {
  place = Math.min(trials.length - 1, Math.max(0, place + step));
  sure = false;
  tell("");
  if (!stopped) write({ place });
  show();
}

// The end: a file, or the last word to the server, which checks the same again.

function problems() {
  const found = hosted || byId("rater").value.trim() ? [] : [say("need.name")];
  for (const { trial } of trials) {
    for (const [event, one] of Object.entries(of(trial.item).events)) {
      const places = { trial: trial.item, event };
      if (!one.excerpt.trim()) found.push(say("need.excerpt", places));
      else if (!flat(trial.answer).includes(flat(one.excerpt))) found.push(say("need.verbatim", places));
      if (!one.reason.trim()) found.push(say("need.reason", places));
    }
  }
  return found;
}

function openScores() {
  const isOpen = (item, one) => one.needed && !one.event && !(one.name in of(item).scores);
  return trials.flatMap(({ trial }) => trial.questions.filter((one) => isOpen(trial.item, one))).length;
}

const toldOpen = (key, n) => (n === 0 ? say(`${key}.none`) : sayMany(key, n));

function rows() {
  const rater = byId("rater").value.trim();
  return trials.flatMap(({ session, trial }) => {
    const said = of(trial.item);
    const about = { rater, item: trial.item, speaker: session.speaker };
    const scores = Object.entries(said.scores).map(([question, value], at) => ({
      ...about, question, value, ...(at === 0 && said.notes ? { comment: said.notes } : {}),
    }));
    const isScored = scores.length > 0 || Object.keys(said.events).length > 0;
    const events = trial.questions.filter((one) => one.event && isScored).map(({ name }) => {
      const one = said.events[name];
      return { ...about, question: name, value: Boolean(one), ...(one ? { excerpt: one.excerpt, comment: one.reason } : {}) };
    });
    return [...scores, ...events];
  });
}

function save() {
  const found = problems();
  if (found.length > 0) return tell(say("not_saved", { problems: found.join("; ") }));
  const text = rows().map((row) => `${JSON.stringify(row)}\n`).join("");
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const file = `scores-${byId("rater").value.trim().replace(/[^\w-]+/g, "-")}.jsonl`;
  make("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  return tell(`${say("saved_as", { file })} ${toldOpen("open", openScores())}`);
}

let sure = false; // submitting is for good, so it takes two presses

async function submit() {
  const found = problems();
  if (found.length > 0) return tell(say("not_submitted", { problems: found.join("; ") }));
  if (!sure) {
    sure = true;
    return tell(toldOpen("sure", openScores()));
  }
  sure = false;
  await send();
  if (refused.size > 0) return tell(say("not_submitted", { problems: [...refused].join(", ") }));
  if (waiting.size > 0 || sending || stopped) return tell(say("unreachable"));
  const response = await post("/api/scoring/finish", { name: data.token });
  if (response?.ok) return end();
  const said = (await response?.json().catch(() => null)) ?? null;
  const listed = said?.problems?.map((one) => one.what) ?? [said?.error ?? ""];
  return tell(said ? say("not_submitted", { problems: listed.join(" ").replace(/\.$/, "") }) : say("unreachable"));
}

function end() {
  stopped = true;
  for (const id of ["back", "next", "save"]) byId(id).hidden = true;
  byId("kept").textContent = "";
  byId("kept").dataset.state = "finished";
  byId("place").replaceChildren(make("p", { id: "end", text: say("submitted") }));
  byId("place").focus();
  tell("");
}

function press(key) {
  if (stopped) return;
  const typing = /^(TEXTAREA|INPUT)$/.test(key.target.tagName) && !["radio", "checkbox"].includes(key.target.type);
  if (typing || key.ctrlKey || key.altKey || key.metaKey) return;
  const { trial } = trials[place];
  if (key.key === "n") go(1);
  else if (key.key === "p") go(-1);
  else if (key.key === "e") excerpt(trial, lastEvent);
  else if (/^[0-4]$/.test(key.key)) quarter(trial, Number(key.key));
  else return;
  key.preventDefault();
}

function quarter({ item, questions }, number) {
  const next = questions.find((one) => !one.event && one.needed && !(one.name in of(item).scores));
  const point = next?.points[number];
  if (!point) return;
  of(item).scores[next.name] = point.value;
  for (const box of document.getElementsByName(next.name)) box.checked = Number(box.value) === point.value;
  keep(item);
}

// What was kept is newer than what the server has: it was on its way.
async function begin() {
  byId("about").textContent = data.about;
  if (hosted) byId("who").hidden = true;
  if (hosted?.finished) return end();
  drawer = await openStore(`scoring-${data.token}${hosted ? `-${hosted.name}` : ""}`);
  const kept = await drawer.read();
  for (const [key, said] of Object.entries(kept)) {
    if (!key.startsWith("given/")) continue;
    given[key.slice(6)] = said;
    if (hosted) waiting.add(key.slice(6));
  }
  place = Math.max(0, Math.min(kept.place ?? 0, trials.length - 1));
  byId("rater").value = kept.rater ?? "";
  drawer.whenTaken?.(() => stop("elsewhere"));
  document.addEventListener("selectionchange", look);
  document.addEventListener("keydown", press);
  byId("back").addEventListener("click", () => go(-1));
  byId("next").addEventListener("click", () => go(1));
  byId("save").addEventListener("click", hosted ? submit : save);
  byId("rater").addEventListener("input", () => keep(null));
  show(false);
  showKept("saved");
  if (!hosted && drawer.kind !== "indexed") {
    showKept(drawer.kind === "local" ? "local" : "none");
    warned = true;
  }
  return send();
}

begin();
