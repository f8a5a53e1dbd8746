// The gold text, read before the first card, and the short check that it was read: two attempts, then a kind end.

function screenGold(packet, failed, next) {
  const { text, check, attempts } = packet.document.gold;
  const again = failed > 0 ? make("p", { class: "notice", text: sayMany("gold.again", attempts - failed) }) : null;
  const after = check.length > 0 ? sayMany("gold.then_check", attempts - failed) : say("gold.then_cards");
  showScreen({
    heading: say("gold.title"),
    name: "reading",
    parts: [again, make("p", { class: "lead", text: say("gold.lead") }), goldText(text), traitList(packet.document.traits), make("p", { text: after }),
      actions(button("gold.read", next, { class: "main", kbd: "Enter" }))],
    keys: { enter: next },
  });
}

// The right option is known to the page only by its hash, so that it cannot be read off the file.
function isRight({ name }, { id, answer }, option) {
  return sha256(name + id + option) === answer;
}

function screenCheck(packet, next) {
  const { check } = packet.document.gold;
  const asked = check.map(({ id, text }) => ({ name: id, text, type: "option", list: id, required: true }));
  const lists = Object.fromEntries(check.map(({ id, options }) => [id, options]));
  const questions = makeQuestions(asked, lists, () => null, () => {});

  function go() {
    if (!questions.complete()) return;
    const values = questions.values();
    next(check.every((question) => isRight(packet.document, question, values[question.id])));
  }

  const forward = button("check.go", go, { class: "main", kbd: "Enter" });
  showScreen({
    heading: say("check.title"),
    name: "form",
    gold: true,
    parts: [make("p", { class: "lead", text: say("check.lead") }), questions.node, actions(forward)],
    keys: { enter: go, b: questions.back, digit: (digit) => questions.press(digit, forward) },
  });
}

function screenCheckFailed(packet) {
  const { hosted, study } = packet.document;
  const contact = study.contact ? make("p", { text: say("failed.contact", { contact: study.contact }) }) : null;
  showScreen({
    heading: say("failed.title"),
    name: "ending",
    parts: [make("p", { class: "lead", text: say("failed.lead") }), make("p", { text: say("failed.recorded") }),
      make("p", { text: say(hosted ? "failed.hosted" : "failed.offline") }), contact,
      ...(hosted ? [] : resultParts(packet, true))],
  });
}
