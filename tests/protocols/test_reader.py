"""Faults of form: missing keys, versions, and faults that must not be told twice."""

from math import nextafter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import table, tables_with, told
from ringtrue.files.section import Section
from ringtrue.protocols.loader import check_file
from ringtrue.protocols.reader import (
    WAYS,
    read_bands,
    read_checks,
    read_kinds,
    read_measures,
    read_regression,
    read_rules,
    read_scales,
)
from ringtrue.protocols.scales import MECHANISMS, normalised
from ringtrue.terms.protocol import Bands, Criterion, Kind, Measure, Question, Regression, Rule, Scale


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


# Kinds of items and their questions as a file declares them.


LEAST: dict[str, Any] = {"show": ["clone"], "ask": {"warm": {"scale": "grade", "text": "How warm?"}}}


def read_one(declared: dict[str, Any]) -> tuple[Kind, list[tuple[str, str]]]:
    section = table({"k": declared})
    return read_kinds(section)["k"], told(section.faults)


def test_the_least_a_kind_says_and_what_follows_from_it() -> None:
    expected = Kind("k", ("clone",), (Question("warm", "grade", "How warm?"),), ("person",))
    assert read_one(LEAST) == (expected, [])


def test_everything_a_kind_may_say() -> None:
    question = {
        "scale": "ticks",
        "text": "Which?",
        "required": False,
        "list": "checklist.tone",
        "counts_on": [1, 3],
        "both": "Which of {side}?",
    }
    declared = {
        "share": 0.5,
        "show": ["real", "clone"],
        "judges": ["person", "model", "statistic"],
        "needs": ["domain"],
        "numbers": ["score"],
        "gold": True,
        "history": True,
        "ask": {"first": question, "second": LEAST["ask"]["warm"]},
    }
    asked = (
        Question("first", "ticks", "Which?", False, "checklist.tone", (1, 3), "Which of {side}?"),
        Question("second", "grade", "How warm?"),
    )
    judges = ("person", "model", "statistic")
    expected = Kind("k", ("real", "clone"), asked, judges, 0.5, ("domain",), ("score",), True, True)  # type: ignore[arg-type]
    assert read_one(declared) == (expected, [])


@pytest.mark.parametrize(
    ("changed", "place", "what"),
    [
        ({"judges": ["person", "robot"]}, "part.k.judges.1", "unknown judge 'robot'"),
        ({"judges": []}, "part.k.judges", "'judges' is an empty list"),
        ({"judges": "person"}, "part.k.judges", "'judges' is not a list"),
        ({"shwo": ["clone"]}, "part.k.shwo", "unknown key 'shwo'"),
        ({"share": "half"}, "part.k.share", "'share' is not a number"),
        ({"ask": {}}, "part.k.ask", "'ask' is empty"),
        ({"ask": {"2nd": {}}}, "part.k.ask.2nd", "'2nd' cannot be a name"),
        ({"ask": {"q": {"scale": "s"}}}, "part.k.ask.q", "the key 'text' is missing"),
        (
            {"ask": {"q": {"scale": "s", "text": "t", "both": "Which?"}}},
            "part.k.ask.q.both",
            "'both' does not say which text is meant",
        ),
    ],
)
def test_a_fault_is_told_once_at_its_place(changed: dict[str, Any], place: str, what: str) -> None:
    assert read_one(LEAST | changed)[1] == [(place, what)]


@pytest.mark.parametrize("key", ["show", "ask"])
def test_what_a_kind_must_say(key: str) -> None:
    declared = {name: value for name, value in LEAST.items() if name != key}
    assert read_one(declared)[1] == [("part.k", f"the key '{key}' is missing")]


@given(tables_with("k", "show", "ask", "judges", "scale", "text", "both", "counts_on", "gold"), st.booleans())
def test_no_declaration_crashes_the_reader(declared: dict[Any, Any], inner: bool) -> None:
    section = table({"k": declared} if inner else declared)
    kinds = read_kinds(section)
    told(section.faults)
    assert all(kind.name == name for name, kind in kinds.items())
    assert all(isinstance(text, str) for kind in kinds.values() for text in (*kind.show, *kind.needs, *kind.judges))


