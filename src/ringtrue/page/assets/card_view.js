// One card on the screen: what was asked, the texts, the questions, the remarks. Practice and real cards look the same.

const LONG = 8000; // characters of all texts together, from which on each text scrolls in an area of its own

function textPanel(text, side, long) {
  const title = make("h2", { id: freshId(), text: side ? say("side", { side }) : say("card.text") });
  const marks = long ? { class: "long", tabindex: "0", role: "group", "aria-labelledby": title.id } : {};
  return make("section", { class: "panel", "aria-labelledby": title.id }, title, quotedText(text, marks));
}

function textPanels({ texts }) {
  const long = texts.reduce((sum, text) => sum + text.length, 0) > LONG;
  const side = (i) => (texts.length > 1 ? "ABCDEFGH"[i] : null);
  const panels = texts.map((text, i) => textPanel(text, side(i), long));
  return make("div", { class: texts.length > 1 ? "texts two" : "texts" }, ...panels);
}

function promptPart({ prompt }) {
  if (!prompt) return null;
  return make("section", { class: "prompt" }, make("h2", { text: say("card.prompt") }), quotedText(prompt));
}

// A comment is noted on the device while it is written, and goes to the answers once the field is left.
function commentPart(draft, { note, remark }) {
  const give = (text) => note({ comment: text.trim() === "" ? "" : text });
  const field = textField(draft.comment, give, { id: freshId(), rows: "2" });
  field.node.addEventListener("change", remark);
  const label = make("label", { for: field.node.id }, make("span", { text: say("card.comment") }), keyMark("C"));
  return { ...field, node: make("div", { class: "comment" }, label, field.node) };
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
  const questions = makeQuestions(questionsOf(kind, card), card.lists, valueOf, give);
  const remarks = remarkParts(questions, card.texts.length > 1, draft, { note, remark });
  const title = make("h2", { class: "unseen", text: say("card.questions") });
  return { kind, questions, remarks, parts: [promptPart(card), textPanels(card), title, questions.node, remarks.node] };
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
