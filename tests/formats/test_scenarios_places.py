"""The scenarios of a file in their order, each with the line it stands on, in every form a file can have."""

import json
from pathlib import Path
from typing import Any

import pytest

from ringtrue.files import Problems
from ringtrue.formats.scenarios_places import MOST_YAML, is_header, records
from ringtrue.terms import BadInput, Problem

ROWS = [{"id": "STR-1", "prompt": "Sail?"}, {"id": "TAC-2", "prompt": "Wait?"}, "odd", None]


def placed(path: Path) -> list[tuple[Any, str]]:
    """Data and the place of their prompt."""
    problems = Problems()
    found = [(data, where(("prompt",), "no", "v", "r").place) for data, where in records(path, problems)]
    problems.raise_if_any()
    return found


def refused(path: Path) -> Problem:
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
    problem = refused(path)
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
    problem = refused(path)
    assert (problem.place, problem.what) == ("whole file", "The file is larger than 8 MiB.")
    assert ".jsonl" in problem.remedy


@pytest.mark.parametrize("name", ["s.yaml", "s.json", "s.jsonl"])
def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name).what == "There is no such file."
    (tmp_path / name).mkdir()
    assert refused(tmp_path / name).what


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
