"""Simulated raters: packets filled as a page fills them, labelled, the same every time, and by the chances stated."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealt_studies import pair_study as pairs_on_disk
from ringtrue.blind.key import KeyEntry
from ringtrue.demo import chances
from ringtrue.demo.layout import SPEAKERS
from ringtrue.demo.pairs import pair_study
from ringtrue.demo.simulated_raters import (
    INATTENTIVE,
    RESULTS,
    SIMULATED,
    TIRED,
    _Mind,
    fill_packets,
    rate,
    rater_names,
)
from ringtrue.demo.studies import RATERS
from ringtrue.protocols.loader import load
from ringtrue.store.keys import deal_secret
from ringtrue.study.study import Study
from ringtrue.terms.item import Item
from small_demo import small_place, with_pairs

EVERYBODY = rater_names(RATERS)


def results(study: Study) -> list[dict[str, Any]]:
    files = sorted((study.folder / RESULTS).glob("*.json"))
    return [json.loads(path.read_text(encoding="utf-8")) for path in files]


def test_every_packet_has_a_result_that_says_it_is_simulated(drifted: Study) -> None:
    given = results(drifted)
    with drifted.records() as records:
        packets = records.packets()
    assert sorted(result["packet"] for result in given) == sorted(one.packet.token for one in packets)
    assert {one.state for one in packets} == {"returned"}
    assert all(result["consent"]["note"] == result["sitting"]["note"] == SIMULATED for result in given)
    ticks = [result["consent"]["statements"] for result in given]  # as the import asks for; the note says who ticked
    assert all(one and set(one.values()) == {True} for one in ticks)


def test_every_answer_comes_from_a_sealed_packet(drifted: Study) -> None:
    with drifted.records() as records:
        assert next(iter(records.judgments()), None) is None or all(one.card for one in records.judgments())
        assert records.is_opened
    assert {rating.rater for rating in drifted.ratings()} == set(EVERYBODY)


def test_raters_tick_more_for_the_person_than_for_the_bot(drifted: Study) -> None:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for rating in drifted.ratings():
        if rating.question == "found" and rating.speaker != "clone":
            found[rating.speaker].append(float(rating.value))  # type: ignore[arg-type]
    assert sum(found["generic"]) / len(found["generic"]) > 0.8
    assert 0.3 < sum(found["self"]) / len(found["self"]) < 0.7


def test_one_rater_does_not_look_and_hurries(drifted: Study) -> None:
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    with drifted.records() as records:
        for packet in records.packets():
            seconds[packet.packet.rater] += [one.given.seconds or 0.0 for one in records.answers(packet.packet.token)]
    middle = {rater: sorted(times)[len(times) // 2] for rater, times in seconds.items()}
    assert middle[INATTENTIVE] < 15 < min(time for rater, time in middle.items() if rater != INATTENTIVE)


def test_a_second_demo_draws_the_same(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        place = with_pairs(small_place(tmp_path / name))
        pair_study(place, "compressed")
        answers = [result["answers"] for result in results(Study.open(place.study("pairs", "compressed")))]
        texts.append(json.dumps(answers))
    assert texts[0] == texts[1]


def test_a_study_that_was_stopped_half_way_goes_on(tmp_path: Path) -> None:
    place = with_pairs(small_place(tmp_path / "out"))
    pair_study(place, "compressed")
    study = Study.open(place.study("pairs", "compressed"))
    with study.records() as records:
        before = len(list(records.audit_entries()))
    rate(study, EVERYBODY, {"compressed": "compressed"})  # dealt, filled and opened: nothing is left to do
    with study.records() as records:
        assert len(list(records.audit_entries())) == before


def test_a_secret_is_given_once(drifted: Study) -> None:
    with drifted.records() as records:
        first = deal_secret(records, who="test")
        assert deal_secret(records, who="test", given="another") == first


def quote(number: int) -> Item:
    return Item(f"DQ-{number:03}", "quote", "Say it.", tags={"difficulty": "hard"})


def shares(speaker: str, kind: str, name: str, rater: str = "simulated-1", place: int = 1) -> float:
    """How often a rater ticks, or finds the person, over many cards of a speaker in the place of the clone."""
    items = {f"DQ-{number:03}": quote(number) for number in range(400)}
    mind = _Mind(rater, "test", {"clone": speaker}, items)
    (question,) = [one for one in load("blind").kinds[kind].questions if one.name == name]
    lists = {question.lists: ["a", "b", "c"]} if question.lists else {}
    card = {"kind": kind, "lists": lists}
    truths: list[bool] = []
    for number, item in enumerate(items):
        order = ("real", "clone") if number % 2 else ("clone", "real")
        entry = KeyEntry(item, order if kind == "quote" else ("clone",), "clone")
        ((_, value),) = mind.answered(card, entry, [question], place)[1]
        truths += value if isinstance(value, list) else [order["AB".index(value)] == "real"]
    return sum(truths) / len(truths)


def test_chances_come_out_as_stated() -> None:
    # Leanings of items and raters pull a share toward one half, and a few cards are answered unread.
    assert shares("generic", "quote", "found") == pytest.approx(0.91, abs=0.06)
    assert shares("self", "decision", "criteria") == pytest.approx(0.90, abs=0.05)
    assert shares("generic", "decision", "criteria") == pytest.approx(0.24, abs=0.06)
    assert shares("caricature", "style", "tone") == pytest.approx(0.55, abs=0.07)


def test_whoever_does_not_look_finds_less_and_who_tires_finds_less_late() -> None:
    attentive = shares("generic", "quote", "found")
    assert shares("generic", "quote", "found", rater=INATTENTIVE) < attentive - 0.08
    late = shares("generic", "quote", "found", rater=TIRED, place=chances.TIRED_FROM + 1)
    assert late < shares("generic", "quote", "found", rater=TIRED) - 0.08


def test_the_first_card_s_answer_does_not_depend_on_its_sides() -> None:
    mind = _Mind("simulated-1", "test", {"clone": "drifted"}, {"DQ-001": quote(1)})
    (question,) = load("blind").kinds["quote"].questions
    card = {"kind": "quote", "lists": {}}
    orders = (("real", "clone"), ("clone", "real"))
    sides = [mind.answered(card, KeyEntry("DQ-001", order, "clone"), [question], 1)[1][0][1] for order in orders]
    assert Counter(sides) == {"A": 1, "B": 1}


def test_answers_that_depart_were_marked_by_hand() -> None:
    assert chances.marked("drifted", "DS-002") == "keeps"
    assert chances.marked("drifted", "DS-001") == "departs"
    assert chances.marked("caricature", "DS-001") == "keeps loudly"
    assert [chances.marked(name, "DS-001") for name in ("faithful", "generic", "self")] == ["keeps", "nobody", "hers"]


@pytest.mark.parametrize("speaker", [*SPEAKERS, "self"])
def test_every_chance_is_one(speaker: str) -> None:
    tables = [chances.FOUND[speaker], chances.STYLE[speaker], chances.MET, chances.TRAPPED]
    assert all(0 < chance < 1 for table in tables for chance in table.values())


def test_a_probability_moves_on_the_log_odds() -> None:
    assert chances.shifted(0.5, 0.0) == 0.5
    assert chances.shifted(0.2, 1.0) == pytest.approx(0.4046, abs=1e-4)  # odds .25 x e = .6796; .6796 / 1.6796
    assert 0 < chances.shifted(0.99, Random(1).gauss(0, 3)) < 1


def test_packets_are_filled_in_any_way_that_knows_the_key(tmp_path: Path) -> None:
    study = pairs_on_disk(tmp_path / "s", 5)
    study.deal(rater_names(5), attention=())

    def answered(card: Any, entry: KeyEntry, asked: Any, place: int) -> tuple[float, list[tuple[str, Any]]]:
        values = {"nearer": entry.sign, "grade": 2}  # the candidate is rather nearer, on whichever side it stands
        return 9.0, [(one.name, values[one.scale]) for one in asked if one.scale in values]

    files = fill_packets(study, lambda _: answered, "filled by a test")
    study.take_in(files)
    study.unblind()
    told = [json.loads(path.read_text(encoding="utf-8"))["consent"]["note"] for path in files]
    assert told == ["filled by a test"] * 5
    assert [one.value for one in study.ratings() if one.question == "voice"] == [1.0] * 25  # five raters, five pairs
    assert fill_packets(study, lambda _: answered, "again") == []  # no packet is out any more
