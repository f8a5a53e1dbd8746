"""A study with a real SQLite file to journal and collect into, for the tests of several rooms."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore

PROTOCOL = {"name": "scenarios", "version": "1.0", "hash": "5a" * 32}


@pytest.fixture(scope="session")
def empty_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a new study; making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("study") / "study.db"
    with Store.open(path, create=True) as store:
        store.create_study("Ada", protocol=PROTOCOL, who="lab")
    return path


@pytest.fixture
def study(empty_study: Path, tmp_path: Path) -> Iterator[StudyStore]:
    """The study, open."""
    shutil.copy(empty_study, tmp_path / "study.db")
    with Store.open(tmp_path / "study.db") as store:
        yield store.study(store.studies()[0].id)
