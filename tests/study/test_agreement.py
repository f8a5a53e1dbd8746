"""Agreement of real studies: by texts while the key is sealed, with controls apart once it is open."""

import json
from pathlib import Path
from typing import Any

import pytest

from blind_studies import WORDS, blind_study
from dealt_studies import answer_all, answer_packet, pair_items, pair_study
from ringtrue.stats.agreement.cohen import light_kappa
from ringtrue.stats.agreement.side_kappa import expected_kappa
from ringtrue.stats.interval.crossed import crossed_mean
from ringtrue.study.agreement import StudyAgreement
from ringtrue.study.study import Study
from ringtrue.terms.answer import Answer
from ringtrue.terms.item import Card
from ringtrue.terms.problem import BadInput


def rate(study: Study, skill: dict[str, int]) -> None:
    """Each rater finds the person, or who stands for them, on the quotes whose number modulo 8 is under their skill."""
    with study.records() as records:
        packets = [one for one in records.packets() if one.state == "out"]
    for one in packets:
        answer_packet(study, one, lambda card, most=skill[one.packet.rater]: answers(card, most))


def is_attention(card: Card) -> bool:
    return "only checks that the texts are read" in " ".join(card.texts)


def answers(card: Card, most: int) -> dict[str, Answer]:
    if is_attention(card):
        return {"found": "A"}
    if card.kind == "decision":
        place = WORDS.index(card.texts[0].split()[3])
        return {"criteria": tuple((tick + place) % 5 < most for tick in range(5))}
    number = int(card.texts[0].split()[4])
    second = not card.texts[0].startswith("mostly")
    right = number % 8 < most
    return {"found": "AB"[second if right else not second]}


def values(found: StudyAgreement, question: str, statistic: str) -> Any:
    (one,) = [one for one in found.questions if one.name == question]
    return one.estimates[statistic]


@pytest.fixture
def dealt(tmp_path: Path) -> Study:
    study = blind_study(tmp_path / "study")
    study.deal(["anna", "ben", "cleo"], force=True, why="small", controls=0)
    rate(study, {"anna": 7, "ben": 5, "cleo": 3})
    return study


def test_kappa_of_picks_is_the_same_before_and_after_opening(dealt: Study) -> None:
    before = dealt.agreement()
    dealt.unblind()
    after = dealt.agreement()
    assert (before.sealed, after.sealed) == (True, False)
    # Right on 7, 5 and 3 of the same 8 quotes: pairs of raters differ on 2, 2 and 4 of 8: 1 - 2 (8 / 24) = 1/3.
    for found in (before, after):
        assert values(found, "found", "side_kappa").value == pytest.approx(1 / 3)
    right = [[float(n < most) for most in (7, 5, 3)] for n in range(8)]
    expected = expected_kappa(crossed_mean(right))
    assert values(after, "found", "expected_kappa").value == pytest.approx((2 * 15 / 24 - 1) ** 2)
    assert values(after, "found", "expected_kappa").high == pytest.approx(expected.high)
    assert "expected_kappa" not in next(one for one in before.questions if one.name == "found").estimates


def test_criteria_are_compared_one_by_one_and_need_no_key(dealt: Study) -> None:
    before = dealt.agreement()
    (criteria,) = [one for one in before.questions if one.name == "criteria"]
    assert (criteria.items, criteria.raters, criteria.ratings) == (20, 3, 60)
    ticks = [[float((tick + place) % 5 < most) for most in (7, 5, 3)] for place in range(4) for tick in range(5)]
    assert criteria.estimates["cohen_kappa"].value == pytest.approx(light_kappa(ticks).value)
    dealt.unblind()
    assert values(dealt.agreement(), "criteria", "cohen_kappa").value == criteria.estimates["cohen_kappa"].value


def test_controls_stand_apart_only_once_the_key_is_open(tmp_path: Path) -> None:
    study = blind_study(tmp_path / "study", controls=8)
    study.deal(["anna", "ben", "cleo"], force=True, why="small", controls=4)
    rate(study, {"anna": 8, "ben": 8, "cleo": 3})
    before = study.agreement()
    told = json.dumps(before.as_dict())
    assert [one.name for one in before.questions] == ["found", "criteria"]
    assert "generic" not in told
    study.unblind()
    after = study.agreement()
    assert {"found", "found, generic", "found, self"} <= {one.name for one in after.questions}
    parts = [one for one in after.questions if one.name.startswith("found")]
    (whole,) = [one for one in before.questions if one.name == "found"]
    assert whole.ratings == sum(one.ratings for one in parts)


def test_an_answer_between_two_texts_is_turned_toward_one_of_them_for_everybody(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", pair_items(5), grade="both")
    study.deal(["anna", "ben", "cleo", "dan"], force=True, why="small", controls=0)

    def answer(card: Card) -> dict[str, Answer]:
        if is_attention(card):
            return {"voice": 0.0, "vibe_a": 2.0}
        first = card.texts[0].startswith("alpha")
        number = int(card.prompt.split()[1].rstrip("?"))
        toward = float(number % 3)  # toward the first speaker, however the card lies
        grades = {"vibe_a" if first else "vibe_b": 3.0, "vibe_b" if first else "vibe_a": 1.0 + number % 2}
        return {"voice": -toward if first else toward, **grades, "logic_a": 2.0, "logic_b": 2.0}

    answer_all(study, answer)
    found = study.agreement()
    assert values(found, "voice", "krippendorff_interval").value == pytest.approx(1.0)
    assert values(found, "vibe", "krippendorff_interval").value == pytest.approx(1.0)
    (vibe,) = [one for one in found.questions if one.name == "vibe"]
    assert vibe.items == 10  # each text of each pair
    assert "identical" in values(found, "logic", "icc_2_1").reason


def test_packets_that_are_out_and_pilots_are_left_out(tmp_path: Path) -> None:
    study = blind_study(tmp_path / "study")
    study.deal(["anna", "ben", "cleo"], force=True, why="small", controls=0)
    with pytest.raises(BadInput, match="No packet has come back"):
        study.agreement()
    study.deal(["zoe"], force=True, why="a pilot", pilot=True, controls=0)
    with study.records() as records:
        packets = {one.packet.rater: one for one in records.packets()}
    for rater in ("anna", "ben", "zoe"):
        answer_packet(study, packets[rater], lambda card: answers(card, 4))
    found = study.agreement()
    assert {one.raters for one in found.questions} == {2}
    assert any("1 packets are still out" in note for note in found.notes)


def test_a_study_that_was_not_dealt_is_read_as_it_is(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "study", 3)
    rows = [
        {"rater": rater, "item": f"P{n}", "question": "vibe", "value": n + 1} for rater in ("a", "b") for n in range(3)
    ]
    file = tmp_path / "ratings.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(BadInput, match="Nobody has answered"):
        study.agreement()
    study.take_in([file])
    found = study.agreement()
    assert not found.sealed
    assert values(found, "vibe", "icc_2_1").value == pytest.approx(1.0)
