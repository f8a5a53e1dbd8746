"""What a report says about a result, in plain sentences."""

from dataclasses import replace

from ringtrue.protocols.loader import load
from ringtrue.report.summary import (
    About,
    check_row,
    columns_of,
    counted,
    first_to_fix,
    headline,
    reservations,
    weakest,
    why,
)
from ringtrue.terms.result import Check, Result, Verdict


def test_ties_are_told_among_how_many_picks(result: Result) -> None:
    tied = replace(result, counts={"items": 30, "picks": 1200, "ties": 7})
    assert counted(tied) == "30 items, ties: 7 of 1,200 picks, coverage 80.0 %"


# Weak items, weakest first.


def test_items_that_failed_or_have_a_cause_come_lowest_first_and_unscored_last(result: Result) -> None:
    weak, number = weakest(result.items, ("alignment",))
    assert number == 4
    assert weakest(result.items, ("alignment",), most=1) == (weak[:1], 4)
    assert [(entry.item["id"], entry.score, entry.column) for entry in weak] == [
        ("D3", 20.0, "alignment"),
        ("D1", 61.66666, "alignment"),
        ("Q1", None, ""),
        ("D4", None, ""),
    ]


def test_where_nobody_passed_or_failed_every_scored_item_is_ranked() -> None:
    items = [{"id": "a", "x": 0.9}, {"id": "b"}, {"id": "c", "x": 0.1}, {"id": "d", "y": 0.5}]
    assert [entry.item["id"] for entry in weakest(items, ("x", "y"))[0]] == ["c", "d", "a"]
    assert weakest(items) == ([], 0)


def test_columns_nobody_fills_are_left_out_and_id_and_kind_lead(result: Result) -> None:
    assert columns_of([{"x": 1, "kind": "k", "id": "a", "y": None}, {"z": 0}]) == ("id", "kind", "x", "z")
    assert "tone" not in columns_of(result.items)


def test_the_reason_joins_cause_dimension_and_what_kept_it_unscored(result: Result) -> None:
    assert [why(item) for item in result.items] == ["", "kb_gap (facts)", "none", "both", "execution_error; timed out"]


# What a protocol tells a report about itself.


def test_a_protocol_gives_title_unit_definitions_and_what_ranks_its_items() -> None:
    about = About.of(load("scenarios"), "Ada Example", seed=5)
    assert about.protocol_title == "Scenarios put to a system prompt"
    assert about.unit == "items x raters"
    assert about.seed == 5
    assert about.rank_by[0] == "weighted_score"
    assert "passed" not in about.rank_by
    assert about.definition("aggregate_valid") == "scenarios with a score only"


def test_estimates_of_single_tag_values_take_the_definition_of_their_measure() -> None:
    about = About("x", definitions={"domain": "by domain", "domain_wide": "over all"})
    assert about.definition("domain_TECH") == "by domain"
    assert about.definition("domain_wide_x") == "over all"
    assert about.definition("unknown") == ""


def test_every_way_of_computing_a_measure_has_words() -> None:
    pairs = About.of(load("pairs"), "x").definitions
    assert pairs["alpha"] == "cronbach_alpha of pfi_001_each"
    assert pairs["domain"] == "mean of the single answers to pfi_001_each"
    assert pairs["pfi_combined"] == "mean(pair_combined)"
    assert all(
        text for name in ("blind", "lite", "recognition") for text in About.of(load(name), "x").definitions.values()
    )


# The sentences both the report and the terminal say.


def test_the_headline_says_both_verdicts(result: Result, about: About) -> None:
    start = "By the rules of blind 1.0.0 the verdict on Ada Example is "
    assert headline(result, about) == (start, "PASS", "; the sound numbers say ", "inconclusive")
    alike = replace(result, sound_verdict=Verdict("PASS", ()))
    assert headline(alike, about) == (start, "PASS", ", and the sound numbers agree.", "")


def test_what_it_rests_on_is_counted(result: Result) -> None:
    assert counted(result) == "30 items, 1,500 ratings, coverage 80.0 %"
    whole = replace(result, counts={"items": 9, "rated": 9, "raters": 2, "sessions": 1})
    assert counted(whole) == "9 items, 2 raters, coverage 80.0 %"
    part = replace(result, counts={"items": 9, "rated": 7, "sessions": 3})
    assert counted(part) == "9 items, 7 rated, 3 sessions, coverage 80.0 %"


def test_what_cannot_be_concluded_joins_notes_checks_and_missing_numbers(result: Result, about: About) -> None:
    assert reservations(result, about) == [
        "No generic control was rated.",
        "Inconclusive: correlation (the table of checks says why).",
        "No value for r: all ratings identical.",
        "No value for layer L1; layer L2: no item is tagged.",
    ]


def test_a_check_tells_its_answer_and_where_the_value_alone_says_otherwise(result: Result) -> None:
    rows = [check_row(check) for check in result.checks]
    assert rows == [
        ("human index", "met", "0.800", "0.750", "", ""),
        ("reliability", "not met", "0.7499", "0.750", "", "ask more raters"),
        ("correlation", "inconclusive", "0.720", "0.700", "met", "3 pairs are exploratory"),
        ("85 items", "not met", "30", "85", "", ""),
    ]
    assert check_row(Check("bare", True)) == ("bare", "met", "-", "-", "", "")


# The items to fix first: kinds take turns, those that failed before the others.


def test_kinds_that_failed_come_first_and_take_turns() -> None:
    rows = [
        {"id": name, "kind": kind, "passed": False, "score": score}
        for name, kind, score in (
            ("q1", "quote", 0),
            ("d1", "decision", 40),
            ("d2", "decision", 10),
            ("e1", "edge", 90),
        )
    ]
    status = {"quote": "conditional", "decision": "fail", "edge": "fail"}
    assert [row["id"] for row in first_to_fix(rows, ("score",), status)] == ["d2", "e1", "d1", "q1"]


def test_what_passed_is_not_to_be_fixed() -> None:
    rows = [{"id": "a", "passed": True, "score": 1}, {"id": "b", "passed": False, "score": 50}]
    assert [row["id"] for row in first_to_fix(rows, ("score",), {})] == ["b"]
