"""One scenario: names in two languages, every fault at its place, and an item that keeps all that was written."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.formats.scenarios_fields import (
    NEEDED,
    PREFIXES,
    as_line,
    faults,
    group_of,
    is_left_out,
    is_out_of_family,
    is_sound,
    item_of,
    named,
)
from ringtrue.terms import Problem
from scenario_files import scenario_data

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "id",
    "type",
    "tipo",
    "context",
    "contexto",
    "prompt",
    "expected",
    "expected_decision",
    "tags",
    "status",
    "kind",
)


def place(trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
    return Problem("s.yaml", ".".join(map(str, trail)), what, str(value), remedy)


def found(**changes: Any) -> list[tuple[str, str]]:
    """Places and faults of a sound scenario with some changes; None takes a field away."""
    data = {key: value for key, value in (scenario_data(1) | changes).items() if value is not None}
    return [(problem.place, problem.what) for problem in faults(named(data), place)]


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("strategic", "strategic"),
        ("  Tactical ", "tactical"),
        ("PEOPLE", "people"),
        ("stress", "stress"),
        ("Estratégico", "strategic"),
        ("estrategico", "strategic"),
        ("TÁTICO", "tactical"),
        ("tatico", "tactical"),
        ("Pessoas", "people"),
        ("estresse", "stress"),
        ("cosmic", None),
        ("", None),
        (None, None),
        (3, None),
        (["strategic"], None),
    ],
)
def test_types_are_known_in_two_languages(name: object, group: str | None) -> None:
    assert group_of(name) == group


def test_portuguese_names_become_english_ones() -> None:
    data = {"tipo": "Pessoas", "titulo": "T", "contexto": "C", "decisao_esperada": "D", "raciocinio_esperado": "R"}
    data |= {"persona_esperada": "P", "valores_esperados": "V", "dificuldade": "alta"}
    assert named(data) == {
        "type": "people",
        "title": "T",
        "context": "C",
        "expected_decision": "D",
        "expected_reasoning": "R",
        "expected_persona": "P",
        "expected_values": "V",
        "difficulty": "alta",
    }


def test_what_stands_at_the_top_goes_before_what_is_brought_up() -> None:
    data = {
        "expected": {"decision": "inner", "values": ["v"]},
        "expected_decision": "outer",
        "tags": {"type": "stress"},
    }
    assert named(data | {"type": "people"}) == {
        "expected_values": ["v"],
        "expected_decision": "outer",
        "tags": {"type": "stress"},
        "type": "people",
    }
    assert named(data)["type"] == "stress"


def test_the_data_themselves_stay_as_they_are() -> None:
    data = {"tipo": "Pessoas", "expected": {"decision": "D"}}
    named(data)
    assert data == {"tipo": "Pessoas", "expected": {"decision": "D"}}


def test_a_sound_scenario_has_no_fault() -> None:
    assert found() == []
    assert found(id=17) == []
    assert found(kind="scenario", tags={"mood": "rough"}, title=None, difficulty=None) == []


@pytest.mark.parametrize("field", NEEDED)
@pytest.mark.parametrize("value", [None, "", " \n"])
def test_each_field_that_is_needed_must_say_something(field: str, value: object) -> None:
    assert found(**{field: value}) == [(field, f"the scenario has no {field}")]


@pytest.mark.parametrize("field", NEEDED)
@pytest.mark.parametrize("value", [[], ["text"], {"a": "text"}, True])
def test_a_list_or_a_table_is_no_text_and_is_shown(field: str, value: object) -> None:
    assert found(**{field: value}) == [(field, f"the {field} is not a text")]
    (problem,) = faults(named({**scenario_data(1), field: value}), place)
    assert problem.value == str(value)


@pytest.mark.parametrize("value", [["wait"], "wait", 5])
def test_what_is_expected_is_a_table(value: object) -> None:
    data = {key: one for key, one in scenario_data(1).items() if not key.startswith("expected")}
    (problem,) = faults(named({**data, "expected": value}), place)
    assert (problem.place, problem.what, problem.value) == ("expected", "expected is not a table", str(value))
    assert found(expected=value) == []  # what is needed stands beside it


@pytest.mark.parametrize("identity", ["STR\u202e-001", "STR-\u200b001", "STR-001\n2"])
def test_an_id_holds_nothing_that_nobody_sees(identity: str) -> None:
    data = named({**scenario_data(1), "id": identity})
    assert not is_sound(data)
    (problem,) = faults(data, place)
    assert problem.what.startswith("the id holds a character nobody sees (U+")


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (None, "the scenario has no id"),
        ("  ", "the scenario has no id"),
        (True, "an id is a short text"),
        (1.5, "an id is a short text"),
        (["STR-1"], "an id is a short text"),
        ("x" * 151, "the id is longer than 150 characters"),
        ("a\0b", "the id holds characters no database stores (NUL, half a surrogate pair)"),
    ],
)
def test_an_id_is_a_short_text(value: object, what: str) -> None:
    assert found(id=value) == [("id", what)]


@pytest.mark.parametrize(
    ("value", "what", "remedy"),
    [
        ("tacticle", "unknown type of scenario", "did you mean tactical?"),
        ("cosmic", "unknown type of scenario", "one of strategic, tactical, people, stress"),
        (None, "the scenario has no type", "add type: one of strategic, tactical, people, stress"),
        (7, "unknown type of scenario", "one of strategic, tactical, people, stress"),
    ],
)
def test_a_type_is_one_of_four(value: object, what: str, remedy: str) -> None:
    data = {key: one for key, one in (scenario_data(1) | {"type": value}).items() if one is not None}
    (problem,) = faults(named(data), place)
    assert (problem.place, problem.what, problem.remedy) == ("type", what, remedy)


@pytest.mark.parametrize("value", [["strategic"], {"is": "strategic"}, []])
def test_a_type_in_a_list_or_a_table_is_a_fault_and_no_crash(value: object) -> None:
    assert found(type=value) == [("type", "unknown type of scenario")]


def test_another_kind_of_item_is_no_scenario() -> None:
    assert found(kind="quote") == [("kind", "this is no scenario")]


@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=8))
def test_every_table_is_sound_or_has_faults_with_remedies(data: dict[str, Any]) -> None:
    problems = list(faults(named(data), place))
    if not problems:
        assert item_of(data).fields["context"]
    assert all(problem.place and problem.what and problem.remedy for problem in problems)


@pytest.mark.parametrize(
    ("data", "left_out"),
    [
        ({"status": "rejected"}, True),
        ({"status": "withdrawn"}, True),
        ({"status": "pending"}, False),
        ({"status": ["rejected"]}, False),
        ({}, False),
        ("rejected", False),
        (None, False),
    ],
)
def test_what_was_taken_out_of_the_set_is_left_out(data: object, left_out: bool) -> None:
    assert is_left_out(data) is left_out


@pytest.mark.parametrize(("kind", "prefix"), PREFIXES.items())
def test_ids_begin_as_their_type_does(kind: str, prefix: str) -> None:
    assert not is_out_of_family(f"{prefix}-001", kind)
    assert not is_out_of_family(f"{prefix.lower()}7", kind)
    assert is_out_of_family(f"X{prefix}-001", kind)
    assert is_out_of_family("17", kind)
    assert is_out_of_family("", kind)
    assert all(is_out_of_family(f"{other}-1", kind) for other in PREFIXES.values() if other != prefix)


def test_an_item_has_type_and_difficulty_as_tags_and_the_rest_as_fields() -> None:
    item = item_of(scenario_data(1) | {"id": " STR-001 ", "mood": {"sea": ["rough"]}, "tags": {"port": "north"}})
    assert (item.id, item.kind, item.prompt, item.status) == ("STR-001", "scenario", "Do you sail on time?", "accepted")
    assert item.tags == {"port": "north", "type": "strategic", "difficulty": "medium"}
    assert item.fields["mood"] == {"sea": ("rough",)}
    assert item.fields["context"] == "Fog lies on the sound and ferry 1 is full."
    assert not {"id", "kind", "prompt", "tags", "status", "type", "difficulty", "port"} & set(item.fields)


@pytest.mark.parametrize("field", [name for name in NEEDED if name != "prompt"])
def test_what_a_clone_or_a_judge_reads_is_a_field_even_where_it_was_written_among_the_tags(field: str) -> None:
    data = scenario_data(1)
    said = data.pop(field)
    assert item_of(data | {"tags": {field: said}}).fields[field] == said


def test_a_tag_of_the_same_name_does_not_hide_a_field() -> None:
    item = item_of(scenario_data(1) | {"title": "In the fog", "tags": {"title": "weather"}})
    assert item.fields["title"] == "In the fog"
    assert item.tags["title"] == "weather"


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12).filter(str.strip)
EXTRA = st.dictionaries(st.sampled_from(["mood", "title", "context", "port"]), WORDS | st.integers(0, 9), max_size=3)


@given(EXTRA, EXTRA, WORDS, st.sampled_from(sorted(PREFIXES)))
def test_a_scenario_written_as_a_line_is_the_same_item_again(
    more: dict[str, Any], tags: dict[str, Any], prompt: str, kind: str
) -> None:
    item = item_of(scenario_data(3, kind) | more | {"tags": tags, "prompt": prompt})
    line = json.loads(json.dumps(as_line(item)))
    assert list(faults(named(line), place)) == []
    assert item_of(line) == item
    assert {**scenario_data(3, kind), **more}["context"] == item.fields["context"]


def test_a_scenario_is_no_control() -> None:
    assert found(tags={"control": True}) == [("tags.control", "a scenario is no control")]
    assert found(tags={"control": False, "mood": "calm"}) == []
