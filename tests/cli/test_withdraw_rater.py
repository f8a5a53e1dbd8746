"""`ringtrue withdraw-rater`, as a user types it."""

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


def test_withdrawn_with_the_packets(run, study: Study) -> None:
    done = run("withdraw-rater", study.folder, "ann")
    assert done.returncode == 0, done.stderr
    assert "ann is withdrawn: 0 answers are excluded." in done.stdout
    assert "cancelled" in done.stdout
    unknown = run("withdraw-rater", study.folder, "cy")
    assert unknown.returncode == 2
    assert "no such rater" in " ".join(unknown.stderr.split())


def test_anonymised_with_or_without_the_answers(here, study: Study) -> None:
    answer_all(study, nearer_to("alpha"))
    told = json.loads(here("withdraw-rater", study.folder, "ann", "--anonymise", "--why", "asked", "--json").stdout)
    assert told == {"name": "rater-1", "packets": 0, "answers": 18, "anonymised": True, "counted": False}
    kept = here("withdraw-rater", study.folder, "bob", "--anonymise", "--keep-answers")
    assert "The name is erased; the rater is now rater-2." in kept.stdout
    assert "left out" not in kept.stdout
    study.unblind()
    assert {one.rater for one in study.ratings()} == {"rater-2"}
    alone = here("withdraw-rater", study.folder, "rater-2", "--keep-answers")
    assert alone.exit_code == 2
