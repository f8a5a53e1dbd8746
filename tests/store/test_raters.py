"""Raters: noted, withdrawn, anonymised, each an act."""

from pathlib import Path

import pytest

from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Rating
from ringtrue.terms.problem import BadInput


def answer(study: StudyStore, *raters: str) -> None:
    study.record_judgments([Rating(rater, "i", "q", 1.0) for rater in raters], who="lab")


def test_notes_come_back_in_order(study: StudyStore) -> None:
    study.note_about_rater("Jo", "qualification", {"hours": 12}, who="lab")
    study.note_about_rater("Jo", "consent", {"signed": "2026-01-02"}, who="lab")
    (rater,) = study.raters()
    assert (rater.number, rater.name, rater.state) == (1, "Jo", "active")
    assert rater.notes == (("qualification", {"hours": 12}), ("consent", {"signed": "2026-01-02"}))


def test_a_withdrawn_rater_is_left_out_and_kept(study: StudyStore) -> None:
    answer(study, "Jo", "Kim")
    study.withdraw_rater("Jo", who="lab", why="asked to")
    assert [row.rater for row in study.judgments()] == ["Kim"]
    assert [row.rater for row in study.judgments(withdrawn=True)] == ["Jo", "Kim"]
    assert study.verify_audit() == []


def test_an_anonymised_rater_keeps_the_answers_and_loses_the_name(study: StudyStore) -> None:
    answer(study, "Jo Unmistakable", "Kim")
    study.note_about_rater("Jo Unmistakable", "consent", {"phone": "0123"}, who="lab")
    assert study.anonymise_rater("Jo Unmistakable", who="lab") == "rater-1"
    assert [row.rater for row in study.judgments()] == ["rater-1", "Kim"]
    assert study.raters()[0].notes == ()
    assert study.verify_audit() == []
    assert "Unmistakable" not in str(list(study.audit_entries()))


def test_an_erased_name_is_nowhere_in_the_file(tmp_path: Path) -> None:
    with Store.open(tmp_path / "study.db", create=True) as store:
        study = store.create_study("Ada", protocol={"name": "lite", "version": "1", "hash": "h"}, who="lab")
        answer(study, "Jo Unmistakable")
        study.anonymise_rater("Jo Unmistakable", who="lab")
        for path in tmp_path.iterdir():
            assert b"Unmistakable" not in path.read_bytes(), path.name


def test_a_pseudonym_already_taken_is_made_another(study: StudyStore) -> None:
    answer(study, "Jo", "rater-1")
    assert study.anonymise_rater("Jo", who="lab") == "rater-1x"


def test_an_unknown_rater_is_refused(study: StudyStore) -> None:
    with pytest.raises(BadInput, match="no such rater"):
        study.withdraw_rater("Jo", who="lab", why="x")
    with pytest.raises(BadInput, match="no such rater"):
        study.anonymise_rater("Jo", who="lab")
