"""`ringtrue compare`, and runs held against the round before: sentences, exit codes, pages."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from recorded_run import GAP, GOOD, finished, names
from scenario_files import PROMPT, recorded_files, run_files

COUNT = 10


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("compared")
    scores = {
        "good": dict.fromkeys(names(COUNT), GOOD),
        "same": dict.fromkeys(names(COUNT), GOOD),
        "weak": dict.fromkeys(names(COUNT), GOOD) | dict.fromkeys(names(7), GAP),
    }
    for name in scores:
        (place / name).mkdir()
    return {name: finished(place / name, given, name=name)[0].folder for name, given in scores.items()}


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_a_bar_that_nothing_can_be_held_against_is_refused(run, number: str) -> None:
    refused = run("compare", "a", "b", "--fail-on-drop", number)
    assert refused.returncode == 2
    assert "not a finite number" in refused.stderr
    assert "not a finite number" in run("run", "s", "--fail-under", number, "--fail-on-drop", "1").stderr


def test_a_worse_version_is_told_with_exit_code_1(run, folders: dict[str, Path], tmp_path: Path) -> None:
    done = run("compare", folders["good"], folders["weak"], "--out", tmp_path / "page.html", COLUMNS="100")
    assert done.returncode == 1
    assert done.stdout.replace("\n", " ").count("weak is worse than good") == 1
    for words in ("by dimension", "flipped (7)", "95     49  passed -> failed", "The prompt is the same.", "remediate"):
        assert words in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert (tmp_path / "page.html").stat().st_size > 10_000


def test_json_is_one_document_and_says_why_it_fails(run, folders: dict[str, Path]) -> None:
    done = run("compare", folders["good"], folders["weak"], "--json", "--fail-on-drop", "5")
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert document["outcome"] == "worse"
    assert len(document["failures"]) == 1
    assert document["failures"][0] in done.stderr.replace("\n", " ")
    assert {one["id"] for one in document["steps"][0]["flipped"]} == set(names(7))


def test_identical_versions_are_not_told_apart(here, folders: dict[str, Path]) -> None:
    done = here("compare", folders["good"], folders["same"], "--strict", "--fail-on-drop", "0")
    assert done.exit_code == 0
    assert "same is no worse than good by 5 points or more" in done.stdout


def test_a_better_version_passes_and_a_series_has_a_ladder(here, folders: dict[str, Path]) -> None:
    done = here("compare", folders["weak"], folders["good"], folders["same"])
    assert done.exit_code == 0
    for words in ("good is better than weak", "Trend: ", "strength"):
        assert words in done.stdout
    assert here("compare", folders["good"], folders["same"], folders["weak"], "--against", "first").exit_code == 1


def test_what_cannot_be_compared_is_refused_with_every_problem(here, folders: dict[str, Path], tmp_path: Path) -> None:
    done = here("compare", folders["good"], tmp_path / "nowhere")
    assert done.exit_code == 2
    assert "Refused" in done.stderr
    assert here("compare", folders["good"]).exit_code == 2
    assert here("compare", folders["good"], folders["weak"], "--out", tmp_path / "page.docx").exit_code == 2


# A run held against the round before and the bars that were set.


def recorded(folder: Path, scores: dict[str, Sequence[float]], prompt: str, said: str = "") -> list[object]:
    """The arguments of a run of recorded answers with this prompt."""
    folder.mkdir()
    scenarios, file = run_files(folder, len(scores))
    file.write_text(prompt, encoding="utf-8")
    clone, judge = recorded_files(folder, scores)
    speakers = ("--speaker", f"recorded:{clone}", "--judge", f"recorded:{judge}")
    return ["run", scenarios, "--prompt", file, *speakers, "--allow-small", "--out", folder / "run"]


FINE = {name: (90 + place % 3, 85, 88, 92, 90) for place, name in enumerate(names(12))}
WORSENED = FINE | {name: (35 + place, 50, 70, 40, 60) for place, name in enumerate(names(8))}


def test_a_worsened_prompt_turns_a_recorded_ci_run_red_with_one_sentence(run, tmp_path: Path) -> None:
    bar = ("--fail-under", "80", "--fail-on-drop", "5")
    first = run(*recorded(tmp_path / "monday", FINE, PROMPT), "--fail-under", "80", COLUMNS="100")
    assert first.returncode == 0, first.stderr  # FAIL by the document (below 93), and over the bar that was set
    longer = PROMPT + "\nAlways sail on time, whatever the weather.\n"
    second = run(
        *recorded(tmp_path / "tuesday", WORSENED, longer), "--after", tmp_path / "monday" / "run",
        "--fail-on-drop", "5", COLUMNS="400",
    )  # fmt: skip
    assert second.returncode == 1
    red = [line for line in second.stderr.splitlines() if "is worse than" in line]
    assert len(red) == 1
    assert red[0].startswith("tuesday/run is worse than monday/run: the fidelity of scenarios with a score fell by ")
    assert red[0].endswith("8 passed before and fail now, first STR-001.")
    page = (tmp_path / "tuesday" / "run" / "changes.html").read_text(encoding="utf-8")
    assert "Always sail on time, whatever the weather." in page
    again = run(
        *recorded(tmp_path / "wednesday", FINE, PROMPT), "--after", tmp_path / "monday" / "run", *bar, COLUMNS="400"
    )
    assert again.returncode == 0
    assert "wednesday/run is no worse than monday/run by 5 points or more" in again.stdout


def test_bars_are_told_each_in_a_sentence(here, tmp_path: Path) -> None:
    done = here(*recorded(tmp_path / "one", FINE, PROMPT), "--fail-under", "95", "--json")
    assert done.exit_code == 1
    (told,) = json.loads(done.stdout)["failures"]
    assert told.endswith("is under 95, the bar that was set.")
    drop = here(*recorded(tmp_path / "two", FINE, PROMPT), "--fail-on-drop", "5")
    assert drop.exit_code == 2
    assert "needs a round before" in drop.stderr
    assert not (tmp_path / "two" / "run").exists()


def test_a_round_before_that_is_gone_is_said(here, tmp_path: Path) -> None:
    first = recorded(tmp_path / "one", FINE, PROMPT)
    here(*first)
    second = recorded(tmp_path / "two", FINE, PROMPT)
    assert here(*second, "--after", tmp_path / "one" / "run", "--fail-under", "50").exit_code == 0
    (tmp_path / "one" / "run").rename(tmp_path / "elsewhere")
    done = here(*second, "--fail-on-drop", "5", "--fail-under", "50")
    assert done.exit_code == 1
    assert "cannot be told" in done.stderr
