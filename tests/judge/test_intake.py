"""Judgments taken in: values as ratings hold them, in their order, whatever the file's form."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.intake import read_judgments
from ringtrue.judge.rows import ImportedAnswer
from ringtrue.protocols.loader import BUILT_IN, load
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem


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
    assert first == ImportedAnswer(Rating("R1", "D1", "vibe", 2.0), None, "", "", 1)
    assert second == ImportedAnswer(Rating("R1", "D1", "trap", True), 7.0, " well ", "I, too,\nam him", 3)


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


def test_a_tie_is_refused_where_a_choice_is_forced(desk: Any) -> None:
    path = desk.file("rater,item,question,value\nR1,quote-1,found,real\nR2,quote-1,found,Tie\n", "answers.csv")
    with pytest.raises(BadInput) as refused:
        read_judgments(path, load("blind"), [Item("quote-1", "quote", "…")])
    (problem,) = refused.value.problems
    assert (problem.place, problem.value) == ("line 3, column value", "Tie")
    assert problem.what == "found: a tie, and a choice is forced here."
    assert problem.remedy == "Give real or clone, or write ties: true in study.yaml."


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
        "pick": "real",
        "bipolar": -1,
        "steps": 1,
        "anchored": 80,
        "checklist": [True, False],
        "flag": True,
        "text": "so",
        "position": "neither",
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


# Names a row gives and values off their scale: each fault with its place, value and remedy.


@pytest.mark.parametrize(
    ("row", "place", "what", "value", "remedy"),
    [
        ({"item": "d1"}, "item", "There is no item d1.", "d1", "Did you mean D1?"),
        ({"item": "zebra"}, "item", "There is no item zebra.", "zebra", "Known here: Q1, Q2, D1, D2."),
        ({"question": "vibes"}, "question", "There is no question vibes.", "vibes", "Did you mean vibe?"),
        (
            {"item": "Q1"},
            "question",
            "vibe is not asked of items of kind quote.",
            "vibe",
            "Asked of Q1: found, voice.",
        ),
        ({"speaker": "genric"}, "speaker", "There is no speaker genric.", "genric", "Did you mean generic?"),
        ({"speaker": "real"}, "speaker", "There is no speaker real.", "real", "Known here: clone, self, generic."),
        ({"question": ...}, "question", "The question is missing.", "", "Name the question."),
        ({"value": ...}, "value", "There is no answer.", "", "Give a value, or leave the row out."),
        ({"value": None}, "value", "There is no answer.", "None", "Give a value, or leave the row out."),
        ({"value": " "}, "value", "There is no answer.", " ", "Give a value, or leave the row out."),
        ({"value": 4}, "value", "vibe: outside the scale.", "4", "Give 1 to 3."),
        ({"coment": "x"}, "coment", "A judgment has no key coment.", "x", "Did you mean comment?"),
    ],
)
def test_a_fault_says_where_what_and_what_to_do(
    desk: Any, row: dict[str, Any], place: str, what: str, value: str, remedy: str
) -> None:
    (problem,) = desk.faults({"question": "vibe", "value": 2} | row)
    assert (problem.what, problem.value, problem.remedy) == (what, value, remedy)
    assert problem.place == f"line 1, {place}"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("vibe", 1.5),
        ("vibe", True),
        ("vibe", "much"),
        ("score", 100.5),
        ("trap", 2),
        ("trap", "perhaps"),
        ("criteria", True),
        ("criteria", [True, None, False]),
        ("criteria", []),
        ("remark", 7),
    ],
)
def test_an_answer_off_its_scale_is_refused_at_its_value(desk: Any, question: str, value: object) -> None:
    (problem,) = desk.faults({"question": question, "value": value})
    assert problem.place == "line 1, value"
    assert problem.what.startswith(f"{question}: ")
    assert len(problem.remedy) > 5


def test_a_checklist_has_one_answer_for_each_thing_its_item_lists(desk: Any) -> None:
    criteria, tone = desk.faults(
        {"question": "criteria", "value": [True, False]}, {"question": "tone", "value": [True, False, True]}
    )
    assert criteria.what == "criteria: 2 answers for 3 things listed."
    assert tone.what == "tone: 3 answers for 2 things listed."


def test_an_unknown_item_does_not_hide_a_value_off_its_scale(desk: Any) -> None:
    problems = desk.faults({"item": "D7", "question": "vibe", "value": 9})
    assert [problem.place for problem in problems] == ["line 1, item", "line 1, value"]


def test_an_item_of_a_kind_the_protocol_does_not_have_is_named(desk: Any) -> None:
    row = '{"rater": "R1", "item": "X1", "question": "vibe", "value": 2}'
    (problem,) = desk.refusal(lambda: desk.read(row, items=[Item("X1", "riddle", "?")]))
    assert problem.what == "Item X1 is of kind riddle, which sample does not have."
    assert problem.remedy == "Give the item one of the kinds quote, decision."


# Who may be spoken of, and near matches looked for as long as they are cheap.


def test_in_a_study_of_very_many_items_only_the_first_faults_get_a_near_match(desk: Any) -> None:
    # 100,000 items: two comparisons with all of them spend the 200,000 there are; questions are few and still matched.
    items = [Item(f"D{n:06}", "decision", "?") for n in range(100_000)]
    rows = [{"rater": "R1", "item": f"d{n:06}", "question": "vibes", "value": 1} for n in range(3)]
    problems = desk.refusal(lambda: desk.read("\n".join(map(json.dumps, rows)), items=items))
    assert [problem.remedy for problem in problems if "item" in problem.place] == [
        "Did you mean D000000?",
        "Use the id of an item of this study.",
        "Use the id of an item of this study.",
    ]


def test_the_speaker_that_stands_on_every_card_may_be_named(desk: Any) -> None:
    answers = desk.take({"item": "Q1", "question": "voice", "value": 2, "speaker": "real"})
    assert answers[0].rating.speaker == "real"
