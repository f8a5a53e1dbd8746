// A card that counts: each answer is saved as it is given, and there is no way past an unanswered required question.

function screenCard(packet, index, { next, stop }) {
  const { document: document_ } = packet;
  const card = document_.cards[index];
  const clock = startClock(packet.draft(card));
  const keep = () => packet.note(card, clock.read()).catch(() => {});
  const quietly = (saving) => Promise.resolve(saving).catch(() => {}); // the state line already says it was not saved

  const view = viewCard(document_, card, {
    valueOf: (question) => packet.value(card, question),
    give: (question, value) => quietly(packet.answer(card, question, value, clock.read())),
    draft: packet.draft(card),
    note: (changes) => quietly(packet.note(card, changes)),
    remark: () => quietly(packet.remark(card)),
  });

  // A page that is put away may never come back: note the time spent so far.
  const away = () => { if (document.visibilityState === "hidden") { settle(); keep(); } };
  document.addEventListener("visibilitychange", away);

  function settle() {
    view.questions.settle();
    view.remarks.settle();
  }

  function leave(then) {
    settle();
    document.removeEventListener("visibilitychange", away);
    clock.stop();
    then();
  }

  async function go() {
    view.remarks.settle();
    if (!view.questions.complete() || forward.disabled) return;
    forward.disabled = true;
    try {
      await packet.note(card, { ...clock.read(), done: true });
    } catch {
      forward.disabled = false;
      return;
    }
    leave(next);
  }

  keep(); // from now on this device knows that the card was begun, so that a reload comes back to it

  const last = index === document_.cards.length - 1;
  const forward = button(last ? "card.finish" : "card.next", go, { class: "main", kbd: "Enter" });
  const ask = () => confirmStep("stop", () => leave(stop));
  const early = document_.hosted ? null : button("card.stop", ask, { class: "quiet" });
  view.answers.append(actions(forward, early));
  showScreen({
    heading: say("card.title", { n: index + 1, of: document_.cards.length }),
    name: "card",
    gold: view.kind.gold,
    place: view.middle,
    parts: view.parts,
    keys: cardKeys(view, forward, go),
  });
}