# Measures as a file declares them: one way of computing each, and no key that means nothing beside it.


def read_one_measure_table(**declared: Any) -> tuple[Measure | None, list[tuple[str, str]]]:
    section = table({"m": declared})
    measures, unread = read_measures(section)
    assert ("m" in measures) != ("m" in unread)
    return measures.get("m"), told(section.faults)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"formula": "mean(x)"}, Measure("m", formula="mean(x)")),
        ({"formula": "2 * x", "per": "rating"}, Measure("m", "rating", formula="2 * x")),
        ({"formula": "2 * r", "from": "r", "kind": "sound"}, Measure("m", kind="sound", formula="2 * r", source="r")),
        ({"crossed": "x", "each": "domain"}, Measure("m", crossed="x", each="domain")),
        ({"gate": "found"}, Measure("m", gate="found", margin=0.65)),
        ({"gate": "found", "margin": 0.7, "about": "why"}, Measure("m", gate="found", margin=0.7, about="why")),
        ({"statistic": "icc", "of": "x"}, Measure("m", statistic="icc", of=("x",))),
        ({"statistic": "pearson", "of": ["x", "y"]}, Measure("m", statistic="pearson", of=("x", "y"))),
    ],
)
def test_each_way_is_read_as_declared(declared: dict[str, Any], expected: Measure) -> None:
    assert read_one_measure_table(**declared) == (expected, [])


@pytest.mark.parametrize(
    ("declared", "place", "what"),
    [
        ({"about": "x"}, "part.m", "the measure does not say how it is computed"),
        ({"formula": "1", "gate": "x"}, "part.m", "the measure says formula and gate"),
        ({"formula": 3}, "part.m.formula", "'formula' is not a text"),
    ],
)
def test_what_does_not_say_one_way_is_no_measure(declared: dict[str, Any], place: str, what: str) -> None:
    assert read_one_measure_table(**declared) == (None, [(place, what)])


@pytest.mark.parametrize(
    ("declared", "place", "what"),
    [
        ({"crossed": "x", "margin": 0.7}, "part.m.margin", "'margin' means nothing beside 'crossed'"),
        ({"formula": "x", "of": ["x"]}, "part.m.of", "'of' means nothing beside 'formula'"),
        ({"gate": "x", "from": "y"}, "part.m.from", "'from' means nothing beside 'gate'"),
        ({"gate": "x", "each": "domain"}, "part.m.each", "a gate is tested once, over all items"),
        ({"crossed": "x", "per": "item"}, "part.m.per", "'crossed' is a number of the study, not one per item"),
        (
            {"formula": "x", "per": "rating", "each": "domain"},
            "part.m.each",
            "'each' is for measures of the study, not for one per rating",
        ),
        (
            {"formula": "x", "per": "item", "from": "y"},
            "part.m.from",
            "'from' is for measures of the study, not for one per item",
        ),
        ({"statistic": "icc"}, "part.m", "the key 'of' is missing"),
        ({"formula": "x", "per": "week"}, "part.m.per", "unknown per 'week'"),
        ({"formula": "x", "kind": "loud"}, "part.m.kind", "unknown kind 'loud'"),
        ({"formula": "x", "formual": "y"}, "part.m.formual", "unknown key 'formual'"),
    ],
)
def test_company_that_means_nothing_is_told_and_the_measure_stays_known(
    declared: dict[str, Any], place: str, what: str
) -> None:
    measure, faults = read_one_measure_table(**declared)
    assert measure is not None
    assert faults == [(place, what)]


@pytest.mark.parametrize("margin", [0.5, 1, 0, -1, 65])
def test_a_margin_lies_between_a_half_and_one(margin: float) -> None:
    assert read_one_measure_table(gate="found", margin=margin)[1] == [
        ("part.m.margin", "the margin is not between .5 and 1")
    ]


