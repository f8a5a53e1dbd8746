"""Answers as the quality of raters needs them: blind while the key is sealed, right or wrong by the key once open."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pair_studies import answered as answered_pairs
from pair_studies import pair_study
from ringtrue import Study
from ringtrue.store import JudgmentRecord
from ringtrue.store.keys import sealed_keys
from ringtrue.study.answers_seen import AnswersSeen, SeenAnswer
from ringtrue.terms import Given
from study_templates import fresh

WORDS = ("the tide brings back what a bay forgets", "nobody counts the ropes before it turns")
Answer = Callable[[dict[str, Any]], str]


def seen(study: Study) -> list[SeenAnswer]:
    with study.records() as records:
        return list(AnswersSeen(records, study.settings.protocol)(records))


def is_sealed(study: Study) -> bool:
    with study.records() as records:
        return AnswersSeen(records, study.settings.protocol).sealed


def quote_study(folder: Path) -> Study:
    """Three quotes, one control of each kind for every rater; every text has nine words."""
    study = fresh(folder, "blind")
    quotes = [
        {"id": f"q{n}", "kind": "quote", "prompt": f"Boat {n}?", "topic": "boats", "status": "accepted", "citation": [],
         "real": f"mostly {WORDS[n % 2]}", "tags": {"difficulty": "easy", **({"control": True} if n > 2 else {})},
         "responses": {name: f"{word} {WORDS[n % 2]}" for name, word in
                       (("clone", "surely"), ("generic", "maybe"), ("self", "always"))}}
        for n in range(5)
    ]  # fmt: skip
    (folder / "items.json").write_text(json.dumps(quotes), encoding="utf-8")
    return study


def answer(study: Study, pick: Answer) -> dict[str, dict[str, Any]]:
    """Deal to one rater, let the rater pick by the key's entry of each card; returns the key by card."""
    study.deal(["ann"], controls=1)
    with study.records() as records:
        (packet,) = records.packets()
        key = sealed_keys(records)[packet.packet.token]
        given = []
        for place, card in enumerate(packet.packet.cards, 1):
            entry = key[card.id]
            values = entry["expect"] if entry["role"] == "attention" else {"found": pick(entry)}
            more = {"seconds": 8.0, "visible_seconds": 5.0, "recognised": place == 1, "comment": f"word {place}"}
            given += [Given(card.id, name, _tuple(value), position=place, **more) for name, value in values.items()]
        records.save_answers(packet.packet.token, given, who="ann")
        records.return_packet(packet.packet.token, who="ann")
    return {card: dict(entry) for card, entry in key.items()}


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def person(entry: dict[str, Any]) -> str:
    return "AB"[entry["speakers"].index("real")]


def other(entry: dict[str, Any]) -> str:
    return "AB"[1 - entry["speakers"].index("real")]


def test_while_the_key_is_sealed_every_answer_is_neither_right_nor_wrong(tmp_path: Path) -> None:
    study = quote_study(tmp_path / "s")
    assert not is_sealed(study)  # nothing was dealt
    answer(study, person)
    assert is_sealed(study)
    found = seen(study)
    assert found
    assert {(one.seen.role, one.seen.right, one.rating) for one in found} == {("item", None, None)}


@pytest.mark.parametrize(("pick", "right"), [(person, 1.0), (other, 0.0)])
def test_opened_a_pick_is_right_where_it_found_the_person(tmp_path: Path, pick: Answer, right: float) -> None:
    study = quote_study(tmp_path / "s")
    key = answer(study, pick)
    study.unblind()
    assert not is_sealed(study)
    roles = {"clone": "item", "generic": "generic", "self": "self"}
    for one in seen(study):
        entry = key[one.seen.card]
        if entry["role"] == "attention":
            assert (one.seen.role, one.seen.right, one.rating) == ("attention", 1.0, None)
            continue
        assert (one.seen.role, one.seen.right) == (roles[entry["about"]], right)
        assert one.rating is not None
        assert (one.rating.item, one.rating.value) == (entry["item"], right)
        assert one.seen.given == pick(entry)  # as it was given, sides not turned
    counted = [one.seen.role for one in seen(study)]
    assert (counted.count("item"), counted.count("generic"), counted.count("self")) == (3, 1, 1)


