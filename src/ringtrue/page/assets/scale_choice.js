// One of several: the row or list of radio buttons that most scales are drawn as.
// A scale is made from (question, options of the card, value, give) and offers node, field, focus, press(digit), moves.

const SCALES = {};

// The tenth option has the key 0; beyond ten there is no key.
function keyOf(index) {
  return index < 9 ? String(index + 1) : index === 9 ? "0" : null;
}

function choiceOf(name, option, index, chosen, pick) {
  const input = make("input", { type: "radio", name, checked: chosen, onchange: () => pick(option.value) });
  const face = make("span", { class: "face" }, make("span", { class: "label", text: option.label }));
  const key = keyOf(index);
  if (key) face.append(keyMark(key));
  return { input, option, node: make("label", { class: "choice" }, input, face) };
}

function makeChoice(options, value, give, layout) {
  const name = freshId();
  const choices = options.map((option, i) => choiceOf(name, option, i, option.value === value, give));
  const node = make("div", { class: `choices ${layout}` }, ...choices.map((choice) => choice.node));
  return {
    node,
    moves: true,
    focus() { (choices.find((choice) => choice.input.checked) ?? choices[0]).input.focus(); },
    press(digit) {
      const choice = choices[digit === "0" ? 9 : Number(digit) - 1];
      if (!choice) return false;
      choice.input.checked = true;
      give(choice.option.value);
      return true;
    },
    clear() { for (const choice of choices) choice.input.checked = false; },
  };
}

// The points of a numeric scale, or null where there are too many to show one by one.
function pointsOf({ low, high, step }) {
  if (!step || (high - low) / step > 10.5) return null;
  const points = [];
  for (let i = 0; low + i * step <= high + 1e-9; i++) points.push(rounded(low + i * step));
  return points;
}
