"""The Dawid-Skene model against the paper's own tables and simulated raters whose quality is known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.stats.combination.dawid_skene import dawid_skene

# Dawid & Skene 1979, table 1: 45 patients (rows); anaesthetist 1 on three occasions, then anaesthetists 2 to 5.
TABLE = """
1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111 2223212 1211111
1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121
1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222
"""
RATINGS = np.array([[float(digit) for digit in row] for row in TABLE.split()])
OWNERS = [0, 0, 0, 1, 2, 3, 4]
# The paper's estimates: marginal probabilities; error rates with rows true category, columns given category. Data and
# figures are as two public transcriptions give them, which agree in every entry they share.
PREVALENCE = [0.40, 0.42, 0.11, 0.07]
ERROR_RATES = [
    [[0.89, 0.11, 0, 0], [0.07, 0.88, 0.05, 0], [0, 0.34, 0.66, 0], [0, 0, 0.56, 0.44]],
    [[0.83, 0.17, 0, 0], [0.05, 0.63, 0.31, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    [[1, 0, 0, 0], [0.11, 0.79, 0.11, 0], [0, 0.40, 0.20, 0.40], [0, 0, 0.67, 0.33]],
    [[0.94, 0.06, 0, 0], [0.05, 0.84, 0.10, 0], [0, 0, 0.80, 0.20], [0, 0, 0.33, 0.67]],
    [[1, 0, 0, 0], [0.16, 0.73, 0.11, 0], [0, 0.21, 0.79, 0], [0, 0, 0.33, 0.67]],
]
TABLES = st.integers(0, 2**31).map(lambda seed: simulated(np.random.default_rng(seed), 40)[0])


def simulated(rng: np.random.Generator, items: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ratings with a quarter missing, the true categories, and the confusion matrices that made them."""
    right = np.array([0.9, 0.8, 0.7, 0.85, 0.6])
    confusion = np.stack([np.full((3, 3), (1 - a) / 2) + np.eye(3) * (a - (1 - a) / 2) for a in right])
    truth = rng.choice(3, size=items, p=[0.5, 0.3, 0.2])
    ratings = np.column_stack([(rng.random(items)[:, None] > matrix[truth].cumsum(1)).sum(1) for matrix in confusion])
    return np.where(rng.random(ratings.shape) < 0.25, np.nan, np.minimum(ratings, 2)), truth, confusion


def test_the_anaesthetists_have_the_papers_error_rates() -> None:
    # The table prints two decimals; observer 2's second row sums to .99 there, so .0051 is rounding and no more.
    fit = dawid_skene(RATINGS, raters=OWNERS, smoothing=0)
    assert fit.converged
    assert fit.prevalence == pytest.approx(PREVALENCE, abs=0.0051)
    assert fit.confusion == pytest.approx(np.array(ERROR_RATES), abs=0.0051)


def test_the_patients_have_the_papers_categories() -> None:
    # The paper prints 1.00 for one category of every patient but 7, 35 and 38. Patients 2, 3, 12 and 36 go against
    # the majority of their votes or nearly so.
    fit = dawid_skene(RATINGS, raters=OWNERS, smoothing=0)
    assert fit.posterior[6] == pytest.approx([0.98, 0.02, 0, 0], abs=0.0051)
    assert fit.posterior[34] == pytest.approx([0, 0.95, 0.05, 0], abs=0.0051)
    assert fit.posterior[37] == pytest.approx([0, 0.02, 0.98, 0], abs=0.0051)
    assert (fit.labels[1], fit.labels[2], fit.labels[11], fit.labels[35]) == (4, 2, 3, 4)
    assert (np.delete(fit.posterior.max(axis=1), [6, 34, 37]) > 0.99).all()


def test_accuracy_is_prevalence_times_the_diagonal() -> None:
    # From the printed table for anaesthetist 4: .40 x .94 + .42 x .84 + .11 x .80 + .07 x .67 = .864.
    fit = dawid_skene(RATINGS, raters=OWNERS, smoothing=0)
    assert fit.accuracy[3].value == pytest.approx(0.864, abs=0.01)
    assert [estimate.n for estimate in fit.accuracy] == [135, 45, 45, 45, 45]


def test_known_error_rates_are_recovered_with_a_quarter_of_ratings_missing() -> None:
    # 4,000 items give each row of a confusion matrix at least 600 ratings: standard error under .02 if truth were
    # known, and somewhat more because it is not.
    ratings, truth, confusion = simulated(np.random.default_rng(12), 4000)
    fit = dawid_skene(ratings)
    assert fit.confusion == pytest.approx(confusion, abs=0.06)
    assert fit.prevalence == pytest.approx([0.5, 0.3, 0.2], abs=0.03)
    assert [estimate.value for estimate in fit.accuracy] == pytest.approx([0.9, 0.8, 0.7, 0.85, 0.6], abs=0.04)
    rated = ~np.isnan(ratings).all(axis=1)
    votes = np.stack([(ratings == category).sum(axis=1) for category in range(3)], axis=1)
    assert (fit.posterior.argmax(1) == truth)[rated].mean() > (votes.argmax(1) == truth)[rated].mean()


