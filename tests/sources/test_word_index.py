"""Texts are found by their rarest words, in any script, whatever the question looks like."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ringtrue.sources.word_index import MOST_TERMS, WordIndex

TEXTS = [
    'The bell founder listens before she measures. "AND" is a word like any other.',
    "Não há sino sem fissura; a ação começa no forno.",
    "鐘は三度目の音を聞けば分かる。東京の塔にある。",
    "Колокол звучит на третьем ударе.",
    "घंटी तीसरी चोट पर बोलती है।",
    "الجرس يتكلم عند الضربة الثالثة",
    "ระฆังดังในครั้งที่สาม",
]
INDEX = WordIndex(TEXTS)


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Which bell founder listens?", 0),
        ("nao ha SINO", 1),
        ("Não há", 1),
        ("東京", 2),
        ("三度目の音", 2),
        ("Где колокол?", 3),
        ("घंटी", 4),
        ("الجرس", 5),
        ("ครั้งที่สาม", 6),
        ('"bell AND (founder OR', 0),
        ("bell*founder~2 +sino^3 bell", 0),
    ],
)
def test_the_right_text_comes_first(question: str, number: int) -> None:
    assert INDEX.search(question, 3)[0][1] == number


@pytest.mark.parametrize("question", ["", "   ", "?!()[]{}\"'", "\0", "\ud800", "zzzqqq", "-", "🔔"])
def test_questions_without_a_known_word_find_nothing(question: str) -> None:
    assert INDEX.search(question, 3) == []


def test_decomposed_letters_find_composed_ones() -> None:
    assert INDEX.search("ac\u0327a\u0303o", 1)[0][1] == 1


@pytest.mark.parametrize(
    ("question", "number"),
    [("apprentices", 0), ("decisão", 1), ("furnaces", 2), ("hiring hired", 0), ("tin", None), ("furniture", None)],
)
def test_other_forms_of_a_word_are_found(question: str, number: int | None) -> None:
    index = WordIndex(["We hire one apprentice.", "As decisões do forno.", "The furnace was too big.", "tinker"])
    found = [hit for _, hit in index.search(question, 3)]
    assert found == ([] if number is None else [number])


def test_the_word_itself_comes_before_its_other_forms() -> None:
    index = WordIndex(["one apprentice here", "two apprentices here"])
    assert [number for _, number in index.search("apprentices", 2)] == [1, 0]


def test_a_rare_word_outweighs_many_common_ones() -> None:
    index = WordIndex(["common words here"] * 50 + ["common rare thing"])
    assert index.search("common words rare", 2)[0][1] == 50


def test_equal_scores_come_in_the_order_of_the_texts() -> None:
    index = WordIndex(["same text"] * 9)
    assert [number for _, number in index.search("text", 9)] == list(range(9))


def test_a_very_long_question_keeps_its_rarest_words() -> None:
    index = WordIndex([f"w{number} shared" for number in range(MOST_TERMS + 50)] + ["needle"])
    question = " ".join(f"w{number}" for number in range(MOST_TERMS - 5)) + " shared" * 1000 + " needle"
    found = [number for _, number in index.search(question, MOST_TERMS)]
    assert MOST_TERMS + 50 in found


def test_an_empty_index_finds_nothing() -> None:
    assert WordIndex([]).search("bell", 5) == []


@settings(max_examples=30)
@given(st.text(max_size=80))
def test_any_text_finds_itself(text: str) -> None:
    if INDEX.terms(text):
        assert WordIndex(["other", text]).search(text, 1)[0][1] == 1
