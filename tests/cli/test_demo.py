"""`ringtrue demo`: the main job in a process of its own, killed on the way, gone on with, and quick the third time."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from ringtrue.demo.layout import SPEAKERS, lay_out
from ringtrue.demo.studies import LIVE, Heard
from ringtrue.study.study import Study

# What the instrument says of the sample (tests/personas/test_places.py measures it), so that this file need not wait.
PLACES = {"faithful": 1.3, "drifted": 1.1, "caricature": 1.8, "generic": -0.2, LIVE: -0.1}
Run = Callable[..., subprocess.CompletedProcess[str]]


def heard(name: str, value: float) -> dict[str, Any]:
    flags = ("5 of the person's own words are used more than 2 times as often",) if name == "caricature" else ()
    advice = ("Begin fewer replies with “Right”: the replies 87 of 100 texts, the person 7.1.",)
    return asdict(Heard(name, 152, value, value - 0.7, value + 1.0, 1.0, "", flags, 0, advice))


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo that has asked the model and heard the voices, was interrupted amid its studies, and then killed."""
    place = lay_out(tmp_path_factory.mktemp("demo") / "out")
    (place.out / "live").mkdir()
    (place.out / "live" / "live.json").write_text(json.dumps({"texts": {"ODA-TECH": "As a bell."}, "note": ""}))
    place.voice.mkdir()
    told = {"speakers": [heard(name, value) for name, value in PLACES.items()]}
    (place.voice / "voice.json").write_text(json.dumps(told), encoding="utf-8")
    assert ended(place.out, place.study("blind", "faithful") / "study.db", signal.SIGINT) == 3
    assert ended(place.out, place.study("blind", "drifted") / "study.db", signal.SIGKILL) == -signal.SIGKILL
    return place.out


def ended(out: Path, mark: Path, how: signal.Signals) -> int:
    """Start the demo and send it a signal as soon as the file is there; returns its exit code."""
    with subprocess.Popen(
        [sys.executable, "-m", "ringtrue", "demo", "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        while process.poll() is None and not mark.is_file():
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.02)
        if process.poll() is None:
            os.killpg(process.pid, how)
        return process.wait()


@pytest.fixture(scope="module")
def document(out: Path, run: Run) -> dict[str, Any]:
    done = run("demo", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_killed_demo_goes_on_to_its_end(document: dict[str, Any]) -> None:
    assert set(document["verdicts"]) == {"blind", "scenarios", "pairs", "conversations"}
    assert Path(document["report"]).is_file()


def test_no_study_is_scored_without_all_its_answers(document: dict[str, Any], out: Path) -> None:
    for name in SPEAKERS:
        said = Study.open(out / "blind" / name).status()["responses"]
        assert said == {"clone": 100, "real": 42}  # with twelve quotes that are controls
    assert document["live"]["answers"] == 1


def test_who_rings_true(document: dict[str, Any]) -> None:
    answers = {line["speaker"]: line["answer"] for line in document["summary"]["lines"]}
    assert answers == {"faithful": "yes", "drifted": "no", "caricature": "no", "generic": "no (provisional)"}


def test_the_verdicts_fit_the_speakers(document: dict[str, Any]) -> None:
    verdicts = document["verdicts"]
    literal = {name: one["verdict"] for name, one in verdicts["scenarios"].items()}
    assert literal == {"faithful": "PASS", "drifted": "FAIL", "caricature": "FAIL", "generic": "FAIL"}
    assert {one["sound_verdict"] for one in verdicts["scenarios"].values()} == {"provisional"}  # one judge
    sound = {name: one["sound_verdict"] for name, one in verdicts["blind"].items()}
    assert sound == literal | {"generic": "provisional"}  # the bot does not keep to the lengths asked for
    pairs = {name: one["sound_verdict"] for name, one in verdicts["pairs"].items()}
    assert pairs == {"compressed": "inconclusive", "name-only": "FAIL", "generic": "FAIL"}


def test_why_names_what_is_wrong_with_each(document: dict[str, Any]) -> None:
    why = {line["speaker"]: "; ".join(line["why"]) for line in document["summary"]["lines"]}
    assert "decides otherwise" in why["drifted"]
    assert "louder than herself: begin fewer replies with “Right”" in why["caricature"]
    assert "other people's" in why["generic"]
    assert "decides otherwise" not in why["caricature"]


def test_what_cannot_be_told_is_said(document: dict[str, Any]) -> None:
    untold = "\n".join(document["summary"]["untold"])
    assert "drifted: whether its quotes can be told from hers" in untold
    assert "faithful from drifted" in untold


def test_the_screen_is_one_screen_labelled_and_quick(document: dict[str, Any], out: Path, run: Run) -> None:
    assert document["simulated_ratings"] is True
    done = run("demo", "--out", out)
    assert done.returncode == 0
    assert "invented" in done.stdout
    assert "simulated: no person rated, no model judged" in done.stdout.replace("\n", " ")
    assert all(f"\n{name} " in done.stdout for name in SPEAKERS)
    assert len(done.stdout.splitlines()) <= 45


def test_the_report_has_its_plot_and_every_link_leads_somewhere(document: dict[str, Any], out: Path) -> None:
    report = Path(document["report"])
    text = report.read_text(encoding="utf-8")
    assert "no person rated" in text
    links = re.findall(r'href="([^"#]+)"', text)
    assert len(links) >= 18
    assert [link for link in links if not (out / link).exists()] == []
    assert {"compared/blind.html", "compared/scenarios.html"} <= set(links)
    assert "<svg" in (out / "summary.svg").read_text(encoding="utf-8")


def test_a_third_run_records_nothing_new(document: dict[str, Any], out: Path, run: Run) -> None:
    databases = sorted(out.glob("*/*/study.db"))
    before = {path: path.stat().st_mtime_ns for path in databases}
    again = json.loads(run("demo", "--out", out, "--json").stdout)
    assert again == document
    assert {path: path.stat().st_mtime_ns for path in databases} == before
    assert len(databases) == 12  # four blind, four scenarios, three pairs, a conversation


def test_another_persons_folder_is_refused(tmp_path: Path, run: Run) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    done = run("demo", "--out", tmp_path)
    assert done.returncode == 2
    assert "something else" in done.stderr


def test_the_tour_says_it_is_simulated_and_what_the_gate_decided(run: Run) -> None:
    done = run("demo", "--tour")
    assert done.returncode == 0
    assert done.stdout.startswith("SIMULATED")
    assert done.stderr == ""


def test_the_tour_tells_the_speakers_apart_as_they_should_be(run: Run) -> None:
    document = json.loads(run("demo", "--tour", "--json").stdout)
    assert document["simulated"] is True
    outcomes = {speaker: gate["outcome"] for speaker, gate in document["gates"].items()}
    assert outcomes["the real person"] == "indistinguishable"
    assert outcomes["a generic bot"] == "told apart"
    assert outcomes["a caricature"] == "told apart"
    assert outcomes["raters who guess"] == "inconclusive"
    assert document["gates"]["a caricature"]["preferred"] is True
