// bipolar: which of the two texts, and how clearly; below zero is the first. The wording is ours where the study has none:
// the words of a protocol name no A and B.

function bipolarLabel(point, { low, high, labels }) {
  if (labels?.[String(point)]) return labels[String(point)];
  if (point === 0) return say("bipolar.middle");
  const side = point < 0 ? "A" : "B";
  const most = point < 0 ? -low : high;
  if (Math.abs(point) === most) return say("bipolar.definitely", { side });
  if (most === 2) return say("bipolar.rather", { side });
  return say("bipolar.between", { side, n: Math.abs(point) });
}

SCALES.bipolar = (question, list, value, give) => {
  const points = pointsOf(question) ?? [question.low, question.low / 2, 0, question.high / 2, question.high];
  const options = points.map((point) => ({ value: point, label: bipolarLabel(point, question) }));
  return makeChoice(options, value, give, "row");
};
