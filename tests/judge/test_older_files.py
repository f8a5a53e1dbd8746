"""Results of the older page: read with its slot table, asked for without it."""

import json
from pathlib import Path
from typing import Any

import pytest

from ringtrue.formats.older_raw import is_older_raw
from ringtrue.judge.intake import read_judgments
from ringtrue.judge.older_files import OlderPage, OlderRaw, Slots, is_older_page, read_slots, turned
from ringtrue.judge.rows import ImportedAnswer
from ringtrue.protocols.loader import load
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol, Question, Rule, Scale

LITE = load("lite")
ITEMS = [Item("P1", "pair", "one", fields={"domain": "TECH"}), Item("s2", "pair", "two", fields={"domain": "NARR"})]
SLOTS = Slots({"s1": ("full", "compressed"), "s2": ("full", "compressed")}, items={"s1": "P1"}, raters={"b.json": "Bo"})


def response(scenario: str = "s1", order: Any = (0, 1), **scores: Any) -> dict[str, Any]:
    given = {"voice_score": -2, "vibe_score": 3, "logic_score": 2, "continuity_score": None, "comments": ""} | scores
    return {"scenario_id": scenario, "domain": "TECH", **given, "randomOrder": order}


def page(folder: Path, *responses: Any, name: str = "ann.json", **more: Any) -> Path:
    whole = {"test_version": "1.2", "completed_at": "2025-01-01", "duration_minutes": 9, "responses": responses}
    path = folder / name
    path.write_text(json.dumps(whole | {"summary": {}} | more), encoding="utf-8")
    return path


def taken(path: Path, slots: Slots | None = SLOTS) -> list[ImportedAnswer]:
    return read_judgments(path, LITE, ITEMS, opened=lambda problems: OlderPage(path, slots, LITE, problems))


def faults(path: Path, slots: Slots | None = SLOTS) -> list[Problem]:
    with pytest.raises(BadInput) as refused:
        taken(path, slots)
    return list(refused.value.problems)


def test_without_its_slot_table_it_is_asked_for(tmp_path: Path) -> None:
    path = page(tmp_path, response())
    assert is_older_page(path)
    (problem,) = faults(path, None)
    assert "slot table" in problem.what
    assert "--slots TABLE.yaml" in problem.remedy


@pytest.mark.parametrize(
    ("order", "voice"),
    [
        ([0, 1], -2.0),
        ([1, 0], 2.0),
        ([1, 2], -2.0),
        ([2, 1], 2.0),
        (["A", "B"], -2.0),
        (["b", "a"], 2.0),
        ("AB", -2.0),
        ("BA", 2.0),
        (False, -2.0),
        (True, 2.0),
    ],
)
def test_voice_is_turned_by_the_order_shown(tmp_path: Path, order: Any, voice: float) -> None:
    """-2 is definitely the first: the full one where slot 1 came first, the compressed one where it came second."""
    answers = taken(page(tmp_path, response(order=order)))
    assert [(one.rating.question, one.rating.value) for one in answers] == [
        ("voice", voice),
        ("vibe", 3.0),
        ("logic", 2.0),
    ]


def test_names_come_from_the_table_or_from_the_file(tmp_path: Path) -> None:
    answers = taken(page(tmp_path, response(comments="nice"), response("s2", continuity_score=1)))
    assert {one.rating.rater for one in answers} == {"ann"}
    assert {one.rating.item for one in answers} == {"P1", "s2"}
    assert [one.comment for one in answers] == ["nice", "", "", "", "", "", ""]
    assert {one.rating.rater for one in taken(page(tmp_path, response(), name="b.json"))} == {"Bo"}


def test_what_cannot_be_turned_is_told_response_by_response(tmp_path: Path) -> None:
    path = page(tmp_path, response("s9"), response(order="shuffled"), response(order=None), {"voice_score": 1}, "x")
    assert [(problem.what, bool(problem.remedy)) for problem in faults(path)] == [
        ("The slot table has no such scenario.", True),
        ("The order the texts were shown in cannot be read.", True),
        ("The order the texts were shown in cannot be read.", True),
        ("It names no scenario.", True),
        ("It names no scenario.", True),
    ]


def test_scores_are_held_against_the_scales(tmp_path: Path) -> None:
    found = faults(page(tmp_path, response(voice_score=5, vibe_score="good")))
    assert [problem.place for problem in found] == [
        "line 1, responses[0].voice_score",
        "line 1, responses[0].vibe_score",
    ]


def test_other_files_are_not_taken_for_it(tmp_path: Path) -> None:
    path = tmp_path / "judgments.json"
    path.write_text('[{"rater": "a"}]', encoding="utf-8")
    assert not is_older_page(path)
    path.write_text('{"test_version": 1, "responses": 7}', encoding="utf-8")
    assert is_older_page(path)
    (problem,) = faults(path)
    assert problem.what == "There is no list of responses in it."


# The older raw table: its grades by their own names, for a protocol that asks for them.


