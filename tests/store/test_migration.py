"""Upgrades: a script more brings an old database with its data along, and the old program refuses it then."""

import shutil
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from ringtrue.store.database import opened
from ringtrue.store.migration import SCRIPTS, configuration, upgrade
from ringtrue.store.schema import HEAD
from ringtrue.store.store import Store
from ringtrue.terms.problem import BadInput

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade() -> None:
    op.add_column("results", sa.Column("mood", sa.Text(), nullable=True))
    {then}
"""


def scripts_with_one_more(folder: Path, then: str = "") -> Path:
    copied = folder / "100% scripts"
    shutil.copytree(SCRIPTS, copied, ignore=shutil.ignore_patterns("__pycache__"))
    (copied / "versions" / "v9999_mood.py").write_text(NEXT.format(head=HEAD, then=then))
    return copied


def test_the_program_knows_its_newest_script() -> None:
    assert ScriptDirectory.from_config(configuration()).get_current_head() == HEAD


def test_an_upgrade_keeps_the_data_and_shuts_out_older_programs(place: str, tmp_path: Path) -> None:
    with Store.open(place, create=True) as store:
        store.create_study("kept", protocol={"name": "blind", "version": "1", "hash": "h"}, who="lab")
    database = opened(place, create=False)
    with database.writing() as connection:
        upgrade(connection, scripts=scripts_with_one_more(tmp_path))
    with database.reading() as connection:
        assert "mood" in [column["name"] for column in inspect(connection).get_columns("results")]
        assert connection.execute(text("SELECT name FROM studies")).scalar_one() == "kept"
    database.close()
    with pytest.raises(BadInput, match="newer"):
        Store.open(place)


def test_an_upgrade_that_fails_changes_nothing(place: str, tmp_path: Path) -> None:
    database = opened(place, create=True)
    with pytest.raises(ZeroDivisionError), database.writing() as connection:
        upgrade(connection, scripts=scripts_with_one_more(tmp_path, "1 / 0"))
    with database.reading() as connection:
        assert "mood" not in [column["name"] for column in inspect(connection).get_columns("results")]
    database.close()
    Store.open(place).close()
