"""Reading a judge's answer: complete, on its scales, with reasons and quotes; or every fault of it."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.samples import protocol_named
from ringtrue.judge.model import AnswerReader, Score, Scores, read_scores
from ringtrue.terms import Item

QUOTE = "I would close the plant today"


def entry(score: object = 80, **more: object) -> dict[str, object]:
    return {"score": score, "reason": "It decides at once.", "quote": QUOTE} | more


def answer(case: Any, **changed: object) -> dict[str, Any]:
    return {question: entry() for question in case.questions} | changed


def read(case: Any, data: object) -> Scores | list[str]:
    text = data if isinstance(data, str) else json.dumps(data)
    return read_scores(text, case.protocol, case.item, case.card)


def test_a_good_answer_gives_a_score_for_each_question_in_order(scenario: Any) -> None:
    scores = read(scenario, dict(reversed(answer(scenario, voice_accuracy=entry("62.5")).items())))
    assert isinstance(scores, Scores)
    assert list(scores) == scenario.questions
    assert scores["voice_accuracy"] == Score(62.5, "It decides at once.", QUOTE)
    assert scores.notes == ()


def test_every_fault_is_told_at_once(scenario: Any) -> None:
    data = answer(
        scenario,
        decision_alignment=entry(101),
        reasoning_quality=entry(reason=" "),
        voice_accuracy=entry(quote="I would keep the plant open"),
        value_preservation=entry(score=None),
    )
    del data["persona_accuracy"]
    assert read(scenario, data) == [
        "decision_alignment: outside the scale; give 0 to 100",
        "reasoning_quality: there is no reason",
        "voice_accuracy: the quote does not stand in the answer",
        "value_preservation: there is no score",
        "persona_accuracy: there is no answer",
    ]


@pytest.mark.parametrize(
    ("given", "faults"),
    [
        (80, ["there is no reason", "there is no quote"]),
        (entry(quote=None), ["there is no quote"]),
        (entry(quote=["a"]), ["there is no quote"]),
        (entry(quote="close the"), ["the quote has fewer than 3 words"]),
        (entry("good"), ["not a number; write one like 2 or 0.5"]),
        ([80], ["not a number; write one like 2 or 0.5", "there is no reason", "there is no quote"]),
        ({}, ["there is no score"]),
    ],
)
def test_faults_of_one_entry(scenario: Any, given: object, faults: list[str]) -> None:
    found = read(scenario, answer(scenario, voice_accuracy=given))
    assert found == [f"voice_accuracy: {fault}" for fault in faults]


def test_what_was_not_asked_is_left_aside_and_noted(scenario: Any) -> None:
    scores = read(scenario, answer(scenario, overall=99, humour=entry()))
    assert isinstance(scores, Scores)
    assert len(scores) == 5
    assert scores.notes == ("not asked for and left aside: overall, humour",)
    assert "humour" in repr(scores)


def test_a_quote_from_the_reference_or_the_task_does_not_count(scenario: Any) -> None:
    found = read(scenario, answer(scenario, voice_accuracy=entry(quote="The plant has lost money for three years")))
    assert found == ["voice_accuracy: the quote does not stand in the answer"]


def pair_entry(score: object, **more: object) -> dict[str, object]:
    return entry(score, quote="a lever that goes round") | more


def test_a_pair_is_answered_by_a_leaning_a_choice_or_a_choice_at_the_top(pair: Any) -> None:
    rest = {"vibe": pair_entry(3), "logic": pair_entry(2)}
    flat = {"choice": "A", "reason": "plainer", "quote": "a lever that goes round"}
    for data, value in (
        ({"voice": pair_entry(-2)}, -2.0),
        ({"voice": pair_entry(None, choice="B")}, 1.0),
        (flat, -1.0),
        (flat | {"choice": "tie", "voice": None}, 0.0),
        (flat | {"voice": pair_entry(2)}, 2.0),  # the question's own entry comes first
    ):
        scores = read(pair, data | rest)
        assert isinstance(scores, Scores), scores
        assert scores["voice"].value == value
        assert list(scores) == ["voice", "vibe", "logic"]


def test_a_pick_is_a_side_and_may_be_all_there_is(pair: Any) -> None:
    case = replace(
        pair, protocol=protocol_named("blind"), item=Item("q", "quote", "?"), card=replace(pair.card, kind="quote")
    )
    flat = {"choice": "b", "reason": "it lists parts", "quote": "rotating mechanical parts with teeth"}
    for data in (flat, {"found": flat}, {"found": pair_entry("B")}):
        scores = read(case, data)
        assert isinstance(scores, Scores), scores
        assert scores["found"].value == "B"
    assert read(case, flat | {"choice": "C"}) == ["found: not a side; give A, B or tie"]
    assert read(case, '{"found": {"choice": "A",') == ["the JSON object is broken or cut off"]


def test_a_choice_at_the_top_of_a_card_without_sides_is_nothing(scenario: Any) -> None:
    assert read(scenario, {"choice": "A"}) == ["the JSON object answers none of the questions"]


def test_optional_answers_may_be_null_or_missing_and_words_need_no_quote(pair: Any) -> None:
    data = {name: pair_entry(1) for name in ("voice", "vibe", "logic")}
    scores = read(pair, data | {"continuity": None, "comment": {"score": "Text A is plainer."}})
    assert isinstance(scores, Scores), scores
    assert list(scores) == ["voice", "vibe", "logic", "comment"]
    assert read(pair, data | {"continuity": pair_entry(7)}) == ["continuity: outside the scale; give 0 to 2"]


def test_a_checklist_needs_an_entry_for_each_thing_and_no_quote_where_nothing_holds(edge: Any) -> None:
    quote = "you pay for it later"
    nothing = {"score": [False, False], "reason": "neither is there", "quote": ""}
    scores = read(edge, {"holds": nothing, "trap": {"score": False, "reason": "no", "quote": ""}})
    assert isinstance(scores, Scores), scores
    assert scores["holds"].value == (False, False)
    assert read(edge, {"holds": entry([True, False], quote="")}) == ["holds: there is no quote"]
    assert read(edge, {"holds": entry([True], quote=quote)}) == [
        "holds: 1 answers for 2 things listed; give one for each, in their order"
    ]
    assert read(edge, {"holds": nothing | {"quote": "made up words here"}}) == [
        "holds: the quote does not stand in the answer"
    ]


def test_an_answer_in_a_fence_or_behind_prose_is_read(scenario: Any) -> None:
    text = json.dumps(answer(scenario))
    assert isinstance(read(scenario, f"Here you are:\n```json\n{text}\n```"), Scores)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["score", "reason", "quote", "choice", "voice_accuracy"]), inner)
        ),
        max_leaves=12,
    )
)
def test_whatever_comes_there_are_scores_or_faults(scenario: Any, data: object) -> None:
    found = read(scenario, json.dumps({"voice_accuracy": data}))
    assert isinstance(found, list)
    assert found


def test_a_reader_reads_a_text_once_and_tells_its_fault_in_one_line(scenario: Any) -> None:
    reader = AnswerReader(scenario.protocol, scenario.item, scenario.card)
    good = json.dumps(answer(scenario))
    assert reader.fault(good) is None
    assert reader.read(good) is reader.read(good)
    assert reader.fault("no") == "there is no JSON object in the answer"
    bad = json.dumps(answer(scenario, voice_accuracy=entry(-1), persona_accuracy=entry(101)))
    assert (reader.fault(bad) or "").count("; give 0 to 100") == 2
