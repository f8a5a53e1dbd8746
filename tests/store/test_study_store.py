"""Studies: created, listed, kept apart in one database."""

import pytest

from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.answer import Rating
from ringtrue.terms.problem import BadInput

PROTOCOL = {"name": "pairs", "version": "2", "hash": "h"}


def test_a_study_is_as_it_was_created(store: Store) -> None:
    made = store.create_study("Ada", protocol=PROTOCOL, who="lab", settings={"z": 1, "a": [1.5, "é"]}).record()
    assert (made.name, made.protocol, made.who) == ("Ada", PROTOCOL, "lab")
    assert list(made.settings.items()) == [("z", 1), ("a", [1.5, "é"])]
    assert made.created_at.endswith("+00:00")
    assert store.studies() == [made]


def test_studies_of_one_database_do_not_mix(store: Store) -> None:
    first, second = (store.create_study(name, protocol=PROTOCOL, who="lab") for name in "ab")
    for study, value in ((first, 1.0), (second, 2.0)):
        study.record_judgments([Rating("r", "i", "q", value)], who="lab")
    assert [[row.value for row in study.judgments()] for study in (first, second)] == [[1.0], [2.0]]
    assert [len(list(study.audit_entries())) for study in (first, second)] == [2, 2]
    assert first.verify_audit() == second.verify_audit() == []


def test_an_unknown_study_is_refused(store: Store, study: StudyStore) -> None:
    with pytest.raises(BadInput, match="no such study"):
        store.study("0" * 16)
    with pytest.raises(BadInput, match="no such study"):
        StudyStore(study.database, "0" * 16).note("x", {}, who="lab")


def test_a_nameless_study_or_author_is_refused(store: Store) -> None:
    for name, who in (("", "lab"), ("Ada", " ")):
        with pytest.raises(BadInput):
            store.create_study(name, protocol=PROTOCOL, who=who)
    assert store.studies() == []
