"""The second script: a database of version 0001, with data, is brought along and takes a journal of calls."""

from sqlalchemy import inspect, text

from ringtrue.store.calls import CallRow
from ringtrue.store.database import Database, found_version, located
from ringtrue.store.migration import upgrade
from ringtrue.store.schema import calls
from ringtrue.store.store import Store
from ringtrue.terms.answer import Rating

PROTOCOL = {"name": "pairs", "version": "1", "hash": "h"}
NEWER = ("calls", "answers", "seals", "deal_secrets", "access_invites", "access_sessions", "access_organisers")


def test_the_script_adds_the_table_of_the_schema_and_nothing_else(place: str) -> None:
    database = Database(located(place))
    with database.writing() as connection:
        upgrade(connection, to="0001")
        before = set(inspect(connection).get_table_names())
        upgrade(connection, to="0002")
        found = inspect(connection)
        assert found_version(connection) == "0002"
        assert set(found.get_table_names()) == before | {"calls"}
        columns = {column["name"]: column["nullable"] for column in found.get_columns("calls")}
        assert columns == {column.name: column.nullable for column in calls.columns}
        assert found.get_pk_constraint("calls")["constrained_columns"] == ["study", "act", "number"]
        assert [key["referred_table"] for key in found.get_foreign_keys("calls")] == ["studies"]
        (index,) = found.get_indexes("calls")
        assert (index["name"], index["column_names"], bool(index["unique"])) == ("calls_key", ["study", "key"], False)
    database.close()


def test_the_data_stay_and_calls_can_be_journaled(place: str) -> None:
    with Store.open(place, create=True) as store:
        made = store.create_study("kept", protocol=PROTOCOL, who="lab")
        made.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
    database = Database(located(place))
    with database.writing() as connection:  # as the first program wrote it: today's, with what is newer taken away
        for table in NEWER:
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE ringtrue_version SET version_num = '0001'"))
    database.close()
    row = CallRow("k", "r", 1, "Yes.", None, 10, 4, 0.5, "{}")
    with Store.open(place) as store:
        study = store.study(made.id)
        assert [one.value for one in study.judgments()] == [1.0]
        with study.call_log(who="lab") as log:
            log.write([row])
        assert study.call("k", "r") == row
        assert study.verify_audit() == []