def test_the_level_of_what_cannot_be_read_is_kept() -> None:
    section = table({"a": {"per": "item"}, "b": {"per": "often"}, "c": {"formula": "1"}})
    measures, unread = read_measures(section)
    assert (list(measures), unread) == (["c"], {"a": "item", "b": "study"})


def test_measures_keep_their_order() -> None:
    names = [f"m{n}" for n in (3, 1, 2)]
    measures, _ = read_measures(table({name: {"formula": "1"} for name in names}))
    assert list(measures) == names


KEYS = (*WAYS, "per", "kind", "margin", "of", "from", "each", "about")


@given(st.dictionaries(st.sampled_from(["a", "b", "1"]), tables_with(*KEYS), max_size=3))
def test_no_declaration_crashes_the_reader_measure_table(declared: dict[Any, Any]) -> None:
    section = table(declared)
    measures, unread = read_measures(section)
    assert set(measures) | set(unread) == set(declared) - {"1"}
    assert bool(unread) <= bool(told(section.faults))


# Rules, checks, bands and limits as a file declares them.


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


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"of": "r", "at_least": 0.8}, Criterion("c", "r", 0.8)),
        ({"of": "r", "at_most": 3, "exploratory_under": 20}, Criterion("c", "r", None, 3.0, None, 20)),
        ({"when": "a > b", "over_raters": True}, Criterion("c", when="a > b", over_raters=True)),
        (
            {"of": "domain", "order": ["a", ["b", "c"], "d"]},
            Criterion("c", "domain", order=(("a",), ("b", "c"), ("d",))),
        ),
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
        ({"order": ["a", "b"]}, "the check does not say of what"),
        ({"of": "d", "order": ["a"]}, "'order' is not a list of two groups or more"),
        ({"of": "d", "order": ["a", []]}, "'order' is not a list of two groups or more"),
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


KEYS_RULE_LIST = (
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


@given(st.lists(tables_with(*KEYS_RULE_LIST) | st.text(max_size=2), max_size=3))
def test_no_entry_crashes_a_reader(entries: list[Any]) -> None:
    for reader in (read_rules, read_checks):
        found, section = rows(*entries)
        assert len(reader(found)) == len(entries)
        told(section.faults)
    for entry in entries:
        if isinstance(entry, dict):
            read_bands(table(entry))
            read_regression(table(entry))


# Scales as a file declares them: read whole, or told what is wrong and where.


def read_one_scale_table(**declared: Any) -> tuple[Scale | None, list[tuple[str, str]]]:
    section = table({"s": declared})
    scales, unread = read_scales(section)
    assert ("s" in scales) != ("s" in unread)
    return scales.get("s"), told(section.faults)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({"type": "flag"}, Scale("s", "flag")),
        ({"type": "text"}, Scale("s", "text")),
        ({"type": "checklist"}, Scale("s", "checklist")),
        ({"type": "pick", "toward": "clone"}, Scale("s", "pick", toward="clone")),
        ({"type": "pick", "toward": "clone", "ties": True}, Scale("s", "pick", toward="clone", ties=True)),
        ({"type": "anchored", "low": 0, "high": 100}, Scale("s", "anchored", 0.0, 100.0)),
        (
            {"type": "steps", "low": 1, "high": 3, "step": 1, "labels": {1: "no", 3: "fully"}},
            Scale("s", "steps", 1.0, 3.0, 1.0, {1.0: "no", 3.0: "fully"}),
        ),
        (
            {"type": "bipolar", "low": -2, "high": 2, "step": 0.5, "toward": "clone"},
            Scale("s", "bipolar", -2.0, 2.0, 0.5, toward="clone"),
        ),
    ],
)
def test_each_type_is_read_as_declared(declared: dict[str, Any], expected: Scale) -> None:
    assert read_one_scale_table(**declared) == (expected, [])


