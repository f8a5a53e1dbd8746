"""Kinds of items and their questions as a file declares them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol_parts import table, tables_with, told
from ringtrue.protocols.kind_table import read_kinds
from ringtrue.terms import Kind, Question

LEAST: dict[str, Any] = {"show": ["clone"], "ask": {"warm": {"scale": "grade", "text": "How warm?"}}}


def read_one(declared: dict[str, Any]) -> tuple[Kind, list[tuple[str, str]]]:
    section = table({"k": declared})
    return read_kinds(section)["k"], told(section.faults)


def test_the_least_a_kind_says_and_what_follows_from_it() -> None:
    expected = Kind("k", ("clone",), (Question("warm", "grade", "How warm?"),), ("person",))
    assert read_one(LEAST) == (expected, [])


def test_everything_a_kind_may_say() -> None:
    question = {
        "scale": "ticks",
        "text": "Which?",
        "required": False,
        "list": "checklist.tone",
        "counts_on": [1, 3],
        "both": "Which of {side}?",
    }
    declared = {
        "share": 0.5,
        "show": ["real", "clone"],
        "judges": ["person", "model", "statistic"],
        "needs": ["domain"],
        "numbers": ["score"],
        "gold": True,
        "history": True,
        "ask": {"first": question, "second": LEAST["ask"]["warm"]},
    }
    asked = (
        Question("first", "ticks", "Which?", False, "checklist.tone", (1, 3), "Which of {side}?"),
        Question("second", "grade", "How warm?"),
    )
    judges = ("person", "model", "statistic")
    expected = Kind("k", ("real", "clone"), asked, judges, 0.5, ("domain",), ("score",), True, True)  # type: ignore[arg-type]
    assert read_one(declared) == (expected, [])


@pytest.mark.parametrize(
    ("changed", "place", "what"),
    [
        ({"judges": ["person", "robot"]}, "part.k.judges.1", "unknown judge 'robot'"),
        ({"judges": []}, "part.k.judges", "'judges' is an empty list"),
        ({"judges": "person"}, "part.k.judges", "'judges' is not a list"),
        ({"shwo": ["clone"]}, "part.k.shwo", "unknown key 'shwo'"),
        ({"share": "half"}, "part.k.share", "'share' is not a number"),
        ({"ask": {}}, "part.k.ask", "'ask' is empty"),
        ({"ask": {"2nd": {}}}, "part.k.ask.2nd", "'2nd' cannot be a name"),
        ({"ask": {"q": {"scale": "s"}}}, "part.k.ask.q", "the key 'text' is missing"),
        (
            {"ask": {"q": {"scale": "s", "text": "t", "both": "Which?"}}},
            "part.k.ask.q.both",
            "'both' does not say which text is meant",
        ),
    ],
)
def test_a_fault_is_told_once_at_its_place(changed: dict[str, Any], place: str, what: str) -> None:
    assert read_one(LEAST | changed)[1] == [(place, what)]


@pytest.mark.parametrize("key", ["show", "ask"])
def test_what_a_kind_must_say(key: str) -> None:
    declared = {name: value for name, value in LEAST.items() if name != key}
    assert read_one(declared)[1] == [("part.k", f"the key '{key}' is missing")]


@given(tables_with("k", "show", "ask", "judges", "scale", "text", "both", "counts_on", "gold"), st.booleans())
def test_no_declaration_crashes_the_reader(declared: dict[Any, Any], inner: bool) -> None:
    section = table({"k": declared} if inner else declared)
    kinds = read_kinds(section)
    told(section.faults)
    assert all(kind.name == name for name, kind in kinds.items())
    assert all(isinstance(text, str) for kind in kinds.values() for text in (*kind.show, *kind.needs, *kind.judges))
