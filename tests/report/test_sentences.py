"""The sentences both the report and the terminal say."""

from dataclasses import replace

from ringtrue.report import About
from ringtrue.report.sentences import check_row, counted, difference, headline, reservations
from ringtrue.terms import Check, Result, Verdict


def test_the_headline_says_both_verdicts(result: Result, about: About) -> None:
    start = "By the rules of blind 1.0.0 the verdict on Ada Example is "
    assert headline(result, about) == (start, "PASS", "; the sound numbers say ", "cannot be told")
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
        "Cannot be told: correlation (the table of checks says why).",
        "No value for r: all ratings identical.",
        "No value for layer_L1, layer_L2: no item is tagged.",
    ]


def test_a_check_tells_its_answer_and_where_the_value_alone_says_otherwise(result: Result) -> None:
    rows = [check_row(check) for check in result.checks]
    assert rows == [
        ("human index", "met", "0.800", "0.750", "", ""),
        ("reliability", "not met", "0.7499", "0.750", "", "ask more raters"),
        ("correlation", "cannot be told", "0.720", "0.700", "met", "3 pairs are exploratory"),
        ("85 items", "not met", "30", "85", "", ""),
    ]
    assert check_row(Check("bare", True)) == ("bare", "met", "-", "-", "", "")
