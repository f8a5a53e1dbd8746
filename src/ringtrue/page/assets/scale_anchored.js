// anchored: a number by described levels, the highest first; where any number may be given there is a field for it.

SCALES.anchored = (question, list, value, give) => {
  const labels = question.labels ?? {};
  const described = Object.keys(labels).map(Number).sort((a, b) => b - a);
  const points = described.length > 0 ? described : (pointsOf(question) ?? []).reverse();
  if (points.length === 0 || points.length > 10) return SCALES.number(question, list, value, give);
  const label = (n) => (labels[String(n)] ? say("anchored.level", { n, text: labels[String(n)] }) : String(n));
  const options = points.map((point) => ({ value: point, label: label(point) }));
  if (question.step) return makeChoice(options, value, give, "list");
  return levelsWithField(question, options, value, give);
};

// Choosing a level writes its number into the field; a number of one's own takes the mark off the levels.
function levelsWithField(question, options, value, give) {
  const own = { ...question, hint: "anchored.own" };
  const field = SCALES.number(own, null, value, (given) => { levels.clear(); give(given); });
  const levels = makeChoice(options, value, (given) => { field.show(given); give(given); }, "list");
  return {
    ...levels,
    field: field.field,
    node: make("div", { class: "levels" }, levels.node, field.node),
    settled: () => field.settled(),
    wrong: () => field.wrong(),
    clear() { levels.clear(); field.show(null); },
  };
}
