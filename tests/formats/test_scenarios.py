"""Scenario files: read permissively, refused with every fault at once, streamed where they are large."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.files.problems import Problems
from ringtrue.formats.scenarios import (
    MOST_YAML,
    NEEDED,
    PREFIXES,
    as_line,
    faults,
    group_of,
    is_header,
    is_left_out,
    is_out_of_family,
    is_sound,
    item_of,
    named,
    read_scenarios,
    records,
)
from ringtrue.items.items_file import read_items
from ringtrue.protocols.loader import load
from ringtrue.terms.problem import BadInput, Problem
from scenario_files import scenario_data, scenario_table, write_lines_file, write_yaml_file


def refused(path: Path, **options: Any) -> tuple[Problem, ...]:
    with pytest.raises(BadInput) as caught:
        read_scenarios(path, **options)
    return caught.value.problems


def test_fifty_scenarios_are_read_in_order_with_type_and_difficulty_as_tags(tmp_path: Path) -> None:
    found = read_scenarios(write_yaml_file(tmp_path / "s.yaml", scenario_table(50)))
    items = list(found)
    assert (found.count, len(items)) == (50, 50)
    assert items[0].id == "STR-001"
    assert dict(items[0].tags) == {"type": "strategic", "difficulty": "medium"}
    assert items[0].fields["expected_values"] == ("safety", "candour")
    assert items[0].fields["title"] == "Situation 1"
    assert found.metadata["generator"] == "test"
    assert found.types == {"strategic": 15, "tactical": 15, "people": 10, "stress": 10}
    assert found.warnings == ()
    assert list(found) == items  # as often as it is asked for


def test_lines_say_the_same_as_yaml(tmp_path: Path) -> None:
    table = scenario_table(60)
    whole = read_scenarios(write_yaml_file(tmp_path / "s.yaml", table))
    lines = read_scenarios(
        write_lines_file(tmp_path / "s.jsonl", [{"metadata": table["metadata"]}, *table["scenarios"]])
    )
    assert list(whole) == list(lines)
    assert whole.metadata == lines.metadata


def test_a_list_without_a_head_and_a_json_file_are_read_too(tmp_path: Path) -> None:
    bare = tmp_path / "s.json"
    write_yaml_file(bare, scenario_table(50)["scenarios"])
    assert read_scenarios(bare).count == 50


def test_keys_nobody_knows_are_kept(tmp_path: Path) -> None:
    table = scenario_table(50)
    table["scenarios"][3]["mood"] = {"sea": "rough"}
    items = list(read_scenarios(write_yaml_file(tmp_path / "s.yaml", table)))
    assert items[3].fields["mood"] == {"sea": "rough"}


def test_what_was_withdrawn_is_left_out_and_said_so(tmp_path: Path) -> None:
    rows = [scenario_data(number) for number in range(1, 53)]
    rows[0]["status"], rows[1]["status"], rows[2]["status"] = "withdrawn", "rejected", "pending"
    found = read_scenarios(write_lines_file(tmp_path / "s.jsonl", rows))
    assert found.count == 50
    assert next(iter(found)).id == rows[2]["id"]
    assert {item.status for item in found} == {"accepted"}
    assert "2 rejected or withdrawn scenarios are left out" in found.warnings


def test_portuguese_names_and_a_nested_expectation_are_understood(tmp_path: Path) -> None:
    row = {
        "id": "STR-1",
        "tipo": "Estratégico",
        "contexto": "Neblina.",
        "prompt": "Sai?",
        "expected": {"decision": "Esperar.", "reasoning": "Segurança.", "persona": "capitã", "values": ["vida"]},
    }
    (item,) = read_scenarios(write_lines_file(tmp_path / "s.jsonl", [row]), allow_small=True)
    assert item.tags["type"] == "strategic"
    assert item.fields["context"] == "Neblina."
    assert item.fields["expected_decision"] == "Esperar."
    assert "expected" not in item.fields


def test_every_fault_of_every_scenario_is_listed_at_once(tmp_path: Path) -> None:
    table = scenario_table(50)
    rows = table["scenarios"]
    del rows[0]["id"]
    rows[1]["type"] = "tacticle"
    rows[2]["type"] = "cosmic"
    del rows[3]["type"]
    del rows[4]["context"]
    rows[5]["prompt"] = "   "
    del rows[6]["expected_decision"]
    del rows[7]["expected_reasoning"]
    rows[8] = "not a scenario"
    rows[9]["id"] = rows[10]["id"]
    rows[11]["id"] = True
    problems = refused(write_yaml_file(tmp_path / "s.yaml", table))
    said = [(problem.place.partition(", ")[2], problem.what) for problem in problems]
    assert ("scenarios[0].id", "the scenario has no id") in said
    assert ("scenarios[1].type", "unknown type of scenario") in said
    assert ("scenarios[2].type", "unknown type of scenario") in said
    assert ("scenarios[3].type", "the scenario has no type") in said
    assert ("scenarios[4].context", "the scenario has no context") in said
    assert ("scenarios[5].prompt", "the scenario has no prompt") in said
    assert ("scenarios[6].expected_decision", "the scenario has no expected_decision") in said
    assert ("scenarios[7].expected_reasoning", "the scenario has no expected_reasoning") in said
    assert any(place == "scenarios[8]" and "table" in what for place, what in said)
    assert any(place == "scenarios[10].id" and "twice" in what for place, what in said)
    assert ("scenarios[11].id", "an id is a short text") in said
    assert len(problems) == 11
    assert "did you mean tactical?" in [problem.remedy for problem in problems]
    assert all(problem.place.startswith("line ") and problem.remedy for problem in problems)


def test_fewer_than_fifty_are_refused_unless_it_is_a_trial(tmp_path: Path) -> None:
    path = write_yaml_file(tmp_path / "s.yaml", scenario_table(49))
    (problem,) = refused(path)
    assert problem.value == "49"
    assert "--allow-small" in problem.remedy
    found = read_scenarios(path, allow_small=True)
    assert found.count == 49


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("scenarios: []\n", "There are no scenarios."),
        ("scenarios: none\n", "there is no list of scenarios"),
        ("metadata: {a: 1}\n", "there is no list of scenarios"),
        ("", "The file is empty."),
        ("scenarios: [\n", "The file ends in the middle of a value."),
    ],
)
def test_a_file_without_scenarios_is_refused(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    assert what in [problem.what for problem in refused(path, allow_small=True)]


def test_a_missing_file_is_one_problem(tmp_path: Path) -> None:
    (problem,) = refused(tmp_path / "nowhere.yaml")
    assert problem.what == "There is no such file."
    (problem,) = refused(tmp_path / "nowhere.jsonl")
    assert problem.what == "There is no such file."


def test_faults_can_be_gathered_with_others(tmp_path: Path) -> None:
    problems = Problems([Problem("prompt.md", "whole file", "too short")])
    read_scenarios(write_yaml_file(tmp_path / "s.yaml", scenario_table(3)), problems=problems)
    assert next(problem.file for problem in problems) == "prompt.md"
    assert len(problems) == 2


def test_bad_lines_stand_beside_other_faults(tmp_path: Path) -> None:
    path = write_lines_file(tmp_path / "s.jsonl", [scenario_data(n) for n in range(1, 50)])
    with path.open("a") as stream:
        stream.write("{broken\n" + '{"id": "X"}\n')
    problems = refused(path)
    assert {problem.place.partition(",")[0] for problem in problems} == {"line 50", "line 51"}


def test_few_of_a_type_odd_ids_and_silent_expectations_are_warned_about(tmp_path: Path) -> None:
    rows = [scenario_data(number, "strategic") for number in range(1, 51)]
    rows[0]["id"] = "EDG-001"
    rows[1]["id"] = "17"
    del rows[2]["expected_persona"]
    path = write_yaml_file(tmp_path / "s.yaml", {"metadata": {"total_scenarios": 52}, "scenarios": rows})
    said = read_scenarios(path).warnings
    assert said == (
        "fewer scenarios than advised: tactical 0 of 15, people 0 of 10, stress 0 of 10",
        "1 of 50 scenarios have no expected_persona: the judge has to guess it",
        "2 ids do not begin as their type does (strategic STR, tactical TAC, people PEO, stress EDG): EDG-001, 17",
        "metadata.total_scenarios says 52, there are 50",
    )


def test_items_written_as_lines_are_items_of_a_study(tmp_path: Path) -> None:
    found = read_scenarios(write_yaml_file(tmp_path / "s.yaml", scenario_table(50)))
    path = write_lines_file(tmp_path / "items.jsonl", map(as_line, found))
    assert read_items(path, load("scenarios")) == list(found)
    assert list(read_scenarios(path)) == list(found)  # and scenarios again


@pytest.mark.parametrize(("count", "anew"), [(2000, False), (2001, True)])
def test_few_lines_are_read_once_and_many_anew(tmp_path: Path, count: int, anew: bool) -> None:
    path = write_lines_file(tmp_path / "s.jsonl", [scenario_data(number) for number in range(1, count + 1)])
    found = read_scenarios(path)
    first = [item.id for item in found]
    assert len(first) == found.count == count
    write_lines_file(path, [scenario_data(1)])
    assert [item.id for item in found] == (first[:1] if anew else first)


def test_many_lines_are_read_in_flat_memory(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = write_lines_file(tmp_path / f"{count}.jsonl", (scenario_data(n) for n in range(1, count + 1)))
        tracemalloc.start()
        found = read_scenarios(path)
        assert sum(1 for _ in found) == count
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return highest

    # 36 bytes more for each: eight of the hash and, while they are sorted, the number itself. The text is about 400.
    # A short list is kept, so both are longer than that.
    assert peak(3600) - peak(2400) < 1200 * 80


def test_hostile_ids_are_refused(tmp_path: Path) -> None:
    rows = [scenario_data(number) for number in range(1, 51)]
    rows[0]["id"] = "x" * 1000
    rows[1]["id"] = "a\x00b"
    assert len(refused(write_lines_file(tmp_path / "s.jsonl", rows))) == 2


def test_lines_are_the_items_as_lines_whether_they_are_kept_or_read_anew(tmp_path: Path) -> None:
    short = [{**scenario_data(number), "tags": {"source": "x"}, "note": [1, {"a": None}]} for number in range(1, 61)]
    for data in (short, [*short, *map(scenario_data, range(61, 2102))]):
        found = read_scenarios(write_lines_file(tmp_path / "s.jsonl", data))
        assert json.loads(json.dumps(list(found.lines()))) == json.loads(json.dumps(list(map(as_line, found))))
        assert [list(line) for line in found.lines()] == [list(as_line(item)) for item in found]


# One scenario: names in two languages, every fault at its place, and an item that keeps all that was written.


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
        ("a\0b", "the id holds a character nobody sees (U+0000)"),
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


# The scenarios of a file in their order, each with the line it stands on, in every form a file can have.


ROWS = [{"id": "STR-1", "prompt": "Sail?"}, {"id": "TAC-2", "prompt": "Wait?"}, "odd", None]


def placed(path: Path) -> list[tuple[Any, str]]:
    """Data and the place of their prompt."""
    problems = Problems()
    found = [(data, where(("prompt",), "no", "v", "r").place) for data, where in records(path, problems)]
    problems.raise_if_any()
    return found


def refused_scenarios_places(path: Path) -> Problem:
    with pytest.raises(BadInput) as caught:
        placed(path)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return problem


def test_lines_are_counted_from_one(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)) + "\n")
    assert placed(path) == [(row, f"line {line}, prompt") for line, row in enumerate(ROWS, 1)]


@pytest.mark.parametrize("suffix", [".jsonl", ".ndjson"])
def test_a_bad_line_is_a_problem_and_the_others_are_read(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"s{suffix}"
    path.write_text('{"id": "A"}\n{broken\n{"id": "B"}\n')
    problems = Problems()
    assert [data["id"] for data, _ in records(path, problems)] == ["A", "B"]
    assert [problem.place.partition(",")[0] for problem in problems] == ["line 2"]


def test_a_yaml_file_tells_the_line_of_each_key(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("scenarios:\n  - id: STR-1\n    prompt: Sail?\n  - id: TAC-2\n\n    prompt: Wait?\n  - id: X\n")
    assert [where for _, where in placed(path)] == [
        "line 3, scenarios[0].prompt",
        "line 6, scenarios[1].prompt",
        "line 7, scenarios[2].prompt",  # it has none: the line of the scenario
    ]


@pytest.mark.parametrize("suffix", [".json", ".yaml", ".yml", ".txt"])
def test_a_bare_list_needs_no_head(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"s{suffix}"
    path.write_text(json.dumps(ROWS))
    assert placed(path) == [(row, f"line 1, [{number}].prompt") for number, row in enumerate(ROWS)]


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_metadata_come_first_with_a_place_of_their_own(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"s{suffix}"
    path.write_text('{"scenarios": [{"id": "STR-1"}],\n"metadata":\n{"generator": "test"}}')
    (head, _), (row, _) = placed(path)
    assert head == {"metadata": {"generator": "test"}}
    assert is_header(head)
    assert row == {"id": "STR-1"}
    (_, where), _ = records(path, Problems())
    assert where(("generator",), "no", "", "").place == "line 3, metadata.generator"


def test_metadata_that_are_no_table_are_not_given_out(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("metadata: none\nscenarios: [1]\n")
    assert [data for data, _ in placed(path)] == [1]


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
@pytest.mark.parametrize("text", ['{"scenarios": 3}', '{"scenarios": null}', '{"items": [1]}', '"text"', "3", "{}"])
def test_a_file_without_a_list_of_scenarios_is_refused(tmp_path: Path, suffix: str, text: str) -> None:
    path = tmp_path / f"s{suffix}"
    path.write_text(text)
    problem = refused_scenarios_places(path)
    assert problem.what == "there is no list of scenarios"
    assert problem.place.startswith("line 1")
    assert "scenarios:" in problem.remedy


def test_an_empty_list_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text("scenarios: []\n")
    assert placed(path) == []


def test_a_huge_yaml_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    with path.open("wb") as stream:
        stream.truncate(MOST_YAML + 1)
    problem = refused_scenarios_places(path)
    assert (problem.place, problem.what) == ("whole file", "The file is larger than 8 MiB.")
    assert ".jsonl" in problem.remedy


@pytest.mark.parametrize("name", ["s.yaml", "s.json", "s.jsonl"])
def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path, name: str) -> None:
    assert refused_scenarios_places(tmp_path / name).what == "There is no such file."
    (tmp_path / name).mkdir()
    assert refused_scenarios_places(tmp_path / name).what


@pytest.mark.parametrize(
    ("data", "header"),
    [
        ({"metadata": {}}, True),
        ({"metadata": {"a": 1}, "version": 2}, True),
        ({"metadata": {"a": 1}, "id": "STR-1"}, False),
        ({"metadata": "none"}, False),
        ({"id": "STR-1"}, False),
        ({}, False),
        ([{"metadata": {}}], False),
        (None, False),
    ],
)
def test_a_header_is_metadata_without_an_id(data: object, header: bool) -> None:
    assert is_header(data) is header
