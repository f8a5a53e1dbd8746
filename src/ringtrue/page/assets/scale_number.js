// number: any number within the limits. A text field with a check of its own, because the browser's number field
// changes by the mouse wheel.

function limitsOf({ low, high }) {
  const has = (limit) => limit !== null && limit !== undefined;
  if (has(low) && has(high)) return say("number.between", { low, high });
  if (has(low)) return say("number.least", { low });
  return has(high) ? say("number.most", { high }) : "";
}

// The number written, or null; a comma may stand for the point.
function numberIn(text, { low, high, step }) {
  if (!/^\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)\s*$/.test(text)) return null;
  const number = rounded(Number(text.replace(",", ".")));
  const steps = step ? (number - (low ?? 0)) / step : 0;
  const fits = number >= (low ?? -1e12) && number <= (high ?? 1e12) && Math.abs(steps - Math.round(steps)) < 1e-9;
  return fits ? number : null;
}

SCALES.number = (question, list, value, give) => {
  const wanted = `${say(question.hint ?? "number.hint")} ${limitsOf(question)}`;
  const hint = make("span", { class: "hint", id: freshId(), text: wanted });
  const saving = rested((text) => give(numberIn(text, question)));
  const field = make("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", maxlength: "16", "aria-describedby": hint.id,
    value: value === null ? "" : String(value),
    oninput() {
      const wrong = field.value.trim() !== "" && numberIn(field.value, question) === null;
      field.setAttribute("aria-invalid", String(wrong));
      saving.soon(field.value);
    },
    onchange: () => saving.flush(),
  });
  return {
    node: make("div", { class: "number" }, field, hint),
    field,
    moves: false,
    focus: () => field.focus(),
    press: () => false,
    show(number) { field.value = number === null ? "" : String(number); field.setAttribute("aria-invalid", "false"); },
    settled: () => saving.flush(),
    wrong: () => field.getAttribute("aria-invalid") === "true",
  };
};
