"""The system message is read from the protocol: questions, ranges, steps and labels, nothing about one protocol."""

import string
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model.samples import protocol_named
from judge.model.scripted_judge import taken_apart
from ringtrue.judge.model.prompt import (
    LANGUAGES,
    answer_schema,
    block,
    card_messages,
    harmless,
    instructions,
    marker_for,
    points,
    reference,
    response_format,
    rubric,
    untranslated,
)
from ringtrue.protocols.loader import BUILT_IN, with_ties
from ringtrue.terms.item import Card, Item
from ringtrue.terms.problem import BadInput
from ringtrue.terms.protocol import Kind, Protocol, Question, Rule, Scale, ScaleType
from ringtrue.terms.text import HIDDEN

EVERY_KIND = [(name, kind) for name in BUILT_IN for kind in protocol_named(name).kinds]


@pytest.mark.parametrize(("name", "kind"), EVERY_KIND)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_label_is_told_and_no_speaker_is_named(name: str, kind: str, language: str) -> None:
    protocol = protocol_named(name)
    text = instructions(protocol, kind, language)
    for question in protocol.kinds[kind].questions:
        assert f"\n{question.on_card}: {rubric(language).said(question.text)}\n" in text
        scale = protocol.scales[question.scale]
        for point, label in scale.labels.items():
            told = f"  {point:g}: {rubric(language).said(label)}" in text
            assert told == (scale.type != "bipolar" or point == 0)
    assert "{" not in text.split('{"')[0]
    for speaker in {*protocol.kinds[kind].show, *protocol.controls.values()} - {"real", "full", "self"}:
        assert speaker not in text.lower()


def own(scale: Scale) -> str:
    question = Question("q", scale.name, "How?")
    last = (Rule("done"),)
    kinds = {"card": Kind("card", ("clone",), (question,))}
    return instructions(Protocol("own", "1.0.0", {scale.name: scale}, kinds, {}, last, last), "card", "en")


@pytest.mark.parametrize(
    ("scale", "told"),
    [
        (Scale("s", "steps", 0, 1, 0.25), "one of 0, 0.25, 0.5, 0.75, 1, and nothing between"),
        (Scale("s", "steps", 0, 100, 1), "a number from 0 to 100 in steps of 1"),
        (Scale("s", "anchored", 0, 10, labels={0: "none", 10: "all"}), "a number from 0 to 10. The levels"),
        (
            Scale("s", "anchored", 0, 10, 5, labels={5: "half"}),
            "a number from 0 to 10 in steps of 5. The levels mean:\n  5: half",
        ),
        (Scale("s", "bipolar", -1, 1), "a number from -1 to 1. Below 0 speaks for text A"),
        (Scale("s", "bipolar", -100, 100, 1), "a number from -100 to 100. Below 0 speaks for text A"),
        (Scale("s", "flag"), "true or false"),
        (Scale("s", "text"), "a text of your own"),
    ],
)
def test_how_each_scale_is_asked(scale: Scale, told: str) -> None:
    assert told in own(scale)


def test_the_highest_level_stands_first_and_the_lowest_step_too(scenario: Any, pair: Any) -> None:
    text = instructions(scenario.protocol, "scenario", "en")
    assert text.index("  100: could be the person") < text.index("  0: another voice altogether")
    text = instructions(pair.protocol, "pair", "en")
    assert text.index("  1: no") < text.index("  3: fully")


def test_points_of_a_scale_have_no_rounding_dust() -> None:
    assert points(Scale("s", "steps", 0, 0.3, 0.1)) == (0.0, 0.1, 0.2, 0.3)
    assert points(Scale("s", "anchored", 0, 100)) == ()


# The messages of a card: everything it shows in blocks, in a fixed order, without a name, an id or a path.


def shown(case: Any, **more: Any) -> tuple[str, list[str]]:
    return taken_apart(card_messages(case.protocol, case.item, case.card, **more))


def test_a_card_is_a_system_and_a_user_message(scenario: Any) -> None:
    messages = card_messages(scenario.protocol, scenario.item, scenario.card)
    assert [message["role"] for message in messages] == ["system", "user"]
    assert messages == card_messages(scenario.protocol, scenario.item, scenario.card)


