"""Unblinding: refused while packets are out, one recorded act, late answers refused, and scoring afterwards."""

import sqlite3
from pathlib import Path

import pytest

from dealt_studies import answer_all, answer_packet, nearer_to, pair_item, pair_items, pair_study
from result_files import answers_to, result_of, written
from ringtrue.blind.key import cards_of
from ringtrue.files.json_file import read_json, write_json
from ringtrue.store.keys import sealed_keys
from ringtrue.study.manifest import recorded_changes
from ringtrue.study.study import Study
from ringtrue.study.unblind import cards_dealt, waiting
from ringtrue.terms.answer import Given, Rating
from ringtrue.terms.problem import BadInput
from study_templates import fresh


def refusal(act: object, *arguments: object, **options: object) -> str:
    with pytest.raises(BadInput) as found:
        act(*arguments, **options)  # type: ignore[operator]
    return " ".join(f"{one.what} {one.value} {one.remedy}" for one in found.value.problems)


def openings(study: Study) -> int:
    with study.records() as records:
        return sum(entry.act == "key opened" for entry in records.audit_entries())


@pytest.fixture
def dealt(tmp_path: Path) -> Study:
    study = pair_study(tmp_path / "s", pair_items(5, 5))
    study.deal(3, controls=6, force=True, why="small")
    return study


def test_refused_before_dealing_and_while_packets_are_out_with_whose_they_are(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    assert "Nothing was dealt" in refusal(study.unblind)
    study.deal(["ann", "bob"], force=True, why="small")
    assert "2 packets are out" in refusal(study.unblind)
    with study.records() as records:
        first = records.packets()[0]
    answer_packet(study, first, nearer_to("alpha"))
    told = refusal(study.unblind)
    assert "1 packet is out" in told
    assert "bob" in told
    assert "ann" not in told
    assert "needs a reason" in refusal(study.unblind, early=True, why="  ")
    assert openings(study) == 0


def test_blind_answers_wait_and_are_ratings_once_the_key_is_open(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))  # everybody is sure of the full speaker
    assert list(dealt.ratings()) == []
    with dealt.records() as records:
        assert waiting(records) == 3 * 11 * 3
    assert "99 blind answers wait" in refusal(dealt.score, replicates=20)
    done = dealt.unblind()
    assert (done.packets, done.answers, done.again, done.changes) == ({"returned": 3}, 99, False, ())
    ratings = list(dealt.ratings())
    assert len(ratings) == 3 * 10 * 3  # attention cards are no ratings
    voices = {(one.item, one.speaker): one.value for one in ratings if one.question == "voice"}
    # definitely the full speaker: -2 toward the compressed one, and toward the control on its cards
    assert set(voices.values()) == {-2.0}
    assert {speaker for _, speaker in voices} == {"compressed", "control"}


def test_the_score_after_unblinding_is_that_of_the_answers(dealt: Study) -> None:
    """Voice -2, vibe 3, logic 3: ((−2+2)/4 + 1 + 1)/3 = 2/3 for every rating of document 001."""
    answer_all(dealt, nearer_to("alpha"))
    dealt.unblind()
    result = dealt.score(replicates=20)
    assert result.estimates["pfi_001"].value == pytest.approx(2 / 3)
    assert result.estimates["voice_toward"].value == -2
    assert result.counts["people"] == 3
    assert result.counts["items"] == 5


def test_the_other_way_round_scores_the_other_way_round(dealt: Study) -> None:
    answer_all(dealt, nearer_to("beta"))
    dealt.unblind()
    assert dealt.score(replicates=20).estimates["voice_toward"].value == 2


def test_early_needs_a_reason_takes_begun_packets_in_as_partial_and_refuses_what_comes_later(dealt: Study) -> None:
    with dealt.records() as records:
        whole, begun, untouched = records.packets()
    answer_packet(dealt, whole, nearer_to("alpha"))
    answer_packet(dealt, begun, nearer_to("alpha"), cards=4, finish=False)
    done = dealt.unblind(early=True, why="the term is over")
    assert done.packets == {"returned": 1, "partial": 1, "out": 1}
    assert done.answers == 33 + 12
    assert done.why == "the term is over"
    with dealt.records() as records:
        (told,) = recorded_changes(records)
        assert "with 1 packets not returned" in told.what
        assert told.why == "the term is over"
        for one in (begun, untouched):
            given = [Given(one.packet.cards[5].id, "voice", 1.0)]
            assert "no longer accepted" in refusal(records.save_answers, one.packet.token, given, who="r")
            assert "no longer accepted" in refusal(records.return_packet, one.packet.token, who="r")
        assert records.verify_audit() == []


