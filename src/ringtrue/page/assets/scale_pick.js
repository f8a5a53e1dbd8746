// pick: one of the two texts, or that it cannot be told.

SCALES.pick = (question, list, value, give) => {
  const options = [
    { value: "A", label: say("side", { side: "A" }) },
    { value: "B", label: say("side", { side: "B" }) },
  ];
  if (question.tie !== false) options.push({ value: "tie", label: say("pick.tie") });
  return makeChoice(options, value, give, "row");
};
