// Welcome and consent: what this is, how long it takes, and each statement ticked by hand.

function statementBox(statement, index, changed) {
  const box = make("input", { type: "checkbox", onchange: changed });
  const wording = make("span", { text: statement.text });
  return { statement, box, node: make("label", { class: "plain" }, box, wording, keyMark(keyOf(index) ?? "")) };
}

function welcomeFacts({ cards, minutes, session, hosted }) {
  const where = say(hosted ? "welcome.hosted" : "welcome.offline");
  const facts = [sayMany("welcome.cards", cards.length), sayMany("welcome.minutes", minutes), where];
  if (session && session.of > 1) facts.unshift(say("welcome.session", session));
  return make("ul", { class: "facts" }, ...facts.map((text) => make("li", { text })));
}

function consentPart({ paragraphs: texts, version }, boxes, missing) {
  const statements = make("fieldset", { class: "statements" }, make("legend", { text: say("welcome.statements") }),
    missing, ...boxes.map(({ node }) => node));
  return make("section", { class: "consent" }, make("h2", { text: say("welcome.consent") }), ...paragraphs(texts),
    statements, make("p", { class: "small", text: say("welcome.version", { version }) }));
}

// The host by name, where the study gives one.
function warmParts({ host }) {
  return host ? [make("p", { class: "lead", text: say("welcome.host", { host }) })] : [];
}

function screenWelcome(packet, next) {
  const { consent, study } = packet.document;
  const missing = make("p", { class: "missing", hidden: true, text: say("welcome.missing") });
  const ticked = () => { missing.hidden = true; };
  const boxes = (consent?.statements ?? []).map((statement, i) => statementBox(statement, i, ticked));

  function go() {
    const open = boxes.find(({ box }) => !box.checked);
    if (open) {
      missing.hidden = false;
      open.box.focus();
      alarm(`${say("welcome.missing")} ${open.statement.text}`);
      return;
    }
    const statements = Object.fromEntries(boxes.map(({ statement }) => [statement.id, true]));
    const given = consent ? { version: consent.version, hash: consent.hash, statements } : { statements };
    next({ ...given, at: new Date().toISOString() });
  }

  // A consent text names the contact; without one the page does.
  const named = study.contact && !consent;
  const contact = named ? make("p", { class: "small", text: say("welcome.contact", study) }) : null;
  showScreen({
    heading: say("welcome.title"),
    name: "welcome",
    parts: [...warmParts(study), make("p", { class: "lead", text: say("welcome.lead") }),
      guidePart(packet.document), welcomeFacts(packet.document),
      consent ? consentPart(consent, boxes, missing) : null, contact,
      actions(button(consent ? "welcome.agree" : "welcome.start", go, { class: "main", kbd: "Enter" }))],
    keys: { enter: go, digit: (digit) => boxes[Number(digit) - 1]?.box.click() },
  });
}
