"""`ringtrue run` refuses bad inputs whole, with everything that is wrong."""

import json
from pathlib import Path

from model_server import ModelServer
from scenario_files import clone_and_judge, scenario_table, write_yaml_file
from scenario_runs import arguments


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


def test_who_costs_something_and_has_no_prices_is_named(run, tmp_path: Path) -> None:
    given = arguments(tmp_path, "http://127.0.0.1:9/v1", "--budget", "0.05", "--json",
                      "--set", "speaker.prices.in=2.5", "--set", "speaker.prices.out=10")  # fmt: skip
    done = run(*given)
    assert done.returncode == 2
    (problem,) = json.loads(done.stdout)["problems"]
    assert problem["what"] == "A budget needs prices, and judge has none."
    assert "--set judge.prices.in=2.5 --set judge.prices.out=10" in problem["remedy"]
    assert not (tmp_path / "run").exists()


def test_secrets_in_wrong_places_are_refused_and_shown_nowhere(run, tmp_path: Path) -> None:
    given = arguments(tmp_path, "http://user:sk-PASS@127.0.0.1:9/v1", "--set", "speaker.key_env=sk-LEAKED",
                      "--set", "judge.headers.authorization=sk-HEAD")  # fmt: skip
    done = run(*given)
    assert done.returncode == 2
    assert "Refused: 4 problems" in done.stderr
    assert not any(secret in done.stdout + done.stderr for secret in ("sk-PASS", "sk-LEAKED", "sk-HEAD"))
    done = run(*arguments(tmp_path, "http://127.0.0.1:9/v1?api-key=sk-QQ"))
    assert (done.returncode, "sk-QQ" in done.stderr) == (2, False)
    named = [part.replace("@http://127.0.0.1:9/v1", "") for part in arguments(tmp_path, "http://127.0.0.1:9/v1")]
    done = run(*named, OPENAI_BASE_URL="http://user:sk-ENV@127.0.0.1:9/v1")
    assert (done.returncode, "sk-ENV" in done.stderr) == (2, False)
    assert "OPENAI_BASE_URL" in done.stderr
    assert not (tmp_path / "run").exists()


def test_a_judge_that_is_not_there_is_found_before_the_clone_is_asked(run, tmp_path: Path) -> None:
    with ModelServer(answer=clone_and_judge) as server:
        given = arguments(tmp_path, server.url)
        given[given.index("--judge") + 1] = "python:no_such_module_here:judge"
        done = run(*given)
        assert done.returncode == 2
        assert "no module" in done.stderr
        assert server.count == 0
    assert not (tmp_path / "run").exists()
