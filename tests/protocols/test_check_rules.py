"""What is decided and how: lists that always answer, formulas of known names, checks of things that exist."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import reading, told
from ringtrue.protocols.check_measures import measure_faults
from ringtrue.protocols.check_rules import rule_faults
from ringtrue.protocols.trial import Trial

MEASURES = {
    "warmth": {"crossed": "warm"},
    "gate": {"gate": "found"},
    "by": {"crossed": "warm", "each": "domain"},
    "average": {"formula": "mean(warm)"},
}
END = {"label": "else"}


def faults(**parts: Any) -> list[tuple[str, str]]:
    found = reading(**({"measures": MEASURES} | parts))
    assert found.faults == ()
    trial = Trial(found)
    assert list(measure_faults(found, trial)) == []
    return told(rule_faults(found, trial))


def test_the_small_protocol_has_no_fault() -> None:
    assert faults() == []


@given(st.lists(st.booleans(), min_size=1, max_size=6))
def test_a_list_is_total_and_every_rule_can_be_reached_only_if_the_last_alone_has_no_condition(
    conditional: list[bool],
) -> None:
    rules = [{"label": f"r{n}", **({"all": ["warmth > 1"]} if has else {})} for n, has in enumerate(conditional)]
    found = faults(verdict=rules)
    assert (found == []) == (conditional == [True] * (len(rules) - 1) + [False])
    open_end = [place for place, what in found if what == "the rules do not cover every case"]
    assert open_end == ([f"verdict.{len(rules) - 1}"] if all(conditional) else [])
    unreached = [place for place, what in found if "never reached" in what]
    first = conditional.index(False) if not all(conditional) else len(rules)
    assert unreached == [f"verdict.{n}" for n in range(first + 1, len(rules))]


@pytest.mark.parametrize("name", ["verdict", "sound_verdict", "cause"])
def test_every_list_is_held_to_that(name: str) -> None:
    condition = "warm > 1" if name == "cause" else "warmth > 1"
    assert faults(**{name: [{"label": "x", "any": [condition]}]}) == [
        (f"{name}.0", "the rules do not cover every case")
    ]


def test_lists_of_status_and_of_designs_too() -> None:
    rules = [{"label": "x", "all": ["warmth > 1"]}]
    assert faults(status={"mood": rules}) == [("status.mood.0", "the rules do not cover every case")]
    found = faults(designs={"equivalence": {"about": "alike", "sound_verdict": rules}})
    assert found == [("designs.equivalence.sound_verdict.0", "the rules do not cover every case")]


@pytest.mark.parametrize(
    ("parts", "place", "what"),
    [
        (
            {"verdict": [{"label": "x", "all": ["1 > 0", "wramth > 1"]}, END]},
            "verdict.0.all.1",
            "unknown name 'wramth'",
        ),
        ({"verdict": [{"label": "x", "any": ["warm > 1"]}, END]}, "verdict.0.any.0", "unknown name 'warm'"),
        ({"verdict": [{"label": "x", "all": ['gate == "ok"']}, END]}, "verdict.0.all.0", "'gate' is never \"ok\""),
        ({"cause": [{"label": "x", "all": ["warmth > 1"]}, END]}, "cause.0.all.0", "unknown name 'warmth'"),
        ({"primary": {"mood": "wram > 1"}}, "primary.mood", "unknown name 'wram'"),
        ({"coverage": "wram > 1"}, "coverage", "unknown name 'wram'"),
        ({"suite": [{"name": "s", "when": "warmth > 1"}]}, "suite.0.when", "unknown name 'warmth'"),
        (
            {"presets": {"small": {"items": 3, "raters": 5, "suite": [{"name": "s", "when": "many > 1"}]}}},
            "presets.small.suite.0.when",
            "unknown name 'many'",
        ),
        (
            {"status": {"a": [END], "b": [{"label": "x", "all": ['a_status == "else"']}, END]}},
            "status.b.0.all.0",
            "unknown name 'a_status'",
        ),
        (
            {"bands": {"of": ["warmth", "wram"], "steps": {"x": None}}},
            "bands.of.1",
            "'wram' is not a measure of the study",
        ),
        (
            {"regression": {"of": "gate", "investigate": 1, "remediate": 2, "floor": 3}},
            "regression.of",
            "'gate' is not a measure of the study",
        ),
        ({"checks": [{"name": "c", "of": "by", "at_least": 1}]}, "checks.0.of", "'by' is not a measure of the study"),
        ({"checks": [{"name": "c", "when": "r > 1"}]}, "checks.0.when", "unknown name 'r'"),
        ({"checks": [{"name": "c", "when": "warmth > 1", "refuted": "r"}]}, "checks.0.refuted", "unknown name 'r'"),
        (
            {"checks": [{"name": "c", "of": "warmth", "at_least": 1}, {"name": "c", "of": "warmth", "at_most": 1}]},
            "checks.1.name",
            "two checks have the same name",
        ),
    ],
)
def test_a_fault_is_told_once_at_its_place(parts: dict[str, Any], place: str, what: str) -> None:
    assert faults(**parts) == [(place, what)]


def test_what_may_be_decided_by() -> None:
    assert not faults(
        status={"mood": [{"label": "good", "all": ["warmth_low >= 4"]}, END]},
        verdict=[{"label": "x", "all": ['mood_status == "good"', 'gate == "told apart"', "by_TECH > 1"]}, END],
        cause=[{"label": "x", "any": ["warm < mean(warm)", "score > 0.5"]}, END],
        primary={"mood": "warm > 1"},
        coverage="known(warm)",
        bands={"of": ["warmth", "by_TECH"], "steps": {"high": 4, "low": None}},
        checks=[{"name": "c", "of": "by_NARR", "at_least": 1, "exploratory_under": 9}],
    )


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("warmth > 4", None),
        ("by_TECH <= by_NARR + warmth", None),
        ("warmth == 4", "over raters only one comparison can be asked"),
        ("1 < warmth < 4", "over raters only one comparison can be asked"),
        ("warmth > 1 and warmth < 4", "over raters only one comparison can be asked"),
        ("warmth", "over raters only one comparison can be asked"),
        ("warmth > average", "over raters only crossed means can be compared, not average"),
        ("raters > people", "over raters only crossed means can be compared, not people, raters"),
        ("warmth_low > 1", "over raters only crossed means can be compared, not warmth_low"),
    ],
)
def test_over_raters_one_comparison_of_crossed_means_is_asked(when: str, what: str | None) -> None:
    found = faults(checks=[{"name": "c", "when": when, "over_raters": True}])
    assert found == ([("checks.0.when", what)] if what else [])
    assert faults(checks=[{"name": "c", "when": when}]) == []


def test_a_condition_that_cannot_be_read_is_told_once() -> None:
    found = faults(checks=[{"name": "c", "when": "warmth >", "over_raters": True}])
    assert [place for place, _ in found] == ["checks.0.when"]


def test_an_empty_condition_has_been_told_by_the_reader() -> None:
    found = reading(verdict=[{"label": "x", "all": []}, END])
    assert len(found.faults) == 1
    assert list(rule_faults(found, Trial(found))) == []
