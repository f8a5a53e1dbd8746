"""The whole of scoring on small protocols: order, coverage, bands, status, nothing at all."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols import BUILT_IN, load
from ringtrue.score import score
from ringtrue.score.scoring import band
from ringtrue.terms import Bands, Criterion, Item, Rating, Result, Rule, SuiteRule
from small_studies import cards, marks, protocol

STEPS = Bands(of=("level",), steps=(("exceptional", 94.0), ("target met", 90.0), ("failing", None)))
LEVEL = {"level": {"formula": "mean(mark)"}, "single": {"crossed": "mark"}, "found": {"formula": "share(found)"}}


def scored(items: list[Item], ratings: list[Rating], **parts: Any) -> Result:
    return score(protocol(LEVEL, **parts), items, ratings, replicates=100)


def test_orders_of_items_ratings_and_raters_make_no_difference() -> None:
    rng = np.random.default_rng(6)
    items = cards(9)
    table = np.where(rng.random((9, 4)) < 0.7, rng.uniform(0, 100, (9, 4)), None).tolist()
    ratings = [
        *marks("mark", table),
        *marks("found", rng.integers(0, 2, (9, 4)).astype(float).tolist()),
    ]
    first = scored(items, ratings)
    for _ in range(10):
        shuffled = [ratings[place] for place in rng.permutation(len(ratings))]
        assert scored([items[place] for place in rng.permutation(9)], shuffled) == first


@given(names=st.permutations(["Ann", "Bo", "Cy", "Di"]))
def test_names_of_raters_change_no_value_and_no_crossed_interval(names: list[str]) -> None:
    table = [[10.0, 40.0, 30.0, 20.0], [50.0, 90.0, 70.0, 60.0], [20.0, 30.0, 30.0, 10.0]]
    renamed = [
        Rating(names["ABCD".index(rating.rater)], rating.item, rating.question, rating.value)
        for rating in marks("mark", table)
    ]
    plain, other = scored(cards(3), marks("mark", table)), scored(cards(3), renamed)
    assert other.estimates["level"].value == pytest.approx(plain.estimates["level"].value)
    assert (other.estimates["single"].low, other.estimates["single"].high) == pytest.approx(
        (plain.estimates["single"].low, plain.estimates["single"].high)
    )


def test_a_status_enters_the_verdict_but_no_other_status() -> None:
    status = {
        "first": (Rule("pass", all=("level >= 60",)), Rule("fail")),
        "third": (Rule("pass", all=("found < .5",)), Rule("fail")),
    }
    verdict = (Rule("PASS", all=('first_status == "pass"',)), Rule("FAIL"))
    sound = (Rule("PASS", all=('third_status == "pass"',)), Rule("FAIL"))
    result = scored(cards(2), marks("mark", [[60.0], [60.0]]), status=status, verdict=verdict, sound_verdict=sound)
    assert result.status == {"first": "pass", "third": "cannot be told"}
    assert result.verdict.label == "PASS"
    assert result.sound_verdict.label == "cannot be told"
    assert result.difference.startswith("By the document's own rules the verdict is PASS because first_status")
    assert any(note.startswith("third is cannot be told: not known: found < .5") for note in result.notes)


def test_coverage_is_the_share_of_items_with_any_answer_or_by_the_protocols_condition() -> None:
    ratings = [*marks("mark", [[10.0], [None], [90.0]]), *marks("found", [[None], [1.0], [None], [None]])]
    assert scored(cards(4), ratings).coverage == 0.75
    assert scored(cards(4), ratings, coverage="known(mark)").coverage == 0.5


@pytest.mark.parametrize("ratings", [[], marks("mark", [[10.0], [90.0]])])
def test_an_item_whose_coverage_is_unknown_is_not_covered(ratings: list[Rating]) -> None:
    covered = scored(cards(4), ratings, coverage="mark >= 50").coverage
    assert covered == (0.25 if ratings else 0.0)


def test_a_band_reaches_from_its_least_value_up_unrounded() -> None:
    values = [100.0, 94.0, 93.999, 90.0, 89.999999, 0.0, None]
    labels = ["exceptional", "exceptional", "target met", "target met", "failing", "failing", "cannot be told"]
    assert [band(STEPS, value) for value in values] == labels


def test_value_and_both_ends_have_a_band() -> None:
    result = scored(cards(4), marks("mark", [[99.0, 97.0], [80.0, 85.0], [95.0, 93.0], [96.0, 91.0]]), bands=STEPS)
    assert set(result.bands) == {"level"}
    assert result.bands["level"]["value"] == "target met"  # 736/8 = 92
    assert result.bands["level"]["low"] == "failing"
    alone = scored(cards(1), marks("mark", [[95.0, 95.0]]), bands=STEPS)
    assert dict(alone.bands["level"]) == {"value": "exceptional", "low": "cannot be told", "high": "cannot be told"}


def test_checks_come_from_the_suite_and_then_from_the_criteria() -> None:
    result = scored(
        cards(2),
        marks("mark", [[10.0], [20.0]]),
        suite=(SuiteRule("two", "items() == 2"),),
        checks=(Criterion("high", of="level", at_least=80),),
    )
    assert [(check.name, check.met) for check in result.checks] == [("two", True), ("high", False)]


def test_the_result_says_which_protocol_and_how_much_went_in() -> None:
    rules = protocol(LEVEL, hash="ab" * 32)
    ratings = [*marks("mark", [[10.0, 20.0], [30.0, None]]), Rating("Z", "c01", "mark", 50.0, judge_kind="model")]
    result = score(rules, cards(3), ratings, replicates=10)
    assert dict(result.protocol) == {"name": "small", "version": "1.0.0", "hash": "ab" * 32}
    expected = {"items": 3, "raters": 3, "people": 2, "ratings": 4}
    assert {name: result.counts[name] for name in expected} == expected


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_protocol_scores_nothing_without_a_number_or_a_fault(name: str) -> None:
    result = score(load(name), [], [], replicates=10)
    assert result.verdict.label not in ("PASS", "CONDITIONAL PASS")
    assert result.sound_verdict.label not in ("PASS", "CONDITIONAL PASS")
    assert result.coverage == 0.0
    assert all(estimate.value is None or estimate.value == 0.0 for estimate in result.estimates.values())
    assert result.as_dict()


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_protocol_takes_items_that_nobody_rated(name: str) -> None:
    rules = load(name)
    items = [Item(f"{kind}-{place}", kind, "?") for kind in rules.kinds for place in range(1, 4)]
    result = score(rules, items, [], replicates=10)
    assert len(result.items) == len(items)
    assert result.verdict.label not in ("PASS", "CONDITIONAL PASS")
    assert result.sound_verdict.label not in ("PASS", "CONDITIONAL PASS")


def test_a_rater_who_only_wrote_a_comment_does_not_change_the_numbers() -> None:
    ratings = marks("mark", [[10.0, 20.0], [30.0, 50.0], [70.0, 40.0], [20.0, 20.0]])
    wrote = [*ratings, Rating("Z", "c01", "words", "fine")]
    assert scored(cards(4), wrote).estimates == scored(cards(4), ratings).estimates


def test_the_same_answer_given_twice_is_refused() -> None:
    twice = [Rating("A", "c01", "mark", 10.0), Rating("A", "c01", "mark", 20.0), Rating("B", "c01", "mark", 10.0)]
    with pytest.raises(ValueError, match="A answered mark about c01 twice"):
        scored(cards(2), twice)


def test_a_rater_of_a_control_alone_is_not_in_the_panel() -> None:
    pairs = load("pairs")
    items = [Item(f"p{n}", "pair", "", tags={"domain": "TECH"}) for n in range(5)]
    ratings = [Rating("A", item.id, question, 2.0) for item in items for question in ("voice", "vibe", "logic")]
    stranger = Rating("Z", "p1", "vibe", 1.0, speaker="control")
    alone, beside = (
        score(pairs, items, ratings, replicates=50),
        score(pairs, items, [*ratings, stranger], replicates=50),
    )
    assert alone.estimates == beside.estimates
    assert beside.counts["raters"] == beside.counts["people"] == 1
