"""The sheets of a pair study: columns to the letter, numbers in full, empty cells, no formula for a spreadsheet."""

from dataclasses import replace

import pytest

from report.conftest import RESULT, lines_of
from ringtrue.protocols.loader import load
from ringtrue.report.section import Figure
from ringtrue.study.pairs.sections import (
    AGGREGATED,
    PAIRS,
    PairRow,
    aggregated_sheet,
    conclusion,
    is_pair_study,
    pairs_sections,
    pairs_sheet,
)
from ringtrue.terms.result import Check, Estimate, Result

ROW = PairRow("P1", "TECH", "Ada", "1", 7, Estimate(0.75, 0.6, 0.9, 7), 0.5, 0.8, 0.91, 0.4, 0.83, "high", 120, 110)


def test_the_columns_are_those_of_the_formats() -> None:
    assert " ".join(AGGREGATED) == (
        "pair_id domain n pfi_001 low high pfi_004 pfi_equivalence pfi_model pfi_model_anchored pfi_combined"
    )
    assert " ".join(PAIRS) == "pair_id persona domain run pfi_model stratum words_full words_compressed"


def test_a_row_of_each() -> None:
    (row,) = aggregated_sheet([ROW]).rows
    assert row == ("P1", "TECH", "7", "0.75", "0.6", "0.9", "0.5", "0.8", "0.91", "0.4", "0.83")
    (row,) = pairs_sheet([ROW]).rows
    assert row == ("P1", "Ada", "TECH", "1", "0.91", "high", "120", "110")


def test_what_is_missing_is_an_empty_cell() -> None:
    (row,) = aggregated_sheet([PairRow("P1", "TECH")]).rows
    assert row == ("P1", "TECH", "0", *[""] * 8)


def test_a_name_that_looks_like_a_formula_is_made_harmless() -> None:
    (row,) = pairs_sheet([PairRow("=1+1", "@x", "-y")]).rows
    assert row[:3] == ("'=1+1", "'-y", "'@x")


# The sections of a pair report: three answers, one conclusion at most, exploratory stamped, hostile names harmless.


ROWS = [PairRow("P1", "TECH", n=3, pfi_001=Estimate(0.7, 0.6, 0.8, 3), pfi_004=0.5, pfi_model=0.9)]


def result(**estimates: Estimate) -> Result:
    return replace(RESULT, estimates={"r": Estimate(0.7, -0.48, 0.98, 5), **estimates})


def section(made: Result, title: str, **more: object) -> str:
    picture = Figure("pairs", "The pairs", file="result-1/pairs.svg")
    found = {one.title: one for one in pairs_sections(made, ROWS, {"pairs": picture}, **more).values()}
    return "\n".join(lines_of(found[title]))


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([True, True], "All criteria are met"),
        ([True, None], "There is no overall conclusion: of 2 criteria 1 inconclusive."),
        ([False, None, None], "There is no overall conclusion: of 3 criteria 1 not met and 2 inconclusive."),
        ([False], "There is no overall conclusion: of 1 criteria 1 not met."),
        ([], "There are no criteria"),
    ],
)
def test_a_conclusion_only_if_all_are_met(answers: list[bool | None], words: str) -> None:
    assert conclusion([Check(str(place), met) for place, met in enumerate(answers)]).startswith(words)


def test_each_criterion_has_one_of_three_answers() -> None:
    text = section(result(), "Criteria and conclusion")
    assert "| human index | met | 0.800 | 0.750 |" in text
    assert "| reliability | not met | 0.7499 | 0.750 | ask more raters |" in text  # not rounded onto its limit
    assert "| correlation | inconclusive with this many ratings |" in text
    assert "**There is no overall conclusion" in text


@pytest.mark.parametrize(("pairs", "stamped"), [(5, True), (29, True), (30, False)])
def test_a_correlation_under_thirty_pairs_is_stamped(pairs: int, stamped: bool) -> None:
    text = section(result(r=Estimate(0.7, 0.5, 0.8, pairs)), "Human against model")
    assert ("**Exploratory:**" in text) is stamped


def test_the_three_indices_stand_in_columns_of_their_own() -> None:
    text = section(result(), "Pair by pair")
    assert "| pfi_001 | over raters | pfi_004 | pfi_equivalence | model | anchored | combined |" in text
    assert "| `P1` | TECH | 3 | 0.700 | 0.600 to 0.800 | 0.500 | - | 0.900 | - | - |" in text
    assert "![" in text


def test_pictures_that_were_not_drawn_are_not_shown() -> None:
    assert "![" not in section(result(), "Domains")


def test_the_order_test_is_told_with_its_p_or_its_reason() -> None:
    tested = result(order_l=Estimate(165.0, n=3), order_p=Estimate(0.01, n=3, method="Page's L; expected order a < b"))
    told = section(tested, "Domains").replace("\\", "")
    assert "L = 165.00, one-sided p = 0.010 (Page's L; expected order a < b)" in told
    absent = result(order_l=Estimate.absent("no pair of NARR"), order_p=Estimate.absent("no pair of NARR"))
    assert "could not be tested: no pair of NARR." in section(absent, "Domains")
    assert "expected order" not in section(result(), "Domains")


def test_grades_of_both_texts_have_their_own_section() -> None:
    grades = {
        ("vibe", "full"): Estimate(2.5, 2.0, 3.0, 35),
        ("vibe", "compressed"): Estimate(2.0, n=35, reason="one item"),
    }
    text = section(result(), "Both texts graded", grades=grades)
    assert text.index("compressed") < text.index("| full |")
    assert "one item" in text
    assert "grades" not in pairs_sections(result(), ROWS, {})


def test_hostile_names_do_nothing() -> None:
    row = PairRow("<script>|x`", "a|b\n# c")
    text = "\n".join(lines_of(pairs_sections(result(), [row], {})["pairs"]))
    assert "<script>" not in text.replace("`<script>", "")
    assert all(line.count(" | ") == 9 for line in text.splitlines() if line.startswith("| `") or "script" in line)


def test_only_pairs_and_lite_have_the_outputs_of_pairs() -> None:
    assert [name for name in ("blind", "lite", "pairs", "recognition", "scenarios") if is_pair_study(load(name))] == [
        "lite",
        "pairs",
    ]
