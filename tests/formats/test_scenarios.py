"""Scenario files: read permissively, refused with every fault at once, streamed where they are large."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from ringtrue.files import Problems
from ringtrue.formats.scenarios import read_scenarios
from ringtrue.formats.scenarios_fields import as_line
from ringtrue.items import read_items
from ringtrue.protocols import load
from ringtrue.terms import BadInput, Problem
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
