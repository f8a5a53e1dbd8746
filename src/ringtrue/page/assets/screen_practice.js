// One card for practice, with feedback to each answer; it counts for nothing and says so.

function feedbackParts(feedback, values) {
  const said = Object.entries(values).map(([name, value]) => feedback[name]?.[String(value)] ?? feedback[name]?.["*"]);
  return [...said, feedback["*"]].filter((text) => typeof text === "string");
}

function screenPractice(packet, next) {
  const { card, feedback } = packet.document.practice;
  const view = viewCard(packet.document, card, { valueOf: () => null, give: () => {} });
  const heard = make("section", { class: "feedback", hidden: true });

  function go() {
    view.remarks.settle();
    if (!view.questions.complete()) return;
    if (!heard.hidden) { next(view.questions.values()); return; }
    const title = make("h2", { tabindex: "-1", text: say("practice.feedback") });
    const said = feedbackParts(feedback ?? {}, view.questions.values());
    heard.replaceChildren(title, ...paragraphs([...said, say("practice.done")]));
    heard.hidden = false;
    forward.firstChild.textContent = say("practice.go");
    title.focus();
    forward.scrollIntoView({ block: "nearest" });
  }

  const forward = button("practice.check", go, { class: "main", kbd: "Enter" });
  view.answers.append(heard, actions(forward));
  showScreen({
    heading: say("practice.title"),
    name: "card",
    gold: view.kind.gold,
    lead: [make("p", { class: "lead", text: say("practice.lead") })],
    place: view.middle,
    parts: view.parts,
    keys: cardKeys(view, forward, go),
  });
}
