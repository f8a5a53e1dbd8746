"""The store as a whole: closed at the end of its block, one handle per study, no way to the answer key."""

import subprocess
import sys

from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore


def test_what_was_recorded_is_there_after_closing(place: str) -> None:
    with Store.open(place, create=True) as store:
        made = store.create_study("Ada", protocol={"name": "lite", "version": "1", "hash": "h"}, who="lab").id
    with Store.open(place) as store:
        assert store.study(made).record().name == "Ada"


def test_neither_the_store_nor_a_study_offers_the_key() -> None:
    for offered in (*dir(StudyStore), *dir(Store)):
        assert "keys" not in offered.lower()


def test_using_the_store_does_not_load_the_module_of_keys_nor_alembic() -> None:
    loaded = (
        "import sys, ringtrue.store.store; print([n for n in sys.modules if n in ('ringtrue.store.keys', 'alembic')])"
    )
    told = subprocess.run([sys.executable, "-c", loaded], check=True, capture_output=True, text=True)
    assert told.stdout.strip() == "[]"


def test_the_first_study_is_the_oldest(store: Store) -> None:
    made = [
        store.create_study(name, protocol={"name": "lite", "version": "1", "hash": "h"}, who="lab")
        for name in ("one", "two")
    ]
    assert store.first_study().id == made[0].id
