"""Every test that takes `place` runs on a SQLite file and on a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from servers import PostgreSQL, postgresql, postgresql_programs

PROTOCOL = {"name": "blind", "version": "1.0", "hash": "5a" * 32}


@pytest.fixture(scope="session")
def server() -> Iterator[PostgreSQL]:
    programs = postgresql_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with postgresql(programs) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database may be made."""
    if request.param == "sqlite":
        return str(tmp_path / "study.db")
    return str(request.getfixturevalue("server").database())


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store.open(place, create=True) as opened:
        yield opened


@pytest.fixture
def study(store: Store) -> StudyStore:
    return store.create_study("Ada, first round", protocol=PROTOCOL, who="lab", settings={"seed": 7})