def test_the_answer_stands_in_the_last_block_and_nowhere_else(scenario: Any) -> None:
    outside, blocks = shown(scenario)
    assert blocks[0] == "What do you do?"
    assert blocks[-1] == scenario.card.texts[0]
    assert len(blocks) == 7
    assert "close the plant" not in outside


def test_two_answers_stand_as_a_and_b_in_the_order_of_the_card_after_the_gold(pair: Any) -> None:
    outside, blocks = shown(pair)
    assert blocks == ["What is a gear?", "I say it short and plain.", *pair.card.texts]
    assert outside.index("Text A") < outside.index("Text B")


def test_the_study_s_gold_is_shown_where_the_item_has_none(pair: Any) -> None:
    plain = replace(pair, item=replace(pair.item, fields={"domain": "TECH"}))
    assert shown(plain, gold="The study's own sample.")[1][1] == "The study's own sample."
    assert len(shown(plain)[1]) == 3


def test_gold_and_history_are_for_kinds_that_have_them(scenario: Any) -> None:
    history = [{"role": "user", "content": "Remember the anchor."}]
    assert shown(scenario, gold="A sample.", history=history) == shown(scenario)
    item = Item("t", "trial", "Which anchor?", fields={"goal": "recall", "trial": 1})
    messages = card_messages(
        protocol_named("recognition"), item, Card("c", "trial", "Which anchor?", ("The oak.",)), history=history
    )
    assert "user: Remember the anchor." in taken_apart(messages)[1]


def test_checklists_are_numbered_under_their_question(edge: Any) -> None:
    outside, blocks = shown(edge)
    assert "1. holds both\n2. names the price" in blocks
    assert "What is listed for holds" in outside


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_path_or_label_is_anywhere(scenario: Any, pair: Any, edge: Any, language: str) -> None:
    for case in (scenario, pair, edge):
        whole = "".join(m["content"] for m in card_messages(case.protocol, case.item, case.card, language=language))
        for secret in (case.item.id, case.card.id, "/secret/path", "RAIZ", "compressed", "TECH"):
            assert secret not in whole


def test_the_order_of_the_two_answers_is_all_that_swapping_the_card_changes(pair: Any) -> None:
    turned = replace(pair, card=replace(pair.card, texts=pair.card.texts[::-1]))
    one, other = shown(pair), shown(turned)
    assert one[0] == other[0]
    assert one[1][-2:] == other[1][-2:][::-1]


def test_another_card_with_the_same_texts_has_another_mark(scenario: Any) -> None:
    again = replace(scenario, card=replace(scenario.card, id="second take"))
    texts = [card_messages(case.protocol, case.item, case.card)[1]["content"] for case in (scenario, again)]
    assert texts[0] != texts[1]
    assert shown(scenario) == shown(again)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "x" * 200_000, "\ud800"])
def test_odd_answers_make_a_message_all_the_same(scenario: Any, text: str) -> None:
    card = replace(scenario.card, texts=(text,))
    messages = card_messages(scenario.protocol, scenario.item, card)
    messages[1]["content"].encode("utf-8")
    assert len(taken_apart(messages)[1]) == 7


# Data blocks: marks nobody can write down in advance, a bar before every line, and nothing hidden.


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)


@given(st.lists(ANY_TEXT, max_size=4), st.text(max_size=5))
def test_a_mark_never_stands_in_what_it_marks(contents: list[str], secret: str) -> None:
    mark = marker_for(secret, contents)
    assert len(mark) == 32
    assert not any(mark in text for text in contents)
    assert mark == marker_for(secret, contents)
    follow_up = [*contents, mark]  # whoever writes the mark down gets another one
    assert marker_for(secret, follow_up) != mark


def test_a_mark_depends_on_the_secret_and_on_where_one_text_ends() -> None:
    marks = [marker_for("a", ["xy", "z"]), marker_for("b", ["xy", "z"]), marker_for("a", ["x", "yz"])]
    assert len(set(marks)) == 3


