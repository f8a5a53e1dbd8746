"""Everything about a panel at once, by question."""

from math import sqrt

import numpy as np
import pytest

from judge.model.samples import protocol_named
from ringtrue import stats
from ringtrue.judge.model.reliability import (
    Take,
    agreement,
    by_row,
    error_correlation,
    matrix_of,
    mean_over_items,
    noise,
    noise_sd,
    panel_estimates,
    position_bias,
    residual_correlations,
    swap_consistency,
    takes_of,
)
from ringtrue.stats.interval.bootstrap import cluster_mean
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.protocol import JudgeKind

VALUES = {"a": [80.0, 60.0, 40.0, 90.0], "b": [70.0, 65.0, 30.0, 95.0], "c": [85.0, 50.0, 45.0, 70.0]}


def takes(question: str = "voice_accuracy") -> list[Take]:
    return [
        Take(judge, "model", (f"i{place}", "clone"), question, value)
        for judge, column in VALUES.items()
        for place, value in enumerate(column)
    ]


def test_agreement_is_krippendorff_over_the_means_of_takes() -> None:
    again = [Take(take.judge, "model", take.row, take.question, take.value + 4) for take in takes()]
    table = np.column_stack(list(VALUES.values())) + 2
    expected = stats.krippendorff_alpha(table, "interval")
    found = agreement([*takes(), *again])
    assert found.value == pytest.approx(expected.value)
    assert found.low == pytest.approx(expected.low)


def test_people_are_not_part_of_the_panel_s_agreement() -> None:
    person = [Take("p", "person", take.row, take.question, 0.0) for take in takes()]
    assert agreement([*takes(), *person]) == agreement(takes())


def test_one_judge_has_no_agreement_but_a_reason() -> None:
    found = agreement([take for take in takes() if take.judge == "a"])
    assert found.value is None
    assert "at least 2" in (found.reason or "")


def test_every_question_gets_its_own_numbers_and_no_number_is_silent() -> None:
    found = panel_estimates([*takes(), *takes("decision_alignment")])
    assert {name for name in found if name.endswith("_decision_alignment")} == {
        f"{statistic}_decision_alignment" for statistic in ("agreement", "noise", "noise_sd", "error_correlation")
    }
    assert {name for name in found if name.startswith("residuals_voice_accuracy")} == {
        f"residuals_voice_accuracy_{pair}" for pair in ("a_b", "a_c", "b_c")
    }
    assert all(estimate.value is not None or estimate.reason for estimate in found.values())
    assert panel_estimates([]) == {}


def test_swapped_pairs_get_position_bias_from_ratings_and_what_was_given() -> None:
    order, turned = ("full", "compressed"), ("compressed", "full")
    rows = [
        (Rating("j", item, "voice", value, "compressed", "model"), given, way)
        for item, value, given, way in [
            ("1", -1.0, -1.0, order),  # A in both orders: a bias of 1
            ("1", 1.0, -1.0, turned),
            ("2", 2.0, 2.0, order),  # the compressed one in both: none
            ("2", 2.0, -2.0, turned),
        ]
    ]
    found = panel_estimates(takes_of(rows, protocol_named("pairs")))
    assert found["position_bias_voice"].value == pytest.approx(0.5)
    assert found["swap_consistency_voice"].value == pytest.approx(0.5)
    assert "position_bias_vibe" not in found


# The noise floor, by hand.


def takes_noise(*cells: tuple[str, str, list[float]], order: tuple[str, ...] = ()) -> list[Take]:
    return [Take(judge, "model", (item, "c"), "q", value, order) for judge, item, values in cells for value in values]


# 80 and 90 lie 10 apart; 50, 50, 56 lie 0, 6 and 6 apart, 4 on average: (10 + 4) / 2 = 7.
# Squares about the means 85 and 52: 25 + 25 and 4 + 4 + 16, with 1 + 2 degrees of freedom: sqrt(74 / 3).
TABLE = takes_noise(("j", "1", [80.0, 90.0]), ("j", "2", [50.0, 50.0, 56.0]), ("j", "3", [70.0]))


