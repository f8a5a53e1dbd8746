"""The lists of opposites: symmetric, and no word against itself."""

import pytest

from ringtrue.voice.content.opposites import opposed, pairs_of


@pytest.mark.parametrize(
    ("one", "other", "sort"),
    [
        ("buys", "selling", "opposite verbs"),
        ("comprei", "vendemos", "opposite verbs"),
        ("more", "fewer", "opposite direction"),
        ("cheap", "expensive", "opposite words"),
        ("caro", "barata", "opposite words"),
        ("para", "iniciar", None),  # a small word, not a form of parar
        ("bees", "honey", None),
    ],
)
def test_forms_of_opposed_words(one: str, other: str, sort: str | None) -> None:
    assert opposed(one, other) == opposed(other, one) == sort


def test_no_listed_word_is_its_own_opposite() -> None:
    from ringtrue.voice.content import opposites

    listed = [
        word for text in (opposites._ADJECTIVES, opposites._VERBS, opposites._DIRECTIONS) for word in text.split()
    ]
    assert [word for word in listed if word != "|" and opposed(word, word)] == []
    assert all(pairs_of(word) for word in listed if word != "|")