@given(ANY_TEXT)
def test_every_line_has_its_bar_and_the_whole_can_be_sent(text: str) -> None:
    lines = block("m" * 32, "Heading", text).splitlines()
    assert lines[:2] == ["Heading", "<<<" + "m" * 32]
    assert lines[-1] == "m" * 32 + ">>>"
    assert all(line.startswith("| ") for line in lines[2:-1])
    assert len(lines) > 3
    harmless(text).encode("utf-8")


@given(ANY_TEXT)
def test_nothing_hidden_is_left(text: str) -> None:
    assert not HIDDEN.search(harmless(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, with a\ttab", "plain, with a\ttab"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u200b\u200b\u2060b", "a⟨U+200B +2⟩b"),
        ("\x1b[2K", "⟨U+001B⟩[2K"),
        ("<|im_start|>", "< |im_start|>"),
        ("[/INST] <</SYS>> </s>", "[ /INST] < </SYS>> < /s>"),
        ("a < b, x[1], <b>bold</b>", "a < b, x[1], <b>bold</b>"),
    ],
)
def test_what_is_written_out(text: str, shown: str) -> None:
    assert harmless(text) == shown


@pytest.mark.parametrize("text", ["👩‍🔧 ❤️", "می‌خواهم", "Ação, não é?", "日本語"])
def test_ordinary_writing_of_other_scripts_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


# What a judge may know of an item: what is expected, never whose text is whose or where it came from.


def told(protocol: str, item: Item, prompt: str = "") -> dict[str, str]:
    return dict(reference(protocol_named(protocol), item, rubric("en"), prompt))


def test_a_scenario_tells_the_situation_and_what_is_expected(scenario: Any) -> None:
    assert list(told("scenarios", scenario.item).values()) == [
        "The plant has lost money for three years.",
        "Close it now",
        "What is sunk is sunk",
        "the engineer",
        "- candour\n- care",
    ]


def test_a_situation_the_prompt_tells_already_is_not_told_twice_but_a_reference_is(scenario: Any) -> None:
    prompt = "The plant has lost money for three years.\n\nClose it now or later?"
    assert next(iter(told("scenarios", scenario.item, prompt).values())) == "Close it now"


def test_the_documented_decision_and_the_texts_of_speakers_are_kept_back() -> None:
    fields = {
        "real_decision": "sold it",
        "real_reasoning": "cash",
        "criteria": ["a"],
        "constraints": ["no debt", "a week"],
    }
    assert told("blind", Item("d", "decision", "Sell?", fields=fields)) == {
        "What limits the speaker was given": "- no debt\n- a week"
    }
    quote = Item("q", "quote", "Rain", fields={"topic": "rain", "real": "I love rain.", "clone": "Rain is good."})
    assert told("blind", quote) == {"The topic": "rain"}


def test_passages_are_shown_without_their_paths() -> None:
    passages = [{"path": "/home/ada/notes.md", "excerpt": "Short.\nVery short."}, {"path": "x", "excerpt": "Plain."}]
    (text,) = told("blind", Item("s", "style", "Write.", fields={"references": passages})).values()
    assert text == "Short.\nVery short.\nPlain."


def test_a_field_only_its_own_protocol_knows_is_shown_under_its_name() -> None:
    protocol = protocol_named("scenarios")
    kind = replace(protocol.kinds["scenario"], needs=("expected_tone_of_voice", "clone"))
    own = replace(protocol, kinds={"scenario": kind})
    item = Item("i", "scenario", "?", fields={"expected_tone_of_voice": "dry", "clone": "hidden", "unknown": "hidden"})
    assert list(reference(own, item, rubric("en"), "")) == [("Reference: expected tone of voice", "dry")]


def test_numbers_and_tables_are_not_text() -> None:
    assert told("scenarios", Item("i", "scenario", "?", fields={"context": 3, "expected_values": {"a": 1}})) == {}


# Rubrics: the same keys and gaps in every language, and a translation for everything the built-in protocols ask.


