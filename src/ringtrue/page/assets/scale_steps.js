// steps: a grade on a short row of numbers, each with its label where it has one.

SCALES.steps = (question, list, value, give) => {
  const points = pointsOf(question);
  if (points === null) return SCALES.number(question, list, value, give);
  const labels = question.labels ?? {};
  const options = points.map((point) => ({ value: point, label: labels[String(point)] ?? String(point) }));
  return makeChoice(options, value, give, "row");
};