def test_mean_difference_and_standard_deviation_by_hand() -> None:
    gap, sd = noise(TABLE), noise_sd(TABLE)
    assert gap.value == pytest.approx(7.0)
    assert sd.value == pytest.approx(sqrt(74 / 3))
    assert (gap.n, sd.n) == (2, 2)
    # two items: half = t(1) sqrt(2 (3² + 3²)) / 2 = 12.7062 * 3, cut off at zero
    assert gap.low == 0.0
    assert gap.high == pytest.approx(7 + 12.7062 * 3, abs=1e-3)
    # variances 50 and 24 with weights 1 and 2 about 74/3: rest 76/3 and -76/3, half = t(1) sqrt(2 * 2) 76/3 / 3
    assert sd.low == 0.0
    assert sd.high == pytest.approx(sqrt(74 / 3 + 12.7062 * 2 * 76 / 9), abs=1e-3)


def test_order_of_takes_and_items_does_not_matter() -> None:
    assert noise(TABLE[::-1]).value == noise(TABLE).value
    assert noise_sd(TABLE[::-1]).value == pytest.approx(noise_sd(TABLE).value)


def test_judges_are_not_compared_with_each_other_nor_a_card_with_its_twin() -> None:
    apart = takes_noise(("a", "1", [10.0]), ("b", "1", [90.0]), ("a", "2", [10.0]), order=("x", "y"))
    apart += takes_noise(("a", "1", [90.0]), order=("y", "x"))
    for estimate in (noise(apart), noise_sd(apart)):
        assert estimate.value is None
        assert "twice" in (estimate.reason or "")


def test_a_judge_without_noise_has_a_zero_and_no_interval() -> None:
    still = takes_noise(("j", "1", [80.0, 80.0]), ("j", "2", [50.0, 50.0]))
    for estimate in (noise(still), noise_sd(still)):
        assert (estimate.value, estimate.low, estimate.n) == (0.0, None, 2)
        assert "same answer" in (estimate.reason or "")


def test_one_item_has_no_interval() -> None:
    for estimate in (noise(TABLE[:2]), noise_sd(TABLE[:2])):
        assert estimate.value is not None
        assert estimate.low is None
        assert estimate.reason


# Position bias and swap consistency, by hand.


AB, BA = ("x", "y"), ("y", "x")


def pairs(*leanings: tuple[float, float], judge: str = "j") -> list[Take]:
    """Leanings to the first side, in the one order and in the other, item by item."""
    return [
        Take(judge, "model", (f"i{place}", "y"), "q", 0.0, order, side)
        for place, both in enumerate(leanings)
        for order, side in zip((AB, BA), both, strict=True)
    ]


# first pair: side A both times (bias 1, another speaker each time); second: the same speaker both times (bias 0);
# third: a tie both times (bias 0, consistent).
MIXED = pairs((1, 1), (1, -1), (0, 0))


def test_bias_and_consistency_by_hand() -> None:
    bias, kept = position_bias(MIXED), swap_consistency(MIXED)
    assert bias.value == pytest.approx(1 / 3)
    assert kept.value == pytest.approx(2 / 3)
    assert bias.n == kept.n == 3
    assert bias.low is not None
    assert bias.high is not None
    assert bias.low <= 1 / 3 <= bias.high


@pytest.mark.parametrize(
    ("leanings", "bias", "kept"), [((1, 1), 1.0, 0.0), ((-1, -1), -1.0, 0.0), ((1, -1), 0.0, 1.0), ((1, 0), 0.5, 0.0)]
)
def test_judges_of_one_mind(leanings: tuple[float, float], bias: float, kept: float) -> None:
    takes = pairs(leanings, leanings)
    assert (position_bias(takes).value, swap_consistency(takes).value) == (bias, kept)
    assert position_bias(takes).low is None
    assert "the same result" in (position_bias(takes).reason or "")


