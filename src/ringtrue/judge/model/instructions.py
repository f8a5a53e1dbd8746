"""The system message of a judge: frame, scales and form of answer, read from the protocol and worded by a rubric."""

from collections.abc import Sequence
from json import dumps

from ringtrue.judge.model.asked import kind_named
from ringtrue.judge.model.rubric import Rubric, foreign, rubric
from ringtrue.judge.model.same import once_for_each
from ringtrue.terms import Protocol, Question, Scale

MOST_POINTS = 25  # a scale of more steps is told by its ends


@once_for_each
def instructions(protocol: Protocol, kind_name: str, language: str) -> str:
    """What a judge of this kind of card is told; the same for every card of the kind."""
    wording = rubric(language)
    kind = kind_named(protocol, kind_name)
    parts = wording.parts
    paragraphs = [
        parts["frame"],
        parts["two" if len(kind.show) > 1 else "one"],
        parts["data"],
        parts["reference"],
        f"{parts['questions']}:",
        *(_question(question, protocol.scales[question.scale], wording) for question in kind.questions),
        *([parts["mixed"]] if parts["mixed"] and foreign(wording, protocol, kind) else []),
        parts["quote"],
        f"{parts['answer']}\n{_form(kind.questions)}",
    ]
    return "\n\n".join(paragraphs)


def points(scale: Scale) -> tuple[float, ...]:
    """The answers a scale with steps takes, () where there are none or too many to list."""
    if scale.step is None or scale.low is None or scale.high is None:
        return ()
    steps = round((scale.high - scale.low) / scale.step)
    if steps >= MOST_POINTS:
        return ()
    return tuple(round(scale.low + place * scale.step, 9) for place in range(steps + 1))


def _question(question: Question, scale: Scale, wording: Rubric) -> str:
    lines = [f"{question.name}: {wording.said(question.text)}", _how(scale, wording)]
    labels = sorted(scale.labels.items(), reverse=scale.type == "anchored")
    if scale.type == "bipolar":  # its other labels speak of "this one", which on a blind card is neither A nor B
        labels = [(point, label) for point, label in labels if point == 0]
    lines += [f"  {point:g}: {wording.said(label)}" for point, label in labels]
    if question.lists is not None or question.counts_on:
        lines.append(wording.parts["unasked"])
    elif not question.required:
        lines.append(wording.parts["optional"])
    return "\n".join(lines)


def _how(scale: Scale, wording: Rubric) -> str:
    listed = points(scale)
    stepped = scale.type in ("anchored", "bipolar") and scale.step is not None and (scale.type == "anchored" or listed)
    template = wording.scales[f"{scale.type}_steps" if stepped else scale.type]
    if scale.type == "steps" and not listed:
        template = wording.scales["anchored_steps"]
    ends = {name: f"{getattr(scale, name) or 0:g}" for name in ("low", "high", "step")}
    return template.format(points=", ".join(f"{point:g}" for point in listed), **ends)


def _form(questions: Sequence[Question]) -> str:
    entry = {"quote": "...", "reason": "...", "score": "..."}
    return dumps({question.name: entry for question in questions}, ensure_ascii=False).replace(
        '"score": "..."', '"score": ...'
    )
