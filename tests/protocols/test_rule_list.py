"""Rules, suite rules, checks, bands and limits as a file declares them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import table, tables_with, told
from ringtrue.protocols.rule_list import read_bands, read_checks, read_regression, read_rules, read_suite
from ringtrue.protocols.section import Section
from ringtrue.terms import Bands, Criterion, Regression, Rule, SuiteRule


def rows(*entries: Any) -> tuple[list[Section], Section]:
    section = table({"list": list(entries)})
    return section.rows("list"), section


def test_rules_keep_their_order_and_all_they_say() -> None:
    entries, section = rows({"label": "PASS", "all": ["a > 1"], "any": ["b", "c"], "note": "why"}, {"label": "FAIL"})
    assert read_rules(entries) == (Rule("PASS", ("a > 1",), ("b", "c"), "why"), Rule("FAIL"))
    assert section.faults == []


@pytest.mark.parametrize(
    "broken", [{"label": "X", "all": []}, {"label": "X", "any": "a > 1"}, {"label": "X", "all": None}]
)
def test_a_rule_with_broken_conditions_does_not_hold_always(broken: dict[str, Any]) -> None:
    entries, section = rows(broken)
    (rule,) = read_rules(entries)
    assert rule.conditions == ("",)
    assert len(told(section.faults)) == 1


def test_what_is_no_rule_does_not_hold_always_either() -> None:
    entries, section = rows("PASS", {"label": "FAIL"})
    first, last = read_rules(entries)
    assert first.conditions
    assert not last.conditions
    assert told(section.faults) == [("part.list.0", "an entry of 'list' is not a table")]


def test_a_rule_needs_a_label_and_takes_no_other_key() -> None:
    entries, section = rows({"al": ["x"]})
    read_rules(entries)
    assert told(section.faults) == [
        ("part.list.0.al", "unknown key 'al'"),
        ("part.list.0", "the key 'label' is missing"),
    ]


def test_suite_rules() -> None:
    entries, section = rows({"name": "enough", "when": "items() > 3", "remedy": "add", "warning": True}, {"name": "x"})
    assert read_suite(entries) == (SuiteRule("enough", "items() > 3", "add", True), SuiteRule("x", ""))
    assert told(section.faults) == [("part.list.1", "the key 'when' is missing")]


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"of": "r", "at_least": 0.8}, Criterion("c", "r", 0.8)),
        ({"of": "r", "at_most": 3, "exploratory_under": 20}, Criterion("c", "r", None, 3.0, None, 20)),
        ({"when": "a > b", "over_raters": True}, Criterion("c", when="a > b", over_raters=True)),
        ({"when": "r > .8", "refuted": "r_high < .7"}, Criterion("c", when="r > .8", refuted="r_high < .7")),
    ],
)
def test_each_form_of_a_check_is_read(declared: dict[str, Any], expected: Criterion) -> None:
    entries, section = rows({"name": "c"} | declared)
    assert read_checks(entries) == (expected,)
    assert section.faults == []


@pytest.mark.parametrize(
    ("declared", "what"),
    [
        ({"of": "r"}, "the check has no bound"),
        ({"of": "r", "at_least": 1, "at_most": 2}, "the check says at_least and at_most"),
        ({"at_least": 1}, "the check does not say of what"),
        ({"of": "r", "when": "a"}, "'of' means nothing beside 'when'"),
        ({"of": "r", "at_least": 1, "over_raters": True}, "'over_raters' means nothing without 'when'"),
        ({"of": "r", "at_most": 1, "refuted": "a"}, "'refuted' means nothing without 'when'"),
        ({"when": "a", "exploratory_under": 0}, "'exploratory_under' is not a whole number from 1 up"),
    ],
)
def test_a_faulty_check_is_told_once(declared: dict[str, Any], what: str) -> None:
    entries, section = rows({"name": "c"} | declared)
    read_checks(entries)
    assert [fault for _, fault in told(section.faults)] == [what]


def test_bands_go_down_to_an_open_end() -> None:
    section = table({"of": "r", "steps": {"high": 90, "middle": 50.5, "low": None}})
    assert read_bands(section) == Bands(("r",), (("high", 90.0), ("middle", 50.5), ("low", None)))
    assert section.faults == []


@pytest.mark.parametrize(
    ("steps", "place", "what"),
    [
        ({"a": 1, "b": 2, "c": None}, "part.steps.b", "the bands do not go down"),
        ({"a": 1, "b": 1, "c": None}, "part.steps.b", "the bands do not go down"),
        ({"a": None, "b": 1}, "part.steps.b", "the bands do not go down"),
        ({"a": None, "b": None}, "part.steps.b", "the bands do not go down"),
        ({"a": 2, "b": 1}, "part.steps", "the lowest band has no open end"),
        ({"a": "2", "b": None}, "part.steps.a", "a band begins at a number"),
        ({"a": True, "b": None}, "part.steps.a", "a band begins at a number"),
        ({}, "part.steps", "'steps' is empty"),
    ],
)
def test_faulty_bands_are_told_at_their_place(steps: dict[str, Any], place: str, what: str) -> None:
    section = table({"of": ["r"], "steps": steps})
    read_bands(section)
    assert told(section.faults) == [(place, what)]


@given(st.lists(st.none() | st.integers(-3, 3), min_size=1, max_size=5))
def test_bands_are_taken_where_they_fall_and_only_the_last_is_open(steps: list[int | None]) -> None:
    *upper, last = steps
    numbers = [one for one in upper if one is not None]
    fine = last is None and len(numbers) == len(upper) and numbers == sorted(set(numbers), reverse=True)
    section = table({"of": "r", "steps": {f"band {n}": least for n, least in enumerate(steps)}})
    read_bands(section)
    assert (section.faults == []) == fine


def test_a_regression_names_its_drops_and_its_floor() -> None:
    section = table({"of": "r", "investigate": 2, "remediate": 5, "floor": 80})
    assert read_regression(section) == Regression("r", 2.0, 5.0, 80.0)
    assert section.faults == []


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"investigate": 6}, "the drop to investigate is not the smaller one"),
        ({"investigate": 0}, "the drop to investigate is not the smaller one"),
        ({"floor": "low"}, "'floor' is not a number"),
        ({"flor": 1}, "unknown key 'flor'"),
    ],
)
def test_a_faulty_regression_is_told_once(changed: dict[str, Any], what: str) -> None:
    section = table({"of": "r", "investigate": 2, "remediate": 5, "floor": 80} | changed)
    read_regression(section)
    assert [fault for _, fault in told(section.faults)] == [what]


def test_every_limit_that_is_missing_is_told() -> None:
    section = table({"floor": 1})
    assert read_regression(section) is None
    assert [what for _, what in told(section.faults)] == [
        f"the key '{key}' is missing" for key in ("of", "investigate", "remediate")
    ]


KEYS = (
    "label",
    "all",
    "any",
    "name",
    "of",
    "at_least",
    "at_most",
    "when",
    "steps",
    "investigate",
    "remediate",
    "floor",
)


@given(st.lists(tables_with(*KEYS) | st.text(max_size=2), max_size=3))
def test_no_entry_crashes_a_reader(entries: list[Any]) -> None:
    for reader in (read_rules, read_suite, read_checks):
        found, section = rows(*entries)
        assert len(reader(found)) == len(entries)
        told(section.faults)
    for entry in entries:
        if isinstance(entry, dict):
            read_bands(table(entry))
            read_regression(table(entry))
