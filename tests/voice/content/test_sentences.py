"""Texts cut into sentences, and replies into passages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.content.sentences import SMALL_WORDS, Passage, passages, split_sentences, stem, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("He paid 3.5 million. Dr. Silva left.", ["He paid 3.5 million.", "Dr. Silva left."]),
        ('She said "no." Then she went.', ['She said "no."', "Then she went."]),
        ("Wrapped\nline goes on. Next.", ["Wrapped line goes on.", "Next."]),
        ("# Title\n- first item\n- second\n\n1. third", ["Title", "first item", "second", "third"]),
        ("J. R. Mota veio. Saiu.", ["J. R. Mota veio.", "Saiu."]),
        ("朝です。夜です。", ["朝です。", "夜です。"]),
        ("Wait... what?! Yes", ["Wait...", "what?!", "Yes"]),
        ("--- ... !!!", []),
        ("", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    assert split_sentences(text) == expected


def test_speech_without_full_stops_is_cut_into_equal_parts() -> None:
    found = split_sentences(" ".join(f"w{i}" for i in range(130)))
    assert [len(piece.split()) for piece in found] == [43, 43, 44]


@given(st.text(alphabet="ab.!? \n-", max_size=200))
def test_no_word_is_lost(text: str) -> None:
    kept = "".join(c for c in "".join(split_sentences(text)) if c.isalnum())
    assert kept == "".join(c for c in text if c.isalnum())


def test_passages_are_sentences_and_then_neighbours_within_a_reply() -> None:
    assert passages(["A one. B two.", "", "C three."]) == [
        Passage(0, "A one."),
        Passage(0, "B two."),
        Passage(2, "C three."),
        Passage(0, "A one. B two."),
    ]


def test_one_text_instead_of_a_list_is_refused() -> None:
    with pytest.raises(ValueError, match="list of texts"):
        passages("text")


# Words brought to a common form.


@pytest.mark.parametrize(
    "forms",
    [
        ("raise", "raises", "raised", "raising"),
        ("company", "companies"),
        ("stop", "stops", "stopped", "stopping"),
        ("contratar", "contrato", "contrata", "contratamos", "contratando", "contratei"),
        ("vender", "vendo", "vendemos", "vendeu"),
    ],
)
def test_forms_of_one_word_meet(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize("word", ["use", "bus", "ox", "a", "é"])
def test_short_words_keep_their_letters(word: str) -> None:
    assert stem(word) == word


def test_words_lose_accents_and_clitics_but_keep_the_denial() -> None:
    assert words("Não, it\u2019s John's: I don't!") == ["nao", ",", "it", "john", ":", "i", "don't", "!"]


def test_small_words_are_written_as_words_are_read() -> None:
    assert [word for word in SMALL_WORDS if words(word) != [word]] == []
