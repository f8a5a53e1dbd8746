"""Bradley-Terry strengths against Agresti's baseball season, choix and closed forms."""

from math import log, sqrt

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.combination.bradley_terry import bradley_terry

# Agresti 2002, Categorical Data Analysis, 2nd ed., p. 437-438: American League, Eastern Division, 1987. Rows won.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
SEASON = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
)
# Each beats each at least once, so there is always a finite maximum.
LADDERS = st.integers(2, 6).flatmap(
    lambda k: st.lists(st.lists(st.integers(1, 20), min_size=k, max_size=k), min_size=k, max_size=k)
)


def table(rows: list[list[int]]) -> np.ndarray:
    wins = np.array(rows, dtype=float)
    np.fill_diagonal(wins, 0)
    return wins


def values(wins: np.ndarray, reference: int = 0) -> np.ndarray:
    return np.array([estimate.value for estimate in bradley_terry(wins, reference=reference)])


def test_the_1987_season_has_agrestis_strengths() -> None:
    # Table 10.11 prints 1.58, 1.44, 1.29, 1.25, 1.11, .68 with Baltimore 0, and the text standard errors of about .3.
    # The four-decimal figures are those commonly given for the same fit.
    ladder = bradley_terry(SEASON, reference=6, names=TEAMS)
    strengths = [estimate.value for estimate in ladder]
    assert strengths == pytest.approx([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0], abs=0.005)
    assert [strengths[i] for i in (0, 2, 5)] == pytest.approx([1.5814, 1.2945, 0.6839], abs=5e-5)
    errors = [(estimate.high - estimate.low) / (2 * 1.959964) for estimate in ladder[:6]]
    assert errors == pytest.approx([0.3] * 6, abs=0.05)
    assert (ladder[6].low, ladder[6].high) == (0, 0)
    assert {estimate.n for estimate in ladder} == {78}
    assert "relative to Baltimore" in ladder[0].method


@given(LADDERS)
def test_the_values_agree_with_choix(rows: list[list[int]]) -> None:
    wins = table(rows)
    theirs = choix.ilsr_pairwise_dense(wins, alpha=0, max_iter=10_000, tol=1e-12)
    assert values(wins) == pytest.approx(theirs - theirs[0], abs=1e-6)


@given(st.integers(1, 200), st.integers(1, 200), st.sampled_from([0.8, 0.95]))
def test_two_rivals_have_the_log_odds_and_its_standard_error(a: int, b: int, level: float) -> None:
    # b_1 = log(b/a), information a b / (a + b), so the error is sqrt(1/a + 1/b).
    other = bradley_terry([[0, a], [b, 0]], level=level)[1]
    z = {0.8: 1.2815516, 0.95: 1.9599640}[level]
    assert other.value == pytest.approx(log(b / a), abs=1e-9)
    assert other.high - other.value == pytest.approx(z * sqrt(1 / a + 1 / b), abs=1e-6)


@given(LADDERS, st.randoms(use_true_random=False))
def test_relabelling_moves_the_estimates_along(rows: list[list[int]], random) -> None:
    wins = table(rows)
    order = list(range(len(wins)))
    random.shuffle(order)
    base = bradley_terry(wins)
    moved = bradley_terry(wins[np.ix_(order, order)], reference=order.index(0))
    assert [e.value for e in moved] == pytest.approx([base[i].value for i in order], abs=1e-8)
    assert [e.high for e in moved] == pytest.approx([base[i].high for i in order], abs=1e-8)


@given(LADDERS)
def test_another_reference_shifts_and_counting_losses_mirrors(rows: list[list[int]]) -> None:
    wins = table(rows)
    base = values(wins)
    assert values(wins, reference=1) == pytest.approx(base - base[1], abs=1e-8)
    assert values(wins.T) == pytest.approx(-base, abs=1e-8)


def test_a_nearly_unbeaten_rival_still_has_a_finite_strength() -> None:
    assert values(np.array([[0, 1e9], [1, 0]]))[1] == pytest.approx(-log(1e9), abs=1e-6)
    chain = np.array([[0, 1e6, 0], [1, 0, 1e6], [0, 1, 0]])
    assert values(chain) == pytest.approx([0, -log(1e6), -2 * log(1e6)], abs=1e-6)


def test_pairs_that_never_met_are_joined_through_others() -> None:
    # A chain without circles is fitted exactly: each neighbour's log odds.
    wins = np.array([[np.nan, 3, np.nan], [1, np.nan, 5], [np.nan, 2, np.nan]])
    assert values(wins) == pytest.approx([0, -log(3), -log(3) - log(2.5)], abs=1e-9)


def test_without_a_finite_maximum_the_reason_names_who() -> None:
    unbeaten = bradley_terry([[0, 3, 1], [0, 0, 2], [0, 2, 0]], names=["new", "old", "older"])
    assert {estimate.value for estimate in unbeaten} == {None}
    assert unbeaten[0].reason == "no finite strengths: new was never beaten by the others"
    hopeless = bradley_terry([[0, 3, 1], [2, 0, 2], [0, 0, 0]], names=["new", "old", "older"])
    assert hopeless[2].reason == "no finite strengths: new, old were never beaten by the others"
    apart = bradley_terry([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], names=list("abcd"))
    assert apart[0].reason == "no finite strengths: a, b and c, d were never compared"


def test_a_single_row_is_its_own_reference() -> None:
    assert [estimate.value for estimate in bradley_terry([[0]])] == [0]


@pytest.mark.parametrize(
    ("wins", "options", "message"),
    [
        ([[0, 1]], {}, "square"),
        ([[0, -1], [1, 0]], {}, "negative"),
        ([[2, 1], [1, 0]], {}, "diagonal"),
        ([[0, 1], [1, 0]], {"reference": 2}, "reference"),
        ([[0, 1], [1, 0]], {"names": ["one"]}, "names"),
    ],
)
def test_impossible_tables_are_refused(wins: list[list[int]], options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bradley_terry(wins, **options)
