"""Results of the older page: read with its slot table, asked for without it."""

import json
from pathlib import Path
from typing import Any

import pytest

from ringtrue.judge import Answered, read_judgments
from ringtrue.judge.older_page import OlderPage, is_older_page
from ringtrue.judge.older_slots import Slots
from ringtrue.protocols import load
from ringtrue.terms import BadInput, Item, Problem

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


def taken(path: Path, slots: Slots | None = SLOTS) -> list[Answered]:
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
