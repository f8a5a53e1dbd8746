// When the page cannot go on: signed out, closed, opened elsewhere, not reachable. Says what is kept and what to do.

const STOPS = ["elsewhere", "signed_out", "closed", "refused", "moved_on", "unreachable", "damaged"];
const FINAL = ["closed", "damaged"]; // trying again would change nothing

function screenProblem(state, { error = "", remedy = "" } = {}) {
  const said = [error, remedy].filter((text) => text !== "").join(" ");
  const label = ["elsewhere", "moved_on"].includes(state) ? "problem.elsewhere.here" : "problem.again";
  const again = () => actions(button(label, () => location.reload(), { class: "main" }));
  showScreen({
    heading: say(`problem.${state}.title`),
    name: "ending",
    parts: [
      make("p", { class: "lead", text: say(`problem.${state}.text`) }),
      said ? make("p", { class: "notice", text: said }) : null,
      FINAL.includes(state) ? null : again(),
    ],
  });
}
