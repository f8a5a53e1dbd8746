// pick: one of the two texts; that the rater cannot tell is an answer only where the study takes ties.

SCALES.pick = (question, list, value, give) => {
  const options = [
    { value: "A", label: say("side", { side: "A" }) },
    { value: "B", label: say("side", { side: "B" }) },
  ];
  if (question.ties) options.push({ value: "tie", label: say("pick.tie") });
  const choice = makeChoice(options, value, give, "row");
  if (question.ties) return choice;
  const hint = make("span", { class: "hint", text: say("pick.forced") });
  return { ...choice, node: make("div", {}, choice.node, hint) };
};
