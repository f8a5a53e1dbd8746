"""The leak check as a study makes it: waivers on the command line and in the audit log."""

from pathlib import Path

import pytest

from dealt_studies import pair_item, pair_study
from ringtrue.blind import Waiver
from ringtrue.study.leak_check import RULES, checked_leaks, earlier_waivers, read_waiver
from ringtrue.terms import BadInput


@pytest.mark.parametrize(
    ("text", "waiver"),
    [
        ("length=both ramble", Waiver("length", "both ramble")),
        ("length:P1=both ramble", Waiver("length", "both ramble", "P1")),
        (" name : P:1 = he is named = in the prompt ", Waiver("name", "he is named = in the prompt", "P:1")),
    ],
)
def test_a_waiver_is_read(text: str, waiver: Waiver) -> None:
    assert read_waiver(text) == waiver


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lenght=x", "did you mean length"),
        ("colour=x", "one of name, machine, citation"),
        ("length", "needs a reason"),
        ("length:P1=  ", "needs a reason"),
        ("", "no such rule"),
    ],
)
def test_a_waiver_that_says_too_little_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_waiver(text)
    (problem,) = refusal.value.problems
    assert told in f"{problem.what} {problem.remedy}"


def test_every_rule_has_a_remedy(tmp_path: Path) -> None:
    """One leak of each rule in one study: all of them come at once, each with what to do."""
    items = [pair_item(n) for n in range(7)]
    texts = [item["responses"] for item in items]
    texts[0]["full"] = "alpha knows Claude thing 0"
    texts[1]["full"] = "as an AI says thing 1"
    texts[2]["full"] = "alpha says thing 2 [RAIZ:x]"
    texts[3]["full"] = "one two three four five six seven eight"
    texts[3]["compressed"] = texts[3]["control"] = "eight other words that the sample lacks here"
    texts[4]["full"] += " and some more words"
    texts[5]["full"] = "- alpha says thing 5"
    texts[6]["full"] = "alpha says “thing” 6 here"
    study = pair_study(tmp_path / "s", items)
    gold = "zero one two three four five six seven eight nine"
    with pytest.raises(BadInput) as refusal:
        checked_leaks(study.settings, study.items(), (), [], gold=gold)
    found = {problem.what.split(":")[0]: problem for problem in refusal.value.problems}
    assert set(found) == set(RULES)
    assert all(problem.remedy.split(";")[0] for problem in found.values())
    assert found["gold"].value == texts[3]["full"]


def test_an_earlier_waiver_that_covers_nothing_any_more_does_no_harm(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    with study.records() as records:
        told = {"rule": "length", "item": None, "reason": "long ago", "leaks": 3}
        records.note("leaks waived", {"deal": 1, "waivers": [told]}, who="tester")
        earlier = earlier_waivers(records)
    assert earlier == [Waiver("length", "long ago")]
    assert checked_leaks(study.settings, study.items(), (), [], earlier=earlier) == []
