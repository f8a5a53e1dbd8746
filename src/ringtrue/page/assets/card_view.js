// One card on the screen: what was asked, the texts, the questions, the remarks. Practice and real cards look the same.

const LONG = 4000; // characters of all texts together, from which on each text scrolls in an area of its own

// Who the person is and what to go by, above every card.
function guidePart({ study, guide }) {
  const person = study.person ? make("strong", { text: personLine(study.person) }) : null;
  if (!person && !guide) return null;
  return make("p", { class: "guide" }, person, person && guide ? " " : null, guide);
}

function personLine({ name, about }) {
  return say("person", { person: [name, about].filter(Boolean).join(", ") });
}

// The sample beside the texts, where the window is wide enough for it; elsewhere a key brings it.
function goldAside(document_, kind) {
  if (!kind.gold || !document_.gold) return null;
  const title = make("h2", { id: freshId(), text: say("gold.title") });
  const text = goldText(document_.gold.text, { class: "long", tabindex: "0", role: "group", "aria-labelledby": title.id });
  return make("aside", { class: "panel gold-aside", "aria-labelledby": title.id }, title, text, traitList(document_.traits));
}

function textPanel(text, side, long) {
  const title = make("h2", { id: freshId(), text: side ? say("side", { side }) : say("card.text") });
  const marks = long ? { class: "long", tabindex: "0", role: "group", "aria-labelledby": title.id } : {};
  return make("section", { class: "panel", "aria-labelledby": title.id }, title, quotedText(text, marks));
}

function textPanels({ texts }) {
  const long = texts.reduce((sum, text) => sum + text.length, 0) > LONG;
  const side = (i) => (texts.length > 1 ? "ABCDEFGH"[i] : null);
  const panels = texts.map((text, i) => textPanel(text, side(i), long));
  return { panels, node: make("div", { class: texts.length > 1 ? "texts two" : "texts" }, ...panels) };
}

function promptPart({ prompt }, heading) {
  if (!prompt) return null;
  return make("section", { class: "prompt" }, make("h2", { text: heading ?? say("card.prompt") }), quotedText(prompt));
}

// What the person would decide or say, where raters of this kind are told.
function besidePart({ beside = {} }) {
  const parts = Object.entries(beside).map(([heading, text]) =>
    make("section", { class: "reference" }, make("h2", { text: heading }), quotedText(text)));
  return parts.length > 0 ? make("div", { class: "references" }, ...parts) : null;
}

// On a narrow screen a list to tick lies below the text: what will be asked is said before it.
function aheadPart({ entries }) {
  const first = entries[0]?.question;
  if (!first || COMPARING.includes(first.type)) return null;
  return make("p", { class: "ahead", text: say("card.ahead", { question: first.text }) });
}

// A click on a text chooses it, unless words in it were being selected; the chosen one is marked.
function choosable(panels, questions) {
  const index = questions.entries.findIndex(({ question }) => question.type === "pick");
  if (index < 0) return () => {};
  const entry = questions.entries[index];
  const mark = () => panels.forEach((panel, i) => panel.classList.toggle("chosen", entry.value === "AB"[i]));
  panels.forEach((panel, i) => {
    panel.classList.add("choosable");
    panel.addEventListener("click", () => {
      if (!getSelection().isCollapsed) return;
      entry.scale.press(String(i + 1));
      entry.scale.focus();
    });
  });
  mark();
  return mark;
}

// A comment is noted on the device while it is written, and goes to the answers once the field is left.
function commentPart(draft, { note, remark }) {
  const give = (text) => note({ comment: text.trim() === "" ? "" : text });
  const field = textField(draft.comment, give, { id: freshId(), rows: "2" });
  field.node.addEventListener("change", remark);
  field.node.setAttribute("aria-label", say("card.comment"));
  const summary = make("summary", {}, make("span", { text: say("card.comment") }), keyMark("C"));
  const node = make("details", { class: "comment", open: Boolean(draft.comment) }, summary, field.node);
  return { ...field, node, focus() { node.open = true; field.focus(); } };
}

function recognisePart(many, draft, { note, remark }) {
  const changed = () => { note({ recognised: box.checked }); remark(); };
  const box = make("input", { type: "checkbox", checked: draft.recognised === true, onchange: changed });
  const wording = make("span", { text: say(many ? "card.recognise" : "card.recognise_one") });
  return { box, node: make("label", { class: "plain" }, box, wording, keyMark("R")) };
}

// Comment and "I recognise this text"; a study that asks for a comment itself gets no second field.
function remarkParts(questions, many, draft, saving) {
  const asked = questions.entries.find(({ question }) => question.type === "text" && question.name === "comment");
  const comment = asked ? null : commentPart(draft, saving);
  const { box, node } = recognisePart(many, draft, saving);
  return {
    node: make("div", { class: "remarks" }, comment?.node, node),
    settle() { comment?.settled(); saving.remark(); },
    focus: () => (comment ?? asked.scale).focus(),
    tick: () => { box.focus(); box.click(); },
  };
}

// Draws a card and gives back what its screen needs to walk through it.
function viewCard(document_, card, { valueOf, give, draft = {}, note = () => {}, remark = () => {} }) {
  const kind = document_.kinds[card.kind];
  let mark = () => {};
  const given = (question, value) => { give(question, value); mark(); };
  const questions = makeQuestions(questionsOf(kind, card), card.lists, valueOf, given);
  const remarks = remarkParts(questions, card.texts.length > 1, draft, { note, remark });
  const texts = textPanels(card);
  mark = choosable(texts.panels, questions);
  const title = make("h2", { class: "unseen", text: say("card.questions") });
  const answers = make("div", { class: "answers" }, title, questions.node, remarks.node);
  texts.node.append(...[besidePart(card)].filter(Boolean));
  const middle = make("div", { class: "middle" }, guidePart(document_), promptPart(card), aheadPart(questions), texts.node);
  const board = make("div", { class: "board" }, goldAside(document_, kind), middle, answers);
  return { kind, questions, remarks, answers, middle, parts: [board] };
}

function cardKeys({ questions, remarks }, forward, go) {
  return {
    enter: go,
    b: questions.back,
    c: remarks.focus,
    r: remarks.tick,
    escape: () => forward.focus(),
    digit: (digit) => questions.press(digit, forward),
  };
}
