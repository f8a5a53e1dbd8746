"""Opened keys: none before the opening, all of them after it."""

from ringtrue.store.keys import open_keys, opened_keys, opened_seals, seal_keys
from ringtrue.store.study_store import StudyStore

FIRST = {"t1": {"c1": ["clone", "real"]}}
LATER = {"t2": {"c2": ["real", "clone"]}, "t3": {"c3": ["real", "clone"]}}


def test_before_the_opening_there_is_nothing_to_read(study: StudyStore) -> None:
    assert opened_keys(study) is None
    seal_keys(study, FIRST, who="lab", plan={"a": 1})
    assert opened_keys(study) is None
    assert opened_seals(study) == []


def test_after_it_keys_and_seals_of_every_deal_are_there(study: StudyStore) -> None:
    seal_keys(study, FIRST, who="lab", plan={"deal": 1})
    seal_keys(study, LATER, who="lab", plan={"deal": 2})
    open_keys(study, who="lab")
    assert opened_keys(study) == FIRST | LATER
    assert [(seal.plan, seal.packets) for seal in opened_seals(study)] == [
        ({"deal": 1}, ("t1",)),
        ({"deal": 2}, ("t2", "t3")),
    ]
    assert len({seal.salt for seal in opened_seals(study)}) == 2


def test_a_deal_without_a_plan_has_no_seal_of_its_own(study: StudyStore) -> None:
    seal_keys(study, FIRST, who="lab")
    open_keys(study, who="lab")
    assert opened_seals(study) == []
    assert opened_keys(study) == FIRST
