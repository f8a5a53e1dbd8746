"""Unanimous raters: a value of 1 with the lower bound of the least disagreement that could have been seen."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from ringtrue.stats.agreement.cohen import light_kappa
from ringtrue.stats.agreement.cronbach import cronbach_alpha
from ringtrue.stats.agreement.fleiss import fleiss_kappa_of
from ringtrue.stats.agreement.gwet import gwet_ac
from ringtrue.stats.agreement.icc import icc
from ringtrue.stats.agreement.krippendorff import krippendorff_alpha
from ringtrue.terms.result import Estimate

EVERY: dict[str, Callable[[np.ndarray], Estimate]] = {
    "light": light_kappa,
    "fleiss": fleiss_kappa_of,
    "gwet": gwet_ac,
    "nominal": partial(krippendorff_alpha, level="nominal"),
    "ordinal": partial(krippendorff_alpha, level="ordinal"),
    "interval": partial(krippendorff_alpha, level="interval"),
    "icc": partial(icc, form="2,1"),
    "cronbach": cronbach_alpha,
}
UNANIMOUS = np.repeat([[1.0], [2.0], [3.0], [1.0], [2.0]], 7, axis=1)


@pytest.mark.parametrize("name", EVERY)
def test_every_coefficient_is_1_with_the_lower_bound_of_one_rating_a_step_off(name: str) -> None:
    found = EVERY[name](UNANIMOUS)
    moved = []
    for item in range(5):
        for step in (-1, 1):
            if 1 <= UNANIMOUS[item, 0] + step <= 3:
                table = UNANIMOUS.copy()
                table[item, 3] += step
                moved.append(EVERY[name](table).low)
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(min(low for low in moved if low is not None))
    assert 0.0 < found.low < 1.0
    assert "unanimous" in found.method


@pytest.mark.parametrize("name", EVERY)
def test_more_ratings_raise_the_bound(name: str) -> None:
    assert EVERY[name](np.vstack([UNANIMOUS] * 4)).low > EVERY[name](UNANIMOUS).low


@pytest.mark.parametrize("name", ["light", "fleiss", "gwet", "nominal", "interval"])
def test_items_rated_once_and_pairs_of_raters_who_never_meet_do_not_matter(name: str) -> None:
    table = np.array([[1.0, 1.0, np.nan], [2.0, 2.0, np.nan], [3.0, np.nan, np.nan], [1.0, np.nan, 1.0]])
    found = EVERY[name](table)
    assert found.value == 1.0
    assert found.low is None or found.low < 1.0