NAMES = ("dim1_identity_voice", "dim2_values", "dim3_style", "dim4_overall_similarity")
LIKENESS = Protocol(
    "likeness",
    "1.0.0",
    {"ten": Scale("ten", "steps", 1, 10, 1)},
    {"trial": Kind("trial", ("a", "b"), tuple(Question(name, "ten", "How alike?") for name in NAMES))},
    {},
    (Rule("done"),),
    (Rule("done"),),
    candidate="b",
)
HEADER = "trial_id,rater_id,persona,domain,prompt,response_a,response_b," + ",".join(NAMES) + ",comment\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "raw.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_four_grades_a_row(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + 'T1,R1,Z,TECH,"why, then?",x,y,7,8,9,10,good\nT1,R2,Z,TECH,p,x,y,1,,3,4,\n')
    assert is_older_raw(path)
    answers = read_judgments(path, LIKENESS, [Item("T1", "trial", "p")], opened=lambda _: OlderRaw(path, LIKENESS))
    assert [(one.rating.rater, one.rating.question[:4], one.rating.value) for one in answers] == [
        ("R1", "dim1", 7.0),
        ("R1", "dim2", 8.0),
        ("R1", "dim3", 9.0),
        ("R1", "dim4", 10.0),
        ("R2", "dim1", 1.0),
        ("R2", "dim3", 3.0),
        ("R2", "dim4", 4.0),
    ]
    assert [one.comment for one in answers if one.comment] == ["good"]


def test_faults_have_the_name_of_their_column(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + "T9,R1,Z,TECH,p,x,y,11,8,9,10,\n,,Z,TECH,p,x,y,,,,5,\n")
    with pytest.raises(BadInput) as refused:
        read_judgments(path, LIKENESS, [Item("T1", "trial", "p")], opened=lambda _: OlderRaw(path, LIKENESS))
    places = [problem.place for problem in refused.value.problems]
    assert "line 2, column dim1_identity_voice" in places
    assert "line 2, column trial_id" in places
    assert "line 3, column rater_id" in places


def test_a_protocol_that_does_not_ask_them_refuses_with_what_to_do(tmp_path: Path) -> None:
    path = write(tmp_path, HEADER + "T1,R1,Z,TECH,p,x,y,7,8,9,10,\n")
    with pytest.raises(BadInput, match="does not ask dim1_identity_voice") as refused:
        OlderRaw(path, load("pairs"))
    assert "docs/taking-in.md" in refused.value.problems[0].remedy


@pytest.mark.parametrize(
    "header", ["rater,item,question,value\n", "trial_id,rater_id,dim1,dim2,dim3\n", "\ufeff\ntrial_id;dim1;dim2\n"]
)
def test_other_tables_are_not_taken_for_it(tmp_path: Path, header: str) -> None:
    assert not is_older_raw(write(tmp_path, header))
    assert is_older_raw(write(tmp_path, '\ufeff"trial_id";"rater_id";dim1;dim2;dim3;dim4_x\r\n1;2;3;4;5;6\r\n'))


# Slot tables of the older page.


def test_a_table_with_items_and_raters(tmp_path: Path) -> None:
    path = tmp_path / "slots.yaml"
    path.write_text("slots: {s1: [full, compressed]}\nitems: {s1: P1}\nraters: {a.json: r1}\n", encoding="utf-8")
    read = read_slots(path)
    assert read.slots == {"s1": ("full", "compressed")}
    assert (read.items, read.raters) == ({"s1": "P1"}, {"a.json": "r1"})


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("- s1\n", ["line 1"]),
        ("items: {}\n", ["line 1"]),
        ("slots: {s1: full, s2: [a, a], s3: [a]}\n", ["line 1, slots.s1", "line 1, slots.s2", "line 1, slots.s3"]),
        ("slots: {s1: [a, b]}\nrater: x\nitems: 3\n", ["line 2, rater", "line 3, items"]),
    ],
)
def test_faults_are_told_together(tmp_path: Path, text: str, places: list[str]) -> None:
    path = tmp_path / "slots.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_slots(path)
    assert [problem.place for problem in refused.value.problems] == places


# Sides turned to speakers, leanings turned toward whom the scale names.


PICK = Scale("real-one", "pick", toward="real")
NEARER = Scale("nearer", "bipolar", -2, 2, 1, toward="clone")


@pytest.mark.parametrize(
    ("value", "expected"),
    [("A", "clone"), ("b", "real"), (" first ", "clone"), ("2", "real"), (1, "clone"), ("right", "real")],
)
def test_a_side_becomes_its_speaker(value: object, expected: str) -> None:
    assert turned(PICK, value, ("clone", "real")) == expected


def test_a_tie_stays_and_nonsense_is_left_for_the_scale_to_refuse() -> None:
    assert turned(PICK, "Tie", ("clone", "real")) == "tie"
    assert turned(PICK, "C", ("clone", "real")) == "C"


@pytest.mark.parametrize(
    ("sides", "value", "expected"),
    [(("clone", "real"), "-2", 2.0), (("real", "clone"), "-2", "-2"), (("clone", "real"), 0, 0.0), (None, "1", "1")],
)
def test_below_zero_is_the_first_side(sides: tuple[str, str] | None, value: object, expected: object) -> None:
    """Clone first and -2, definitely the first: definitely toward the clone, +2."""
    assert turned(NEARER, value, sides) == expected


def test_other_scales_and_other_words_are_left_alone() -> None:
    assert turned(Scale("yes-no", "flag"), "A", ("clone", "real")) == "A"
    assert turned(NEARER, "much", ("clone", "real")) == "much"
    assert turned(None, 1, ("clone", "real")) == 1
