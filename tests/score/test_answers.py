"""How answers pool over raters, on the data and on resampled raters, against raters repeated one by one."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ringtrue.score import answers as module
from ringtrue.score.answers import Answers, Criteria, Fixed, Majority, decided

Table = NDArray[np.float64]
ITEMS, RATERS = 4, 3
MARKS = st.lists(
    st.lists(st.sampled_from([None, 0.0, 0.5, 1.0]), min_size=RATERS, max_size=RATERS), min_size=ITEMS, max_size=ITEMS
).map(lambda rows: np.array(rows, dtype=np.float64))
WEIGHTS = st.lists(st.lists(st.integers(0, 3), min_size=RATERS, max_size=RATERS), min_size=1, max_size=4).map(
    lambda rows: np.array(rows, dtype=np.float64)
)


def answers_of(table: Table) -> Answers:
    items, raters = np.nonzero(~np.isnan(table))
    return Answers(items, raters, table[items, raters], *table.shape)


def repeated(table: Table, weights: Table, pooled: Callable[[Table], float]) -> Table:
    """Every item pooled over raters that are really repeated, as often as each replicate drew them."""
    return np.array([[pooled(np.repeat(row, draw.astype(int))) for row in table] for draw in weights])


def mean_of(row: Table) -> float:
    known = row[~np.isnan(row)]
    return float(known.mean()) if known.size else float("nan")


def majority_of(row: Table) -> float:
    known = row[~np.isnan(row)]
    return float((known > 0.5).sum() > known.size / 2) if known.size else float("nan")


@pytest.fixture(params=["dense", "sparse"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of holding the table; the limit decides which one is taken."""
    monkeypatch.setattr(module, "_DENSE_UP_TO", 10**9 if request.param == "dense" else -1)


def test_an_item_has_the_mean_of_its_answers_or_none() -> None:
    table = np.array([[1.0, 2.0, np.nan], [np.nan, np.nan, np.nan], [4.0, 4.0, 1.0]])
    assert answers_of(table).by_item(None) == pytest.approx([1.5, np.nan, 3.0], nan_ok=True)


@given(table=MARKS, weights=WEIGHTS)
def test_weighted_raters_are_raters_repeated(table: Table, weights: Table) -> None:
    pooled = answers_of(table).by_item(weights)
    assert pooled.shape == (weights.shape[0], ITEMS)
    assert pooled == pytest.approx(repeated(table, weights, mean_of), nan_ok=True)
    assert Majority(answers_of(table)).by_item(weights) == pytest.approx(
        repeated(table, weights, majority_of), nan_ok=True
    )


@pytest.mark.usefixtures("path")
def test_sparse_and_dense_tables_give_the_same() -> None:
    rng = np.random.default_rng(5)
    table = np.where(rng.random((30, 6)) < 0.3, rng.integers(0, 2, (30, 6)).astype(float), np.nan)
    weights = rng.multinomial(6, [1 / 6] * 6, size=20).astype(float)
    assert answers_of(table).by_item(weights) == pytest.approx(repeated(table, weights, mean_of), nan_ok=True)


def test_every_rater_once_is_the_data_itself() -> None:
    table = np.array([[1.0, 0.0, np.nan], [1.0, 1.0, 0.0]])
    for column in (answers_of(table), Majority(answers_of(table))):
        assert column.by_item(np.ones((1, 3)))[0] == pytest.approx(column.by_item(None))


def test_a_majority_is_more_than_half() -> None:
    table = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, np.nan], [0.5, 0.5, 0.5], [1.0, 0.5, np.nan], [np.nan] * 3])
    # two of three; a tie; three who could not tell; one yes and one who could not tell, which is half; nobody
    assert Majority(answers_of(table)).by_item(None) == pytest.approx([1, 0, 0, 0, np.nan], nan_ok=True)
    assert decided(np.array([0.5, 0.5000001, np.nan])) == pytest.approx([0, 1, np.nan], nan_ok=True)


def criteria_of(ticks: list[list[tuple[int, ...] | None]]) -> Criteria:
    """Items x raters, each a tuple of ticks; every criterion becomes an item of its own."""
    rows = [
        (owner, place, rater, tick)
        for owner, given in enumerate(ticks)
        for rater, marks in enumerate(given)
        for place, tick in enumerate(marks or ())
    ]
    places = sorted({(owner, place) for owner, place, _, _ in rows})
    code = {place: number for number, place in enumerate(places)}
    single = Answers(
        np.array([code[owner, place] for owner, place, _, _ in rows]),
        np.array([rater for _, _, rater, _ in rows]),
        np.array([float(tick) for *_, tick in rows]),
        len(places),
        len(ticks[0]),
    )
    return Criteria(single, np.array([owner for owner, _ in places]), len(ticks))


def test_criteria_are_met_by_majority_one_by_one_and_then_counted() -> None:
    # first item: yes yes no / yes no no / yes yes yes -> met, met, not: 2 of 3, though 6 of 9 ticks were given
    # second item: two raters, who disagree on the first of two criteria (a tie) and agree on the second
    # third item: nobody looked
    ticks = [[(1, 1, 0), (1, 0, 0), (1, 1, 1)], [(1, 1), (0, 1), None], [None, None, None]]
    assert criteria_of(ticks).by_item(None) == pytest.approx([2 / 3, 1 / 2, np.nan], nan_ok=True)


def test_criteria_of_resampled_raters_are_decided_anew() -> None:
    criteria = criteria_of([[(1, 1, 0), (1, 0, 0), (1, 1, 1)]])
    # second rater alone; third alone; first twice and second once
    weights = np.array([[0.0, 3, 0], [0, 0, 3], [2, 1, 0], [0, 0, 0]])
    assert criteria.by_item(weights)[:, 0] == pytest.approx([1 / 3, 1, 2 / 3, np.nan], nan_ok=True)


def test_a_number_of_the_item_does_not_depend_on_raters() -> None:
    values = np.array([3.0, 4.0])
    assert Fixed(values).by_item(None) is values
    assert Fixed(values).by_item(np.zeros((5, 2))) is values


def test_a_matrix_and_a_part_hold_the_answers_where_they_were_given() -> None:
    table = np.array([[1.0, 2.0], [np.nan, np.nan], [3.0, np.nan]])
    answers = answers_of(table)
    assert answers.answered.tolist() == [0, 2]
    assert answers.matrix(np.array([2, 1])) == pytest.approx(table[[2, 1]], nan_ok=True)
    part = answers.on(np.array([2]))
    assert (part.items.tolist(), part.raters.tolist(), part.values.tolist()) == ([2], [0], [3.0])
    assert (part.size, part.panel) == (3, 2)


def test_one_answer_for_each_item_is_its_own_mean() -> None:
    single = Answers(np.arange(3), np.zeros(3, dtype=np.int64), np.array([1.0, np.nan, 0.1]), 3, 1)
    assert single.by_item(None) is single.values
    turned = Answers(np.array([2, 1, 0]), np.zeros(3, dtype=np.int64), np.array([1.0, 2.0, 3.0]), 3, 1)
    assert turned.by_item(None).tolist() == [3.0, 2.0, 1.0]
    twice = Answers(np.array([0, 0, 2]), np.array([0, 1, 0]), np.array([1.0, 2.0, 3.0]), 3, 2)
    assert twice.by_item(None).tolist() == pytest.approx([1.5, np.nan, 3.0], nan_ok=True)
