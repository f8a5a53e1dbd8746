"""The third script: a database of version 0002, with data, is brought along and takes answers."""

from sqlalchemy import text

from ringtrue.store.database import Database, found_version, located
from ringtrue.store.migration import upgrade
from ringtrue.store.schema import HEAD
from ringtrue.store.store import Store
from ringtrue.terms.answer import Given, Rating
from ringtrue.terms.item import Card, Packet

PROTOCOL = {"name": "pairs", "version": "1", "hash": "h"}
CARD = Card("c", "pair", "p", ("x", "y"))
NEW = ("answers", "seals", "deal_secrets", "access_invites", "access_sessions", "access_organisers")


def version_two(place: str) -> str:
    """A database as the program before wrote it: today's, with what is new taken away; gives its study."""
    with Store.open(place, create=True) as store:
        study = store.create_study("kept", protocol=PROTOCOL, who="lab")
        study.issue_packets([Packet("t", "Jo", (CARD,))], who="lab")
        study.record_judgments([Rating("Jo", "i", "q", 1.0)], who="lab")
    database = Database(located(place))
    with database.writing() as connection:
        for table in NEW:
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("UPDATE ringtrue_version SET version_num = '0002'"))
    database.close()
    return study.id


def test_the_data_stay_and_answers_can_be_saved(place: str) -> None:
    name = version_two(place)
    with Store.open(place) as store:
        study = store.study(name)
        assert [row.value for row in study.judgments()] == [1.0]
        assert study.verify_audit() == []
        study.save_answers("t", [Given("c", "voice", 1.0)], who="raters")
        assert study.return_packet("t", who="raters") == 1
        assert study.verify_audit() == []


def test_an_empty_database_comes_to_the_same_version_step_by_step(place: str) -> None:
    database = Database(located(place))
    for step in ("0001", "0002", HEAD):
        with database.writing() as connection:
            upgrade(connection, to=step)
            assert found_version(connection) == step
    database.close()
    with Store.open(place) as store:
        assert store.studies() == []
