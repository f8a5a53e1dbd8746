"""Faults of form: missing keys, versions, and faults that must not be told twice."""

import pytest


def whats(problems) -> list[str]:
    return [problem.what for problem in problems]


@pytest.mark.parametrize("key", ["version", "scales", "kinds", "measures", "verdict", "sound_verdict"])
def test_a_missing_key_is_told_once(changed, key: str) -> None:
    problems = changed((f"\n{key}:", f"\nx_{key}:"))
    assert whats(problems).count(f"the key '{key}' is missing") == 1


@pytest.mark.parametrize("version", ["'1.0'", "'1'", "v1.0.0", "01.0.0", "1.0.0.0", "1.0.0-", "'1.0.0 '"])
def test_a_version_that_is_none_is_refused(changed, version: str) -> None:
    (problem,) = changed(("version: 1.0.0", f"version: {version}"))
    assert "is no version" in problem.what
    assert problem.place.startswith("line 2,")


@pytest.mark.parametrize("version", ["0.0.1", "10.20.30", "1.0.0-rc.1", "1.0.0+build.5", "2.0.0-a.b+c"])
def test_a_semantic_version_is_taken(changed, version: str) -> None:
    assert changed(("version: 1.0.0", f"version: {version}")) == []


def test_a_misspelt_key_is_answered_with_the_nearest(changed) -> None:
    (problem,) = changed(("title:", "titel:"))
    assert problem.what == "unknown key 'titel'"
    assert problem.remedy.startswith("did you mean 'title'? known here: name, version")


def test_a_comma_in_an_unquoted_formula_is_recognised(changed) -> None:
    problems = changed(("{crossed: warm, kind", "{formula: max(mean(warm), 1), kind"))
    assert "put a formula that holds a comma in quotes" in [problem.remedy for problem in problems]


def test_a_scale_with_an_unknown_type_is_not_also_called_unknown(changed) -> None:
    assert whats(changed(("type: steps", "type: stairs"))) == ["unknown type 'stairs'"]


def test_a_measure_without_a_way_is_not_also_called_unknown_in_the_rules(changed) -> None:
    assert whats(changed(("crossed: warm, ", ""))) == ["the measure does not say how it is computed"]


@pytest.mark.parametrize(("old", "new"), [("suite:\n  - {", "suite: {a: {"), ("[warmth >= 4]", "warmth >= 4")])
def test_a_value_of_the_wrong_kind_is_told_once(changed, old: str, new: str) -> None:
    closing = [("remedy: add replies}", "remedy: add replies}}")] if "suite" in old else []
    problems = changed((old, new), *closing)
    assert len(problems) == 1
    assert problems[0].what.endswith("is not a list")
