// Who the rater is: a few questions before the cards. What is written so far stays on this device until it is sent.

function screenQualification(packet, next) {
  const place = { id: "qualification" };
  const kept = { ...packet.draft(place).values };

  function give({ name }, value) {
    kept[name] = value;
    packet.note(place, { values: { ...kept } }).catch(() => {}); // the state line already says it was not saved
  }

  const questions = makeQuestions(packet.document.qualification, {}, ({ name }) => kept[name] ?? null, give);
  const go = () => { if (questions.complete()) next(questions.values()); };
  const forward = button("next", go, { class: "main", kbd: "Enter" });
  const digit = (key) => questions.press(key, forward);
  showScreen({
    heading: say("qualification.title"),
    name: "form",
    parts: [make("p", { class: "lead", text: say("qualification.lead") }), questions.node, actions(forward)],
    keys: { enter: go, b: questions.back, digit, escape: () => forward.focus() },
  });
}
