"""Judgments taken in: values as ratings hold them, in their order, whatever the file's form."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge import Answered, read_judgments
from ringtrue.protocols import BUILT_IN, load
from ringtrue.terms import BadInput, Item, Problem, Rating


@pytest.mark.parametrize(
    ("item", "question", "value", "expected"),
    [
        ("Q1", "found", "real", 1.0),
        ("Q1", "found", "clone", 0.0),
        ("Q1", "found", "tie", 0.5),
        ("Q1", "found", True, 1.0),
        ("Q1", "found", 0, 0.0),
        ("Q1", "voice", -2, -2.0),
        ("D1", "criteria", [True, False, 1], (True, False, True)),
        ("D1", "tone", [0, 0], (False, False)),
        ("D1", "vibe", 3, 3.0),
        ("D1", "score", 62.5, 62.5),
        ("D1", "trap", False, False),
        ("D1", "remark", "", ""),
        ("D1", "remark", "too kind", "too kind"),
    ],
)
def test_every_scale_gives_the_value_a_rating_holds(
    desk: Any, item: str, question: str, value: object, expected: object
) -> None:
    (answer,) = desk.take({"item": item, "question": question, "value": value})
    assert answer.rating == Rating("R1", item, question, expected)
    assert type(answer.rating.value) is type(expected)


def test_what_came_beside_the_answer_is_kept_with_its_line(desk: Any) -> None:
    plain = {"question": "vibe", "value": 2}
    full = {"question": "trap", "value": True, "seconds": 7, "comment": " well ", "excerpt": "I, too,\nam him"}
    first, second = desk.read(
        "\n".join(json.dumps({"rater": "R1", "item": "D1", **row}) for row in (plain, full)).replace("}\n", "}\n\n")
    )
    assert first == Answered(Rating("R1", "D1", "vibe", 2.0), None, "", "", 1)
    assert second == Answered(Rating("R1", "D1", "trap", True), 7.0, " well ", "I, too,\nam him", 3)


def test_a_control_takes_the_candidates_place_on_a_card(desk: Any) -> None:
    rows = [
        {"item": "Q1", "question": "found", "value": "clone"},
        {"item": "Q1", "question": "found", "value": "generic", "speaker": "generic"},
        {"item": "Q1", "question": "found", "value": "real", "speaker": "self"},
    ]
    assert [(answer.rating.speaker, answer.rating.value) for answer in desk.take(*rows)] == [
        (None, 0.0),
        ("generic", 0.0),
        ("self", 1.0),
    ]


def test_a_speaker_who_was_not_on_the_card_cannot_have_been_picked(desk: Any) -> None:
    rows = [
        {"item": "Q1", "question": "found", "value": "generic"},
        {"item": "Q2", "question": "found", "value": "clone", "speaker": "generic"},
    ]
    first, second = desk.faults(*rows)
    assert (first.what, first.value) == ("generic is not on this card.", "generic")
    assert first.remedy == "If generic was shown, give it as the speaker too."
    assert "real, generic, tie" in second.remedy


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_side_of_a_blind_card_is_refused_with_its_packet_named(desk: Any, side: str) -> None:
    (problem,) = desk.faults({"item": "Q1", "question": "found", "value": side})
    assert problem.place == "line 1, value"
    assert problem.value == side
    assert "packet" in problem.remedy


def test_judges_are_people_unless_a_row_or_the_caller_says_otherwise(desk: Any) -> None:
    rows = [
        {"question": "vibe", "value": 1},
        {"question": "vibe", "value": 1, "rater": "M", "judge_kind": "model"},
        {"question": "vibe", "value": 1, "rater": "S", "judge": "statistic"},
    ]
    assert [answer.rating.judge_kind for answer in desk.take(*rows)] == ["person", "model", "statistic"]
    assert desk.take(rows[0], judge_kind="model")[0].rating.judge_kind == "model"
    with pytest.raises(ValueError, match="person, model, statistic"):
        desk.take(rows[0], judge_kind="robot")


def test_an_odd_kind_of_judge_and_two_that_differ_are_refused(desk: Any) -> None:
    odd, two = desk.faults(
        {"question": "vibe", "value": 1, "judge": "oracle"},
        {"question": "score", "value": 1, "judge": "person", "judge_kind": "model"},
    )
    assert (odd.place, odd.remedy) == ("line 1, judge", "Give one of person, model, statistic.")
    assert two.what == "judge and judge_kind say different things."


def test_all_faults_of_all_rows_are_told_together_in_their_order(desk: Any) -> None:
    problems = desk.faults(
        {"rater": " ", "item": "D11", "question": "vibes", "value": 1, "speaker": "cloan", "secons": 3},
        "not a judgment",
        {"question": "vibe", "value": 4, "seconds": -1, "comment": 5},
    )
    assert [problem.place for problem in problems] == [
        "line 1, secons",
        "line 1, rater",
        "line 1, item",
        "line 1, question",
        "line 1, speaker",
        "line 2",
        "line 3, value",
        "line 3, seconds",
        "line 3, comment",
    ]
    assert all(problem.remedy and problem.file.endswith("answers.jsonl") for problem in problems)
    assert [problem.remedy for problem in problems if "mean" in problem.remedy] == [
        "Did you mean seconds?",
        "Did you mean D1?",
        "Did you mean vibe?",
        "Did you mean clone?",
    ]


def test_very_many_faults_are_counted_and_the_first_hundred_told(desk: Any) -> None:
    problems = desk.faults(*({"rater": f"R{n}", "question": "vibe", "value": 9} for n in range(250)))
    assert len(problems) == 101
    assert problems[-1].what == "… and 150 more problems"


ANSWERS = st.one_of(
    st.tuples(st.just("Q1"), st.just("found"), st.sampled_from(["real", "clone", "tie", True, False])),
    st.tuples(st.just("D1"), st.just("criteria"), st.lists(st.booleans(), min_size=3, max_size=3)),
    st.tuples(st.just("D1"), st.just("score"), st.floats(0, 100)),
    st.tuples(st.just("D1"), st.just("trap"), st.booleans()),
)


@given(answers=st.lists(ANSWERS, min_size=1, max_size=12))
def test_the_same_judgments_say_the_same_as_json_jsonl_and_csv(desk: Any, answers: list[tuple[str, str, Any]]) -> None:
    rows = [
        {"rater": f"R{n}", "item": item, "question": question, "value": value, "comment": "a, b"}
        for n, (item, question, value) in enumerate(answers)
    ]
    cells = [[json.dumps(v) if isinstance(v, list | bool) else str(v) for v in row.values()] for row in rows]
    table = "\n".join(",".join(f'"{cell}"' for cell in line) for line in cells)
    taken = [
        desk.read(json.dumps(rows), "answers.json"),
        desk.read(json.dumps({"judgments": rows}), "answers.json"),
        desk.read("\n".join(map(json.dumps, rows)), "answers.jsonl"),
        desk.read("rater,item,question,value,comment\n" + table, "answers.csv"),
    ]
    ratings = [[(answer.rating, answer.comment) for answer in answers] for answers in taken]
    assert all(those == ratings[0] for those in ratings)
    assert len(ratings[0]) == len(rows)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = ["rater", "item", "question", "value", "speaker", "seconds", "comment", "excerpt", "judge", "judge_kind", "x"]
NAMES = st.sampled_from(
    ["Q1", "D1", "D2", "found", "criteria", "trap", "remark", "R1", "clone", "real", "tie", "model"]
)


@given(st.lists(st.dictionaries(st.sampled_from(KEYS), NAMES | JSON, max_size=8) | JSON, max_size=6))
def test_whatever_is_handed_in_is_taken_or_refused_with_a_place_and_a_remedy(desk: Any, rows: list[Any]) -> None:
    problems: tuple[Problem, ...] = ()
    taken = []
    try:
        taken = desk.read(json.dumps(rows), "answers.json")
    except BadInput as refusal:
        problems = refusal.problems
    assert all(problem.place and problem.remedy for problem in problems)
    assert bool(problems) or len(taken) == len(rows) > 0


def test_the_built_in_protocols_take_their_own_answers(desk: Any) -> None:
    # One answer to every question of every kind of the five protocols; recognition events keep their excerpt.
    good = {
        "pick": "tie",
        "bipolar": -1,
        "steps": 1,
        "anchored": 80,
        "checklist": [True, False],
        "flag": True,
        "text": "so",
    }
    for name in BUILT_IN:
        protocol = load(name)
        items = [Item(f"{kind}-1", kind, "…") for kind in protocol.kinds]
        rows = [
            {"rater": "R1", "item": f"{kind.name}-1", "question": question.name, "excerpt": "as said"}
            | {"value": good[protocol.scales[question.scale].type]}
            for kind in protocol.kinds.values()
            for question in kind.questions
        ]
        path = desk.file("\n".join(map(json.dumps, rows)), "built-in.jsonl")
        answers = read_judgments(path, protocol, items)
        assert [answer.rating.question for answer in answers] == [row["question"] for row in rows]
        assert {answer.excerpt for answer in answers} == {"as said"}
