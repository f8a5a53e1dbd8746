"""`ringtrue run` refuses bad inputs whole, with everything that is wrong."""

import json
from pathlib import Path

from scenario_files import scenario_table, write_yaml_file


def test_all_problems_of_all_inputs_are_listed(run, tmp_path: Path) -> None:
    table = scenario_table(49)
    rows = table["scenarios"]
    del rows[0]["id"]
    rows[1]["type"] = "cosmic"
    del rows[2]["context"]
    del rows[3]["prompt"]
    del rows[4]["expected_decision"]
    rows[5]["id"] = rows[6]["id"]
    (tmp_path / "p.md").write_text("Too short.")
    done = run(
        "run", write_yaml_file(tmp_path / "s.yaml", table), "--prompt", tmp_path / "p.md", "--kb", tmp_path / "no",
        "--speaker", "opnai:m", "--judge", "local", "--out", tmp_path / "run", "--json",
    )  # fmt: skip
    assert done.returncode == 2
    said = {(Path(one["file"]).name, one["what"]) for one in json.loads(done.stdout)["problems"]}
    assert said == {
        ("s.yaml", "the scenario has no id"),
        ("s.yaml", "unknown type of scenario"),
        ("s.yaml", "the scenario has no context"),
        ("s.yaml", "the scenario has no prompt"),
        ("s.yaml", "the scenario has no expected_decision"),
        ("s.yaml", next(what for _, what in said if "given twice" in what)),
        ("s.yaml", "There are fewer than 50 scenarios."),
        ("p.md", "A system prompt of 100 bytes or less says nothing about a person."),
        ("command line", "There is no such kind of speaker."),
    }
    assert "Refused: 9 problems" in done.stderr
    assert not (tmp_path / "run").exists()


def test_a_missing_scenarios_file_and_prompt_are_told_together(run, tmp_path: Path) -> None:
    done = run("run", tmp_path / "s.yaml", "--prompt", tmp_path / "p.md", "--speaker", "local", "--judge", "local",
               "--out", tmp_path / "run")  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.count("There is no such file") == 2
    assert "Traceback" not in done.stderr


def test_a_budget_without_prices_is_refused(run, tmp_path: Path) -> None:
    from scenario_files import run_files

    scenarios, prompt = run_files(tmp_path, 50)
    done = run("run", scenarios, "--prompt", prompt, "--speaker", "local", "--judge", "local", "--out",
               tmp_path / "run", "--budget", "1")  # fmt: skip
    assert done.returncode == 2
    assert "needs prices" in done.stderr