def test_repeats_within_an_order_are_averaged_first() -> None:
    takes = [*pairs((1, -1)), Take("j", "model", ("i0", "y"), "q", 0.0, AB, -1.0), *pairs((1, 1), judge="k")]
    # j: the order AB leans (1 - 1) / 2 = 0, BA -1: (0 - 1) / 2; k: 1. Mean of -1/2 and 1.
    assert position_bias(takes).value == pytest.approx(0.25)


def test_pairs_shown_one_way_only_and_answers_without_sides_say_nothing() -> None:
    one_way = [take for take in MIXED if take.order == AB]
    sideless = [Take("j", "model", ("i", "y"), "q", 3.0, order) for order in (AB, BA)]
    for takes in (one_way, sideless, []):
        assert position_bias(takes).value is None
        assert "both ways" in (swap_consistency(takes).reason or "")


# Correlation of judges' errors, against numpy.


RNG = np.random.default_rng(5)
TRUTH = RNG.normal(60, 15, 40)
SHARED = RNG.normal(0, 8, 40)


def takes_shared_errors(judge: str, values: np.ndarray, kind: JudgeKind = "model") -> list[Take]:
    return [Take(judge, kind, (f"i{place}", "c"), "q", float(value)) for place, value in enumerate(values)]


def panel(common: float, judges: int = 3) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(11)
    return {name: TRUTH + common * SHARED + rng.normal(0, 4, 40) for name in "abcdef"[:judges]}


def given(values: dict[str, np.ndarray], people: bool = True) -> list[Take]:
    persons = (
        [*takes_shared_errors("p", TRUTH - 1, "person"), *takes_shared_errors("q", TRUTH + 1, "person")]
        if people
        else []
    )
    return [take for name, column in values.items() for take in takes_shared_errors(name, column)] + persons


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


# Answers as takes: numbers, whom they are about, and the side they leaned to.


PAIRS, BLIND = protocol_named("pairs"), protocol_named("blind")
ORDER = ("full", "compressed")


@pytest.mark.parametrize(
    ("value", "number"),
    [(3.0, 3.0), (True, 1.0), (False, 0.0), ((True, False, True, True), 0.75), ("words", None), ((), None)],
)
def test_the_number_in_an_answer(value: Answer, number: float | None) -> None:
    takes = takes_of([(Rating("j", "i", "holds", value, "clone", "model"), value, ())], BLIND)
    assert [take.value for take in takes] == ([] if number is None else [number])


def test_an_unscored_answer_is_no_take() -> None:
    assert takes_of([(Rating("j", "i", "holds", None, "clone", "model", "no answer"), None, ())], BLIND) == []


@pytest.mark.parametrize(("given", "side"), [(-2.0, 1.0), (-1.0, 1.0), (0.0, 0.0), (2.0, -1.0)])
def test_a_leaning_below_zero_is_to_the_first_side(given: float, side: float) -> None:
    (take,) = takes_of([(Rating("j", "i", "voice", 1.0, "compressed", "model"), given, ORDER)], PAIRS)
    assert take == Take("j", "model", ("i", "compressed"), "voice", 1.0, ORDER, side)


@pytest.mark.parametrize(("given", "side"), [("A", 1.0), ("b", -1.0), ("tie", 0.0)])
def test_a_pick_is_a_side(given: str, side: float) -> None:
    (take,) = takes_of([(Rating("j", "i", "found", 1.0, None, "model"), given, ("real", "clone"))], BLIND)
    assert take.side == side
    assert take.row == ("i", "clone")  # nobody named is the candidate


