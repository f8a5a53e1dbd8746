"""`ringtrue collect` and `ringtrue judge` for a study of one's own."""

import json
from pathlib import Path

import pytest

from model_server import ModelServer
from scenario_files import CLONE, JUDGE, clone_and_judge, scenario_data, write_lines_file

COUNT = 6


@pytest.fixture
def server():
    with ModelServer(answer=clone_and_judge) as running:
        yield running


@pytest.fixture
def folder(here, server: ModelServer, tmp_path: Path) -> Path:
    place = tmp_path / "study"
    assert here("new", place, "--protocol", "scenarios").exit_code == 0
    (place / "items.yaml").unlink()
    rows = [{"kind": "scenario", "status": "accepted", **scenario_data(n)} for n in range(1, COUNT + 1)]
    write_lines_file(place / "items.jsonl", rows)
    endpoint = f"url: '{server.url}', prices: {{in: 1, out: 1}}"
    with (place / "study.yaml").open("a") as stream:
        stream.write(f"speakers: {{clone: {{kind: openai, model: {CLONE}, {endpoint}}}}}\n")
        stream.write(f"judges: {{panel: {{kind: openai, model: {JUDGE}, {endpoint}, repeats: 2}}}}\n")
    return place


def test_collect_judge_and_score(here, server: ModelServer, folder: Path) -> None:
    assert "no card to judge" in here("judge", folder, "--judge", "panel").stderr
    forecast = json.loads(here("collect", folder, "--dry-run", "--json").stdout)["forecast"]
    assert forecast["clone"]["calls"] == COUNT
    assert server.count == 0
    assert f"Next: ringtrue collect {folder}" in " ".join(here("status", folder).stdout.split())
    done = here("collect", folder)
    assert json.loads(here("status", folder, "--json").stdout)["next"] == f"ringtrue judge {folder} --judge panel"
    assert (done.exit_code, done.stdout) == (0, "6 of 6 answers collected.\n")
    cards = json.loads(here("judge", folder, "--judge", "panel", "--dry-run", "--json").stdout)["forecast"]
    assert cards["panel"]["calls"] == 12
    judged = here("judge", folder, "--judge", "panel")
    assert judged.exit_code == 0, judged.stderr
    assert "12 of 12 cards judged by panel." in judged.stdout
    assert server.count == 3 * COUNT
    assert json.loads(here("score", folder, "--json").stdout)["counts"]["raters"] == 2
    again = json.loads(here("judge", folder, "--judge", "panel", "--json").stdout)
    assert (again["cards"], again["answered"]) == (12, 12)
    assert server.count == 3 * COUNT


def test_speakers_the_protocol_does_not_show_are_named(here, folder: Path) -> None:
    settings = (folder / "study.yaml").read_text(encoding="utf-8")
    wrong = settings.replace("speakers: {clone:", "speakers: {bot: {kind: local}, clone:")
    (folder / "study.yaml").write_text(wrong, encoding="utf-8")
    done = here("collect", folder)
    assert (done.exit_code, done.stdout) == (0, "6 of 6 answers collected.\n")
    assert "Not asked: bot. scenarios shows clone, self, generic" in " ".join(done.stderr.split())


def test_a_budget_stops_and_says_how_to_go_on(here, folder: Path) -> None:
    done = here("collect", folder, "--budget", "0.0005")
    assert done.exit_code == 3
    assert "Stopped: The budget" in done.stderr
    assert here("collect", folder).exit_code == 0


def test_unknown_names_are_refused(here, folder: Path) -> None:
    done = here("judge", folder, "--judge", "pannel")
    assert done.exit_code == 2
    assert "did you mean panel?" in done.stderr
    assert here("collect", folder, "--speaker", "klone").exit_code == 2


def test_a_budget_without_prices_is_refused_for_both(here, folder: Path) -> None:
    path = folder / "study.yaml"
    assert here("collect", folder).exit_code == 0
    path.write_text(path.read_text().replace(", prices: {in: 1, out: 1}", ""))
    for who, given in (("clone", ["collect", folder]), ("panel", ["judge", folder, "--judge", "panel"])):
        done = here(*given, "--budget", "1")
        assert done.exit_code == 2
        assert f"A budget needs prices, and {who} has none." in done.stderr


def test_a_program_that_is_not_there_is_told_before_anybody_is_asked(here, server: ModelServer, folder: Path) -> None:
    path = folder / "study.yaml"
    head = path.read_text().partition("speakers: {clone")[0]
    missing = "{kind: command, program: no-such-program}"
    path.write_text(f"{head}speakers: {{clone: {missing}}}\njudges: {{panel: {missing}}}\n")
    done = here("collect", folder)
    assert done.exit_code == 2
    assert "There is no program no-such-program." in done.stderr
    assert server.count == 0
    done = here("judge", folder, "--judge", "panel")
    assert (done.exit_code, "There is no program" in done.stderr) == (2, True)
