// position: which of two positions the text takes, or neither. Their order was drawn; the page does not know more.

SCALES.position = (question, list, value, give) => {
  const options = list.map((text, i) => ({ value: String(i + 1), label: text }));
  const choice = makeChoice([...options, { value: "neither", label: say("position.neither") }], value, give, "list");
  const hint = make("span", { class: "hint", text: say("position.drawn") });
  return { ...choice, node: make("div", {}, choice.node, hint) };
};
