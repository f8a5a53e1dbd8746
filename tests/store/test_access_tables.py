"""The tables of doors: apart from everything that is digested or backed up."""

from ringtrue.store.access_tables import ACCESS_TABLES
from ringtrue.store.schema import RECORDED, metadata


def test_they_are_known_by_name_and_in_no_digest() -> None:
    assert {"access_invites", "access_sessions", "access_organisers"} == ACCESS_TABLES
    assert not ACCESS_TABLES & set(metadata.tables)
    assert not ACCESS_TABLES & {table.name for table in RECORDED}
