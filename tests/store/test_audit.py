"""The audit log: every writing act is in it, and it holds no secret."""

import pytest
from sqlalchemy import text

from ringtrue.store import keys
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Card, Item, Packet, Response
from ringtrue.terms.result import Estimate, Result, Verdict

VERDICT = Verdict("PASS", ())


def everything(study: StudyStore) -> None:
    """One act of every kind."""
    study.record_items([Item("i", "quote", "p")], who="lab")
    study.record_responses([Response("i", "clone", "said")], who="lab")
    keys.seal_keys(study, {"token-a": {"c1": ["clone", "real"]}}, who="lab")
    study.issue_packets([Packet("token-a", "Jo", (Card("c1", "quote", "p", ("x", "y")),))], who="lab")
    study.note_about_rater("Jo", "consent", {"signed": True}, who="lab")
    study.record_judgments([Rating("Jo", "i", "q", 1.0), Rating("Kim", "i", "q", 2.0)], who="lab", packet="token-a")
    study.correct_judgments([Rating("Jo", "i", "q", 2.0)], who="lab", why="misread")
    keys.open_keys(study, who="lab")
    study.record_result(Result({"hash": "h"}, {"style": Estimate(1.0)}, VERDICT, VERDICT), who="lab")
    study.withdraw_rater("Jo", who="lab", why="asked to")
    study.anonymise_rater("Jo", who="lab")
    study.note("consent of the person", {"signed": "2026-01-02"}, who="lab")


def test_every_act_is_told_in_order(study: StudyStore) -> None:
    everything(study)
    assert [entry.act for entry in study.audit_entries()] == [
        "study created",
        "items recorded",
        "responses recorded",
        "key sealed",
        "packets issued",
        "rater noted",
        "judgments recorded",
        "judgments corrected",
        "key opened",
        "result recorded",
        "rater withdrawn",
        "rater anonymised",
        "noted: consent of the person",
    ]
    assert study.verify_audit() == []


def test_the_log_holds_neither_the_key_nor_a_raters_name(study: StudyStore) -> None:
    everything(study)
    log = str(list(study.audit_entries()))
    for secret in ("Jo", "Kim", "token-a", "clone"):
        assert secret not in log


def test_a_hash_noted_earlier_is_found_again_and_a_foreign_one_is_not(study: StudyStore) -> None:
    _, noted = study.audit_head()
    everything(study)
    assert study.verify_audit(expected_head=noted) == []
    (problem,) = study.verify_audit(expected_head="f" * 64)
    assert "cut off or rewritten" in problem.what


def test_a_note_cannot_pass_for_an_act(study: StudyStore) -> None:
    study.note("key opened", {}, who="lab")
    study.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
    assert study.verify_audit() == []


def test_chains_of_two_studies_are_independent(store: Store, study: StudyStore) -> None:
    other = store.create_study("other", protocol=study.record().protocol, who="lab")
    everything(study)
    everything(other)
    assert study.verify_audit() == other.verify_audit() == []
    assert study.audit_head()[1] != other.audit_head()[1]


# A chain tampered with behind the program's back: each kind of tampering is found and named.


# ruff: noqa: S608 - statements are put together from our own words


@pytest.fixture
def long_study(study: StudyStore) -> StudyStore:
    """A chain of ten entries."""
    for n in range(9):
        study.record_judgments([Rating("Jo", str(n), "q", float(n))], who="lab")
    return study


def tamper(study: StudyStore, *statements: str) -> list[tuple[str, str]]:
    """Run statements past the program; gives place and words of what verification then finds."""
    with study.database.writing() as connection:
        for statement in statements:
            connection.execute(text(statement), {"study": study.id})
    return [(problem.place, problem.what) for problem in study.verify_audit()]


def test_an_untouched_chain_is_sound(long_study: StudyStore) -> None:
    assert tamper(long_study) == []


@pytest.mark.parametrize("column", ["at", "who", "act"])
def test_an_edited_entry_is_named(long_study: StudyStore, column: str) -> None:
    change = f"UPDATE audit SET {column} = {column} || 'x' WHERE study = :study AND seq = 4"
    assert tamper(long_study, change) == [("audit entry 4", "It was edited.")]


def test_an_edited_detail_is_named_even_if_it_is_no_json_any_more(long_study: StudyStore) -> None:
    change = "UPDATE audit SET detail = 'nonsense' WHERE study = :study AND seq = 10"
    assert tamper(long_study, change) == [("audit entry 10", "It was edited.")]


def test_removed_entries_are_counted(long_study: StudyStore) -> None:
    found = tamper(long_study, "DELETE FROM audit WHERE study = :study AND seq BETWEEN 4 AND 6")
    assert found == [("audit entry 7", "Before it, entries 4 to 6 are removed.")]


def test_the_first_entry_removed_is_noticed(long_study: StudyStore) -> None:
    found = tamper(long_study, "DELETE FROM audit WHERE study = :study AND seq = 1")
    assert found == [("audit entry 2", "Before it, entry 1 is removed.")]


