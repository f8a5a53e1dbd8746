"""`ringtrue unblind`, as a user types it."""

import json
from pathlib import Path

import pytest

from dealt_studies import answer_all, nearer_to, pair_study
from ringtrue.study.study import Study


@pytest.fixture
def study(tmp_path: Path) -> Study:
    made = pair_study(tmp_path / "study")
    made.deal(["ann", "bob"], force=True, why="a small study")
    return made


def test_from_dealing_to_a_score(run, study: Study) -> None:
    out = run("unblind", study.folder)
    assert out.returncode == 2
    assert "2 packets are out" in " ".join(out.stderr.split())
    assert "ann, bob" in out.stderr
    answer_all(study, nearer_to("alpha"))
    waiting = run("score", study.folder)
    assert waiting.returncode == 2
    assert "36 blind answers wait" in " ".join(waiting.stderr.split())
    done = run("unblind", study.folder)
    assert done.returncode == 0, done.stderr
    assert "The key is open: 36 answers." in done.stdout
    assert "Key and plan match what was sealed" in done.stdout
    scored = json.loads(run("score", study.folder, "--json").stdout)
    assert scored["estimates"]["voice_toward"]["value"] == -2.0


def test_early_needs_a_reason_and_is_told(here, study: Study) -> None:
    assert here("unblind", study.folder, "--early").exit_code == 2
    done = here("unblind", study.folder, "--early", "--why", "no time", "--json")
    told = json.loads(done.stdout)
    assert told["packets"] == {"out": 2}
    assert told["opened"]["why"] == "no time"
    again = here("unblind", study.folder)
    assert "The key was opened already" in again.stdout
    assert "never came back" in again.stdout


def test_what_was_changed_after_dealing_is_listed(here, study: Study) -> None:
    answer_all(study, nearer_to("alpha"))
    study.withdraw_item("P1", why="a misprint")
    done = here("unblind", study.folder)
    assert "Changes from the plan" in done.stdout
    assert "item P1 was withdrawn after dealing and is left out" in done.stdout
