// A pause offered every so many cards; going on at once is fine too.

function screenBreak(done, of, next) {
  const began = performance.now();
  const go = () => next({ after: done, seconds: rounded((performance.now() - began) / 1000) });
  showScreen({
    heading: say("break.title"),
    name: "ending",
    parts: [make("p", { class: "lead", text: say("break.lead", { done, of }) }),
      make("p", { text: say("break.saved") }),
      actions(button("break.go", go, { class: "main", kbd: "Enter" }))],
    keys: { enter: go },
  });
}
