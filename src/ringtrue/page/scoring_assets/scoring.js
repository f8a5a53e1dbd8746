"use strict";
// The scoring page of a conversation: one trial at a time, the anchor pinned, everything by keyboard, no network.
(() => {
  const data = JSON.parse(document.getElementById("conversation").textContent);
  const trials = data.sessions.flatMap((session) => session.trials.map((trial, at) => ({ session, trial, at })));
  const draft = "ringtrue-scoring-" + data.token;
  const byId = (id) => document.getElementById(id);
  let given = {}; // item -> {scores, events: {name: {excerpt, reason}}, notes}
  let place = 0;
  let lastEvent = "";

  const make = (tag, text = "", more = {}) => {
    const node = document.createElement(tag);
    if (text) node.textContent = text;
    for (const [key, value] of Object.entries(more)) key in node ? (node[key] = value) : node.setAttribute(key, value);
    return node;
  };
  const flat = (text) => text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'").split(/\s+/).filter(Boolean).join(" ");
  const of = (item) => (given[item] ??= { scores: {}, events: {}, notes: "" });
  const keep = () => {
    try {
      localStorage.setItem(draft, JSON.stringify({ rater: byId("rater").value, given, place }));
    } catch {
      say("This browser keeps nothing: save the file before you close the page.");
    }
  };
  const say = (words) => { byId("status").textContent = words; };

  function pinned(session) {
    const aside = make("aside", "", { "aria-label": "What was said at the opening", tabIndex: 0 });
    aside.append(make("h2", "What was said at the opening"));
    for (const [name, text] of Object.entries(session.opening)) {
      aside.append(make("h3", name), make("p", text, { className: "said" }));
    }
    return aside;
  }

  function history(trial) {
    const box = make("details");
    box.open = true;
    box.append(make("summary", `The conversation so far (${trial.history.length} messages)`));
    const inner = make("div", "", { className: "history", tabIndex: 0, role: "group", "aria-label": "The conversation so far" });
    box.append(inner);
    for (const turn of trial.history) {
      const mine = turn.role === "assistant";
      inner.append(make("p", turn.role === "gap" ? `— ${turn.content} —` : turn.content, { className: mine ? "said" : "asked" }));
    }
    return box;
  }

  function scale(item, question) {
    const field = make("fieldset", "", { className: "points" });
    field.append(make("legend", `${question.text}${question.needed ? "" : " (does not count on this trial)"}`));
    for (const point of question.points) {
      const label = make("label");
      const box = make("input", "", { type: "radio", name: question.name, value: String(point.value) });
      box.checked = of(item).scores[question.name] === point.value;
      box.addEventListener("change", () => { of(item).scores[question.name] = point.value; keep(); });
      label.append(box, ` ${point.value}${point.label ? ` ${point.label}` : ""}`);
      field.append(label);
    }
    return field;
  }

  function event(item, question) {
    const field = make("fieldset");
    field.append(make("legend", question.text));
    const label = make("label");
    const box = make("input", "", { type: "checkbox", name: question.name });
    box.checked = question.name in of(item).events;
    label.append(box, " It happened in this answer");
    const more = make("div");
    const fill = () => {
      more.replaceChildren();
      const found = of(item).events[question.name];
      if (!found) return;
      for (const [key, words] of [["excerpt", "The words that show it, copied from the answer"], ["reason", "Why they do"]]) {
        const id = `${question.name}-${key}`;
        const area = make("textarea", "", { id, rows: 2, value: found[key] });
        area.addEventListener("input", () => { found[key] = area.value; keep(); });
        more.append(make("label", words, { htmlFor: id }), area);
      }
      const take = make("button", "Take the words selected in the answer", { type: "button" });
      take.addEventListener("click", () => excerpt(item, question.name));
      more.append(make("p", ""), take);
    };
    box.addEventListener("change", () => {
      if (box.checked) { of(item).events[question.name] = { excerpt: "", reason: "" }; lastEvent = question.name; }
      else delete of(item).events[question.name];
      fill();
      keep();
    });
    fill();
    field.append(label, more);
    return field;
  }

  let selected = ""; // kept, because a click on a button takes the selection away
  function look() {
    const found = document.getSelection();
    if (found && found.rangeCount && byId("answer")?.contains(found.anchorNode) && !found.isCollapsed) selected = found.toString();
  }
  document.addEventListener("selectionchange", look);

  function excerpt(item, name) {
    const found = of(item).events[name];
    if (!found) return say("Tick an event first.");
    look();
    if (!selected.trim()) return say("Select words in the answer first.");
    found.excerpt = selected.trim();
    byId(`${name}-excerpt`).value = found.excerpt;
    say("The words were taken.");
    keep();
  }

  function show(focus = true) {
    const { session, trial } = trials[place];
    const body = make("div");
    selected = "";
    lastEvent = Object.keys(of(trial.item).events).at(-1) ?? "";
    body.append(make("h2", `${trial.item}: ${trial.title} (${place + 1} of ${trials.length})`), make("p", `Goal: ${trial.goal}`));
    body.append(history(trial), make("h3", "Asked"), make("p", trial.prompt, { className: "asked" }), make("h3", "Answered"));
    body.append(make("p", trial.answer, { id: "answer", className: "said" }));
    for (const question of trial.questions) body.append((question.event ? event : scale)(trial.item, question));
    const notes = make("textarea", "", { id: "notes", rows: 2, value: of(trial.item).notes });
    notes.addEventListener("input", () => { of(trial.item).notes = notes.value; keep(); });
    body.append(make("label", "Notes on this trial", { htmlFor: "notes" }), notes);
    byId("place").replaceChildren(pinned(session), body);
    byId("back").disabled = place === 0;
    byId("next").disabled = place === trials.length - 1;
    if (focus) { byId("place").focus(); window.scrollTo(0, 0); }
  }

  function go(step) {
    place = Math.min(trials.length - 1, Math.max(0, place + step));
    keep();
    show();
  }

  function problems() {
    const found = [];
    if (!byId("rater").value.trim()) found.push("give your name");
    for (const { trial } of trials) {
      const said = of(trial.item);
      for (const [name, one] of Object.entries(said.events)) {
        if (!one.excerpt.trim()) found.push(`${trial.item} ${name}: copy the words that show it`);
        else if (!flat(trial.answer).includes(flat(one.excerpt))) found.push(`${trial.item} ${name}: the excerpt is not in the answer`);
        if (!one.reason.trim()) found.push(`${trial.item} ${name}: say why`);
      }
    }
    return found;
  }

  function rows() {
    const rater = byId("rater").value.trim();
    return trials.flatMap(({ session, trial }) => {
      const said = of(trial.item);
      const about = { rater, item: trial.item, speaker: session.speaker };
      const scores = Object.entries(said.scores).map(([question, value], at) => ({
        ...about, question, value, ...(at === 0 && said.notes ? { comment: said.notes } : {}),
      }));
      const events = trial.questions.filter((one) => one.event && (Object.keys(said.scores).length || Object.keys(said.events).length))
        .map(({ name }) => {
          const one = said.events[name];
          return { ...about, question: name, value: Boolean(one), ...(one ? { excerpt: one.excerpt, comment: one.reason } : {}) };
        });
      return [...scores, ...events];
    });
  }

  function save() {
    const found = problems();
    if (found.length) return say(`Not saved yet: ${found.join("; ")}.`);
    const open = trials.flatMap(({ trial }) => trial.questions.filter((one) => one.needed && !one.event && !(one.name in of(trial.item).scores)));
    const text = rows().map((row) => JSON.stringify(row)).join("\n") + "\n";
    const link = make("a", "", { href: URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" })) });
    link.download = `scores-${byId("rater").value.trim().replace(/[^\w-]+/g, "-")}.jsonl`;
    link.click();
    say(`Saved as ${link.download}.${open.length ? ` ${open.length} scores that count are still open.` : " Every score that counts is given."}`);
  }

  document.addEventListener("keydown", (press) => {
    const typing = /^(TEXTAREA|INPUT)$/.test(press.target.tagName) && press.target.type !== "radio" && press.target.type !== "checkbox";
    if (typing || press.ctrlKey || press.altKey || press.metaKey) return;
    const { trial } = trials[place];
    if (press.key === "n") go(1);
    else if (press.key === "p") go(-1);
    else if (press.key === "e") excerpt(trial.item, lastEvent);
    else if (/^[0-4]$/.test(press.key)) {
      const next = trial.questions.find((one) => !one.event && one.needed && !(one.name in of(trial.item).scores));
      const point = next?.points[Number(press.key)];
      if (point) { of(trial.item).scores[next.name] = point.value; keep(); show(false); }
    } else return;
    press.preventDefault();
  });
  byId("back").addEventListener("click", () => go(-1));
  byId("next").addEventListener("click", () => go(1));
  byId("save").addEventListener("click", save);
  byId("rater").addEventListener("input", keep);
  try {
    const before = JSON.parse(localStorage.getItem(draft) ?? "null");
    if (before) { given = before.given; place = Math.min(before.place, trials.length - 1); byId("rater").value = before.rater; }
  } catch { /* nothing was kept */ }
  byId("about").textContent = data.about;
  show(false);
})();
