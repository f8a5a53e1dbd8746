"""Items: the list as recorded, every version kept."""

from dataclasses import replace
from datetime import date

import pytest

from ringtrue.store import StudyStore
from ringtrue.terms import BadInput, Citation, Item

FIRST = Item(
    "DQ-001",
    "quote",
    "On pricing?",
    (Citation("raw/a [b].txt", 340, 345), Citation("SOUL.md")),
    {"difficulty": "hard", "layers": ["L1", "L2"]},
    {"topic": "pricing", "real": "Charge \0 more."},
    "accepted",
)
SECOND = Item("EC-001", "edge", "A paradox.")


def test_items_come_back_whole_and_in_order(study: StudyStore) -> None:
    assert study.record_items([FIRST, SECOND], who="lab") == 2
    assert study.items() == [FIRST, SECOND]
    assert list(study.items()[0].fields) == ["topic", "real"]


def test_the_same_list_again_writes_nothing(study: StudyStore) -> None:
    study.record_items([FIRST, SECOND], who="lab")
    head = study.audit_head()
    assert study.record_items([FIRST, SECOND], who="lab") == 0
    assert study.audit_head() == head


def test_a_change_makes_a_version_and_keeps_the_old_one(study: StudyStore) -> None:
    study.record_items([FIRST, SECOND], who="lab")
    before, _ = study.audit_head()
    withdrawn = replace(FIRST, status="withdrawn")
    assert study.record_items([withdrawn, SECOND], who="lab") == 1
    assert study.items() == [withdrawn, SECOND]
    assert study.item_versions("DQ-001") == [FIRST, withdrawn]
    assert study.items(as_of=before) == [FIRST, SECOND]


def test_an_item_taken_out_is_gone_from_the_list_and_can_come_back(study: StudyStore) -> None:
    study.record_items([FIRST, SECOND], who="lab")
    assert study.record_items([SECOND], who="lab") == 2  # one gone, one moved up
    assert study.items() == [SECOND]
    assert study.record_items([SECOND, FIRST], who="lab") == 1
    assert study.items() == [SECOND, FIRST]
    assert study.verify_audit() == []


def test_all_problems_are_told_and_nothing_is_stored(study: StudyStore) -> None:
    dated = Item("EC-002", "edge", "p", fields={"timestamps": [date(2026, 1, 2)]})
    with pytest.raises(BadInput) as refused:
        study.record_items([FIRST, FIRST, Item("", "quote", "p"), dated], who="lab", file="items.yaml")
    assert [problem.place for problem in refused.value.problems] == ["item 2", "item 3", "item EC-002"]
    assert all(problem.file == "items.yaml" for problem in refused.value.problems)
    assert study.items() == []


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
