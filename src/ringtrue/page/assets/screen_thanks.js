// The end: the result file, or its text to copy where downloads are blocked, and how to send it.

function copyPart(text) {
  const marks = { readonly: true, rows: "6", class: "code", spellcheck: "false", "aria-label": say("result.text") };
  const field = make("textarea", { ...marks, value: text });
  const said = make("p", { class: "small", role: "status" });
  const copy = button("result.copy", async () => {
    said.textContent = say((await copyFrom(field)) ? "result.copied" : "result.select");
  });
  const summary = make("summary", { text: say("result.blocked") });
  return make("details", {}, summary, make("p", { text: say("result.blocked_text") }), field, copy, said);
}

// Download, copy and send; the same for a finished packet, one in the middle, and one that ended at the check.
function resultParts(packet, partial) {
  const text = resultText(packet, partial);
  const name = resultName(packet, partial);
  const { contact } = packet.document.study;
  const send = contact ? say("result.step_send_to", { contact }) : say("result.step_send");
  const steps = [say("result.step_download", { name }), send, say("result.step_keep")];
  const loading = button("result.download", () => download(name, text), { class: "main", kbd: "Enter" });
  return [make("section", { class: "result" }, make("h2", { text: say("result.title") }),
    make("ol", {}, ...steps.map((step) => make("li", { text: step }))), actions(loading), copyPart(text))];
}

function hostThanks(study) {
  return study?.host ? make("p", { text: say("thanks.host", { host: study.host }) }) : null;
}

function screenThanks(packet) {
  showScreen({
    heading: say("thanks.title"),
    name: "ending",
    parts: [make("p", { class: "lead", text: say("thanks.offline") }), hostThanks(packet.document.study),
      ...resultParts(packet, false)],
    keys: { enter: () => frame.main.querySelector(".result .main").click() },
  });
}

function screenPartial(packet, back) {
  const count = { done: packet.at(), of: packet.document.cards.length };
  showScreen({
    heading: say("partial.title"),
    name: "ending",
    parts: [make("p", { class: "lead", text: say("partial.lead", count) }),
      ...resultParts(packet, true), actions(button("partial.back", back))],
    keys: { enter: () => frame.main.querySelector(".result .main").click() },
  });
}

function screenSending() {
  const lead = make("p", { class: "lead", text: say("sending.lead") });
  showScreen({ heading: say("sending.title"), name: "ending", parts: [lead] });
}

function screenThanksHosted({ more }, study) {
  const go = () => location.reload();
  showScreen({
    heading: say("thanks.title"),
    name: "ending",
    parts: [make("p", { class: "lead", text: say(more ? "thanks.more" : "thanks.hosted") }),
      more ? null : hostThanks(study), more ? actions(button("thanks.continue", go, { class: "main", kbd: "Enter" })) : null],
    keys: more ? { enter: go } : {},
  });
}
