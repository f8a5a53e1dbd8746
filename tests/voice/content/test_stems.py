"""Words brought to a common form."""

import pytest

from ringtrue.voice.content.stems import SMALL_WORDS, stem, words


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
