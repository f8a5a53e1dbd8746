"""The tables: what a digest covers, and that answer keys are not among them."""

from hypothesis import example, given
from hypothesis import strategies as st

from ringtrue.store.schema import (
    ACCESS_TABLES,
    RECORDED,
    Words,
    audit,
    digested,
    escaped,
    is_storable,
    judgments,
    metadata,
)


def test_every_table_belongs_to_a_study() -> None:
    assert all("study" in table.c or table.name == "studies" for table in metadata.tables.values())


def test_recorded_tables_are_numbered_and_name_their_act() -> None:
    for table in RECORDED:
        assert digested(table)[0] == "seq"
        assert not table.c.act.nullable


def test_a_digest_covers_every_column_but_study_and_act() -> None:
    assert {*digested(judgments), "study", "act"} == set(judgments.c.keys())


def test_answer_keys_are_no_part_of_it() -> None:
    assert "keys" not in metadata.tables
    assert audit not in RECORDED


# The tables of doors: apart from everything that is digested or backed up.


def test_they_are_known_by_name_and_in_no_digest() -> None:
    assert {"access_invites", "access_sessions", "access_organisers"} == ACCESS_TABLES
    assert not ACCESS_TABLES & set(metadata.tables)
    assert not ACCESS_TABLES & {table.name for table in RECORDED}


# Free text: any Python text is stored and comes back.


@given(st.text(st.characters(codec=None)))
@example("\0")
@example("\ud800 half a pair")
@example("\x1a looks escaped")
@example("")
def test_every_text_has_a_storable_form_and_comes_back(text: str) -> None:
    stored = escaped(text)
    stored.encode("utf-8")
    assert "\0" not in stored
    assert Words().process_result_value(stored, None) == text


def test_ordinary_text_is_stored_as_it_is() -> None:
    for text in ("plain", "Ärger — 漢字 🙂", "line\nline\ttab"):
        assert escaped(text) == text
        assert is_storable(text)


def test_nothing_stays_nothing() -> None:
    assert Words().process_bind_param(None, None) is None
    assert Words().process_result_value(None, None) is None
