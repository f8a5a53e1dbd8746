"""`ringtrue run` from scenarios to a figure, in a process of its own."""

import json
from pathlib import Path

import pytest

from model_server import ModelServer
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.test_results import verify_test_results
from scenario_files import clone_and_judge, judgment, recorded_files, run_files, scenario_table
from scenario_runs import KEY, arguments

COUNT = 20


@pytest.fixture(scope="module")
def server():
    with ModelServer(answer=clone_and_judge, key=KEY) as running:
        yield running


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def first(run, server: ModelServer, place: Path):
    """One whole run, with JSON."""
    return run(*arguments(place, server.url, "--json"), OPENAI_API_KEY=KEY)


def test_the_whole_way(first, server: ModelServer, place: Path) -> None:
    document = json.loads(first.stdout)
    folder = place / "run"
    assert first.returncode == 1, first.stderr  # the stand-in judge is a harsh one: FAIL
    assert document["verdict"]["label"] == "FAIL"
    assert document["coverage"] == 1.0
    assert server.count == 2 * COUNT
    aggregate = document["estimates"]["aggregate_fidelity"]["value"]
    weighted = [row["weighted_score"] for row in document["items"]]
    assert aggregate == pytest.approx(sum(weighted) / COUNT)
    assert [one["met"] for one in document["postconditions"]] == [True] * 6
    assert document["iteration"]["needed"] is True
    assert {Path(path).name for path in document["files"]} == {
        "result.json",
        "test_results.yaml",
        "report.md",
        "report.html",
        "iteration.md",
    }
    assert all(Path(path).stat().st_size > 100 for path in document["files"])
    kept = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert kept["estimates"] == document["estimates"]


def test_the_results_file_is_the_documents_and_holds(first, place: Path) -> None:
    path = place / "run" / "test_results.yaml"
    assert verify_test_results(path, scenarios=COUNT).problems == ()
    data = read_yaml(path).data
    assert data["metadata"]["scenario_file"] == "scenarios.jsonl"
    assert data["metadata"]["system_prompt"] == "prompt.md"
    assert [row["scenario_id"] for row in data["results"]][:2] == ["STR-001", "TAC-002"]  # the file's order


def test_no_key_is_written_anywhere(first, place: Path) -> None:
    assert KEY not in first.stdout + first.stderr
    for path in (place / "run").rglob("*"):
        assert KEY.encode() not in path.read_bytes(), path


def test_started_again_it_asks_nothing_and_prints_tables(first, run, server: ModelServer, place: Path) -> None:
    before = server.count
    done = run(*arguments(place, server.url), OPENAI_API_KEY=KEY, COLUMNS="100")
    assert done.returncode == 1
    assert server.count == before
    for words in ("Fidelity ", "strategic", "decision_alignment", "failures (", "post-conditions hold", "Round 1"):
        assert words in done.stdout
    assert "have a score already" in done.stderr
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100


def test_other_inputs_for_the_same_folder_are_refused(first, run, server: ModelServer, place: Path) -> None:
    done = run(*arguments(place, server.url, "--repeats", "2"), OPENAI_API_KEY=KEY)
    assert done.returncode == 2
    assert "repeats" in done.stderr
    assert "another --out" in done.stderr


def test_a_dry_run_asks_nothing_and_makes_nothing(run, server: ModelServer, place: Path) -> None:
    before = server.count
    prices = ("--set", "speaker.prices.in=1", "--set", "speaker.prices.out=2", "--dry-run", "--json")
    done = run(*arguments(place, server.url, *prices, out="dry"))
    forecast = json.loads(done.stdout)["forecast"]
    assert done.returncode == 0
    assert (forecast["clone"]["calls"], forecast["judge"]["calls"]) == (COUNT, COUNT)
    assert forecast["clone"]["cost"] > 0
    assert server.count == before
    assert not (place / "dry").exists()


@pytest.mark.parametrize(
    ("score", "options", "code"),
    [(95, (), 0), (99, (), 0), (99, ("--strict",), 1), (95, ("--by", "sound", "--strict"), 1)],
)
def test_exit_codes_follow_the_verdict(here, tmp_path: Path, score: int, options: tuple[str, ...], code: int) -> None:
    scenarios, prompt = run_files(tmp_path, 3)
    names = [row["id"] for row in scenario_table(3)["scenarios"]]
    clone, judge = recorded_files(tmp_path, dict.fromkeys(names, (score,) * 5))
    done = here(
        "run", scenarios, "--prompt", prompt, "--allow-small", "--speaker", f"recorded:{clone}", "--judge",
        f"recorded:{judge}", "--out", tmp_path / "run", *options,
    )  # fmt: skip
    assert done.exit_code == code, done.stderr
    assert "recorded earlier" in done.stdout


def test_a_python_function_can_judge(run, tmp_path: Path) -> None:
    scenarios, prompt = run_files(tmp_path, 3)
    body = f"def answer(messages, item):\n    return {judgment((95,) * 5, quote='We wait, all of us.')!r}\n"
    (tmp_path / "strict_judge.py").write_text(body)
    (tmp_path / "ferry_clone.py").write_text("def answer(messages, item):\n    return 'We wait, all of us.'\n")
    done = run(
        "run", scenarios, "--prompt", prompt, "--allow-small", "--speaker", "python:ferry_clone:answer", "--judge",
        "python:strict_judge:answer", "--out", tmp_path / "run", "--json", PYTHONPATH=_path_with(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["estimates"]["aggregate_fidelity"]["value"] == pytest.approx(95)


def _path_with(folder: Path) -> str:
    import os

    return os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH", "")]))
