"""Measures of the study: values by hand, intervals against the statistics floor and against resampling one by one."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t

from ringtrue.score.estimates import estimated
from ringtrue.score.measures import tags_used, with_rating_measures
from ringtrue.score.study_table import compiled
from ringtrue.stats.detection.proportion import wilson_bounds
from ringtrue.stats.interval.bootstrap import pigeonhole_mean
from ringtrue.stats.interval.crossed import crossed_mean
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.result import Estimate
from small_studies import cards, marks, protocol

RNG = np.random.default_rng(11)
WIDE: NDArray[np.float64] = 50 + 12 * RNG.normal(size=(12, 1)) + 6 * RNG.normal(size=5) + 5 * RNG.normal(size=(12, 5))


def estimates(
    measures: dict[str, dict[str, Any]],
    items: list[Item],
    ratings: list[Rating],
    *,
    replicates: int = 4000,
    seed: int = 1,
    **parts: Any,
) -> dict[str, Estimate]:
    rules = protocol(measures, **parts)
    study = with_rating_measures(rules, compiled(rules, items, ratings, tags_used(rules)))
    return estimated(rules, study, replicates, seed)


def wide(measures: dict[str, dict[str, Any]], **more: Any) -> dict[str, Estimate]:
    return estimates(measures, cards(12), marks("mark", WIDE.tolist()), **more)


def width(estimate: Estimate) -> float:
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.high - estimate.low


def test_the_resampled_interval_of_a_mean_is_the_pigeonhole_interval() -> None:
    ours = wide({"mean": {"formula": "mean(mark)"}}, replicates=20_000)["mean"]
    theirs = pigeonhole_mean(WIDE, replicates=20_000, seed=2)
    assert ours.value == pytest.approx(WIDE.mean())
    assert width(ours) == pytest.approx(width(theirs), rel=0.04)  # two seeds of 20,000 replicates
    assert ours.low == pytest.approx(theirs.low, abs=0.04 * width(theirs))
    assert ours.n == 12
    assert "pigeonhole" in ours.method


def majority(picks: NDArray[np.float64]) -> NDArray[np.float64]:
    """One for each item, half where raters are split."""
    shares = picks.mean(axis=1)
    return np.where(shares == 0.5, 0.5, (shares > 0.5).astype(float))


def test_the_interval_of_a_majority_comes_from_items_and_raters_left_out_one_by_one() -> None:
    picks = (np.random.default_rng(3).random((10, 3)) < 0.55).astype(float)
    ours = estimates({"found": {"formula": "share(found)"}}, cards(10), marks("found", picks.tolist()))["found"]
    full = majority(picks)
    share = full.mean()
    items = share * (1 - share) / 9  # the jackknife variance of a mean, s²/n
    gone = np.array([majority(np.delete(picks, rater, axis=1)) for rater in range(3)])  # raters x items
    raters = 2 / 3 * ((gone.mean(axis=1) - gone.mean()) ** 2).sum()
    moved = np.array(
        [
            [(np.mean(row) - np.delete(row, i).mean()) - (share - np.delete(full, i).mean()) for row in gone]
            for i in range(10)
        ]
    )
    cells = 2 / 3 * ((moved - moved.mean(axis=1, keepdims=True)) ** 2).sum()
    trials = share * (1 - share) / (items + max(0, raters - cells))
    assert ours.value == pytest.approx(share)
    assert (ours.low, ours.high) == pytest.approx(wilson_bounds(share, trials, 0.95))


def test_a_crossed_measure_has_the_crossed_interval_of_the_floor() -> None:
    ours = wide({"mean": {"crossed": "mark"}}, replicates=2)["mean"]
    theirs = crossed_mean(WIDE)
    assert (ours.value, ours.low, ours.high, ours.n) == pytest.approx((theirs.value, theirs.low, theirs.high, 60))


def test_a_crossed_interval_is_cut_where_the_scale_ends() -> None:
    table = [[100.0, 90.0], [100.0, 100.0], [60.0, 100.0]]
    ours = estimates({"mean": {"crossed": "mark"}}, cards(3), marks("mark", table))["mean"]
    theirs = crossed_mean(np.array(table))
    assert theirs.high is not None
    assert theirs.high > 100
    assert (ours.low, ours.high) == pytest.approx((theirs.low, 100.0))


def test_identical_answers_give_an_exact_bound_and_never_an_interval_of_no_width() -> None:
    # A third is no binary fraction: rounding must not pass for spread, nor an interval of no width for certainty.
    # Of 15 answers none is another: at most 1 - .025^(1/15) = .218 of them are, and lie at 0 or at 100/3 at worst.
    other = 1 - 0.025 ** (1 / 15)
    third = {"third": {"per": "rating", "formula": "mark / 3"}, "crossed": {"crossed": "third"}}
    for value in (1.0, 50.0, 70.0):
        found = estimates(
            third | {"mean": {"formula": "mean(third)"}}, cards(5), marks("mark", [[value] * 3] * 5), replicates=50
        )
        assert found["crossed"].value == found["mean"].value == pytest.approx(value / 3)
        bounds = (value / 3 * (1 - other), value / 3 + other * (100 - value) / 3)
        assert (found["crossed"].low, found["crossed"].high) == pytest.approx(bounds)
        assert "all alike" in found["crossed"].method
        assert (found["mean"].low, found["mean"].high) == (None, None), value
        assert found["mean"].reason, value


def test_one_rater_who_always_says_the_same_has_no_interval() -> None:
    found = estimates({"crossed": {"crossed": "mark"}}, cards(5), marks("mark", [[50.0]] * 5))
    assert (found["crossed"].value, found["crossed"].low) == (50.0, None)


@pytest.mark.parametrize(("slope", "start"), [(2.0, -1.0), (-3.0, 5.0)])
def test_bounds_are_carried_through_rising_and_falling_formulas(slope: float, start: float) -> None:
    measures = {
        "source": {"crossed": "found"},
        "carried": {"formula": f"{start} + {slope} * source", "source": "source"},
    }
    picks = [[1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    found = estimates(measures, cards(6), marks("found", picks))
    source, carried = found["source"], found["carried"]
    assert source.low is not None
    assert source.high is not None
    ends = sorted([start + slope * source.low, start + slope * source.high])
    assert carried.value == pytest.approx(start + slope * float(source.value or 0.0))
    assert [carried.low, carried.high] == pytest.approx(ends)
    assert carried.n == source.n
    assert carried.method.startswith("from source: ")


@pytest.mark.parametrize("rare", [1.0, 0.0])
def test_a_bound_that_has_no_image_is_missing_on_its_own_side(rare: float) -> None:
    # d' of a share of 0 or 1 is infinite, so one end of the interval is open; the other stays on its side of the value.
    measures = {"source": {"crossed": "found"}, "carried": {"formula": "d_prime(source)", "source": "source"}}
    usual = 1.0 - rare
    picks = [[rare, usual, usual], [usual, rare, usual], [usual, usual, rare], [usual] * 3, [usual] * 3]
    found = estimates(measures, cards(5), marks("found", picks))
    source, carried = found["source"], found["carried"]
    assert carried.value is not None
    if rare == 1.0:  # found in 3 of 15: the interval starts at 0
        assert source.low == 0.0
        assert carried.low is None
        assert carried.high is not None
        assert carried.high > carried.value
    else:
        assert source.high == 1.0
        assert carried.high is None
        assert carried.low is not None
        assert carried.low < carried.value


def test_a_measure_for_each_value_of_a_tag_has_its_items_only() -> None:
    items = cards(4, domain=["x", "y", "x", None])
    table = [[10.0, 20.0], [30.0, 50.0], [70.0, 90.0], [100.0, 100.0]]
    measures = {"by": {"formula": "mean(mark)", "each": "domain"}, "single": {"crossed": "mark", "each": "domain"}}
    found = estimates(measures, items, marks("mark", table))
    assert list(found) == ["by_x", "by_y", "single_x", "single_y"]
    assert {name: estimate.value for name, estimate in found.items()} == pytest.approx(
        {"by_x": 47.5, "by_y": 40.0, "single_x": 47.5, "single_y": 40.0}
    )
    assert (found["by_x"].n, found["by_y"].n, found["single_x"].n) == (2, 1, 4)
    assert found["single_y"].low is None
    assert "one item" in str(found["single_y"].reason)


def test_sessions_are_the_unit_where_the_protocol_says_so() -> None:
    rng = np.random.default_rng(4)
    values = np.repeat(rng.normal(50, 10, 8), 3) + rng.normal(0, 2, 24)
    sessions = [f"s{place // 3}" for place in range(24)]
    ours = estimates(
        {"mean": {"formula": "mean(mark)"}},
        cards(24, session=sessions),
        marks("mark", [[value] for value in values.tolist()]),
        unit="sessions",
    )["mean"]
    means = values.reshape(8, 3).mean(axis=1)  # eight sessions of three: the t interval of their means
    half = t.ppf(0.975, 7) * means.std(ddof=1) / np.sqrt(8)
    assert ours.value == pytest.approx(means.mean())
    assert (ours.low, ours.high) == pytest.approx((means.mean() - half, means.mean() + half))
    assert ours.method == "jackknife over 8 sessions, t interval"


def test_one_session_and_one_item_have_values_without_intervals() -> None:
    mean = {"mean": {"formula": "mean(mark)"}}
    one_session = estimates(mean, cards(3), marks("mark", [[1.0], [2.0], [6.0]]), unit="sessions")["mean"]
    one_item = estimates(mean, cards(1), marks("mark", [[1.0, 5.0]]))["mean"]
    for estimate, reason in ((one_session, "one session"), (one_item, "one item")):
        assert estimate.value == 3.0
        assert estimate.low is None
        assert str(estimate.reason).startswith(reason)


def test_later_measures_follow_earlier_ones_in_every_replicate() -> None:
    measures = {
        "level": {"formula": "mean(mark)"},
        "again": {"formula": "level + 0"},
        "gap": {"formula": "level - mean(mark)"},
        "single": {"crossed": "mark"},
        "shifted": {"formula": "single - 10"},
    }
    found = wide(measures)
    assert (found["again"].low, found["again"].high) == (found["level"].low, found["level"].high)
    # A difference of equals has no spread at all, so nothing can be said about it.
    assert found["gap"].value == pytest.approx(0.0)
    assert found["gap"].low is None
    # resampled together with its source, not carried over: about as wide as the bootstrap of the level
    assert width(found["shifted"]) == pytest.approx(width(found["level"]), rel=0.05)


def test_a_value_that_most_resamples_lack_has_no_interval() -> None:
    items = cards(6, domain=["x", *["y"] * 5])
    found = estimates(
        {"x": {"formula": 'mean(mark, domain="x")'}}, items, marks("mark", [[float(i)] * 2 for i in range(6)])
    )
    assert found["x"].value == 0.0
    assert found["x"].low is None
    assert "one resample of ten" in str(found["x"].reason)


def test_an_interval_always_holds_its_value() -> None:
    # Three raters of whom two find every card: resampled panels are often split otherwise, so shares fall.
    found = estimates({"found": {"formula": "share(found)"}}, cards(8), marks("found", [[1.0, 1.0, 0.0]] * 8))["found"]
    assert found.value == 1.0
    assert found.high == 1.0
    assert found.low is not None
    assert found.low < 1.0


def test_missing_values_have_a_reason_and_kinds_are_kept() -> None:
    measures = {
        "found": {"formula": "mean(found)", "kind": "sound"},
        "sizes": {"formula": "mean(size)", "kind": "literal"},
        "gate": {"gate": "found"},
        "alpha": {"statistic": "cronbach_alpha", "of": ("found",)},
        "single": {"crossed": "found"},
        "mark": {"formula": "mean(mark)"},
    }
    found = wide(measures)
    assert [name for name, estimate in found.items() if estimate.value is None] == list(measures)[:5]
    assert all(found[name].reason for name in list(measures)[:5])
    assert (found["found"].kind, found["sizes"].kind, found["mark"].kind) == ("sound", "literal", "statistic")
    assert found["found"].n == 0


def test_the_same_seed_gives_the_same_interval_and_another_one_nearly() -> None:
    mean = {"mean": {"formula": "mean(mark)"}}
    first, again, other = (wide(mean, seed=seed)["mean"] for seed in (1, 1, 2))
    assert first == again
    assert (first.low, first.high) != (other.low, other.high)
    assert width(first) == pytest.approx(width(other), rel=0.1)