def test_a_packet_answered_to_the_end_but_not_handed_in_is_whole(dealt: Study) -> None:
    with dealt.records() as records:
        first = records.packets()[0]
    answer_packet(dealt, first, nearer_to("alpha"), finish=False)
    assert dealt.unblind(early=True, why="enough").packets == {"returned": 1, "out": 2}


def test_the_key_is_opened_once(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    first, second = dealt.unblind(why="all are back"), dealt.unblind(why="again")
    assert openings(dealt) == 1
    assert second.again
    assert (second.at, second.who, second.why) == (first.at, "tester", "all are back")


def test_a_key_that_was_tampered_with_is_not_opened(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    with sqlite3.connect(dealt.folder / "study.db") as connection:
        connection.execute('UPDATE keys SET sides = replace(sides, \'"full","compressed"\', \'"compressed","full"\')')
    connection.close()
    assert "not the one that was committed to" in refusal(dealt.unblind)
    assert openings(dealt) == 0
    assert list(dealt.ratings()) == []


def test_a_plan_that_was_tampered_with_is_found(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    with sqlite3.connect(dealt.folder / "study.db") as connection:
        connection.execute("UPDATE seals SET plan = replace(plan, 'pfi_001', 'pfi_007')")
    connection.close()
    assert "not what was sealed" in refusal(dealt.unblind)


def test_what_differs_from_the_plan_is_told(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    dealt.withdraw_item("P3", why="a misprint")
    path = dealt.folder / "items.json"
    items = read_json(path).data
    items[0]["pfi_model"] = 0.5
    write_json(path, [item for item in items if item["id"] != "P4"])
    study = Study.open(dealt.folder)
    assert "not as it was dealt" in refusal(study.unblind)
    study.record_change(why="found too late")
    assert study.unblind().changes == (
        "item P0 was changed after dealing",
        "item P3 was withdrawn after dealing and is left out",
        "item P4 is gone from the list",
    )


def test_a_packet_withdrawn_after_it_came_back_is_not_scored(dealt: Study) -> None:
    answer_all(dealt, nearer_to("alpha"))
    with dealt.records() as records:
        token = records.packets()[0].packet.token
        records.change_packet(token, "withdrawn", who="tester", why="filled in by somebody else")
    dealt.unblind()
    assert {one.rater for one in dealt.ratings()} == {"r2", "r3"}


def test_answers_from_files_of_before_dealing_and_blind_ones_are_scored_together(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    rows = "rater,item,question,value\n" + "".join(f"file,P{n},{q},3\n" for n in range(5) for q in ("vibe", "logic"))
    path = tmp_path / "more.csv"
    path.write_text(rows + "".join(f"file,P{n},voice,-2\n" for n in range(5)), encoding="utf-8")
    study.take_in([path])
    study.deal(3, controls=0, force=True, why="small")
    assert study.score(replicates=20).counts["people"] == 1
    answer_all(study, nearer_to("alpha"))
    waits = study.score(replicates=20)
    assert any("blind answers wait for the key" in note for note in waits.notes)
    study.unblind()
    assert study.score(replicates=20).counts["people"] == 4
    assert {(one.rater, one.sealed) for one in study.ratings()} == {
        ("file", False),
        *((rater, True) for rater in ("r1", "r2", "r3")),
    }


def test_judgments_that_name_speakers_are_refused_in_a_sealed_and_in_an_opened_study(
    dealt: Study, tmp_path: Path
) -> None:
    path = tmp_path / "more.csv"
    path.write_text(
        "rater,item,question,value,speaker\nr1,P0,voice,2,compressed\nnobody,P1,voice,2,compressed\n", encoding="utf-8"
    )
    assert "dealt blind" in refusal(dealt.take_in, [path])
    assert "dealt blind" in refusal(dealt.take_in, [path], judge_kind="model")
    answer_all(dealt, nearer_to("alpha"))
    dealt.unblind()
    assert "provisional" in refusal(dealt.take_in, [path])
    assert all(one.sealed for one in dealt.ratings())


def test_somebody_who_answers_fewer_than_half_of_their_cards_is_no_evaluator(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s")
    study.deal(3, controls=0, force=True, why="small")
    with study.records() as records:
        first, *others = records.packets()
    for packet in others:
        answer_packet(study, packet, nearer_to("alpha"))
    with study.records() as records:
        records.save_answers(first.packet.token, [Given(first.packet.cards[0].id, "voice", 1.0)], who="a test")
    study.unblind(early=True, why="a test")
    with study.records() as records:
        assert set(cards_dealt(records).values()) == {5}
    assert study.score(replicates=20).counts["people"] == 2


def test_control_items_are_scored_as_controls_and_not_in_the_suite(tmp_path: Path) -> None:
    items = [pair_item(n) for n in range(5)] + [pair_item(n, tags={"control": True}) for n in range(10, 16)]
    study = pair_study(tmp_path / "s", items)
    study.deal(2, controls=6, force=True, why="small")
    answer_all(study, nearer_to("alpha"))
    study.unblind()
    result = study.score(replicates=20)
    assert result.counts["items"] == 5
    assert {row["id"] for row in result.items} == {f"P{n}" for n in range(5)}
    assert study.check_items().items == 5
    assert study.check_items().controls == 6
    assert {one.item for one in study.ratings() if one.speaker == "control"} == {f"P{n}" for n in range(10, 16)}


def test_an_answer_given_on_a_card_and_in_a_file_is_refused(tmp_path: Path) -> None:
    dealt = pair_study(tmp_path / "s")
    path = tmp_path / "more.csv"
    path.write_text("rater,item,question,value\nr1,P0,voice,2\nr9,P0,voice,2\n", encoding="utf-8")
    dealt.take_in([path])
    dealt.deal(["r1"], controls=0, force=True, why="small")
    answer_all(dealt, nearer_to("alpha"))
    dealt.unblind()
    assert "on a card and in a file" in refusal(dealt.score, replicates=20)


def test_models_the_program_asked_count_as_asked_blind_and_a_file_of_answers_does_not(tmp_path: Path) -> None:
    study = fresh(tmp_path / "s", "scenarios")
    needs = {"context": "A storm.", "expected_decision": "Wait.", "expected_reasoning": "It passes."}
    row = {"id": "S1", "kind": "scenario", "prompt": "Sail?", "status": "accepted", **needs}
    write_json(study.folder / "items.json", [row, row | {"id": "S2"}])
    with study.records() as records:
        records.record_judgments([Rating("m", "S1", "voice_accuracy", 80.0, "clone", "model")], who="tester")
    assert [one.sealed for one in study.ratings()] == [True]
    file = tmp_path / "more.csv"
    file.write_text("rater,item,question,value,speaker\nn,S2,voice_accuracy,100,clone\n", encoding="utf-8")
    study.take_in([file], judge_kind="model")
    assert {one.sealed for one in study.ratings()} == {False}  # nobody can say any more who answered what


EDGE = """\
- id: {id}
  kind: edge
  prompt: Is {id} so?
  status: accepted
  expected: Both are so, says {id}.
  trap: Only one is so, says {id}.
  criteria: [one, two, three, four, five]
  responses: {{clone: The answer to {id}.}}
"""


def test_whether_the_trap_was_taken_is_recorded_for_each_item_whatever_order_a_rater_saw(tmp_path: Path) -> None:
    study = Study.create(tmp_path / "study", protocol="blind")
    study.items_file.write_text("".join(EDGE.format(id=name) for name in ("E1", "E2", "E3", "E4")), encoding="utf-8")
    study.deal(["a", "b", "c"], force=True, why="a small study", attention=())
    with study.records() as records:
        key = cards_of(sealed_keys(records))
        tokens = [one.packet.token for one in records.packets()]
    assert {one.positions for one in key.values()} == {("expected", "trap"), ("trap", "expected")}
    taken = {"E1": "trap", "E2": "expected", "E3": "expected", "E4": None}  # None: the raters say neither
    for number, token in enumerate(tokens):
        document = study.packet_document(token, hosted=False)
        answers = answers_to(document)
        for answer in (one for one in answers if one["question"] == "stance"):
            wanted = taken[key[answer["card"]].item]
            answer["value"] = str(key[answer["card"]].positions.index(wanted) + 1) if wanted else "neither"
        study.take_in([written(tmp_path / f"{number}.json", result_of(document, answers))])
    study.unblind()
    result = study.score(replicates=50)
    assert {row["id"]: row["trap"] for row in result.items} == {"E1": 1, "E2": 0, "E3": 0, "E4": 0}
    assert result.estimates["trapped"].value == 25
