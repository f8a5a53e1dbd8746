"""Statistics a protocol may name: agreement on single answers, association of two columns of items."""

from collections.abc import Callable
from functools import partial

import numpy as np

from ringtrue.score.answers import Answers
from ringtrue.score.measures import ItemColumns
from ringtrue.score.study_table import StudyTable
from ringtrue.stats.agreement.catalogue import PICKS, STATISTICS
from ringtrue.stats.arrays import Array
from ringtrue.stats.association.pearson import pearson, pearson_p, permutation_p
from ringtrue.stats.association.spearman import spearman
from ringtrue.stats.detection.equivalence import Gate, equivalence
from ringtrue.terms.protocol import Measure, Protocol
from ringtrue.terms.result import Estimate

ASSOCIATIONS: dict[str, Callable[[Array, Array], Estimate]] = {
    "pearson": pearson,
    "pearson_p": pearson_p,
    "pearson_bootstrap": partial(pearson, interval="bootstrap"),
    "permutation_p": permutation_p,
    "spearman": spearman,
}
MOST_CELLS = 50_000_000


def statistic(measure: Measure, study: StudyTable, columns: ItemColumns) -> Estimate:
    """The named statistic of one column of single answers, or of two columns of items."""
    name = measure.statistic or ""
    if name in ASSOCIATIONS:
        first, second = (columns[of] for of in measure.of)
        return ASSOCIATIONS[name](first, second)
    answers = study.answers.get(measure.of[0])
    if answers is None or not answers.values.size:
        return Estimate.absent(f"no answers to compute {measure.of[0]} from")
    rated = answers.answered
    if rated.size * np.unique(answers.raters).size > MOST_CELLS:
        return Estimate.absent(f"over {MOST_CELLS} cells of items x raters: too many for this statistic")
    table = answers.matrix(rated)
    table = table[:, ~np.isnan(table).all(axis=0)]
    return (PICKS.get(name) or STATISTICS[name]).compute(table)


# The gate on a study's picks: the candidate's, with the generic control of the same raters.


def gate(measure: Measure, protocol: Protocol, study: StudyTable) -> Gate:
    """Whether the candidate is indistinguishable within the margin, by this study's own picks."""
    question = measure.gate or ""
    picks = study.answers.get(question)
    if picks is None or not picks.values.size:
        return Gate(None, reason=f"inconclusive: no answers to {question}", margin=measure.margin)
    judges = np.unique(picks.raters)
    generic = study.controls.get((question, protocol.controls.get("generic", "")))
    control = None if generic is None else _table(generic)[:, judges]
    return equivalence(_table(picks)[:, judges], margin=measure.margin, control=control)


def _table(answers: Answers) -> Array:
    return answers.matrix(answers.answered)
