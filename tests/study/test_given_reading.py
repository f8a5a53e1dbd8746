"""Answers as a page sends them: read against the document, every fault listed, nothing converted."""

import json
from typing import Any

import pytest
from hypothesis import given as tried
from hypothesis import strategies as st

from ringtrue.study.given_reading import LONGEST_TEXT, MOST_ROWS, read_givens
from ringtrue.terms import BadInput
from ringtrue.terms.given import Given


def asked(name: str, type_: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": type_, "low": None, "high": None, "step": None, "list": None, **more}


DOCUMENT = {
    "kinds": {
        "pair": {
            "questions": [
                asked("found", "pick"),
                asked("voice", "bipolar", low=-2, high=2, step=1),
                asked("grade", "steps", low=1, high=3, step=0.5),
                asked("mark", "anchored", low=0, high=100),
                asked("trap", "flag"),
                asked("criteria", "checklist", list="criteria"),
                asked("words", "text"),
                asked("hours", "number"),
            ]
        },
        "other": {"questions": [asked("found", "pick")]},
    },
    "cards": [
        {"id": "c1", "kind": "pair", "texts": ["one", "two"], "lists": {"criteria": ["a", "b", "c"]}},
        {"id": "c2", "kind": "other", "texts": ["one"], "lists": {}},
    ],
}


def row(question: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"card": "c1", "question": question, "value": value, **more}


def places(rows: Any) -> list[str]:
    with pytest.raises(BadInput) as refused:
        read_givens(DOCUMENT, rows, file="sent")
    assert {problem.file for problem in refused.value.problems} == {"sent"}
    return [problem.place for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("question", "value", "read"),
    [
        ("found", "A", "A"),
        ("found", "tie", "tie"),
        ("voice", -2, -2.0),
        ("voice", 1.0, 1.0),
        ("grade", 2.5, 2.5),
        ("mark", 33.3, 33.3),
        ("trap", False, False),
        ("criteria", [True, False, True], (True, False, True)),
        ("words", "é \ud800 \x00", "é \ud800 \x00"),
        ("words", "", ""),
        ("hours", 1e6, 1e6),
        ("voice", None, None),
    ],
)
def test_fitting_values(question: str, value: Any, read: Any) -> None:
    [found] = read_givens(DOCUMENT, [row(question, value)])
    assert found == Given("c1", question, read)
    assert type(found.value) is type(read)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("found", "C"),
        ("found", 0),
        ("found", "a"),
        ("voice", 3),
        ("voice", -2.5),
        ("voice", "1"),
        ("voice", True),
        ("voice", float("nan")),
        ("voice", float("inf")),
        ("voice", 10**400),
        ("voice", []),
        ("grade", 1.25),
        ("mark", -0.001),
        ("trap", 1),
        ("trap", "true"),
        ("criteria", [True, False]),
        ("criteria", [1, 0, 1]),
        ("criteria", "1;0;1"),
        ("words", 5),
        ("words", "x" * (LONGEST_TEXT + 1)),
        ("hours", {}),
    ],
)
def test_values_that_do_not_fit(question: str, value: Any) -> None:
    assert places([row(question, value)]) == [f"answer 1, {question}"]


def test_circumstances_are_kept() -> None:
    told = {
        "shown": ["0123456789ab", "cdef01234567"],
        "seconds": 12.5,
        "visible_seconds": 11,
        "comment": "<b>odd</b>",
        "recognised": True,
        "position": 3,
    }
    [found] = read_givens(DOCUMENT, [row("voice", 1, **told)])
    assert found == Given("c1", "voice", 1.0, **{**told, "shown": tuple(told["shown"])})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "told",
    [
        {"shown": ["0123456789ab"]},
        {"shown": ["0123456789AB", "cdef01234567"]},
        {"shown": "0123456789ab"},
        {"shown": [1, 2]},
        {"seconds": -1},
        {"seconds": "3"},
        {"seconds": 1e9},
        {"visible_seconds": float("nan")},
        {"comment": None},
        {"comment": "x" * (LONGEST_TEXT + 1)},
        {"recognised": 1},
        {"position": 0},
        {"position": 1.5},
        {"position": True},
        {"speaker": "clone"},
    ],
)
def test_circumstances_that_cannot_be(told: dict[str, Any]) -> None:
    assert places([row("voice", 1, **told)]) == [f"answer 1, {next(iter(told))}"]


def test_cards_and_questions_that_are_not_there() -> None:
    rows = [
        {"card": "c9", "question": "voice", "value": 1},
        {"card": ["c1"], "question": "voice", "value": 1},
        {"question": "voice"},
        row("vice", 1),
        {"card": "c2", "question": "voice", "value": 1},
        row(None, 1),  # type: ignore[arg-type]
        "c1",
        None,
    ]
    assert places(rows) == [
        "answer 1, card",
        "answer 2, card",
        "answer 3, card",
        "answer 4, question",
        "answer 5, question",
        "answer 6, question",
        "answer 7",
        "answer 8",
    ]


def test_every_fault_of_every_row_comes_at_once_and_nothing_passes() -> None:
    rows = [row("voice", 9, seconds=-1), row("voice", 1), row("trap", 3, comment=4, extra=1)]
    assert places(rows) == [
        "answer 1, voice",
        "answer 1, seconds",
        "answer 3, extra",
        "answer 3, trap",
        "answer 3, comment",
    ]


def test_what_is_no_list_or_too_long_a_list() -> None:
    for rows in ({}, "x", None, 5, [row("voice", 1)] * (MOST_ROWS + 1)):
        assert places(rows) == ["answers"]
    assert read_givens(DOCUMENT, []) == []


def test_a_long_value_is_not_repeated_whole() -> None:
    with pytest.raises(BadInput) as refused:
        read_givens(DOCUMENT, [row("voice", "x" * 100_000)])
    assert len(refused.value.problems[0].value) == 200


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["found", "voice", "grade", "mark", "trap", "criteria", "words", "hours"])


@tried(st.lists(st.one_of(JSON, st.builds(row, NAMES, JSON, seconds=JSON, shown=JSON)), max_size=4))
def test_whatever_is_sent_is_read_or_refused(rows: list[Any]) -> None:
    try:
        read = read_givens(DOCUMENT, rows)
    except BadInput:
        return
    assert len(read) == len(rows)
    assert json.dumps([one.as_dict() for one in read], allow_nan=False)
