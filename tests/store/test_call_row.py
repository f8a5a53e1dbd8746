"""A row of the journal has its fields where the table has its columns, so that it is written as it is."""

from ringtrue.store import CallRow
from ringtrue.store.schema import calls


def test_the_fields_are_the_columns_between_number_and_time() -> None:
    columns = [column.name for column in calls.columns]
    assert columns[columns.index("number") + 1 : columns.index("at")] == list(CallRow._fields)


def test_what_a_row_may_lack_the_table_may_lack_too() -> None:
    optional = {name for name, kind in CallRow.__annotations__.items() if "None" in str(kind)}
    assert optional == {name for name in CallRow._fields if calls.c[name].nullable}
