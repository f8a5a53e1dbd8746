"""Rows changed, added or removed past the program are found by the digests in the chain."""

import pytest
from sqlalchemy import text

from ringtrue.store import StudyStore
from ringtrue.terms import Card, Item, Packet, Rating, Response


@pytest.fixture
def full(study: StudyStore) -> StudyStore:
    study.record_items([Item("i", "quote", "p")], who="lab")  # entry 2
    study.record_responses([Response("i", "clone", "said")], who="lab")
    study.issue_packets([Packet("t", "Jo", (Card("c", "quote", "p", ("x",)),))], who="lab")
    study.record_judgments([Rating("Jo", "i", str(n), 1.0) for n in range(3)], who="lab")  # entry 5
    return study


def tamper(study: StudyStore, statement: str) -> list[tuple[str, str]]:
    with study.database.writing() as connection:
        connection.execute(text(statement), {"study": study.id})
    return [(problem.place, problem.what) for problem in study.verify_audit()]


@pytest.mark.parametrize(
    ("statement", "found_at"),
    [
        ("UPDATE judgments SET value = '5.0' WHERE study = :study AND seq = 2", "judgments of audit entry 5"),
        ("UPDATE judgments SET seconds = 1.5 WHERE study = :study AND seq = 2", "judgments of audit entry 5"),
        ("UPDATE items SET status = 'accepted' WHERE study = :study", "items of audit entry 2"),
        ("UPDATE responses SET text = 'unsaid' WHERE study = :study", "responses of audit entry 3"),
        ("UPDATE packets SET cards = '[]' WHERE study = :study", "packets of audit entry 4"),
        ("UPDATE packet_states SET state = 'returned' WHERE study = :study", "packet_states of audit entry 4"),
    ],
)
def test_a_changed_row_is_found_with_its_act(full: StudyStore, statement: str, found_at: str) -> None:
    assert tamper(full, statement) == [(found_at, "Rows were changed after they were written.")]


def test_a_removed_row_is_counted(full: StudyStore) -> None:
    found = tamper(full, "DELETE FROM judgments WHERE study = :study AND seq = 3")
    assert found == [("judgments of audit entry 5", "3 rows were written, 2 are there.")]


def test_all_rows_removed_are_missed(full: StudyStore) -> None:
    assert tamper(full, "DELETE FROM responses WHERE study = :study")[0][1] == "All 1 rows are gone."


def test_a_row_added_under_another_act_is_found(full: StudyStore) -> None:
    added = "INSERT INTO results (study, seq, document, act) VALUES (:study, 1, '{}', 5)"
    assert tamper(full, added) == [("results of audit entry 5", "No entry of the chain tells of these 1 rows.")]


def test_a_changed_name_or_state_of_a_rater_is_found(full: StudyStore) -> None:
    assert (
        tamper(full, "UPDATE raters SET name = 'Kim' WHERE study = :study")[0][1]
        == "The name was changed after it was recorded."
    )
    assert "anonymised" in tamper(full, "UPDATE raters SET salt = NULL WHERE study = :study")[0][1]
    assert "withdrawn" in tamper(full, "UPDATE raters SET state = 'withdrawn' WHERE study = :study")[1][1]


def test_a_changed_study_is_found(full: StudyStore) -> None:
    assert tamper(full, "UPDATE studies SET protocol_hash = 'x' WHERE id = :study")[0][0] == "studies"


def test_the_chain_alone_can_be_checked(full: StudyStore) -> None:
    tamper(full, "UPDATE responses SET text = 'unsaid' WHERE study = :study")
    assert full.verify_audit(data=False) == []
