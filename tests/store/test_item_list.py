"""A list of items that goes by, beside the recorded one."""

from dataclasses import replace
from datetime import date

from ringtrue.store import StudyStore
from ringtrue.terms import Item

FIRST = Item("DQ-001", "quote", "On pricing?", tags={"layers": ["L1", "L2"]}, fields={"topic": "pricing"})
SECOND = Item("EC-001", "edge", "A paradox.")


def test_a_list_that_goes_by_is_told_from_the_recorded_one(study: StudyStore) -> None:
    def is_the_same(*items: Item) -> bool:
        standing = study.standing_items()
        assert list(standing.passing(items)) == list(items)
        return standing.is_the_same

    assert is_the_same()
    study.record_items([FIRST, SECOND], who="lab")
    assert is_the_same(FIRST, SECOND)
    assert not is_the_same(SECOND, FIRST)
    assert not is_the_same(FIRST)
    assert not is_the_same(FIRST, SECOND, replace(SECOND, id="EC-002"))
    assert not is_the_same(FIRST, replace(SECOND, prompt="Another."))
    assert not is_the_same(FIRST, replace(SECOND, tags={"when": date(2026, 1, 1)}))  # cannot be recorded at all
    study.record_items([SECOND], who="lab")
    assert is_the_same(SECOND)
    assert not is_the_same(FIRST, SECOND)