def test_what_was_kept_beside_an_answer_comes_with_it(tmp_path: Path) -> None:
    study = quote_study(tmp_path / "s")
    answer(study, person)
    first, second = (one.seen for one in seen(study)[:2])
    assert (first.rater, first.seconds, first.visible_seconds) == ("ann", 8.0, 5.0)
    assert (first.recognised, second.recognised) == (True, False)
    assert first.comment == "word 1"
    quotes = [one.seen for one in seen(study) if one.seen.question == "found"]
    assert 18 in {one.words for one in quotes}  # two texts of nine words
    assert {one.scale for one in quotes} == {"pick"}


def test_an_attention_card_answered_otherwise_is_wrong(tmp_path: Path) -> None:
    study = quote_study(tmp_path / "s")
    study.deal(["ann"], controls=0)
    with study.records() as records:
        (packet,) = records.packets()
        key = sealed_keys(records)[packet.packet.token]
        given = []
        for card in packet.packet.cards:
            expected = key[card.id].get("expect", {}).get("found", "A")
            given.append(Given(card.id, "found", "B" if expected == "A" else "A"))
        records.save_answers(packet.packet.token, given, who="ann")
        records.return_packet(packet.packet.token, who="ann")
    study.unblind()
    attention = [one.seen.right for one in seen(study) if one.seen.role == "attention"]
    assert attention
    assert set(attention) == {0.0}


def test_answers_with_their_item_named_need_no_key(tmp_path: Path) -> None:
    study = quote_study(tmp_path / "s")
    rows = [
        JudgmentRecord("ann", "q0", "found", 1.0, seconds=3.0, comment="sure"),
        JudgmentRecord("ann", "q1", "found", 0.5),
        JudgmentRecord("ann", "q2", "found", None, reason="no idea"),
        JudgmentRecord("ann", "q3", "found", 0.0, "generic"),
        JudgmentRecord("ann", "q4", "found", 1.0, "self"),
        JudgmentRecord("model", "q0", "found", 1.0, judge_kind="model"),
        JudgmentRecord("ann", "q0", "smell", 1.0),
    ]
    with study.records() as records:
        records.record_judgments(rows, who="tester")
    told = [(one.seen.card, one.seen.role, one.seen.right) for one in seen(study)]
    assert told == [
        ("q0 ", "item", 1.0),
        ("q1 ", "item", 0.5),
        ("q2 ", "item", None),
        ("q3 generic", "generic", 0.0),
        ("q4 self", "self", 1.0),
    ]
    first = seen(study)[0].seen
    assert (first.seconds, first.comment, first.words) == (3.0, "sure", 0)
    assert not is_sealed(study)


@pytest.mark.parametrize(("leaning", "right"), [(-2.0, 1.0), (-1.0, 1.0), (0.0, 0.5), (1.0, 0.0), (2.0, 0.0)])
def test_a_leaning_is_right_or_wrong_on_a_generic_card_alone(tmp_path: Path, leaning: float, right: float) -> None:
    study = fresh(tmp_path / "s", "pairs")
    rows = [
        JudgmentRecord("ann", "P1", "voice", leaning, "compressed"),
        JudgmentRecord("ann", "P1", "voice", leaning, "control"),
        JudgmentRecord("ann", "P1", "vibe", 3.0, "control"),
    ]
    with study.records() as records:
        records.record_judgments(rows, who="tester")
    assert [one.seen.right for one in seen(study)] == [None, right, None]


def test_dealt_pairs_lean_as_the_key_says(tmp_path: Path) -> None:
    study = answered_pairs(pair_study(tmp_path / "s", gold=False), [[(2.0, 3.0, 3.0)]] * 5, controls=1)
    voices = [one for one in seen(study) if one.seen.question == "voice"]
    by_role = {role: {one.rating.value for one in voices if one.rating and one.seen.role == role}
               for role in ("item", "generic")}  # fmt: skip
    assert by_role == {"item": {2.0}, "generic": {-2.0}}
    assert {one.seen.right for one in voices if one.seen.role == "generic"} == {1.0}


def test_a_study_nobody_answered_has_no_answers(tmp_path: Path) -> None:
    assert seen(quote_study(tmp_path / "s")) == []
