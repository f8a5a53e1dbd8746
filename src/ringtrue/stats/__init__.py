"""Public statistics API: agreement, detection, association, intervals, combination.

Numbers go in, an Estimate or a reason comes out. Matrices are items x raters with NaN for a missing rating.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringtrue.stats.agreement.cohen import cohen_kappa
    from ringtrue.stats.agreement.cronbach import cronbach_alpha
    from ringtrue.stats.agreement.fleiss import fleiss_kappa
    from ringtrue.stats.agreement.gwet import gwet_ac
    from ringtrue.stats.agreement.icc import icc
    from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
    from ringtrue.stats.association.pearson import pearson
    from ringtrue.stats.association.spearman import spearman
    from ringtrue.stats.combination.bradley_terry import bradley_terry
    from ringtrue.stats.combination.prediction_powered import prediction_powered_mean
    from ringtrue.stats.detection.choice import d_prime
    from ringtrue.stats.detection.equivalence import equivalence
    from ringtrue.stats.detection.proportion import exact, wilson
    from ringtrue.stats.interval.bootstrap import cluster_mean, pigeonhole_mean
    from ringtrue.stats.interval.crossed import crossed_mean
    from ringtrue.stats.interval.paired import paired_difference
    from ringtrue.terms.result import Estimate

__all__ = [
    "Estimate",
    "bradley_terry",
    "cluster_mean",
    "cohen_kappa",
    "cronbach_alpha",
    "crossed_mean",
    "d_prime",
    "equivalence",
    "exact",
    "fleiss_kappa",
    "gwet_ac",
    "icc",
    "krippendorff_alpha",
    "paired_difference",
    "pearson",
    "pigeonhole_mean",
    "prediction_powered_mean",
    "spearman",
    "wilson",
]

_MODULES = {
    "Estimate": "terms.result",
    "bradley_terry": "stats.combination.bradley_terry",
    "cluster_mean": "stats.interval.bootstrap",
    "cohen_kappa": "stats.agreement.cohen",
    "cronbach_alpha": "stats.agreement.cronbach",
    "crossed_mean": "stats.interval.crossed",
    "d_prime": "stats.detection.choice",
    "equivalence": "stats.detection.equivalence",
    "exact": "stats.detection.proportion",
    "fleiss_kappa": "stats.agreement.fleiss",
    "gwet_ac": "stats.agreement.gwet",
    "icc": "stats.agreement.icc",
    "krippendorff_alpha": "stats.agreement.krippendorff",
    "paired_difference": "stats.interval.paired",
    "pearson": "stats.association.pearson",
    "pigeonhole_mean": "stats.interval.bootstrap",
    "prediction_powered_mean": "stats.combination.prediction_powered",
    "spearman": "stats.association.spearman",
    "wilson": "stats.detection.proportion",
}


def __getattr__(name: str) -> Any:
    """Lazy import of a statistic when it is first named, so that using arrays alone does not load SciPy."""
    if name not in _MODULES:
        raise AttributeError(f"module 'ringtrue.stats' has no attribute {name!r}")
    return getattr(import_module(f"ringtrue.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """The public names, for completion in IPython."""
    return __all__
