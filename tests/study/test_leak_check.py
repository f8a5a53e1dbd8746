"""The leak check as a study makes it: waivers on the command line and in the audit log."""

from pathlib import Path
from typing import Any

import pytest

from dealt_studies import pair_item, pair_study
from ringtrue.blind.leak_check import Leak, Waiver
from ringtrue.protocols.loader import load
from ringtrue.study.leak_check import RULES, checked_leaks, earlier_waivers, leaking_names, read_waiver
from ringtrue.study.report import deal_account
from ringtrue.study.settings import Settings
from ringtrue.study.study import Study
from ringtrue.terms.problem import BadInput


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
    items = [pair_item(n) for n in range(9)]
    texts = [item["responses"] for item in items]
    texts[8]["full"] = texts[7]["full"]
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
    repeating = Leak("numbers", "suite", "clone", "all 9 pairs", "the text with more of the prompt's numbers ...")
    with pytest.raises(BadInput) as refusal:
        checked_leaks(study.settings, study.items(), (), [], gold=gold, over_sets=[repeating])
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


# Names that must not be read on a card.


def settings(subject: str, **speakers: object) -> Settings:
    return Settings(load("pairs"), subject, data={"speakers": speakers})


@pytest.mark.parametrize(
    ("subject", "whole", "parts"),
    [
        ("Ada Quillon", ("Ada Quillon",), ("Ada", "Quillon")),
        ("Jan van der Post", ("Jan van der Post",), ("Jan", "Post")),
        ("Will", ("Will",), ()),
        ("ada-quillon", ("ada quillon", "ada-quillon"), ("Ada", "Quillon")),
        ("J. P. Ng", ("J. P. Ng",), ()),
        ("study", (), ("Study",)),  # the name of a folder: the word itself is in many texts
        ("s", (), ()),
        ("", (), ()),
    ],
)
def test_the_subject_s_name_and_its_parts(subject: str, whole: tuple[str, ...], parts: tuple[str, ...]) -> None:
    found = leaking_names(settings(subject))
    assert (found.whole, found.parts) == (whole, parts)


@pytest.mark.parametrize(
    ("subject", "every"),
    [("J. P. Ng", ("Ng",)), ("Jan van der Post", ("Jan", "Post")), ("ada-li", ("Ada", "Li")), ("Will", ("Will",))],
)
def test_over_all_pairs_every_part_of_the_name_counts(subject: str, every: tuple[str, ...]) -> None:
    assert leaking_names(settings(subject)).every == every


def test_models_and_weight_files_of_the_speakers() -> None:
    speakers = {
        "clone": {"kind": "openai", "model": "org/tiny-4", "url": "http://127.0.0.1:9/v1"},
        "control": {"kind": "local", "file": "/models/small.gguf"},
        "real": {"kind": "documented"},
    }
    assert leaking_names(settings("", **speakers)).whole == ("tiny-4", "small.gguf")


# All pairs as a set.


def long_pairs(longer: int, shorter: int, same: int) -> list[dict[str, Any]]:
    """Pairs in which the text of the compressed persona is a little longer, a little shorter, or as long."""
    items = [pair_item(n) for n in range(longer + shorter + same)]
    for item in items:
        item["responses"] = {name: f"{text} and so on" for name, text in item["responses"].items()}
    for item in items[:longer]:
        item["responses"]["compressed"] += " then"
    for item in items[longer : longer + shorter]:
        item["responses"]["full"] += " then"
        item["responses"]["control"] += " then"
    return items


def test_a_study_whose_longer_texts_are_one_speaker_s_is_refused_waived_and_told(tmp_path: Path) -> None:
    # 23 of 29: 2 x 621616 / 2^29 = .0023. Each text is within a fifth of the other: pair by pair nothing is found.
    study = pair_study(tmp_path / "s", long_pairs(23, 6, 1))
    with pytest.raises(BadInput) as refusal:
        study.deal(20)
    (problem,) = refusal.value.problems
    assert problem.place == "suite, compressed, all 30 pairs"
    assert problem.what == "length: the longer text is the compressed's in 23 of 29 pairs (p .002, corrected .002)"
    assert problem.remedy.endswith("or --waive length:suite=REASON")
    dealt = study.deal(20, waivers=[Waiver("length", "they ramble", "suite")])
    assert [(leak.item, leak.waived) for leak in dealt.leaks] == [("suite", "they ramble")]
    told = "suite, 30 pairs: the longer text is the compressed's in 23 of 29 pairs (p .002, corrected .002) (artefact)"
    assert told in dealt.findings
    assert study.deal(["later"]).leaks[0].waived == "they ramble"  # an earlier waiver still holds
    account = deal_account(study)
    assert account is not None
    assert told in account["findings"]
    assert account["waivers"][0]["leaks"] == 1


def test_lengths_that_differ_as_a_coin_falls_are_dealt(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", long_pairs(17, 12, 1))  # 17 of 29: p .46
    assert "suite, 30 pairs: no artefact stands out" in study.deal(7).findings


# Typography evened out on both sides.


def curly_items() -> list[dict[str, Any]]:
    items = [pair_item(n) for n in range(5)]
    for item in items:
        item["responses"]["compressed"] = item["responses"]["compressed"].replace("thing", "“thing”")
    return items


def shown(study: Study) -> set[str]:
    with study.records() as records:
        return {text for one in records.packets() for card in one.packet.cards for text in card.texts}


def test_normalise_evens_out_what_is_shown_and_nothing_that_is_stored(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", curly_items())
    file = (study.folder / "items.json").read_bytes()
    with pytest.raises(BadInput, match="curly quotes"):
        study.deal(7)
    dealt = study.deal(7, normalise=True)
    assert 'beta says "thing" 0 here' in shown(study)
    assert not any("“" in text for text in shown(study))
    assert (study.folder / "items.json").read_bytes() == file
    told = "texts changed for that: 5, and none of those stored"
    assert told in dealt.findings[0]
    account = deal_account(study)
    assert account is not None
    assert any(told in line for line in account["findings"])
    study.deal(["later"])  # sees what the others see
    assert not any("“" in text for text in shown(study))


def test_all_raters_see_the_same_typography(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(["first"], pilot=True, normalise=True)  # a pilot binds nobody
    study.deal(7)
    with pytest.raises(BadInput, match="as they are"):
        study.deal(1, normalise=True)
