"""The short form for terminals: what decided, in plain rows."""

from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.protocols.loader import load
from ringtrue.report.summary import (
    MOST_RESERVATIONS,
    MOST_WEAK,
    About,
    check_row,
    columns_of,
    counted,
    difference,
    headline,
    key_estimates,
    reservations,
    summarized,
    weakest,
    why,
)
from ringtrue.terms.result import Check, Estimate, Result, Verdict


def test_it_says_the_verdicts_with_what_decided_them(result: Result, about: About) -> None:
    short = summarized(result, about)
    assert short.headline == (
        "By the rules of blind 1.0.0 the verdict on Ada Example is PASS; the sound numbers say inconclusive."
    )
    assert short.verdicts == (
        ("by the document's rules", "PASS", "composite >= 90 (composite 93.999); min(content, edge) >= 75"),
        ("by the sound numbers", "inconclusive", 'gate == "inconclusive"'),
    )
    assert short.difference == "The sound rule looks at the interval as well."
    assert short.counts == "30 items, 1,500 ratings, coverage 80.0 %"


def test_ties_are_told_among_how_many_picks(result: Result) -> None:
    tied = replace(result, counts={"items": 30, "picks": 1200, "ties": 7})
    assert counted(tied) == "30 items, ties: 7 of 1,200 picks, coverage 80.0 %"


def test_what_to_know_first_comes_before_the_counts(result: Result, about: About) -> None:
    assert summarized(result, about).note == "The answers were simulated."
    assert summarized(result, replace(about, note="")).note == ""


def test_it_shows_the_estimates_that_decided_and_counts_the_others(result: Result, about: About) -> None:
    short = summarized(result, about)
    assert short.estimates == (
        ("composite", "93.999", "80.00 to 97.12", "30", "literal"),
        ("gate", "0.512", "0.440 to 0.590 (90 %)", "150", "sound"),
    )
    assert short.more_estimates == 4


def test_bounds_in_conditions_name_their_estimate_and_without_conditions_all_are_key(result: Result) -> None:
    bounded = replace(
        result, bands={}, verdict=Verdict("x", ("r_low >= 1",)), sound_verdict=Verdict("x", ("gate_high < 1",))
    )
    assert key_estimates(bounded) == ["r", "gate"]
    silent = replace(bounded, verdict=Verdict("x", ()), sound_verdict=Verdict("x", ()))
    assert key_estimates(silent) == list(result.estimates)


def test_checks_weak_items_and_what_cannot_be_told_follow(result: Result, about: About) -> None:
    short = summarized(result, about)
    assert short.checks[2] == ("correlation", "inconclusive", "0.720", "0.700", "met", "3 pairs are exploratory")
    assert short.weak[:2] == (("D3", "decision", "20", "both"), ("D1", "decision", "61.67", "kb_gap (facts)"))
    assert short.reservations[0] == "No generic control was rated."
    assert (short.more_weak, short.more_reservations) == (0, 0)


def test_long_lists_are_cut_and_counted(result: Result, about: About) -> None:
    items = tuple({"id": f"Q{n}", "passed": False} for n in range(40))
    short = summarized(replace(result, items=items, notes=("so",) * 20), about)
    assert (len(short.weak), short.more_weak) == (MOST_WEAK, 40 - MOST_WEAK)
    assert len(short.reservations) == MOST_RESERVATIONS
    assert short.more_reservations == 20 + 3 - MOST_RESERVATIONS  # and the three of the sample: a check, two reasons


@given(st.text())
def test_no_control_character_reaches_the_terminal(words: str) -> None:
    verdict = Verdict(words, (words,))
    short = summarized(
        Result(
            {"name": words},
            {words: Estimate(0.5)},
            verdict,
            verdict,
            items=({"id": words, "passed": False},),
            notes=(words,),
        ),
        About(words),
    )
    texts = [value for field in fields(short) for value in _texts(getattr(short, field.name))]
    assert all(text.isprintable() for text in texts)


def _texts(value: object) -> list[str]:
    if isinstance(value, tuple):
        return [text for part in value for text in _texts(part)]
    return [value] if isinstance(value, str) else []


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


def test_the_difference_is_a_sentence_even_where_none_was_given(result: Result) -> None:
    assert difference(result) == "The sound rule looks at the interval as well."
    assert difference(replace(result, difference="")).startswith("The verdicts differ")
    assert difference(replace(result, difference="", verdict=result.sound_verdict)) == "Both verdicts are the same."


def test_what_cannot_be_concluded_joins_notes_checks_and_missing_numbers(result: Result) -> None:
    assert reservations(result) == [
        "No generic control was rated.",
        "Inconclusive: correlation (the table of checks says why).",
        "No value for r: all ratings identical.",
        "No value for layer_L1, layer_L2: no item is tagged.",
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
