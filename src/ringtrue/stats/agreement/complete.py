"""The complete part of a ratings matrix: items rated by everyone, how many were left out, and whether they suffice."""

import numpy as np

from ringtrue.stats.agreement.overlap import lack_of_variety
from ringtrue.stats.arrays import Array


def complete_items(ratings: Array) -> Array:
    """The items rated by everyone."""
    return ratings[~np.isnan(ratings).any(axis=1)]


def in_units_of_range(used: Array) -> Array:
    """Ratings that are not all alike, from 0 to 1: variance ratios stay the same and squares cannot overflow."""
    return np.asarray((used - used.min()) / (used.max() - used.min()))


def size_of_complete(ratings: Array, used: Array) -> str:
    """Size of the design in words, with the items left out."""
    left_out = ratings.shape[0] - used.shape[0]
    note = f" ({left_out} not rated by everyone left out)" if left_out else ""
    return f"{used.shape[0]} items x {ratings.shape[1]} raters{note}"


def lack_of_complete(ratings: Array, used: Array) -> str | None:
    """Why the complete items cannot give a variance ratio, in words; None where they can."""
    if np.isnan(ratings).all():
        return "there are no ratings"
    if ratings.shape[1] < 2:
        return "only one rater gave ratings; agreement needs two"
    if used.shape[0] < 2:
        return (
            f"{used.shape[0]} of {ratings.shape[0]} items were rated by everyone and two are needed; "
            "krippendorff_alpha takes missing ratings"
        )
    return lack_of_variety(used)