TABLES = ("parts", "scales", "headings", "fields")
OTHERS = [language for language in LANGUAGES if language != "en"]


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_there_are_english_and_portuguese() -> None:
    assert {"en", "pt"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("table", TABLES)
def test_every_language_says_the_same_things_with_the_same_gaps(language: str, table: str) -> None:
    english, other = getattr(rubric("en"), table), getattr(rubric(language), table)
    assert list(english) == list(other)
    for key, text in english.items():
        assert gaps(other[key]) == gaps(text), key
        assert key in ("mixed", "language") or other[key] != text, f"{key} is still in English"


def test_every_type_of_scale_is_asked_somehow() -> None:
    assert set(ScaleType.__args__) <= set(rubric("en").scales)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_built_in_protocols_ask_is_translated(name: str, language: str) -> None:
    assert untranslated(protocol_named(name), language) == ()


def test_what_a_protocol_words_anew_is_told_as_untranslated_and_shown_as_it_is() -> None:
    protocol = protocol_named("scenarios")
    kind = protocol.kinds["scenario"]
    question = replace(kind.questions[0], text="Would the person nod?")
    changed = replace(protocol, kinds={"scenario": replace(kind, questions=(question, *kind.questions[1:]))})
    assert untranslated(changed, "pt") == ("Would the person nod?",)
    assert untranslated(changed, "en") == ()
    assert rubric("pt").said("Would the person nod?") == "Would the person nod?"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadInput) as refusal:
        rubric("pt-BR")
    assert "pt" in refusal.value.problems[0].remedy


def test_each_rubric_has_a_hash_of_its_own() -> None:
    assert len({rubric(language).hash for language in LANGUAGES}) == len(LANGUAGES)


# The schema of an answer is as strict endpoints want it, and takes what the scales take.


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for inner in schema.values():
            yield from objects(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from objects(inner)


@pytest.mark.parametrize(("name", "kind"), EVERY_KIND)
def test_every_object_is_closed_and_requires_all_its_keys(name: str, kind: str) -> None:
    found = list(objects(answer_schema(protocol_named(name), kind)))
    assert len(found) == 1 + len(protocol_named(name).kinds[kind].questions)
    for schema in found:
        assert schema["additionalProperties"] is False
        assert schema["required"] == list(schema["properties"])


def entry(name: str, kind: str, question: str) -> Any:
    return answer_schema(protocol_named(name), kind)["properties"][question]


def test_scores_have_the_range_or_the_points_of_their_scale() -> None:
    score = entry("scenarios", "scenario", "voice_accuracy")["properties"]["score"]
    assert score == {"type": "number", "minimum": 0, "maximum": 100}
    assert entry("pairs", "pair", "voice")["properties"]["score"] == {"type": "number", "enum": [-2, -1, 0, 1, 2]}
    assert entry("blind", "quote", "found")["properties"]["score"]["enum"] == ["A", "B"]
    ticks = entry("blind", "decision", "criteria")["anyOf"][0]["properties"]["score"]
    assert ticks == {"type": "array", "items": {"type": "boolean"}}
    quarter = entry("recognition", "trial", "r1")["anyOf"][0]["properties"]["score"]
    assert quarter["enum"] == [0, 0.25, 0.5, 0.75, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tie_is_offered_only_where_it_is_taken(language: str) -> None:
    forced = protocol_named("blind")
    free = with_ties(forced, allowed=True)
    assert '"tie"' not in instructions(forced, "quote", language)
    assert '"tie"' in instructions(free, "quote", language)
    score = answer_schema(free, "quote")["properties"]["found"]["properties"]["score"]
    assert score["enum"] == ["A", "B", "tie"]


def test_what_may_be_left_out_may_be_null_and_nothing_else() -> None:
    nullable = {question: "anyOf" in entry("pairs", "pair", question) for question in ("voice", "vibe", "comment")}
    assert nullable == {"voice": False, "vibe": False, "comment": True}


def test_the_response_format_holds_the_schema_by_kind_or_by_name() -> None:
    protocol = protocol_named("pairs")
    form = response_format(protocol, protocol.kinds["pair"])
    assert form == response_format(protocol, "pair")
    assert form["json_schema"]["strict"] is True
    assert form["json_schema"]["schema"] == answer_schema(protocol, "pair")
