// option: one of several texts, as the check on the gold text asks.

SCALES.option = (question, list, value, give) => {
  const options = list.map((text) => ({ value: text, label: text }));
  return makeChoice(options, value, give, "list");
};
