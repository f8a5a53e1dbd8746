"""Correlation of judges' errors, against numpy."""

import numpy as np
import pytest

from ringtrue.judge.model.shared_errors import error_correlation, residual_correlations
from ringtrue.judge.model.takes import Take
from ringtrue.terms import JudgeKind

RNG = np.random.default_rng(5)
TRUTH = RNG.normal(60, 15, 40)
SHARED = RNG.normal(0, 8, 40)


def takes(judge: str, values: np.ndarray, kind: JudgeKind = "model") -> list[Take]:
    return [Take(judge, kind, (f"i{place}", "c"), "q", float(value)) for place, value in enumerate(values)]


def panel(common: float, judges: int = 3) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(11)
    return {name: TRUTH + common * SHARED + rng.normal(0, 4, 40) for name in "abcdef"[:judges]}


def given(values: dict[str, np.ndarray], people: bool = True) -> list[Take]:
    persons = [*takes("p", TRUTH - 1, "person"), *takes("q", TRUTH + 1, "person")] if people else []
    return [take for name, column in values.items() for take in takes(name, column)] + persons


def test_against_people_it_is_the_mean_correlation_of_the_errors() -> None:
    values = panel(1.0)
    errors = np.corrcoef([column - TRUTH for column in values.values()])
    expected = errors[np.triu_indices(3, 1)].mean()
    found = error_correlation(given(values))
    assert found.value == pytest.approx(expected)
    assert found.n == 40
    assert found.low is not None
    assert found.high is not None
    assert 0.4 < found.low < expected < found.high < 1


def test_judges_who_err_alone_come_out_near_zero() -> None:
    found = error_correlation(given(panel(0.0)))
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high


def test_only_rows_all_judges_and_people_answered_count() -> None:
    values = panel(1.0)
    gone = {("i3", "c", "a"), ("i4", "c", "p"), ("i4", "c", "q"), ("i5", "c", "p")}
    some = [take for take in given(values) if (*take.row, take.judge) not in gone]
    assert error_correlation(some).n == 38


@pytest.mark.parametrize(
    ("takes_given", "reason"),
    [
        (given(panel(1.0), people=False), "no ratings by people"),
        (given(panel(1.0, judges=1)), "1 model judges"),
        ([], "0 model judges"),
        ([take for take in given(panel(1.0)) if take.row[0] in ("i1", "i2")], "2 rows"),
        (given({"a": TRUTH, "b": TRUTH + RNG.normal(0, 1, 40)}), "do not vary"),
    ],
)
def test_where_there_is_no_value_there_is_a_reason(takes_given: list[Take], reason: str) -> None:
    found = error_correlation(takes_given)
    assert found.value is None
    assert reason in (found.reason or "")


def test_residuals_of_a_pair_that_shares_something_stand_out() -> None:
    rng = np.random.default_rng(3)
    values = {name: TRUTH + rng.normal(0, 4, 40) for name in "abcd"}
    values["b"] = values["a"] + rng.normal(0, 1, 40)
    found = residual_correlations(given(values))
    table = np.column_stack(list(values.values()))
    expected = np.corrcoef((table - table.mean(axis=1, keepdims=True)).T)
    assert found["a", "c"].value == pytest.approx(expected[0, 2])
    assert max(found, key=lambda pair: found[pair].value or -1) == ("a", "b")
    assert "-0.33" in found["a", "b"].method


def test_on_average_residuals_say_nothing_whatever_is_shared() -> None:
    """Equal spreads make the mean exactly -1/(k - 1): rows 1, 2 and 3 around their mean, turned about."""
    turns = np.array([[1, 2, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1], [1, 3, 2], [2, 1, 3]], dtype=float)
    found = residual_correlations(given(dict(zip("abc", turns.T, strict=True)), people=False))
    assert np.mean([estimate.value for estimate in found.values()]) == pytest.approx(-0.5)


def test_two_judges_mirror_each_other_and_one_has_nobody() -> None:
    (estimate,) = residual_correlations(given(panel(1.0, judges=2))).values()
    assert estimate.value is None
    assert "mirror" in (estimate.reason or "")
    assert residual_correlations(given(panel(1.0, judges=1))) == {}
    assert residual_correlations([]) == {}