@pytest.mark.parametrize(
    ("question", "value", "order", "side"),
    [
        ("voice", 2.0, ("full", "compressed"), -1.0),  # toward the compressed one, which stands second
        ("voice", 2.0, ("compressed", "full"), 1.0),
        ("voice", 0.0, ("compressed", "full"), 0.0),
        ("voice", -1.0, ("full", "compressed"), 1.0),
        ("voice", 1.0, ("control", "full"), 1.0),  # the control stands in the compressed one's place
        ("found", 1.0, ("real", "clone"), 1.0),
        ("found", 0.0, ("real", "clone"), -1.0),
        ("found", 0.5, ("real", "clone"), 0.0),
        ("found", 1.0, (), None),
    ],
)
def test_the_order_tells_the_side_where_the_answer_as_given_is_not_known(
    question: str, value: float, order: tuple[str, ...], side: float | None
) -> None:
    protocol = PAIRS if question == "voice" else BLIND
    speaker = "control" if "control" in order else protocol.candidate
    (take,) = takes_of([(Rating("j", "i", question, value, speaker, "model"), None, order)], protocol)
    assert take.side == side


def test_a_grade_has_no_side() -> None:
    (take,) = takes_of([(Rating("j", "i", "vibe", 3.0, "compressed", "model"), 3.0, ORDER)], PAIRS)
    assert take.side is None


def test_rows_hold_each_judge_s_mean_and_gaps_are_missing() -> None:
    takes = [Take("a", "model", ("1", "c"), "q", value) for value in (80.0, 90.0)]
    takes.append(Take("b", "model", ("2", "c"), "q", 50.0))
    rows = by_row(takes)
    assert rows == {("1", "c"): {"a": 85.0}, ("2", "c"): {"b": 50.0}}
    np.testing.assert_array_equal(matrix_of(rows, ["a", "b"]), [[85.0, np.nan], [np.nan, 50.0]])
    assert matrix_of({}, ["a"]).shape == (0, 1)


# Means over items: the t interval where items have one value each, near the cluster bootstrap where they have more.


RNG_OVER_ITEMS = np.random.default_rng(2)


def test_with_one_value_an_item_it_is_the_t_interval_by_hand() -> None:
    """1, 2, 3, 6: mean 3, s² = 14/3, t(3) at .975 = 3.182446: half = 3.182446 sqrt(14/12) = 3.437435."""
    found = mean_over_items(np.array([[1.0, 1], [2, 1], [3, 1], [6, 1]]), "m")
    assert (found.value, found.n) == (3.0, 4)
    assert found.low == pytest.approx(3 - 3.437435, abs=1e-5)
    assert found.high == pytest.approx(3 + 3.437435, abs=1e-5)


def test_with_clusters_it_is_near_the_bootstrap() -> None:
    sizes = RNG_OVER_ITEMS.integers(1, 6, 200)
    effects = RNG_OVER_ITEMS.normal(0, 2, 200)
    values = [effect + RNG_OVER_ITEMS.normal(0, 1, size) for effect, size in zip(effects, sizes, strict=True)]
    sums = np.array([[row.sum(), row.size] for row in values])
    names = np.repeat(np.arange(200), sizes)
    found, other = mean_over_items(sums, "m"), cluster_mean(np.concatenate(values), names)
    assert found.value == pytest.approx(other.value)
    assert found.low == pytest.approx(other.low, abs=0.05)
    assert found.high == pytest.approx(other.high, abs=0.05)


def test_it_covers_what_it_promises() -> None:
    """2,000 studies of 12 items with 1 to 4 values each: the true mean 0 lies inside in .95, give or take .015."""
    hits = 0
    for _ in range(2000):
        sizes = RNG_OVER_ITEMS.integers(1, 5, 12)
        sums = RNG_OVER_ITEMS.normal(0, 1, 12) * sizes + RNG_OVER_ITEMS.normal(0, 1, 12) * np.sqrt(sizes)
        found = mean_over_items(np.column_stack([sums, sizes]).astype(float), "m")
        hits += (found.low or 0) <= 0 <= (found.high or 0)
    assert 0.92 < hits / 2000 < 0.97


def test_the_interval_stays_on_its_scale_and_one_item_has_none() -> None:
    found = mean_over_items(np.array([[0.0, 1], [1.0, 1]]), "m", least=0, most=1)
    assert (found.low, found.high) == (0.0, 1.0)
    one = mean_over_items(np.array([[2.0, 4]]), "m")
    assert (one.value, one.low) == (0.5, None)
    assert one.reason
