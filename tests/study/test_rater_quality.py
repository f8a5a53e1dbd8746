"""The quality of raters in real studies: dealt cards before and after unblinding, and answers taken in unblinded."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pair_studies import answered as answered_pairs
from pair_studies import pair_study
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import sealed_keys
from ringtrue.study.rater_quality import RatedAnswer, RaterAnswers
from ringtrue.study.study import Study
from ringtrue.terms.answer import Given
from study_templates import fresh

QUOTES, CONTROLS = 20, 12
_WORDS = ["the", "tide", "brings", "back", "what", "a", "bay", "forgets", "and", "nobody", "counts", "its", "ropes"]

_SHIPS = [f"{first}{last}" for first in ("Sea", "Bay", "Tide", "Wind") for last in "abcdefgh"]  # one for each quote


def _text(speaker: str, number: int) -> str:
    """Texts of one length, without anything that tells them apart but their words."""
    turned = _WORDS[number % len(_WORDS) :] + _WORDS[: number % len(_WORDS)]
    return " ".join(
        [{"real": "mostly", "clone": "surely", "generic": "maybe", "self": "always"}[speaker], *turned, _SHIPS[number]]
    )


def _quote(number: int) -> dict[str, Any]:
    control = number >= QUOTES
    speakers = ("clone", "generic", "self") if control else ("clone",)
    return {
        "id": f"q{number}",
        "kind": "quote",
        "prompt": f"Say something about boat {number}.",
        "topic": f"boat {number}",
        "real": _text("real", number),
        "responses": {speaker: _text(speaker, number) for speaker in speakers},
        "status": "accepted",
        "citation": [],
        "tags": {"difficulty": "easy", **({"control": True} if control else {})},
    }


@pytest.fixture
def study(tmp_path: Path) -> Study:
    folder = tmp_path / "zoe"
    Study.create(folder, protocol="blind", who="Ines")
    items = [_quote(number) for number in range(QUOTES + CONTROLS)]
    (folder / "items.yaml").write_text(json.dumps(items), encoding="utf-8")
    return Study.open(folder, who="Ines")


Habit = Callable[[int, dict[str, Any]], str]  # the place among the rater's cards, and the key's entry -> A or B


def found(entry: dict[str, Any], right: bool) -> str:
    side = entry["speakers"].index("real")
    return "AB"[side if right else 1 - side]


def keen(place: int, entry: dict[str, Any]) -> str:
    return found(entry, entry["about"] == "generic" or place % 2 == 0)


def lazy(place: int, entry: dict[str, Any]) -> str:
    return "A"


def tired(place: int, entry: dict[str, Any]) -> str:
    return found(entry, place < 27)


def rate(study: Study, habits: dict[str, Habit]) -> None:
    study.deal(list(habits), force=True, why="a small study")
    with study.records() as records:
        keys = sealed_keys(records)
        for record in records.packets():
            token, rater = record.packet.token, record.packet.rater
            entries = [(card.id, keys[token][card.id]) for card in record.packet.cards]
            given = [answer for place, entry in enumerate(entries) for answer in _answers(place, *entry, habits[rater])]
            records.save_answers(token, given, who=rater)
            records.return_packet(token, who=rater)


def _answers(place: int, card: str, entry: dict[str, Any], habit: Habit) -> Iterator[Given]:
    """Who pays attention answers those cards as they ask; the others leave them out."""
    if entry["role"] == "attention":
        given = entry["expect"] if habit is keen else {}
    else:
        given = {"found": habit(place, entry)}
    recognised = habit is keen and place == 0
    for question, value in given.items():
        plain = tuple(value) if isinstance(value, list) else value
        yield Given(
            card, question, plain, seconds=20.0, visible_seconds=10.0, recognised=recognised, position=place + 1
        )


def test_while_sealed_nothing_is_right_or_wrong(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy})
    quality = study.quality()
    ann, lou = quality.panel.raters
    assert ann.picks.value is None
    assert ann.completion == 1.0
    assert quality.compared == ()
    assert any("sealed" in note for note in quality.notes)
    # Rows of one answer need no key: lou said A on every card.
    assert lou.monotony is not None
    assert lou.monotony.row == lou.monotony.of


def test_after_unblinding(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy, "tim": tired})
    study.unblind()
    quality = study.quality()
    ann, lou, tim = quality.panel.raters
    assert ann.picks.n == QUOTES
    assert (ann.generic.value, ann.generic.n) == (1.0, 6)
    assert ann.attention.value == 1.0
    # Sides are balanced: always A is right half the time, give or take one card.
    assert lou.generic.value == pytest.approx(0.5, abs=1 / 6 + 1e-9)
    assert lou.name in quality.panel.screened
    assert ann.recognised == 1
    assert tim.fatigue is not None
    assert tim.fatigue.fires
    assert ann.timing.out_of_sight == pytest.approx(0.5)
    assert {one.name for one in quality.compared} >= {"found_share"}


def test_the_comparison_leaves_out_what_it_says(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy, "tim": tired})
    study.unblind()
    compared = {one.name: one for one in study.quality().compared}["found_share"]
    assert compared.rested is not None
    assert compared.kept is not None
    assert compared.all.n == 3 * QUOTES
    # tim's last tenth is two of twenty picks; others fire only if their own picks say so.
    assert compared.rested.n <= 3 * QUOTES - 2
    assert compared.kept.n <= 2 * QUOTES


def test_the_result_is_the_same_whatever_quality_says(study: Study) -> None:
    rate(study, {"ann": keen, "lou": lazy, "tim": tired})
    study.unblind()
    before = study.score(replicates=200).estimates
    study.quality()
    assert study.score(replicates=200).estimates == before


def test_answers_that_came_unblinded(study: Study, tmp_path: Path) -> None:
    rows = [
        {"rater": "ann", "item": f"q{n}", "question": "found", "value": "real" if n % 4 else "clone", "seconds": 30}
        for n in range(QUOTES)
    ]
    rows += [
        {"rater": "ann", "item": f"q{n}", "question": "found", "value": "generic", "speaker": "generic"}
        for n in range(QUOTES, QUOTES + 6)
    ]
    file = tmp_path / "ratings.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    study.take_in([file])
    (ann,) = study.quality().panel.raters
    assert ann.dealt is None
    assert ann.completion is None
    assert ann.picks.value == pytest.approx(0.75)
    assert ann.generic.value == 0.0
    assert ann.timing.minutes == pytest.approx(10.0)


def test_report_and_command_show_it(study: Study) -> None:
    from click.testing import CliRunner

    from ringtrue.cli import main

    rate(study, {"ann": keen, "lou": lazy})
    study.unblind()
    study.score(replicates=200)
    (report,) = study.report("md")
    text = report.read_text(encoding="utf-8")
    assert "## How the raters answered" in text
    assert "The rule fixed in advance would leave lou out" in text
    shown = CliRunner().invoke(main, ["quality", str(study.folder)])
    assert shown.exit_code == 0, shown.output
    assert "lou" in shown.output
    document = CliRunner().invoke(main, ["quality", str(study.folder), "--json"])
    assert [one["name"] for one in json.loads(document.stdout)["raters"]] == ["ann", "lou"]


def test_nobody_answered(study: Study) -> None:
    from click.testing import CliRunner

    from ringtrue.cli import main

    shown = CliRunner().invoke(main, ["quality", str(study.folder)])
    assert shown.exit_code == 0
    assert "No person has answered yet." in shown.output


def test_a_pilot_is_nobody_who_answered_too_little(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(["tess"], pilot=True)
    study.deal(5)
    assert [rater.name for rater in study.quality().panel.raters] == ["r1", "r2", "r3", "r4", "r5"]


# Answers as the quality of raters needs them: blind while the key is sealed, right or wrong by the key once open.


WORDS = (
    "the tide brings back what a bay forgets",
    "nobody counts the ropes before it turns",
    "a bay forgets whatever the tide brought back",
    "the ropes turn before anybody counts them all",
    "what the wind brings home nobody counts twice",
)
Answer = Callable[[dict[str, Any]], str]


def seen(study: Study) -> list[RatedAnswer]:
    with study.records() as records:
        return list(RaterAnswers(records, study.settings.protocol)(records))


def is_sealed(study: Study) -> bool:
    with study.records() as records:
        return RaterAnswers(records, study.settings.protocol).sealed


def quote_study(folder: Path) -> Study:
    """Three quotes, one control of each kind for every rater; every text has nine words."""
    study = fresh(folder, "blind")
    quotes = [
        {"id": f"q{n}", "kind": "quote", "prompt": f"Boat {n}?", "topic": "boats", "status": "accepted", "citation": [],
         "real": f"mostly {WORDS[n]}", "tags": {"difficulty": "easy", **({"control": True} if n > 2 else {})},
         "responses": {name: f"{word} {WORDS[n]}" for name, word in
                       (("clone", "surely"), ("generic", "maybe"), ("self", "always"))}}
        for n in range(5)
    ]  # fmt: skip
    (folder / "items.json").write_text(json.dumps(quotes), encoding="utf-8")
    return study


def answer(study: Study, pick: Answer) -> dict[str, dict[str, Any]]:
    """Deal to one rater, let the rater pick by the key's entry of each card; returns the key by card."""
    study.deal(["ann"], controls=1, force=True, why="a small study")
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
    study.deal(["ann"], controls=0, force=True, why="a small study")
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
