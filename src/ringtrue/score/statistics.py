"""Statistics a protocol may name: agreement on single answers, association of two columns of items."""

from collections.abc import Callable
from functools import partial

import numpy as np

from ringtrue.score.items import ItemColumns
from ringtrue.score.table import Study
from ringtrue.stats.agreement.catalogue import STATISTICS
from ringtrue.stats.arrays import Array
from ringtrue.stats.association import pearson, pearson_p, permutation_p, spearman
from ringtrue.terms import Estimate, Measure

ASSOCIATIONS: dict[str, Callable[[Array, Array], Estimate]] = {
    "pearson": pearson,
    "pearson_p": pearson_p,
    "pearson_bootstrap": partial(pearson, interval="bootstrap"),
    "permutation_p": permutation_p,
    "spearman": spearman,
}
MOST_CELLS = 50_000_000


def statistic(measure: Measure, study: Study, columns: ItemColumns) -> Estimate:
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
    return STATISTICS[name].compute(table[:, ~np.isnan(table).all(axis=0)])