def test_reordered_entries_are_told_where_they_belong(long_study: StudyStore) -> None:
    moves = [
        f"UPDATE audit SET seq = {to} WHERE study = :study AND seq = {at}" for at, to in ((4, 99), (7, 4), (99, 7))
    ]
    assert tamper(long_study, *moves) == [
        ("audit entry 4", "It was reordered: it belongs at 7."),
        ("audit entry 7", "It was reordered: it belongs at 4."),
    ]


def test_a_truncated_chain_is_noticed_by_its_head(long_study: StudyStore) -> None:
    found = tamper(long_study, "DELETE FROM audit WHERE study = :study AND seq > 8")
    assert found == [("audit head", "The chain was truncated: entries 9 to 10 are missing from its end.")]


def test_a_truncated_chain_with_its_head_set_back_is_noticed_by_the_rows(long_study: StudyStore) -> None:
    nine = "(SELECT hash FROM audit WHERE study = :study AND seq = 9)"
    back = f"UPDATE audit_heads SET seq = 9, hash = {nine} WHERE study = :study"
    found = tamper(long_study, "DELETE FROM audit WHERE study = :study AND seq > 9", back)
    assert found == [("judgments of audit entry 10", "No entry of the chain tells of these 1 rows.")]


def test_an_entry_replaced_with_a_fitting_hash_breaks_the_next_link(long_study: StudyStore) -> None:
    from dataclasses import replace

    from ringtrue.store.transaction import entry_of

    with long_study.database.reading() as connection:
        row = (
            connection.execute(text("SELECT * FROM audit WHERE study = :s AND seq = 4"), {"s": long_study.id})
            .mappings()
            .one()
        )
    forged = replace(entry_of(row), who="nobody")
    change = f"UPDATE audit SET who = 'nobody', hash = '{forged.own_hash()}' WHERE study = :study AND seq = 4"
    assert tamper(long_study, change) == [("audit entry 5", "It does not follow entry 4 as that is now.")]


def test_the_head_is_checked(long_study: StudyStore) -> None:
    assert (
        tamper(long_study, "UPDATE audit_heads SET hash = 'x' WHERE study = :study")[0][1]
        == "It does not match entry 10."
    )
    assert "points to entry 3" in tamper(long_study, "UPDATE audit_heads SET seq = 3 WHERE study = :study")[0][1]
    assert "is missing" in tamper(long_study, "DELETE FROM audit_heads WHERE study = :study")[0][1]


def test_hiding_that_the_key_was_opened_is_noticed(long_study: StudyStore) -> None:
    from ringtrue.store.keys import open_keys

    open_keys(long_study, who="lab")
    ((place, what),) = tamper(long_study, "UPDATE audit_heads SET opened = NULL WHERE study = :study")
    assert (place, what) == ("audit head", "It says the answer key was opened by entry None, the chain says 11.")


# Rows changed, added or removed past the program are found by the digests in the chain.


@pytest.fixture
def full(study: StudyStore) -> StudyStore:
    study.record_items([Item("i", "quote", "p")], who="lab")  # entry 2
    study.record_responses([Response("i", "clone", "said")], who="lab")
    study.issue_packets([Packet("t", "Jo", (Card("c", "quote", "p", ("x",)),))], who="lab")
    study.record_judgments([Rating("Jo", "i", str(n), 1.0) for n in range(3)], who="lab")  # entry 5
    return study


def tamper_data_check(study: StudyStore, statement: str) -> list[tuple[str, str]]:
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
    assert tamper_data_check(full, statement) == [(found_at, "Rows were changed after they were written.")]


def test_a_removed_row_is_counted(full: StudyStore) -> None:
    found = tamper_data_check(full, "DELETE FROM judgments WHERE study = :study AND seq = 3")
    assert found == [("judgments of audit entry 5", "3 rows were written, 2 are there.")]


def test_all_rows_removed_are_missed(full: StudyStore) -> None:
    assert tamper_data_check(full, "DELETE FROM responses WHERE study = :study")[0][1] == "All 1 rows are gone."


def test_a_row_added_under_another_act_is_found(full: StudyStore) -> None:
    added = "INSERT INTO results (study, seq, document, act) VALUES (:study, 1, '{}', 5)"
    assert tamper_data_check(full, added) == [
        ("results of audit entry 5", "No entry of the chain tells of these 1 rows.")
    ]


def test_a_changed_name_or_state_of_a_rater_is_found(full: StudyStore) -> None:
    assert (
        tamper_data_check(full, "UPDATE raters SET name = 'Kim' WHERE study = :study")[0][1]
        == "The name was changed after it was recorded."
    )
    assert "anonymised" in tamper_data_check(full, "UPDATE raters SET salt = NULL WHERE study = :study")[0][1]
    assert "withdrawn" in tamper_data_check(full, "UPDATE raters SET state = 'withdrawn' WHERE study = :study")[1][1]


def test_a_changed_study_is_found(full: StudyStore) -> None:
    assert tamper_data_check(full, "UPDATE studies SET protocol_hash = 'x' WHERE id = :study")[0][0] == "studies"


def test_the_chain_alone_can_be_checked(full: StudyStore) -> None:
    tamper_data_check(full, "UPDATE responses SET text = 'unsaid' WHERE study = :study")
    assert full.verify_audit(data=False) == []
