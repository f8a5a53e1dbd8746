"""What a pair study adds to its result: the form it has, and the expected order of domains."""

from pathlib import Path

import pytest
from scipy.stats import page_trend_test

from pair_studies import DOMAINS, answered, pair_study
from ringtrue.protocols.loader import load
from ringtrue.study.pairs.order_test import order_test
from small_studies import pair_ratings, pairs

ORDER = ["NARR", "SELF", "PHIL", "ANAL", "TECH"]
# voice toward the compressed speaker, vibe and logic 2 throughout: the index rises with the voice
VOICES = ((2, 1, 2), (1, 2, 1), (0, 0, 1), (-1, 0, 0), (-2, -1, -1))
ANSWERS = [[(voice, 2, 2) for voice in row] for row in VOICES]


def test_the_form_stands_beside_the_protocols_name(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s", preset="3x10"), ANSWERS)
    found = study.score(replicates=20).protocol
    assert (found["preset"], found["design"], found["grade"]) == ("3x10", "equivalence", "both")
    assert found["hash"] == load("pairs").hash
    noted = study.latest()
    assert noted is not None
    assert noted.result.notes[-1].startswith("There is no overall conclusion: of ")


def test_the_expected_order_is_tested_over_raters(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s", order=ORDER), ANSWERS)
    estimates = study.score(replicates=20).estimates
    lowest_first = [[VOICES[DOMAINS.index(name)][rater] for name in ORDER] for rater in range(3)]
    expected = page_trend_test(lowest_first, method="exact")
    assert estimates["order_l"].value == pytest.approx(expected.statistic)
    # raters 2 and 3 tie two domains: scipy's exact p, which knows no ties, is of the same size but not the same
    assert 0.0 < estimates["order_p"].value < expected.pvalue < 0.001
    assert "expected order NARR < SELF < PHIL < ANAL < TECH" in estimates["order_p"].method
    stored = study.latest()
    assert stored is not None
    assert stored.result.estimates["order_p"] == estimates["order_p"]


def test_form_and_order_are_sealed_in_the_plan_before_the_first_card(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", order=ORDER, grade="both")
    study.deal(2, controls=0, attention=(), force=True, why="a small study")
    with study.records() as records:
        (sealed,) = [entry.detail for entry in records.audit_entries() if entry.act == "key sealed"]
    assert sealed["plan"]["form"] == {"preset": "5x7", "design": "equivalence", "grade": "both", "order": ORDER}


def test_without_an_order_there_is_no_test(tmp_path: Path) -> None:
    study = answered(pair_study(tmp_path / "s"), ANSWERS)
    assert "order_p" not in study.score(replicates=20).estimates


def test_no_ties_give_the_published_value() -> None:
    # three raters who all rank as expected: L = 3 (1 + 4 + 9 + 16 + 25) = 165, p = 1/120³
    voices = [(2, 2, 2), (1, 1, 1), (0, 0, 0), (-1, -1, -1), (-2, -2, -2)]
    test = order_test(
        load("pairs"), pairs(DOMAINS), pair_ratings([[(voice, 2, 2) for voice in row] for row in voices]), ORDER
    )
    assert test.value == 165.0
    assert test.p == pytest.approx(1 / 120**3)


def test_a_domain_nobody_has_and_no_ratings_leave_a_reason() -> None:
    protocol = load("lite")
    ratings = pair_ratings([[(1, 2, 2), (0, 2, 2)]])
    absent = order_test(protocol, pairs(("TECH",)), ratings, ["NARR", "TECH"])
    assert (absent.value, absent.reason) == (None, "no pair of NARR")
    silent = order_test(protocol, pairs(("TECH", "NARR")), [], ["NARR", "TECH"])
    assert (silent.value, silent.reason) == (None, "no ratings")
    equal = order_test(
        protocol, pairs(("TECH", "NARR")), pair_ratings([[(1, 2, 2)] * 2, [(1, 2, 2)] * 2]), ["NARR", "TECH"]
    )
    assert (equal.value, equal.reason) == (None, "every block ties all conditions")


def test_a_rater_who_left_a_domain_out_is_no_block() -> None:
    answers = [[(2, 2, 2), (1, 2, 2), (2, 2, 2)], [(0, 2, 2), (None, 2, 2), (1, 2, 2)]]
    test = order_test(load("pairs"), pairs(("TECH", "NARR")), pair_ratings(answers), ["NARR", "TECH"])
    assert (test.n, test.value) == (2, 10.0)  # two blocks ranked 1, 2: 2 (1 + 4)


def test_several_pairs_of_a_domain_are_averaged_for_each_rater() -> None:
    # rater A: TECH 2 and -2, mean 0; NARR 1. So A puts NARR above TECH.
    answers = [[(2, 2, 2)], [(-2, 2, 2)], [(1, 2, 2)]]
    test = order_test(load("pairs"), pairs(("TECH", "TECH", "NARR")), pair_ratings(answers), ["NARR", "TECH"])
    assert test.value == 4.0  # ranks 2, 1 against 1, 2
