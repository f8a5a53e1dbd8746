"""The scripts make exactly the tables the program uses, and those of answer keys and of doors, which stand apart."""

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from ringtrue.store.database import opened
from ringtrue.store.schema import ACCESS_TABLES, VERSION_TABLE, metadata


def test_the_tables_are_those_of_the_schema(place: str) -> None:
    database = opened(place, create=True)
    with database.reading() as connection:
        settings = {"version_table": VERSION_TABLE, "compare_type": True}
        differences = compare_metadata(MigrationContext.configure(connection, opts=settings), metadata)
    database.close()
    apart = {"keys", "seals", "deal_secrets", *ACCESS_TABLES}
    assert {(kind, table.name) for kind, table in differences} == {("remove_table", name) for name in apart}
