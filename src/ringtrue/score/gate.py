"""The gate on a study's picks: the candidate's, with the generic control of the same raters."""

import numpy as np

from ringtrue.score.answers import Answers
from ringtrue.score.table import Study
from ringtrue.stats.arrays import Array
from ringtrue.stats.detection.equivalence import Gate, equivalence
from ringtrue.terms import Measure, Protocol


def gate(measure: Measure, protocol: Protocol, study: Study) -> Gate:
    """Whether the candidate is indistinguishable within the margin, by this study's own picks."""
    question = measure.gate or ""
    picks = study.answers.get(question)
    if picks is None or not picks.values.size:
        return Gate(None, reason=f"cannot be told: no answers to {question}", margin=measure.margin)
    judges = np.unique(picks.raters)
    generic = study.controls.get((question, protocol.controls.get("generic", "")))
    control = None if generic is None else _table(generic)[:, judges]
    return equivalence(_table(picks)[:, judges], margin=measure.margin, control=control)


def _table(answers: Answers) -> Array:
    return answers.matrix(answers.answered)
