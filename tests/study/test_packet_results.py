"""Results held against their packet, on every type of scale: the blind protocol asks picks, ticks and flags."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from result_files import answers_to, result_of, written
from ringtrue import Study
from ringtrue.judge.result_file import read_result
from ringtrue.store import Source, StudyStore
from ringtrue.store.keys import seal_keys
from ringtrue.study.exporting import documents_of
from ringtrue.study.packet_results import PacketDesk, record_result, shown_hash
from ringtrue.terms import BadInput, Card, Packet

CARDS = (
    Card("q1", "quote", "On work", ("Begin early.", "Begin — late.")),
    Card("d1", "decision", "Buy?", ("No.",), {"criteria": ("fast", "cheap", "kind")}),
    Card("e1", "edge", "And if?", ("Then no.",), {"criteria": ("holds",)}),
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    study = Study.create(tmp_path_factory.mktemp("blind") / "study", protocol="blind", who="lab")
    with study.records() as records:
        seal_keys(records, {"token": {card.id: "x" for card in CARDS}}, who="lab")
        records.issue_packets([Packet("token", "Jo", CARDS)], who="lab")
    return study.folder


@pytest.fixture
def study(template: Path, tmp_path: Path) -> Study:
    copytree(template, tmp_path / "study")
    return Study.open(tmp_path / "study", who="lab")


@pytest.fixture
def records(study: Study) -> Iterator[StudyStore]:
    with study.records() as opened:
        yield opened


@pytest.fixture
def document(study: Study) -> dict[str, Any]:
    return study.packet_document("token", hosted=False)


def checked(study: Study, records: StudyStore, result: dict[str, Any], folder: Path) -> Any:
    path = written(folder / "r.json", result)
    desk = PacketDesk(records, documents_of(study, records.packets()))
    return desk.check(path, Source.of("r.json", path.read_bytes()), read_result(path))


def test_every_type_of_scale_is_taken_as_the_card_asks_it(
    study: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path
) -> None:
    packet = checked(study, records, result_of(document, answers_to(document)), tmp_path)
    values = {(one.card, one.question): one.value for one in packet.givens}
    assert values["q1", "found"] == "B"
    assert values["d1", "criteria"] == (True, False, True)
    assert (packet.rater, packet.cards, packet.done, packet.partial) == ("Jo", 3, 3, False)
    record_result(records, packet, who="lab")
    assert {row.value for row in records.judgments() if row.card == "d1"} == {(True, False, True)}
    assert records.verify_audit() == []


@pytest.mark.parametrize(
    ("card", "question", "value"),
    [
        ("q1", "found", "C"),
        ("q1", "found", "real"),
        ("q1", "found", 1),
        ("d1", "criteria", [True, False]),
        ("d1", "criteria", [True, False, True, True]),
        ("d1", "criteria", [True, False, 1]),
        ("d1", "criteria", True),
        ("e1", "trap", 0),
        ("e1", "trap", "no"),
    ],
)
def test_a_wrong_value_is_refused_by_name(
    study: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path, card: str, question: str, value: Any
) -> None:
    given_answers = answers_to(document)
    place = next(n for n, one in enumerate(given_answers) if (one["card"], one["question"]) == (card, question))
    given_answers[place]["value"] = value
    with pytest.raises(BadInput) as refused:
        checked(study, records, result_of(document, given_answers), tmp_path)
    (problem,) = refused.value.problems
    assert problem.place == f"answer {place + 1}, {question}"
    assert problem.remedy


def test_swapped_texts_are_noticed(study: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path) -> None:
    """Whoever saw the second text first would have answered about the other side."""
    answers = answers_to(document)
    answers[0]["shown"] = answers[0]["shown"][::-1]
    with pytest.raises(BadInput, match="in their order"):
        checked(study, records, result_of(document, answers), tmp_path)


def test_texts_are_named_by_the_beginning_of_their_hash() -> None:
    assert shown_hash("Begin — late.") == sha256("Begin — late.".encode()).hexdigest()[:12]


def test_a_pick_taken_back_leaves_its_card_open(
    study: Study, records: StudyStore, document: dict[str, Any], tmp_path: Path
) -> None:
    answers = answers_to(document)
    answers[0]["value"] = None
    packet = checked(study, records, result_of(document, answers), tmp_path)
    assert (packet.done, packet.partial) == (2, True)


@settings(max_examples=15)
@given(data=st.data())
def test_whatever_part_is_answered_done_and_partial_say_so(
    template: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """The oracle: a card is done when each of its required questions was drawn."""
    study = Study.open(template, who="lab")
    document = study.packet_document("token", hosted=False)
    every = answers_to(document)
    drawn = data.draw(
        st.lists(st.sampled_from(every), min_size=1, unique_by=lambda one: (one["card"], one["question"]))
    )
    with study.records() as records:
        packet = checked(study, records, result_of(document, drawn), tmp_path_factory.getbasetemp())
    there = {(one["card"], one["question"]) for one in drawn}
    kinds = {card["id"]: document["kinds"][card["kind"]]["questions"] for card in document["cards"]}
    asked = {(one["card"], one["question"]) for one in every}
    needed = {
        card: {(card, one["name"]) for one in questions if one["required"] and (card, one["name"]) in asked}
        for card, questions in kinds.items()
    }
    assert packet.done == sum(of_card <= there for of_card in needed.values())
    assert packet.partial == (packet.done < 3)