@pytest.mark.parametrize(
    ("declared", "place", "what"),
    [
        ({"type": "likert"}, "part.s.type", "unknown type 'likert'"),
        ({}, "part.s", "'s' is empty"),
        ({"type": "pick"}, "part.s", "a pick scale needs 'toward'"),
        ({"type": "pick", "toward": "clone", "ties": "yes"}, "part.s.ties", "'ties' is not true or false"),
        ({"type": "flag", "ties": True}, "part.s.ties", "unknown key 'ties'"),
        ({"type": "flag", "low": 0}, "part.s.low", "unknown key 'low'"),
        ({"type": "anchored", "low": 0}, "part.s", "a anchored scale needs 'high'"),
        ({"type": "anchored", "low": 5, "high": 5}, "part.s.low", "the low end is not below the high end"),
        (
            {"type": "bipolar", "low": -1, "high": 2, "toward": "x"},
            "part.s.low",
            "a bipolar scale must reach as far to both sides, since cards turn it around",
        ),
    ],
)
def test_a_faulty_declaration_is_told_at_its_place(declared: dict[str, Any], place: str, what: str) -> None:
    assert (place, what) in read_one_scale_table(**declared)[1]


@pytest.mark.parametrize("step", [0, -1, 0.3, 5, 1e300])
def test_steps_lead_from_one_end_to_the_other(step: float) -> None:
    scale, faults = read_one_scale_table(type="steps", low=0, high=4, step=step)
    assert faults == [("part.s.step", "the steps do not lead from the low end to the high end")]
    assert scale == Scale("s", "steps", 0.0, 4.0)


@pytest.mark.parametrize(
    ("low", "high", "step"),
    [
        pytest.param(0.0, 4.0, 5e-324, id="the smallest step there is"),
        pytest.param(-1.7e308, 1.7e308, 1.0, id="a range that is no number"),
    ],
)
def test_steps_that_nobody_can_count_are_refused(low: float, high: float, step: float) -> None:
    _, faults = read_one_scale_table(type="steps", low=low, high=high, step=step)
    assert faults == [("part.s.step", "the steps do not lead from the low end to the high end")]


@given(st.integers(-50, 50), st.integers(1, 60), st.sampled_from([0.1, 0.25, 1.0, 3.0, 1 / 3]))
def test_every_whole_number_of_steps_is_taken_and_every_point_is_an_answer(low: int, count: int, step: float) -> None:
    scale, faults = read_one_scale_table(type="steps", low=low, high=low + count * step, step=step)
    assert faults == []
    assert scale is not None
    assert all(normalised(scale, min(low + k * step, scale.high or 0)) >= low for k in range(count + 1))


@pytest.mark.parametrize(
    ("labels", "what"),
    [
        ({"warm": "x"}, "a label belongs to a number"),
        ({True: "x"}, "a label belongs to a number"),
        ({1: 5}, "a label is a text"),
        ({1: " "}, "a label is a text"),
        ({6: "x"}, "a label is outside the range"),
        ({nextafter(1.0, 0.0): "x"}, "a label is outside the range"),
        ({1.5: "x"}, "a label is between two steps"),
    ],
)
def test_a_faulty_label_is_told_and_the_others_stay(labels: dict[Any, Any], what: str) -> None:
    scale, faults = read_one_scale_table(type="steps", low=1, high=5, step=1, labels={3: "fine"} | labels)
    assert [fault for _, fault in faults] == [what]
    assert scale is not None
    assert dict(scale.labels) == {3.0: "fine"}


KEYS_SCALE_TABLE = ("type", "low", "high", "step", "labels", "toward")


