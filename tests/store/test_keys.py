"""Answer keys: sealed once, opened openly, and nothing blind after that."""

from pathlib import Path

import pytest
from sqlalchemy import text

import ringtrue.store
from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.store.keys import open_keys, seal_keys, verify_keys
from ringtrue.terms import BadInput, Judgment, Packet, Rating

KEYS = {"token-a": {"c2": ["clone", "real"], "c1": ["real", "clone"]}, "token-b": {"c1": {"A": "clone", "item": "i"}}}


def test_what_was_sealed_comes_out_at_the_opening(study: StudyStore) -> None:
    commitments = seal_keys(study, KEYS, who="lab")
    assert set(commitments) == set(KEYS)
    assert verify_keys(study) == []
    assert open_keys(study, who="lab", why="all are back") == KEYS
    assert [entry.act for entry in study.audit_entries()][1:] == ["key sealed", "key opened"]


def test_equal_keys_have_different_commitments(study: StudyStore) -> None:
    first, second = seal_keys(study, {"a": {"c": "x"}, "b": {"c": "x"}}, who="lab").values()
    assert first != second


def test_a_key_is_sealed_once(study: StudyStore) -> None:
    seal_keys(study, KEYS, who="lab")
    with pytest.raises(BadInput, match="sealed already"):
        seal_keys(study, {"token-c": {"c": "x"}, "token-a": {"c": "x"}}, who="lab")
    with pytest.raises(BadInput, match="no card"):
        seal_keys(study, {"token-d": {}}, who="lab")
    assert open_keys(study, who="lab") == KEYS


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE keys SET sides = '[\"clone\",\"real\"]' WHERE study = :study AND card = 'c1' AND packet = 'token-a'",
        "DELETE FROM keys WHERE study = :study AND card = 'c2'",
        "DELETE FROM keys WHERE study = :study AND packet = 'token-b'",
    ],
)
def test_an_altered_key_does_not_open(study: StudyStore, statement: str) -> None:
    seal_keys(study, KEYS, who="lab")
    with study.database.writing() as connection:
        connection.execute(text(statement), {"study": study.id})
    assert len(verify_keys(study)) == 1
    with pytest.raises(BadInput):
        open_keys(study, who="lab")
    study.record_judgments([Judgment("Jo", "c1", "pick", "A")], who="lab")  # still blind


def test_after_the_opening_blind_answers_corrections_and_packets_are_refused(study: StudyStore) -> None:
    seal_keys(study, KEYS, who="lab")
    study.record_judgments([Judgment("Jo", "c1", "pick", "A")], who="lab")
    open_keys(study, who="lab")
    with pytest.raises(BadInput, match="too late"):
        study.record_judgments([Judgment("Jo", "c2", "pick", "A")], who="lab")
    with pytest.raises(BadInput, match="too late"):
        study.correct_judgments([Judgment("Jo", "c1", "pick", "B")], who="lab", why="x")
    with pytest.raises(BadInput, match="opened"):
        study.issue_packets([Packet("token-z", "Kim", ())], who="lab")
    assert study.record_judgments([Rating("Jo", "i", "cause", "kb_gap")], who="lab") == 1
    assert [row.value for row in study.judgments()] == ["A", "kb_gap"]


def test_a_second_opening_is_logged_and_changes_nothing(study: StudyStore) -> None:
    seal_keys(study, KEYS, who="lab")
    assert open_keys(study, who="lab") == open_keys(study, who="other")
    assert study.verify_audit() == []
    with pytest.raises(BadInput, match="audit entry 3"):
        study.record_judgments([JudgmentRecord("Jo", None, "pick", "A", card="c1")], who="lab")


def test_no_other_module_of_the_room_names_this_one() -> None:
    folder = Path(ringtrue.store.__file__).parent
    others = [path for path in folder.rglob("*.py") if path.name != "keys.py"]
    assert len(others) > 20
    for path in others:
        source = path.read_text(encoding="utf-8")
        assert "store.keys import" not in source
        assert "import keys" not in source
