"""Raw answers of each rater: sides opened, nothing before the key is, unblinded answers without an order."""

import json
from pathlib import Path

import pytest

from pair_studies import answered, pair_study
from ringtrue import Study
from ringtrue.store.keys import opened_keys, sealed_keys
from ringtrue.store.packets import fingerprint
from ringtrue.study.pair_raw import raw_documents
from ringtrue.terms import Given

ANSWERS = [[(2, 3, 3, 2), (1, 3, 2, 1)], [(-1, 1, 2, 0), (0, 2, 2, 2)], [(1, 2, 3, 1), None]]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return answered(pair_study(tmp_path_factory.mktemp("raw") / "s", "lite", count=3), ANSWERS, comment="noted")


def test_each_rater_has_a_document_with_what_he_said(study: Study) -> None:
    documents = raw_documents(study)
    assert list(documents) == ["r1", "r2"]
    by_pair = {answer["pair_id"]: answer for answer in documents["r1"]["answers"]}
    second = by_pair["P2"]
    assert [second[name] for name in ("voice", "vibe", "logic", "continuity")] == [-1, 1, 2, 0]
    assert (second["domain"], second["comment"], second["seconds"]) == ("ANAL", "noted", 60.0)
    assert [answer["pair_id"] for answer in documents["r2"]["answers"]].count("P3") == 0
    assert (documents["r1"]["partial"], documents["r2"]["partial"]) == (False, True)


def test_the_order_shown_and_the_sides_are_those_of_the_key(study: Study) -> None:
    with study.records() as records:
        key = opened_keys(records)
        packets = {one.packet.rater: one.packet for one in records.packets()}
    for rater, document in raw_documents(study).items():
        packet = packets[rater]
        assert document["packet"] == [fingerprint(packet.token)]
        assert packet.token not in json.dumps(document)
        placed = {entry["item"]: entry["speakers"] for entry in key[packet.token].values()}
        for answer in document["answers"]:
            assert answer["shown"] == placed[answer["pair_id"]]
            assert {letter: name for name, letter in answer["sides"].items()} == dict(
                zip("AB", answer["shown"], strict=True)
            )


def test_times_come_from_the_answers_or_from_what_an_offline_file_told(study: Study) -> None:
    document = raw_documents(study)["r1"]
    assert document["started"] <= document["finished"]
    with study.records() as records:
        told = {"started": "2026-01-01T10:00:00Z", "finished": "2026-01-01T10:09:00Z"}
        records.note_about_rater("r2", "sitting", told, who="tester")
    found = raw_documents(study)["r2"]
    assert (found["started"], found["finished"]) == tuple(told.values())


def test_before_the_key_is_opened_nothing_is_told(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", count=1)
    study.deal(["r1"], controls=0, attention=())
    with study.records() as records:
        (packet,) = records.packets()
        card = packet.packet.cards[0].id
        assert sealed_keys(records)
        records.save_answers(packet.packet.token, [Given(card, "voice", 1.0)], who="tester")
        records.return_packet(packet.packet.token, who="tester", partial=True)
    assert raw_documents(study) == {}


def test_answers_taken_in_without_cards_have_no_order(tmp_path: Path) -> None:
    study = pair_study(tmp_path / "s", count=1)
    rows = [
        {"rater": "ann", "item": "P1", "question": name, "value": value} for name, value in (("voice", 1), ("vibe", 3))
    ]
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    study.take_in([file])
    (answer,) = raw_documents(study)["ann"]["answers"]
    assert (answer["voice"], answer["vibe"], answer["logic"]) == (1, 3, None)
    assert (answer["shown"], answer["sides"], answer["seconds"]) == (None, None, None)
    assert raw_documents(study)["ann"]["packet"] == []