@given(TABLES, st.sampled_from([0.0, 0.01, 0.5]))
def test_the_objective_never_falls(ratings: np.ndarray, smoothing: float) -> None:
    trace = dawid_skene(ratings, smoothing=smoothing).trace
    assert (np.diff(trace) > -1e-9 * abs(trace[0])).all()


@given(TABLES)
def test_without_smoothing_the_objective_is_the_log_likelihood(ratings: np.ndarray) -> None:
    fit = dawid_skene(ratings, smoothing=0)
    assert fit.log_likelihood == pytest.approx(fit.trace[-1], abs=1e-6)
    seen = ~np.isnan(ratings)
    chances = np.broadcast_to(fit.prevalence, fit.posterior.shape).copy()
    for item, rater in zip(*np.nonzero(seen), strict=True):
        chances[item] *= fit.confusion[rater, :, int(ratings[item, rater])]
    assert np.log(chances.sum(axis=1)).sum() == pytest.approx(fit.log_likelihood, abs=1e-6)


@given(TABLES, st.permutations(range(5)), st.permutations(range(40)))
def test_neither_order_of_raters_nor_of_items_matters(ratings: np.ndarray, raters: list[int], items: list[int]) -> None:
    base, turned = dawid_skene(ratings), dawid_skene(ratings[items][:, raters])
    assert turned.posterior == pytest.approx(base.posterior[items], abs=1e-5)
    assert turned.confusion == pytest.approx(base.confusion[raters], abs=1e-5)
    assert turned.log_likelihood == pytest.approx(base.log_likelihood, abs=1e-6)


@given(TABLES)
def test_renaming_categories_renames_the_result(ratings: np.ndarray) -> None:
    base, renamed = dawid_skene(ratings), dawid_skene(10 - ratings)
    assert renamed.posterior[:, ::-1] == pytest.approx(base.posterior, abs=1e-5)
    assert renamed.confusion[:, ::-1, ::-1] == pytest.approx(base.confusion, abs=1e-5)


def test_rows_of_every_table_sum_to_one_even_for_a_category_nobody_used() -> None:
    fit = dawid_skene(RATINGS, categories=[1, 2, 3, 4, 5], smoothing=0)
    assert fit.categories == (1, 2, 3, 4, 5)
    assert fit.prevalence[4] == 0
    assert fit.posterior.sum(axis=1) == pytest.approx(np.ones(45))
    assert fit.confusion.sum(axis=2) == pytest.approx(np.ones((7, 5)))


def test_an_item_nobody_rated_has_no_label_and_changes_nothing() -> None:
    base = dawid_skene(RATINGS)
    fit = dawid_skene(np.vstack([RATINGS, np.full(7, np.nan)]))
    assert fit.labels[-1] is None
    assert fit.posterior[-1] == pytest.approx(base.prevalence)
    assert fit.confusion == pytest.approx(base.confusion)
    assert fit.log_likelihood == pytest.approx(base.log_likelihood)


def test_what_the_ratings_cannot_tell_is_said() -> None:
    two = dawid_skene(RATINGS[:, :2])
    assert "fewer than three raters" in str(two.reason)
    assert two.accuracy[0].reason == two.reason
    same = dawid_skene(np.ones((4, 3)))
    assert "same category" in str(same.reason)
    assert same.accuracy[0].value is None
    idle = dawid_skene(np.column_stack([RATINGS, np.full(45, np.nan)]))
    assert idle.accuracy[-1].reason == "no ratings"
    assert idle.reason is None
    hasty = dawid_skene(RATINGS, iterations=2)
    assert not hasty.converged
    assert "before it converged" in str(hasty.reason)


def test_no_ratings_at_all_is_a_reason_without_numbers() -> None:
    empty = dawid_skene(np.full((3, 2), np.nan))
    assert empty.reason == "no ratings"
    assert empty.labels == (None, None, None)
    assert [estimate.value for estimate in empty.accuracy] == [None, None]


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="not among the categories"):
        dawid_skene(RATINGS, categories=[1, 2, 3])
    with pytest.raises(ValueError, match="different numbers"):
        dawid_skene(RATINGS, categories=[1, 1, 2, 3, 4])
    with pytest.raises(ValueError, match="owner of each column"):
        dawid_skene(RATINGS, raters=[0, 0, 0, 1, 2, 3, 5])
    with pytest.raises(ValueError, match="smoothing"):
        dawid_skene(RATINGS, smoothing=-1)