@given(
    st.dictionaries(
        st.sampled_from(["a", "b", "c c"]),
        st.tuples(tables_with(*KEYS_SCALE_TABLE), st.sampled_from([*MECHANISMS, "odd"])).map(
            lambda two: two[0] | {"type": two[1]}
        ),
        max_size=3,
    )
)
def test_no_declaration_crashes_the_reader_scale_table(declared: dict[Any, Any]) -> None:
    section = table(declared)
    scales, unread = read_scales(section)
    assert not set(scales) & unread
    assert set(scales) | unread == set(declared) - {"c c"}
    assert bool(unread) <= bool(told(section.faults))


# Faults in designs, presets and checks are found on their line, like every other.


PAIRS = (Path(check_file.__globals__["__file__"]).parent / "pairs.yaml").read_text(encoding="utf-8")


def faults(folder: Path, old: str, new: str) -> list[str]:
    """What the checker says of pairs.yaml with one part changed."""
    assert old in PAIRS
    path = folder / "changed.yaml"
    path.write_text(PAIRS.replace(old, new, 1), encoding="utf-8")
    found = check_file(path)
    assert all(problem.remedy for problem in found)
    return [problem.what for problem in found]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("  discrimination:\n", "  discriminaton:\n", "unknown design 'discriminaton'"),
        ("show: {pair: [control, compressed]}", "show: {pear: [control, compressed]}", "there is no kind 'pear'"),
        ("[control, compressed]}", "[control, full]}", "the candidate 'compressed' is not shown"),
        ("[control, compressed]}", "[compressed]}", "the design shows another number of speakers than the kind"),
        ("{self: full}", "{self: compressed}", "the self control is the candidate itself"),
        ("{self: full}", "{selves: full}", "unknown key 'selves'"),
        ("[voice_toward_low > 0,", "[voice_towards_low > 0,", "unknown name 'voice_towards_low'"),
        ("5x7: {items: 5, raters: 7}", "5x7: {items: 5}", "the key 'raters' is missing"),
        ("5x7: {items: 5, raters: 7}", "5x7: {items: 0, raters: 7}", "'items' is not a whole number from 1 up"),
        ("when: items() >= 3,", "when: pears >= 3,", "unknown name 'pears'"),
        (
            "of: domain, order: [NARR, [SELF",
            "of: alpha, order: [NARR, [SELF",
            "'alpha' is no crossed mean repeated with each",
        ),
        ("order: [NARR, [SELF, PHIL, TECH", "order: [NARR, [SELF, SELF, TECH", "'SELF' stands in the order twice"),
        ("several: true, crossed", "several: often, crossed", "'several' is not true or false"),
        ("each: persona, several: true", "several: true", "'several' means nothing without 'each'"),
        ("checks:  #", "cheques:  #", "unknown key 'cheques'"),
        ("refuted: r_high < 0.70", "refuted: q_high < 0.70", "unknown name 'q_high'"),
        ("Does text {side} carry", "Does the text carry", "'both' does not say which text is meant"),
        ("at_least: 0.80}", "at_least: 0.80, refuted: r < 1}", "'refuted' means nothing without 'when'"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert what in faults(tmp_path, old, new)


def test_over_raters_only_one_comparison_can_be_asked(tmp_path: Path) -> None:
    old = "- {name: NARR lowest, of: domain, order: [NARR, [SELF, PHIL, TECH, ANAL]]}"
    check = '- {{name: NARR lowest, when: "{}", over_raters: true}}'
    assert faults(tmp_path, old, check.format("domain_NARR < domain_TECH")) == []
    for new in ("domain_NARR < 1 and r < 1", "domain_NARR == r", "0 < domain_NARR < r"):
        assert faults(tmp_path, old, check.format(new)) == ["over raters only one comparison can be asked"]
    (what,) = faults(tmp_path, old, check.format("domain_NARR < r + pfi_combined + voice_toward"))
    assert what == "over raters only crossed means can be compared, not pfi_combined, r"


def test_a_rule_list_of_a_design_covers_every_case(tmp_path: Path) -> None:
    last = "      - {label: inconclusive}\npresets"
    assert faults(tmp_path, last, "presets") == ["the rules do not cover every case"]
