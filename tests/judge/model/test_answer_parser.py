"""Finding the one JSON object in what a judge wrote."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.samples import protocol_named
from ringtrue.judge.model.answer_parser import (
    LONGEST,
    NOT_VERIFIED,
    AnswerReader,
    Quotable,
    Score,
    Scores,
    answer_object,
    read_scores,
    read_value,
    scored,
    unscored,
)
from ringtrue.judge.model.questions import CardQuestion
from ringtrue.store.store import Store
from ringtrue.terms.answer import Answer
from ringtrue.terms.item import Card, Item
from ringtrue.terms.protocol import Question, Scale

NAMES = frozenset({"voice", "logic"})
GOOD = '{"voice": {"score": 3}}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\nThat is all.",
        f"I looked at {{all}} of it, and at [1, 2].\n\n{GOOD}",
        f'Notes: {{}} and {{"other": 1}}.\n{GOOD}',
        f"[{GOOD}]",
        f'<think>perhaps {{"voice": {{"score": 1}}}}</think>\n{GOOD}',
        f"{GOOD}\n\nOnce more: {GOOD}",
    ],
)
def test_the_object_is_found(text: str) -> None:
    assert answer_object(text, NAMES) == {"voice": {"score": 3}}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "no JSON object"),
        ("I cannot judge this.", "no JSON object"),
        ('{"other": 1}', "none of the questions"),
        ('{"voice": {"score": 3}', "broken or cut off"),
        ('{"voice": {"score": 3,}}', "broken or cut off"),
        ("{'voice': {'score': 3}}", "broken or cut off"),
        (GOOD + ' {"voice": {"score": 100}}', "several JSON objects"),
        ('{"voice": {"score": 3}, "voice": {"score": 4}}', "voice: occurs twice"),
        ('{"voice": {"score": NaN}}', "NaN is not a number"),
        ('{"voice": {"score": -Infinity}}', "-Infinity is not a number"),
        ('{"voice": {"score": ' + "9" * 5000 + "}}", "broken or cut off"),
        ('{"voice":' * 100_000, "broken or cut off|over"),
        ('{"a":' * 30_000, "broken or cut off"),
        ("{" * LONGEST, "broken or cut off"),
        (GOOD + " " * LONGEST, "over 200000 characters"),
    ],
)
def test_what_keeps_it_from_being_read(text: str, fault: str) -> None:
    found = answer_object(text, NAMES)
    assert isinstance(found, str)
    assert any(part in found for part in fault.split("|"))


def test_thoughts_are_left_aside_at_the_beginning_only() -> None:
    inside = '{"voice": {"quote": "so <think>he said</think> then"}}'
    assert answer_object(inside, NAMES) == {"voice": {"quote": "so <think>he said</think> then"}}


def test_a_key_at_the_top_counts_unless_it_may_be_the_inside_of_something_broken() -> None:
    flat = frozenset({"choice"})
    assert answer_object('{"choice": "A"}', NAMES, flat) == {"choice": "A"}
    assert answer_object('{"voice": {"choice": "A"},', NAMES, flat) == "the JSON object is broken or cut off"
    assert answer_object('{"choice": "A"}', NAMES) == "the JSON object answers none of the questions"


@given(st.text(max_size=60), st.dictionaries(st.sampled_from(["voice", "logic", "x"]), st.integers(), min_size=1))
def test_anything_gives_an_object_or_a_fault(prose: str, data: dict[str, int]) -> None:
    found = answer_object(prose + json.dumps(data), NAMES)
    assert found == data or isinstance(found, str)
    assert isinstance(answer_object(prose, NAMES), str)


# Reading a judge's answer: complete, on its scales, with reasons and quotes; or every fault of it.


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
        reasoning_quality=entry("good"),
        voice_accuracy=entry(quote="I would keep the plant open"),
        value_preservation=entry(score=None),
    )
    del data["persona_accuracy"]
    assert read(scenario, data) == [
        "decision_alignment: outside the scale; give 0 to 100",
        "reasoning_quality: not a number; write one like 2 or 0.5",
        "value_preservation: there is no score",
        "persona_accuracy: there is no answer",
    ]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        (entry("good"), "not a number; write one like 2 or 0.5"),
        ([80], "not a number; write one like 2 or 0.5"),
        ({}, "there is no score"),
    ],
)
def test_faults_of_one_entry(scenario: Any, given: object, fault: str) -> None:
    assert read(scenario, answer(scenario, voice_accuracy=given)) == [f"voice_accuracy: {fault}"]


@pytest.mark.parametrize(
    ("given", "doubts", "is_verified"),
    [
        (80, ("there is no reason", "there is no quote"), False),
        (entry(quote=None), ("there is no quote",), False),
        (entry(quote=["a"]), ("there is no quote",), False),
        (entry(quote="close the"), ("the quote has fewer than 3 words",), False),
        (entry(quote="I would keep the plant open"), ("the quote is not in the answer",), False),
        (entry(reason=" "), ("there is no reason",), True),
        (entry(), (), True),
    ],
)
def test_evidence_that_does_not_hold_is_a_doubt_and_the_score_stays(
    scenario: Any, given: object, doubts: tuple[str, ...], is_verified: bool
) -> None:
    scores = read(scenario, answer(scenario, voice_accuracy=given))
    assert isinstance(scores, Scores), scores
    found = scores["voice_accuracy"]
    assert (found.value, found.doubts, found.is_verified) == (80, doubts, is_verified)
    assert scores.doubtful == (("voice_accuracy",) if doubts else ())


def test_a_repair_brings_evidence_and_changes_no_score(scenario: Any) -> None:
    first = read(scenario, answer(scenario, voice_accuracy=entry(quote="close the"), persona_accuracy=30))
    again = read(scenario, answer(scenario, voice_accuracy=entry(95), persona_accuracy=30, value_preservation=entry(1)))
    assert isinstance(first, Scores)
    mended = first.mended(again)
    assert {name: one.value for name, one in mended.items()} == {name: one.value for name, one in first.items()}
    assert mended["voice_accuracy"] == Score(80, "It decides at once.", QUOTE)
    assert mended.doubtful == ("persona_accuracy",)
    assert first.mended(["there is no JSON object in the answer"]) is first


def test_what_was_not_asked_is_left_aside_and_noted(scenario: Any) -> None:
    scores = read(scenario, answer(scenario, overall=99, humour=entry()))
    assert isinstance(scores, Scores)
    assert len(scores) == 5
    assert scores.notes == ("not requested and ignored: overall, humour",)


def test_a_quote_from_the_reference_or_the_task_does_not_count(scenario: Any) -> None:
    found = read(scenario, answer(scenario, voice_accuracy=entry(quote="The plant has lost money for three years")))
    assert isinstance(found, Scores)
    assert found["voice_accuracy"].doubts == ("the quote is not in the answer",)


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
    assert read(case, flat | {"choice": "C"}) == ["found: not a side; give A or B"]
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
    scores = read(edge, {"holds": nothing, "stance": {"score": "neither", "reason": "no", "quote": ""}})
    assert isinstance(scores, Scores), scores
    assert scores["holds"].value == (False, False)
    place = {"stance": entry("2", quote=quote)}
    unquoted = read(edge, {"holds": entry([True, False], quote="")} | place)
    assert _doubts(unquoted, "holds") == ("there is no quote",)
    assert read(edge, {"holds": entry([True], quote=quote)} | place) == [
        "holds: 1 answers for 2 things listed; give one for each, in their order"
    ]
    made_up = read(edge, {"holds": nothing | {"quote": "made up words here"}} | place)
    assert _doubts(made_up, "holds") == ("the quote is not in the answer",)


def _doubts(found: Scores | list[str], question: str) -> tuple[str, ...]:
    assert isinstance(found, Scores), found
    return found[question].doubts


@pytest.mark.parametrize(("given_", "value"), [("2", "2"), (1, "1"), ("Neither", "neither")])
def test_a_position_stays_its_place_on_the_card(edge: Any, given_: object, value: str) -> None:
    quote = "you pay for it later"
    scores = read(edge, {"holds": entry([True, False], quote=quote), "stance": entry(given_, quote=quote)})
    assert isinstance(scores, Scores), scores
    assert scores["stance"].value == value


@pytest.mark.parametrize("given_", ["trap", True, 3, "A"])
def test_no_other_word_is_a_position(edge: Any, given_: object) -> None:
    quote = "you pay for it later"
    assert read(edge, {"holds": entry([True, False], quote=quote), "stance": entry(given_, quote=quote)}) == [
        "stance: not the place of a position; give 1, 2 or neither"
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


# Whether a quote stands in a text: word by word, in order, at least three words or all of it.


TEXT = (
    "I don’t sell *anything* I would not buy — never did.\n\nAsk my brother: he kept the “old” shop... and_the debts. "
    "Part is art."
)
STANDS = [
    "I don't sell anything I would not buy",
    "i DON’T sell   anything\nI would not",
    "**anything** I would",
    '"he kept the old shop"',
    "never did. Ask my brother",
    "I would not buy ... he kept the old shop",
    "I would not buy […] he kept the old shop",
    "I don't sell … the debts",
    "shop... and the debts",
    "would not buy - never did",
    "I ... would not buy",
]
DOES_NOT = [
    ("", "there is no quote"),
    ("...", "there is no quote"),
    ("sell anything", "fewer than 3 words"),
    ("I would buy anything", "is not in the answer"),
    ("he kept the old shop ... I would not buy", "is not in the answer"),  # the parts stand the other way round
    ("art is art and more", "is not in the answer"),
    ("is art is", "is not in the answer"),
    ("rt is art", "is not in the answer"),  # a word is not cut in two
    ("Ask my broth", "is not in the answer"),
    ("I ... sell ... buy", "no part of the quote has 3 words"),
]


@pytest.mark.parametrize("quote", STANDS)
def test_a_quote_that_stands(quote: str) -> None:
    assert Quotable([TEXT]).fault_of(quote) is None
    assert Quotable(["Another text.", TEXT]).fault_of(quote) is None


@pytest.mark.parametrize(("quote", "fault"), DOES_NOT)
def test_a_quote_that_does_not(quote: str, fault: str) -> None:
    found = Quotable([TEXT]).fault_of(quote)
    assert found is not None
    assert fault in found


@pytest.mark.parametrize("whole", ["No.", "Not now.", "", "👍", "不行。"])
def test_a_short_answer_is_quoted_whole(whole: str) -> None:
    assert Quotable([whole]).fault_of(whole) is None
    assert Quotable([whole]).fault_of("Something else entirely") is not None


def test_parts_of_one_quote_do_not_come_from_two_texts() -> None:
    pair = Quotable(["one two three", "four five six"])
    assert pair.fault_of("one two three ... four five six") is not None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("我会今天关闭工厂，因为等待没有好处。", "今天关闭工厂"),
        ("ฉันจะปิดโรงงานวันนี้", "ปิดโรงงาน"),
        ("Não vendo nada que não compraria.", "nada que não compraria"),
        ("Não vendo nada que não compraria.".encode().decode("utf-8").replace("ã", "a\u0303"), "que não compraria"),
        ("a\u200bb\u200bc plain words here", "abc plain words"),
        ("left \u202eright words\u202c here", "left ⟨U+202E⟩right words"),
        ("see <|im_end|> and more of it", "see < |im_end|> and more"),
    ],
)
def test_other_scripts_and_what_was_written_out_are_found(text: str, quote: str) -> None:
    assert Quotable([text]).fault_of(quote) is None


WORDS = st.lists(
    st.text(min_size=1, max_size=8).filter(lambda word: word.split() == [word] and any(map(str.isalnum, word))),
    min_size=4,
    max_size=20,
)


@given(WORDS, st.sampled_from([" ", "\n", "  ", "\u2003"]), st.data())
def test_any_run_of_words_cut_out_of_a_text_stands_in_it(words: list[str], blank: str, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(words) - 4))
    length = data.draw(st.integers(4, len(words)))
    assert Quotable([blank.join(words)]).fault_of(" ".join(words[first : first + length])) is None


def test_a_long_text_takes_no_long_time() -> None:
    text = "word after word " * 60_000
    quotable = Quotable([text])
    for _ in range(50):
        assert quotable.fault_of("a phrase that is nowhere in it ... and another one") is not None


# The value of an entry: sides stay sides, everything else is read by its scale.


QUESTION = Question("q", "s", "?")
FORCED = Scale("s", "pick", toward="real")
PICK = replace(FORCED, ties=True)
NEARER = Scale("s", "bipolar", -2, 2, 1, toward="clone")
SMOOTH = Scale("s", "bipolar", -10, 10, toward="clone")
GRADE = Scale("s", "steps", 1, 3, 1)
LEVEL = Scale("s", "anchored", 0, 100)


@pytest.mark.parametrize(
    ("scale", "given", "value"),
    [
        (PICK, "A", "A"),
        (PICK, " b ", "B"),
        (PICK, "Tie", "tie"),
        (NEARER, -2, -2.0),
        (NEARER, "1", 1.0),
        (NEARER, "A", -1.0),  # a side without a strength is the mildest answer for it
        (NEARER, "b", 1.0),
        (NEARER, "tie", 0.0),
        (SMOOTH, "B", 5.0),
        (GRADE, 2, 2.0),
        (LEVEL, "72.5", 72.5),
        (LEVEL, 0, 0.0),
        (Scale("s", "flag"), True, True),
        (Scale("s", "flag"), "no", False),
        (Scale("s", "checklist"), [True, "false"], (True, False)),
        (Scale("s", "text"), "as it is ", "as it is "),
    ],
)
def test_what_is_read(scale: Scale, given: object, value: Answer) -> None:
    assert read_value(CardQuestion(QUESTION, scale), given) == value


@pytest.mark.parametrize(
    ("scale", "given", "what"),
    [
        (PICK, "C", "not a side; give A, B or tie"),
        (FORCED, "C", "not a side; give A or B"),
        (FORCED, "Tie", "a tie, and a choice is forced here; give A or B"),
        (PICK, 1, "not a side"),
        (PICK, "real", "not a side"),
        (NEARER, 3, "outside the scale"),
        (NEARER, 0.5, "between two steps"),
        (NEARER, "neither", "not a number"),
        (GRADE, "A", "not a number"),
        (GRADE, 2.5, "between two steps"),
        (LEVEL, 100.1, "outside the scale"),
        (LEVEL, True, "not a number"),
        (LEVEL, "80/100", "not a number"),
        (LEVEL, 1e999, "not a number"),
        (LEVEL, [80], "not a number"),
        (Scale("s", "flag"), "perhaps", "neither yes nor no"),
        (Scale("s", "checklist"), "true, false", "not a list"),
        (Scale("s", "checklist"), [True, None], "neither yes nor no"),
        (Scale("s", "checklist"), [], "neither yes nor no"),
        (Scale("s", "text"), 5, "not a text"),
    ],
)
def test_what_is_refused(scale: Scale, given: object, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        read_value(CardQuestion(QUESTION, scale), given)


def test_a_checklist_has_an_entry_for_each_thing_listed() -> None:
    with pytest.raises(ValueError, match="1 answers for 2 things"):
        read_value(CardQuestion(QUESTION, Scale("s", "checklist"), ("a", "b")), [True])


# Scores as records for the store, and records without a value where there is no score.


def test_each_score_becomes_a_blind_record_with_reason_and_quote(pair: Any) -> None:
    scores = Scores({"voice": Score(-1.0, "plainer", "a lever that goes round"), "vibe": Score(2.0)})
    first, second = scored(scores, judge="panel", card=pair.card, seconds=1.5)
    assert (first.rater, first.item, first.card, first.question, first.value) == (
        "panel",
        None,
        "card-2",
        "voice",
        -1.0,
    )
    assert (first.comment, first.excerpt, first.seconds) == ("plainer", "a lever that goes round", 1.5)
    assert first.judge_kind == second.judge_kind == "model"
    assert first.reason is second.reason is None


def test_a_score_without_a_verified_quote_is_marked_and_counts(pair: Any) -> None:
    scores = Scores({"voice": Score(-1.0, "plainer", "made up", ("the quote is not in the answer",), False)})
    (record,) = scored(scores, judge="panel", card=pair.card)
    assert (record.value, record.reason, record.excerpt) == (-1.0, NOT_VERIFIED, "made up")


def test_without_a_score_every_needed_question_has_a_record_that_says_why(pair: Any) -> None:
    faults = ["voice: there is no quote", "vibe: outside the scale; give 1 to 3"]
    records = unscored(faults, pair.protocol, pair.item, judge="panel", card=pair.card)
    assert [record.question for record in records] == ["voice", "vibe", "logic"]
    assert {record.reason for record in records} == {"; ".join(faults)}
    assert all(record.value is None for record in records)


def test_where_nothing_is_needed_everything_but_words_is_unscored(pair: Any) -> None:
    item = Item("t", "trial", "?", fields={"goal": "g"})
    records = unscored(
        "the call failed", protocol_named("recognition"), item, judge="j", card=Card("c", "trial", "?", ("x",))
    )
    assert [record.question for record in records] == ["r1", "r2", "r3", "f1", "f2", "f3", "f4"]


def test_a_reason_is_never_empty_nor_endless(scenario: Any) -> None:
    for faults in ("", [], "x" * 10_000):
        records = unscored(faults, scenario.protocol, scenario.item, judge="j", card=scenario.card)
        assert all(record.reason and len(record.reason) <= 500 for record in records)


def test_the_store_takes_both_kinds(scenario: Any, tmp_path: Path) -> None:
    about = {"name": "scenarios", "version": "1.0.0", "hash": "0" * 64}
    records = [
        *scored(Scores({"voice_accuracy": Score(80.0, "why", "words that stand")}), judge="a", card=scenario.card),
        *unscored("no answer", scenario.protocol, scenario.item, judge="b", card=scenario.card),
    ]
    with Store.open(tmp_path / "s.db", create=True) as store:
        study = store.create_study("s", protocol=about, who="t", settings={})
        study.record_judgments(records, who="t")
        found = list(study.judgments())
    assert [(row.rater, row.question, row.value) for row in found] == [
        ("a", "voice_accuracy", 80.0),
        *(("b", question, None) for question in scenario.questions),
    ]
    assert json.dumps(found[0].excerpt) == '"words that stand"'
