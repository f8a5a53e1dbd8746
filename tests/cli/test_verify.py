"""`ringtrue verify`: an existing results file and what is wrong with it."""

import json
from pathlib import Path

from recorded_run import GAP, GOOD, finished, names
from scenario_files import scenario_table, write_yaml_file


def test_a_sound_file_and_a_broken_one(here, tmp_path: Path) -> None:
    study, _ = finished(tmp_path, {**dict.fromkeys(names(6), GOOD), "STR-001": GAP})
    path = study.folder / "test_results.yaml"
    done = here("verify", path)
    assert done.exit_code == 0
    assert "6 results, nothing wrong" in " ".join(done.stdout.split())
    assert [one["met"] for one in json.loads(here("verify", path, "--json").stdout)["postconditions"]] == [True] * 6
    scenarios = write_yaml_file(tmp_path / "other.yaml", scenario_table(7))
    assert here("verify", path, "--scenarios", scenarios).exit_code == 2
    path.write_text(path.read_text().replace("weighted_score: 49.00", "weighted_score: 48.50"))
    done = here("verify", path, "--json")
    assert done.exit_code == 2
    problem = json.loads(done.stdout)["problems"][0]
    assert problem["what"].startswith("STR-001: the weighted score")
    assert (problem["value"], problem["remedy"]) == ("48.5", "expected 49.00")
    assert here("verify", tmp_path / "nowhere.yaml").exit_code == 2


def test_ids_and_types_are_compared_with_the_scenarios(here, tmp_path: Path) -> None:
    study, _ = finished(tmp_path, dict.fromkeys(names(6), GOOD))
    path = study.folder / "test_results.yaml"
    table = scenario_table(6)
    sound = write_yaml_file(tmp_path / "sound.yaml", table)
    assert here("verify", path, "--scenarios", sound).exit_code == 0
    path.write_text(path.read_text().replace('"STR-001"', '"STR-999"').replace("type: tactical", "type: stress", 1))
    done = here("verify", path, "--scenarios", sound, "--json")
    assert done.exit_code == 2
    said = [problem["what"] for problem in json.loads(done.stdout)["problems"]]
    assert said == [
        "STR-999 is not one of the scenarios",
        "TAC-002 is of another type among the scenarios",
        "STR-001 has no result",
    ]
    path.write_text(path.read_text().replace('"STR-999"', '"STR-003"'))
    done = here("verify", path, "--json")
    assert [problem["value"] for problem in json.loads(done.stdout)["problems"]] == ["STR-003"]
