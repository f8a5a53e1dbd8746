// A set of questions on one screen: drawn by their scales, checked for what is missing, walked through by keyboard.

const COMPARING = ["pick", "bipolar"]; // scales between the two texts of a card

// An optional answer can be taken back; where a field can simply be emptied, no button is needed.
function clearingPart(entry, give) {
  const clear = () => {
    entry.scale.clear();
    give(null);
    entry.scale.focus();
  };
  const back = button("question.clear", clear, { class: "quiet" });
  return make("p", { class: "clearing", hidden: entry.value === null }, back);
}

function makeQuestion(question, list, value, give) {
  const entry = { question, value };
  const accept = (given) => {
    entry.value = given;
    if (given !== null) entry.complain("");
    if (entry.clearing) entry.clearing.hidden = given === null;
    give(question, given);
  };
  const scale = SCALES[question.type](question, list, value, accept);
  const missing = make("p", { class: "missing", id: freshId(), hidden: true });
  const wording = make("legend", {}, make("span", { class: "wording", text: question.text }));
  entry.scale = scale;
  const kind = COMPARING.includes(question.type) ? "question comparing" : "question";
  entry.node = make("fieldset", { class: kind, "aria-describedby": missing.id }, wording, missing, scale.node);
  if (scale.field) scale.field.setAttribute("aria-label", question.text);
  if (!question.required) wording.append(" ", make("span", { class: "optional", text: say("question.optional") }));
  if (!question.required && scale.clear) entry.node.append(entry.clearing = clearingPart(entry, accept));
  entry.complain = (text) => { missing.textContent = text; missing.hidden = text === ""; };
  return entry;
}

// Focus alone may leave the wording under the header: the whole question is brought into sight.
function reach(entry) {
  entry.scale.focus();
  entry.node.scrollIntoView({ block: "nearest" });
}

function makeQuestions(questions, lists, valueOf, give) {
  const listOf = (question) => lists?.[question.list] ?? [];
  const accept = (question, value) => { give(question, value); reword(); };
  const entries = questions.map((question) => makeQuestion(question, listOf(question), valueOf(question), accept));

  // After "hard to tell" there is no preferred text: what asks about it is worded for both.
  function reword() {
    const even = entries.some(({ question, value }) => COMPARING.includes(question.type) && [0, "tie"].includes(value));
    for (const { question, node } of entries) {
      if (question.even) node.querySelector(".wording").textContent = even ? question.even : question.text;
    }
  }
  reword();

  // Where the rater is: the focused question, else the first without an answer, else past the last.
  function current() {
    const focused = entries.findIndex((entry) => entry.node.contains(document.activeElement));
    if (focused >= 0) return focused;
    const open = entries.findIndex((entry) => entry.value === null);
    return open >= 0 ? open : entries.length;
  }

  // To the next question, or past the last one to the button that goes on.
  function goTo(index, after) {
    if (index >= entries.length) after?.focus();
    else if (index >= 0) reach(entries[index]);
  }

  return {
    node: make("div", { class: "questions" }, ...entries.map((entry) => entry.node)),
    entries,
    settle: () => entries.forEach((entry) => entry.scale.settled?.()),
    back: () => goTo(current() - 1),
    press(digit, after) {
      const index = current();
      const entry = entries[index];
      if (!entry?.scale.press(digit)) return;
      if (entry.scale.moves) goTo(index + 1, after);
    },
    // The first question that is unanswered though required, or holds no number, is named and gets the focus.
    complete() {
      this.settle();
      const open = entries.find((entry) => entry.scale.wrong?.() || (entry.question.required && entry.value === null));
      if (!open) return true;
      const wrong = open.scale.wrong?.() ? "wrong_number" : "missing";
      open.complain(say(`question.${wrong}`));
      reach(open);
      alarm(say(`question.${wrong}_named`, { question: open.question.text }));
      return false;
    },
    values() {
      const answered = entries.filter((entry) => entry.value !== null);
      return Object.fromEntries(answered.map((entry) => [entry.question.name, entry.value]));
    },
  };
}
