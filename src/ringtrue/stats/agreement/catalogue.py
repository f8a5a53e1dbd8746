"""Which agreement statistics there are, which fit a table of ratings, what each means and when not to trust it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from ringtrue.stats.agreement.cohen import light_kappa
from ringtrue.stats.agreement.cronbach import cronbach_alpha
from ringtrue.stats.agreement.fleiss import fleiss_kappa_of
from ringtrue.stats.agreement.gwet import gwet_ac
from ringtrue.stats.agreement.icc import icc
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.stats.agreement.measurement_error import measurement_error
from ringtrue.stats.agreement.side_kappa import expected_kappa, side_kappa
from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.interval.crossed import crossed_mean
from ringtrue.terms.result import Estimate

Needs = Literal["categories", "ordered categories", "numbers", "numbers from zero"]
MOST_CATEGORIES = 20  # more different values than this are measurements, not categories


@dataclass(frozen=True, slots=True)
class Statistic:
    """One agreement statistic: how to compute it, what ratings it needs, how to read it."""

    compute: Callable[[ArrayLike], Estimate]
    needs: Needs
    meaning: str
    caution: str


_SINGLE = "how far one rater's score can stand for another's"
_MEAN = "how far the mean of all these raters can stand for the mean of others"
_ICC_CAUTION = "Distrust it with few items, or where items hardly differ: it falls although raters agree."

STATISTICS: Mapping[str, Statistic] = MappingProxyType(
    {
        "cohen_kappa": Statistic(
            light_kappa,
            "categories",
            "Agreement of two raters beyond what their habits alone give; the mean over all pairs if there are more.",
            "Distrust it where one category is rare: it drops however well raters agree (see gwet_ac1).",
        ),
        "fleiss_kappa": Statistic(
            fleiss_kappa_of,
            "categories",
            "Agreement of all raters beyond chance, raters taken as interchangeable.",
            "Distrust it for ordered scales, and where one category is rare.",
        ),
        "krippendorff_nominal": Statistic(
            partial(krippendorff_alpha, level="nominal"),
            "categories",
            "Agreement beyond chance with any number of raters and gaps, categories without order.",
            "Distrust it where one category is rare; for ordered scales it counts near misses as misses.",
        ),
        "krippendorff_ordinal": Statistic(
            partial(krippendorff_alpha, level="ordinal"),
            "numbers",
            "Agreement beyond chance on an ordered scale, with any gaps: near misses count less.",
            "Distrust it where nearly all ratings sit on one step.",
        ),
        "krippendorff_interval": Statistic(
            partial(krippendorff_alpha, level="interval"),
            "numbers",
            "Agreement beyond chance on a scale with equal steps, with any gaps: squared differences count.",
            "Distrust it where steps are not equally wide, or items hardly differ.",
        ),
        "krippendorff_ratio": Statistic(
            partial(krippendorff_alpha, level="ratio"),
            "numbers from zero",
            "Agreement beyond chance on a scale with a true zero: differences count in proportion.",
            "Not for rating scales such as 1 to 5, whose zero is arbitrary.",
        ),
        "gwet_ac1": Statistic(
            gwet_ac,
            "categories",
            "Agreement beyond chance that stays stable where one category is rare.",
            "Distrust a high value on a few categories: its chance level is low, so it flatters.",
        ),
        "gwet_ac2": Statistic(
            partial(gwet_ac, weights="quadratic"),
            "ordered categories",
            "Agreement beyond chance on an ordered scale, near misses counted with quadratic weights.",
            "Distrust it across scales of different lengths: the weights depend on the number of steps.",
        ),
        "cronbach_alpha": Statistic(
            cronbach_alpha,
            "numbers",
            "How consistent the raters' mean is, differences of level between raters left aside (equals icc_3_k).",
            "Distrust it as agreement: raters who differ by a constant count as perfect; it grows with raters.",
        ),
        "icc_1_1": Statistic(
            partial(icc, form="1,1"), "numbers", f"Each item rated by raters of its own: {_SINGLE}.", _ICC_CAUTION
        ),
        "icc_2_1": Statistic(
            partial(icc, form="2,1"), "numbers", f"Raters drawn from many, agreement in level: {_SINGLE}.", _ICC_CAUTION
        ),
        "icc_3_1": Statistic(
            partial(icc, form="3,1"),
            "numbers",
            f"These very raters, differences of level left aside: {_SINGLE}.",
            _ICC_CAUTION,
        ),
        "icc_1_k": Statistic(
            partial(icc, form="1,k"), "numbers", f"Each item rated by raters of its own: {_MEAN}.", _ICC_CAUTION
        ),
        "icc_2_k": Statistic(
            partial(icc, form="2,k"), "numbers", f"Raters drawn from many, agreement in level: {_MEAN}.", _ICC_CAUTION
        ),
        "icc_3_k": Statistic(
            partial(icc, form="3,k"),
            "numbers",
            f"These very raters, differences of level left aside: {_MEAN}.",
            _ICC_CAUTION,
        ),
        "sem": Statistic(
            measurement_error,
            "numbers",
            "Standard error of measurement: how far one rater's score is off, in the scale's own units.",
            "Distrust it across scales of different lengths: it is in their units.",
        ),
    }
)

# Of picks between two texts: 1 where the person was found, 0 where not. The first needs no key: either text can be 1.
PICKS: Mapping[str, Statistic] = MappingProxyType(
    {
        "side_kappa": Statistic(
            side_kappa,
            "categories",
            "Kappa of picks coded by side, with the sides balanced: the number document 000 asks for.",
            "Distrust it as a target: .70 needs a share found of .918 or more, or .082 or less.",
        ),
        "expected_kappa": Statistic(
            lambda matrix: expected_kappa(crossed_mean(matrix)),
            "categories",
            "What that kappa is bound to be where so many picks find the person: (2p - 1)².",
            "Distrust a kappa far above it: items then differ in how easily the person is found.",
        ),
    }
)


def misfit(name: str, matrix: ArrayLike, *, labels: bool = False) -> str | None:
    """Why a statistic does not suit these ratings, or None; `labels` says that the numbers only stand for words."""
    table = as_matrix(matrix)
    needs = STATISTICS[name].needs
    if labels and needs != "categories":
        return "the ratings are labels without order; this statistic needs numbers"
    if needs in ("categories", "ordered categories") and _distinct(table) > MOST_CATEGORIES:
        return f"over {MOST_CATEGORIES} different values: measurements, not categories"
    if needs == "numbers from zero" and (table < 0).any():
        return "negative ratings: a scale with a true zero has none"
    return None


def fitting(matrix: ArrayLike, *, labels: bool = False) -> dict[str, Estimate]:
    """Every statistic that fits a table of ratings (items x raters, NaN missing), by name."""
    table = as_matrix(matrix)
    return {
        name: statistic.compute(table)
        for name, statistic in STATISTICS.items()
        if misfit(name, table, labels=labels) is None
    }


def _distinct(table: Array) -> int:
    return int(np.unique(table[~np.isnan(table)]).size)
