"""The whole of scoring on small protocols: order, coverage, bands, status, nothing at all."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols.loader import BUILT_IN, load, with_ties
from ringtrue.score.scoring import band, difference, notes, score
from ringtrue.score.study_table import compiled
from ringtrue.stats.detection.equivalence import Gate
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Bands, Criterion, Protocol, Rule, SuiteRule
from ringtrue.terms.result import Estimate, Result, Verdict
from small_studies import cards, marks, protocol
from studies import item, picks

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
    assert result.status == {"first": "pass", "third": "inconclusive"}
    assert result.verdict.label == "PASS"
    assert result.sound_verdict.label == "inconclusive"
    assert result.difference.startswith("By the document's own rules the verdict is PASS because first_status")
    assert any(note.startswith("third is inconclusive: not known: found < .5") for note in result.notes)


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
    labels = ["exceptional", "exceptional", "target met", "target met", "failing", "failing", "inconclusive"]
    assert [band(STEPS, value) for value in values] == labels


def test_value_and_both_ends_have_a_band() -> None:
    result = scored(cards(4), marks("mark", [[99.0, 97.0], [80.0, 85.0], [95.0, 93.0], [96.0, 91.0]]), bands=STEPS)
    assert set(result.bands) == {"level"}
    assert result.bands["level"]["value"] == "target met"  # 736/8 = 92
    assert result.bands["level"]["low"] == "failing"
    alone = scored(cards(1), marks("mark", [[95.0, 95.0]]), bands=STEPS)
    assert dict(alone.bands["level"]) == {"value": "exceptional", "low": "inconclusive", "high": "inconclusive"}


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


def test_ties_are_counted_where_they_are_taken_and_where_there_are_any() -> None:
    # Three raters on q1, two on q2: five picks of the suite, two of them ties; the tie on the control's card is none.
    items = [item("quote", "q1"), item("quote", "q2")]
    tied = [*picks("q1", "1=="), *picks("q2", "01"), *picks("q1", "=", speaker="generic")]
    clear = [*picks("q1", "110"), *picks("q2", "01")]
    forced, free = load("blind"), with_ties(load("blind"), allowed=True)

    def counts(used: Protocol, ratings: list[Rating]) -> tuple[int | None, int | None]:
        found = score(used, items, ratings, replicates=100).counts
        return found.get("picks"), found.get("ties")

    assert counts(free, tied) == counts(forced, tied) == (5, 2)
    assert counts(free, clear) == (5, 0)
    assert counts(forced, clear) == (None, None)
    shown = score(free, items, tied, replicates=100)
    assert shown.estimates["found_share"].value == pytest.approx(3 / 5)  # 1, .5, .5, 0, 1


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


# What a result leaves open, and why two verdicts differ.


BOTH = {"generic": "bot", "self": "himself"}


def said(ratings: list[Rating], controls: dict[str, str] | None = None, **estimates: Estimate) -> list[str]:
    rules = protocol(controls=controls or {})
    return notes(rules, compiled(rules, cards(3), ratings), estimates)


def test_equal_verdicts_need_no_sentence() -> None:
    assert difference(Verdict("PASS", ("a > 1",)), Verdict("PASS", ("b > 1",))) == ""


def test_different_verdicts_are_told_with_what_decided_each() -> None:
    sentence = difference(
        Verdict("PASS", ("a >= 90 (a 91.00)", "FAIL would need a < 80 (a 91.00)")),
        Verdict(
            "inconclusive",
            ("PASS would need a_low >= 90 (a_low 85.00)", "FAIL would need a_high < 80 (a_high 97.00)"),
        ),
    )
    assert sentence == (
        "By the document's own rules the verdict is PASS because a >= 90 (a 91.00); "
        "by sound numbers it is inconclusive because FAIL would need a_high < 80 (a_high 97.00)."
    )


def test_a_verdict_without_reasons_is_told_without() -> None:
    assert difference(Verdict("a", ()), Verdict("b", ())) == (
        "By the document's own rules the verdict is a; by sound numbers it is b."
    )


def test_a_missing_control_is_noted_and_a_rated_one_is_not() -> None:
    generic, himself = said([], BOTH)
    assert generic.startswith("No generic control (bot) was rated")
    assert himself.startswith("No self control (himself) was rated")
    assert said(marks("found", [[1.0]], speaker="bot"), BOTH)[0] == himself
    assert not [note for note in said(marks("found", [[1.0] * 5])) if "control" in note]


def test_few_raters_and_raters_who_are_no_people_are_noted() -> None:
    assert said(marks("mark", [[1.0]])) == ["One rater: the numbers hold for this rater; other raters may differ."]
    assert said(marks("mark", [[1.0] * 4]))[0].startswith("4 raters: intervals rest on few raters")
    assert said(marks("mark", [[1.0] * 5])) == []
    models = [*marks("mark", [[1.0] * 5]), Rating("Z", "c01", "mark", 1.0, judge_kind="model")]
    assert said(models) == ["1 of 6 raters are models or statistics, not people."]


def test_a_gate_speaks_for_itself() -> None:
    gate = Gate(0.55, 0.4, 0.7, 40, reason="inconclusive: too wide", needed=57)
    raters = marks("mark", [[1.0] * 5])
    assert said(raters, gate=gate) == ["gate: inconclusive: too wide. About 57 more judgments would be needed."]
    assert said(raters, plain=Estimate(1.0, reason="no interval")) == []
