"""The tables: what a digest covers, and that answer keys are not among them."""

from ringtrue.store.schema import RECORDED, audit, digested, judgments, metadata


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
