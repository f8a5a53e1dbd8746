"""The list of items held against what the protocol asks of a suite."""

from pathlib import Path

import pytest

from ringtrue import Study
from ringtrue.protocols import load
from ringtrue.study.item_check import Suite, check_suite
from ringtrue.terms import Item


def quotes(count: int) -> list[Item]:
    return [Item(f"Q{n}", "quote", "p", fields={"topic": "t", "real": "r"}) for n in range(count)]


def pair(identity: str, **responses: object) -> Item:
    return Item(identity, "pair", "p", fields={"domain": "TECH", "responses": responses})


def answers(suite: Suite) -> dict[str, bool | None]:
    return {rule.name: rule.met for rule in suite.rules}


def test_rules_and_shares_are_answered_and_raters_rules_wait() -> None:
    suite = check_suite(load("blind"), quotes(85))
    found = answers(suite)
    assert found["at least 85 items"] is True
    assert found["share of quote: 26 of 85"] is False  # 85 -> 26/21/21/17 by largest remainder
    assert suite.later == ("at least 3 people",)
    assert suite.fails


def test_withdrawn_and_rejected_items_do_not_count() -> None:
    items = [*quotes(2), Item("W", "quote", "p", status="withdrawn"), Item("R", "quote", "p", status="rejected")]
    assert check_suite(load("blind"), items).items == 2


def test_items_for_controls_are_counted_apart_and_not_in_the_suite() -> None:
    spare = [Item(f"C{n}", "quote", "p", tags={"control": True}) for n in range(6)]
    suite = check_suite(load("blind"), [*quotes(84), *spare])
    assert (suite.items, suite.controls) == (84, 6)
    assert answers(suite)["at least 85 items"] is False
    assert suite.as_dict()["controls"] == 6


def test_texts_brought_along_are_one_for_everybody_shown() -> None:
    items = [
        pair("A", full="one", compressed="two"),
        pair("B", full="one"),
        pair("C", full="one  text", compressed="one text\n"),
        pair("D", full="", compressed=" "),
        pair("E", full=3, compressed="x"),
        Item("F", "pair", "p", fields={"domain": "TECH"}),
    ]
    suite = check_suite(load("pairs"), items)
    assert suite.faults == (
        ("B", "there is no text of compressed"),
        ("C", "full and compressed have the same text"),
        ("D", "there is no text of full"),
        ("D", "there is no text of compressed"),
        ("E", "responses is a table of speakers and texts"),
    )
    assert answers(suite) == {"at least 5 pairs": True}
    assert suite.fails


def test_a_warning_does_not_make_a_suite_fail(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    text = (Path(load.__globals__["__file__"]).parent / "pairs.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("when: items() >= 5,", "when: items() >= 5, warning: true,"), encoding="utf-8")
    suite = check_suite(load(str(own)), [pair("A", full="one", compressed="two")])
    assert answers(suite) == {"at least 5 pairs": False}
    assert not suite.fails


@pytest.mark.parametrize("name", ["blind", "lite", "pairs", "recognition", "scenarios"])
def test_no_items_at_all_are_an_answer(name: str) -> None:
    assert check_suite(load(name), []).as_dict()["items"] == 0


def test_a_study_checks_its_own_items(study: Study) -> None:
    assert study.check_items().fails  # three pairs, where five are asked for
