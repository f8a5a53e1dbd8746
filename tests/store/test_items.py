"""Items: the list as recorded, every version kept."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from ringtrue.store.study_store import StudyStore
from ringtrue.terms.item import Citation, Item
from ringtrue.terms.problem import BadInput, Problem

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


def test_an_id_given_again_far_down_a_list_is_refused(study: StudyStore) -> None:
    long = [Item(f"Q-{number}", "quote", "p") for number in range(250)]
    for recorded in ([], long):
        study.record_items(recorded, who="lab")
        with pytest.raises(BadInput) as refused:
            study.record_items([*long, long[3]], who="lab")
        assert [problem.place for problem in refused.value.problems] == ["item 251"]
        assert study.items() == recorded


def test_whoever_reads_a_list_may_say_better_what_is_wrong_with_it(study: StudyStore) -> None:
    def read() -> Iterator[Item]:
        yield from (Item(f"Q-{number % 300}", "quote", "p") for number in range(900))
        raise BadInput([Problem("items.jsonl", "line 301, id", "item 1 has this id already")])

    with pytest.raises(BadInput, match="item 1 has this id already"):
        study.record_items(read(), who="lab")
    assert study.items() == []


def test_whether_all_items_there_ever_were_still_count_is_known(study: StudyStore) -> None:
    assert study.had_only(0)
    study.record_items([FIRST, SECOND], who="lab")
    assert study.had_only(2)
    assert not study.had_only(1)
    study.record_items([FIRST], who="lab")
    assert not study.had_only(2)
    assert study.item_ids() == [FIRST.id, SECOND.id]


def test_an_item_that_was_rejected_is_no_longer_among_those_that_count(study: StudyStore) -> None:
    study.record_items([FIRST, replace(SECOND, status="rejected")], who="lab")
    assert not study.had_only(2)
