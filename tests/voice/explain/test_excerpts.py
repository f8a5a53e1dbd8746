"""Excerpts around a place."""

import pytest

from ringtrue.voice.explain.excerpts import excerpt
from ringtrue.voice.habits import Reading

LONG = Reading("Before. " + " ".join(f"W{n}" for n in range(30)) + " end. After that.")


def test_about_twelve_words_with_the_place_inside() -> None:
    # Word 16 of the text is W15; five words before it, twelve in all.
    assert excerpt(LONG, 16, 16) == "… W10 W11 W12 W13 W14 W15 W16 W17 W18 W19 W20 W21 …"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        (1, "W0 W1 W2 W3 W4 W5 W6 W7 W8 W9 W10 W11 …"),
        (31, "… W19 W20 W21 W22 W23 W24 W25 W26 W27 W28 W29 end."),
        (0, "Before."),
        (33, "After that."),
    ],
)
def test_a_sentence_is_not_left(word: int, expected: str) -> None:
    assert excerpt(LONG, word, word) == expected


def test_line_breaks_and_controls_become_blanks() -> None:
    assert excerpt(Reading("One\ntwo\x00three\t four"), 0, 0) == "One two three four"


def test_a_giant_word_is_cut() -> None:
    assert len(excerpt(Reading("a" * 5000), 0, 0)) < 200
