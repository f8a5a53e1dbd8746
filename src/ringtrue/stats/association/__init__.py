"""Do two series go together: correlations with intervals, order tests."""

from ringtrue.stats.association.attenuation import disattenuated
from ringtrue.stats.association.page import OrderTest, page_test
from ringtrue.stats.association.pearson import pearson, pearson_p, permutation_p
from ringtrue.stats.association.spearman import mid_ranks, spearman

__all__ = [
    "OrderTest",
    "disattenuated",
    "mid_ranks",
    "page_test",
    "pearson",
    "pearson_p",
    "permutation_p",
    "spearman",
]
