"""Agreement, detection, association, intervals and combination: numbers in, an Estimate or a reason out.

Matrices are items x raters with NaN for a missing rating.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringtrue.stats.agreement import (
        cohen_kappa,
        cronbach_alpha,
        fleiss_kappa,
        gwet_ac,
        icc,
        krippendorff_alpha,
    )
    from ringtrue.stats.association import pearson, spearman
    from ringtrue.stats.combination import bradley_terry, prediction_powered_mean
    from ringtrue.stats.detection import d_prime, equivalence, exact, wilson
    from ringtrue.stats.interval import cluster_mean, crossed_mean, paired_difference, pigeonhole_mean
    from ringtrue.terms import Estimate

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

_ROOMS = ("stats.agreement", "stats.association", "stats.combination", "stats.detection", "stats.interval", "terms")


def __getattr__(name: str) -> Any:
    """Load a statistic when it is first named: who needs arrays alone does not wait for SciPy."""
    if name in __all__:
        for room in _ROOMS:
            module = import_module(f"ringtrue.{room}")
            if name in module.__all__:
                return getattr(module, name)
    raise AttributeError(f"module 'ringtrue.stats' has no attribute {name!r}")
