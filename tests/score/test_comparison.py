"""Versions compared: what the numbers are, whose intervals they have, which way is better, ladder and trend."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from ringtrue.protocols.loader import load
from ringtrue.score.comparison import (
    SCORE,
    Version,
    by_limits,
    comparing,
    ladder_of,
    outcome_words,
    step_of,
    trend_of,
    version_of,
)
from ringtrue.score.scoring import gathered, score
from ringtrue.stats.combination.bradley_terry import bradley_terry
from ringtrue.stats.interval.contrast import ALIKE
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from studies import agreed, item, picks, scenario, scored, ticks

SCENARIOS, BLIND = load("scenarios"), load("blind")


def scenarios(scores: Sequence[float], raters: Sequence[str] = ("judge",)) -> Version:
    """As many scenarios as scores, each dimension at that score; several raters give what the first gives, and more."""
    limits = SCENARIOS.regression
    protocol = comparing(SCENARIOS, limits)
    types = ("tactical", "strategic")
    items = [scenario(f"{types[place % 2][:3].upper()}-{place:03}", types[place % 2]) for place in range(len(scores))]
    kind = "model" if len(raters) == 1 else "person"
    ratings = [
        one._replace(rater=rater, judge_kind=kind)
        for number, rater in enumerate(raters)
        for each, value in zip(items, scores, strict=True)
        for one in scored(each.id, *[value + number] * 5)
    ]
    return version_of(protocol, gathered(protocol, items, ratings), limits.of, raters=len(raters) > 1)


def blind(found: Sequence[str], met: Sequence[int], style: float = 1.0) -> tuple[list[Item], list[Rating]]:
    """Quotes with picks of three raters, as many decisions and edge cases with so many of five criteria, and style."""
    items = [item("quote", f"q{place}", difficulty="easy") for place in range(len(found))]
    ratings = [one for place, answers in enumerate(found) for one in picks(f"q{place}", answers)]
    for kind, question in (("decision", "criteria"), ("edge", "holds")):
        items += [item(kind, f"{kind}{place}") for place in range(len(met))]
        ratings += [one for place, many in enumerate(met) for one in agreed(f"{kind}{place}", question, (many, 5))]
    items += [item("style", f"s{place}") for place in range(5)]
    for place in range(5):
        for dimension in ("vocabulary", "rhetoric", "tone", "cadence", "analogy"):
            lists = ["1" * round(4 * style) + "0" * (4 - round(4 * style))] * 3
            ratings += ticks(f"s{place}", dimension, *lists)
    return items, ratings


def version(found: Sequence[str], met: Sequence[int], style: float = 1.0, *, raters: bool = True) -> Version:
    protocol = comparing(BLIND, BLIND.regression)
    return version_of(protocol, gathered(protocol, *blind(found, met, style)), "composite", raters=raters)


BEFORE = (90.0, 95.0, 85.0, 70.0, 92.0, 88.0, 94.0, 81.0)
AFTER = (80.0, 93.0, 60.0, 75.0, 85.0, 80.0, 90.0, 79.0)


def test_where_a_judge_scored_it_is_the_paired_t_test_of_the_items() -> None:
    step = step_of([scenarios(BEFORE), scenarios(AFTER)], 0, 1, SCENARIOS.regression, raters="fixed")
    oracle = scipy_stats.ttest_rel(AFTER, BEFORE).confidence_interval()
    assert (step.figure.before, step.figure.after) == pytest.approx((np.mean(BEFORE), np.mean(AFTER)))
    assert (step.figure.change.low, step.figure.change.high) == pytest.approx((oracle.low, oracle.high))
    assert step.figure.change.n == 8


def test_the_tables_beside_hold_together() -> None:
    step = step_of([scenarios(BEFORE), scenarios(AFTER)], 0, 1, SCENARIOS.regression, raters="fixed")
    assert {name: len(rows) for name, rows in step.tables.items()} == {"dimension": 5}  # four of a type are too few
    oracle = scipy_stats.ttest_rel(AFTER, BEFORE).confidence_interval(0.99)  # one in twenty, shared by five
    for one in step.tables["dimension"]:
        assert one.change.level == pytest.approx(0.99)
        assert (one.change.low, one.change.high) == pytest.approx((oracle.low, oracle.high))


def test_types_of_items_are_compared_where_there_are_five_of_each() -> None:
    rng = np.random.default_rng(1)
    given = [scenarios(rng.uniform(60, 95, 12)) for _ in range(2)]
    step = step_of(given, 0, 1, SCENARIOS.regression, raters="fixed")
    assert [(one.name, one.tagged, one.change.n) for one in step.tables["type"]] == [
        ("by_type_strategic", "strategic", 6),
        ("by_type_tactical", "tactical", 6),
    ]


def test_every_number_is_the_one_the_result_has() -> None:
    study = blind(("110", "011", "100", "000", "111"), (5, 4, 3, 5, 2), 0.75)
    result = score(BLIND, *study, replicates=100)
    protocol = comparing(BLIND, BLIND.regression)
    found = version_of(protocol, gathered(protocol, *study), "composite", raters=True)
    shared = [name for name in found.numbers if name in result.estimates]
    assert {"composite", "content", "linguistic", "identified", "composite_sound", "style_tone"} <= set(shared)
    for name in shared:
        assert found.numbers[name].left_out.value == pytest.approx(result.estimates[name].value), name


def test_more_quotes_found_is_worse() -> None:
    less = ("100", "000", "010", "110", "001", "000", "100", "010")
    more = ("110", "111", "011", "110", "111", "101", "110", "011")
    step = step_of([version(less, (5,) * 8), version(more, (5,) * 8)], 0, 1, BLIND.regression, raters="fixed")
    (identified,) = [one for one in step.parts if one.name == "identified"]
    assert identified.lower_is_better
    assert (identified.before, identified.after, identified.outcome) == (12.5, 100.0, "worse")
    assert not any(one.lower_is_better for one in step.parts if one.name != "identified")
    (quotes,) = [one for one in step.parts if one.tagged == "quote"]  # 100 - 100 x found: higher is better
    assert quotes.change.value == pytest.approx(100 * (7 - 18) / 24)


def test_identical_versions_are_no_worse_and_nothing_flipped() -> None:
    one = version(("110", "011", "100"), (5, 4, 3, 5, 2))
    step = step_of([one, one], 0, 1, BLIND.regression, raters="crossed")
    assert (step.figure.outcome, step.figure.change.value, step.figure.change.reason) == ("no worse", 0.0, ALIKE)
    assert step.flipped == []
    assert {part.outcome for part in step.parts} <= {"no worse", "inconclusive"}  # of five items it says nothing


def test_flips_are_the_items_that_passed_in_one_version_only() -> None:
    step = step_of([scenarios(BEFORE), scenarios(AFTER)], 0, 1, SCENARIOS.regression, raters="fixed")
    # the pass mark is 80: 85 -> 60 and 81 -> 79 fell; 70 -> 75 failed before and fails now
    assert [(one.id, one.scores) for one in step.flipped] == [("TAC-002", (85.0, 60.0)), ("STR-007", (81.0, 79.0))]
    assert step.flipped[0].as_dict()["passed_before"] is True
    assert SCORE in step.items[0].before


def test_crossed_raters_widen_the_interval_where_they_differ() -> None:
    rng = np.random.default_rng(2)
    quotes = ["".join(rng.choice(list("01"), 3)) for _ in range(12)]
    others = ["".join("1" if rater == 0 else pick for rater, pick in enumerate(answers)) for answers in quotes]
    given = [version(answers, (5,) * 6) for answers in (quotes, others)]
    spans = {}
    for raters in ("fixed", "crossed", "separate"):
        change = step_of(given, 0, 1, BLIND.regression, raters=raters).figure.change
        spans[raters] = change.high - change.low
    assert spans["crossed"] >= spans["fixed"]
    assert spans["separate"] >= spans["fixed"]


@given(st.integers(0, 2**31))
def test_swapping_the_versions_turns_every_sign(seed: int) -> None:
    rng = np.random.default_rng(seed)
    given = [scenarios(rng.uniform(0, 100, 6)) for _ in range(2)]
    there = step_of(given, 0, 1, SCENARIOS.regression, raters="fixed")
    back = step_of(given[::-1], 0, 1, SCENARIOS.regression, raters="fixed")
    for one, other in zip((there.figure, *there.parts), (back.figure, *back.parts), strict=True):
        assert one.change.value == pytest.approx(-other.change.value, abs=1e-9)
        assert one.change.low == pytest.approx(-other.change.high, abs=1e-9)
        assert one.outcome == "better" if other.outcome == "worse" else True


def test_the_trend_is_the_slope_over_versions() -> None:
    rng = np.random.default_rng(4)
    scores = rng.uniform(50, 95, (4, 10))
    trend = trend_of([scenarios(one) for one in scores], SCENARIOS.regression, raters="fixed")
    slopes = np.polyfit(range(4), scores, 1)[0]
    oracle = scipy_stats.ttest_1samp(slopes, 0.0).confidence_interval()
    assert trend.value == pytest.approx(slopes.mean())
    assert (trend.low, trend.high) == pytest.approx((oracle.low, oracle.high))


def test_the_ladder_is_bradley_terry_of_who_scored_higher() -> None:
    rng = np.random.default_rng(5)
    scores = np.round(rng.uniform(50, 95, (3, 30)))
    rungs, remark = ladder_of([scenarios(one) for one in scores])
    wins = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            wins[i, j] = 0 if i == j else (scores[i] > scores[j]).sum() + 0.5 * (scores[i] == scores[j]).sum()
    assert remark == ""
    assert [one.strength.value for one in rungs] == pytest.approx([one.value for one in bradley_terry(wins)])
    assert [one.won for one in rungs] == pytest.approx(wins.sum(axis=1).tolist())
    assert all(one.strength.low < one.strength.value < one.strength.high for one in rungs[1:])


def test_where_one_always_wins_a_draw_makes_strengths_finite_and_is_said() -> None:
    rungs, remark = ladder_of([scenarios([90.0, 91.0, 92.0]), scenarios([50.0, 51.0, 52.0])])
    assert "one draw more" in remark
    assert rungs[1].strength.value == pytest.approx(np.log(0.5 / 3.5))  # half a win against three and a half


def test_sessions_are_not_paired_and_each_version_brings_its_own() -> None:
    recognition = load("recognition")
    limits = recognition.regression
    protocol = comparing(recognition, limits)
    rng = np.random.default_rng(6)
    versions = []
    for sessions in (5, 7):
        items = [
            Item(f"S{session}-R-{trial}", "trial", "asked", tags={"session": f"S{session}"}, status="accepted")
            for session in range(sessions)
            for trial in range(1, 11)
        ]
        ratings = [
            Rating("r1", one.id, name, float(rng.choice([0.5, 0.75, 1.0])))
            for one in items
            for name in ("r1", "r2", "r3")
        ]
        versions.append(version_of(protocol, gathered(protocol, items, ratings), limits.of, raters=True))
    step = step_of(versions, 0, 1, limits, raters="crossed", sessions=True)
    assert step.figure.change.n == 12
    assert step.figure.change.low < step.figure.change.value < step.figure.change.high


def test_the_limits_of_the_document_go_by_the_value() -> None:
    limits = SCENARIOS.regression
    assert by_limits(95.0, 90.0, limits) == ""
    assert "over 5: investigate" in by_limits(95.0, 89.9, limits)
    assert "over 10: remediate" in by_limits(95.0, 84.9, limits)
    assert "under the floor of 80" in by_limits(80.0, 79.9, limits)


def test_outcomes_in_words() -> None:
    assert outcome_words("no worse", 5.0) == "no worse than 5 points"
    assert [outcome_words(one, 5.0) for one in ("better", "worse", "inconclusive")] == [
        "better",
        "worse",
        "inconclusive",
    ]
