"""A chain tampered with behind the program's back: each kind of tampering is found and named."""
# ruff: noqa: S608 - statements are put together from our own words

import pytest
from sqlalchemy import text

from ringtrue.store import StudyStore
from ringtrue.terms import Rating


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

    from ringtrue.store.chain import entry_of

    with long_study.database.reading() as connection:
        row = (
            connection.execute(text("SELECT * FROM audit WHERE study = :s AND seq = 4"), {"s": long_study.id})
            .mappings()
            .one()
        )
    forged = replace(entry_of(row), who="nobody")
    change = f"UPDATE audit SET who = 'nobody', hash = '{forged.own_hash()}' WHERE study = :study AND seq = 4"
    assert tamper(long_study, change) == [("audit entry 5", "It does not follow entry 4 as that now stands.")]


def test_the_head_is_checked(long_study: StudyStore) -> None:
    assert (
        tamper(long_study, "UPDATE audit_heads SET hash = 'x' WHERE study = :study")[0][1]
        == "It does not match entry 10."
    )
    assert "stands at entry 3" in tamper(long_study, "UPDATE audit_heads SET seq = 3 WHERE study = :study")[0][1]
    assert "is missing" in tamper(long_study, "DELETE FROM audit_heads WHERE study = :study")[0][1]


def test_hiding_that_the_key_was_opened_is_noticed(long_study: StudyStore) -> None:
    from ringtrue.store.keys import open_keys

    open_keys(long_study, who="lab")
    ((place, what),) = tamper(long_study, "UPDATE audit_heads SET opened = NULL WHERE study = :study")
    assert (place, what) == ("audit head", "It says the answer key was opened by entry None, the chain says 11.")
