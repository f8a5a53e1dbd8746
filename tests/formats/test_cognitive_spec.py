"""Top values from a cognitive spec, under the names files use; and scenarios that take them where they name none."""

import json
from pathlib import Path
from typing import Any

import pytest

from ringtrue.files.problems import Problems
from ringtrue.formats.cognitive_spec import read_top_values
from ringtrue.formats.scenarios import read_scenarios
from scenario_files import scenario_table, write_lines_file

TOP = ["safety", "candour", "thrift"]


def read(folder: Path, data: Any, name: str = "spec.yaml") -> tuple[tuple[str, ...], Problems]:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    problems = Problems()
    return read_top_values(path, problems), problems


@pytest.mark.parametrize(
    "data",
    [
        {"values": {"top": TOP}},
        {"identity_core": {"top_5_values": TOP}, "decision_framework": {}},
        {"cognitive_spec": {"values": {"top": TOP}}},
        {"values": {"top": [{"name": "safety"}, {"value": "candour"}, "thrift", "safety"]}},
    ],
)
def test_values_are_found_under_every_name(tmp_path: Path, data: Any) -> None:
    for name in ("spec.yaml", "spec.json"):
        found, problems = read(tmp_path, data, name)
        assert (found, list(problems)) == (tuple(TOP), [])


def test_a_meaning_goes_along(tmp_path: Path) -> None:
    found, _ = read(tmp_path, {"values": {"top": [{"name": "safety", "description": "hulls before timetables"}]}})
    assert found == ("safety: hulls before timetables",)


@pytest.mark.parametrize("data", [{}, {"values": {"top": []}}, {"values": {"top": 3}}, {"values": {"top": [{}, True]}}])
def test_what_holds_no_values_is_refused_with_what_to_write(tmp_path: Path, data: Any) -> None:
    found, problems = read(tmp_path, data)
    assert found == ()
    assert problems
    assert all("values: {top:" in one.remedy for one in problems)


@pytest.mark.parametrize("name", ["scenarios.yaml", "scenarios.jsonl"])
def test_scenarios_that_name_no_values_get_them_and_others_keep_theirs(tmp_path: Path, name: str) -> None:
    table = scenario_table(4)
    del table["scenarios"][0]["expected_values"]
    table["scenarios"][1]["expected_values"] = []
    path = tmp_path / name
    if name.endswith(".jsonl"):
        write_lines_file(path, table["scenarios"])
    else:
        path.write_text(json.dumps(table), encoding="utf-8")
    scenarios = read_scenarios(path, allow_small=True).with_top_values(tuple(TOP))
    values = [list(item.fields["expected_values"]) for item in scenarios]
    assert values == [TOP, TOP, ["safety", "candour"], ["safety", "candour"]]
    assert [list(line["expected_values"]) for line in scenarios.lines()] == values
    (told,) = [text for text in scenarios.warnings if "values" in text]
    assert told.startswith("2 of 4 scenarios name no values")
