"""The suite guard: items held against what the protocol asks, at the check, at the deal and at the score."""

from pathlib import Path

import pytest

from dealt_studies import answer_all, nearer_to, pair_item, pair_study
from ringtrue.protocols.loader import load
from ringtrue.study.study import Study
from ringtrue.study.suite_guard import TEXTS, Suite, check_suite
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput


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
    assert [(one.item, one.what) for one in suite.faults] == [
        ("B", "there is no text of compressed"),
        ("C", "full and compressed have the same text"),
        ("D", "there is no text of full"),
        ("D", "there is no text of compressed"),
        ("E", "responses is a table of speakers and texts"),
    ]
    assert answers(suite) == {"at least 5 pairs": True, TEXTS: False}
    assert suite.fails


def test_a_warning_does_not_make_a_suite_fail(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    text = (Path(load.__globals__["__file__"]).parent / "pairs.yaml").read_text(encoding="utf-8")
    own.write_text(text.replace("when: items() >= 5,", "when: items() >= 5, warning: true,"), encoding="utf-8")
    suite = check_suite(load(str(own)), [pair("A", full="one", compressed="two")])
    assert answers(suite) == {"at least 5 pairs": False, TEXTS: True}
    assert not suite.fails


@pytest.mark.parametrize("name", ["blind", "lite", "pairs", "recognition", "scenarios"])
def test_no_items_at_all_are_an_answer(name: str) -> None:
    assert check_suite(load(name), []).as_dict()["items"] == 0


def test_a_study_checks_its_own_items(study: Study) -> None:
    assert study.check_items().fails  # three pairs, where five are asked for


# The guard of a deal: what it refuses, what is forced with a reason, and who never counts.


def refused(study: Study, raters: int | list[str], **options: object) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        study.deal(raters, **options)
    return [problem.place for problem in refusal.value.problems]


def test_a_deal_that_breaks_a_rule_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", [pair_item(0), pair_item(1, status="pending"), *map(pair_item, range(2, 5))])
    assert not study.check_items().fails  # the pending pair would do, and is not dealt
    assert refused(study, 3) == ["at least 5 pairs", "raters", "deal"]
    assert refused(study, 5) == ["at least 5 pairs", "deal"]
    assert refused(study, 5, force=True) == ["--force"]
    assert study.status()["packets"]["dealt"] == 0


def test_a_forced_deal_is_provisional_and_its_reason_stands_in_result_and_report(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 4)
    study.deal(5, force=True, why="a first try")
    assert list(study.deal(["later"]).raters) == ["later"]  # the reason covers the same rules
    answer_all(study, nearer_to("alpha"))
    study.unblind()
    result = study.score(replicates=20)
    told = "Dealt by force (a first try) although rules were not met: at least 5 pairs."
    assert told in result.notes
    assert [check.met for check in result.checks if check.name == "at least 5 pairs"] == [False]
    report = study.report()[0]
    assert "a first try" in report.read_text(encoding="utf-8").partition("How it was dealt")[2]


def test_answers_to_item_rules_are_those_of_the_deal(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 5)
    study.deal(5, force=True, why="not needed")
    answer_all(study, nearer_to("alpha"))
    study.unblind()
    result = study.score(replicates=20)
    assert not [note for note in result.notes if "by force" in note]  # nothing was broken
    assert {check.name: check.met for check in result.checks}[TEXTS] is True


def test_a_pilot_is_exempt_and_never_counts(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", 5)
    assert refused(study, 2, pilot=True) == ["--pilot"]
    study.deal(["tess"], pilot=True)
    answer_all(study, nearer_to("beta"))
    assert refused(study, 4) == ["raters", "deal"]  # the pilot is no fifth
    study.deal(5)
    answer_all(study, nearer_to("alpha"))
    assert study.status()["pilots"] == ["tess"]
    study.deal(["slow"], pilot=True)  # a pilot's packet that is out holds nobody up
    study.unblind()
    result = study.score(replicates=20)
    assert (result.counts["people"], result.estimates["pfi_001"].value) == (5, pytest.approx(2 / 3))
    assert "tess" not in {rating.rater for rating in study.ratings()}
    study.withdraw_rater("tess", why="gone", anonymise=True, keep_answers=True)
    assert study.score(replicates=20).counts["people"] == 5
    assert study.doctor() == []
    report = study.report()[0]
    assert "Pilot raters, whose answers count nowhere" in report.read_text(encoding="utf-8")
