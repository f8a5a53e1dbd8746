"""Flags in words."""

import pytest

from ringtrue.formats.flag import Flag, in_words


@pytest.mark.parametrize(
    ("lines", "words"),
    [((4,), "Line 4"), ((3, 4, 5), "Lines 3-5"), ((9, 2, 3, 3), "Lines 2-3, 9"), ((1, 3, 5), "Lines 1, 3, 5")],
)
def test_lines_in_words(lines: tuple[int, ...], words: str) -> None:
    assert in_words(lines) == words


def test_a_sentence_names_the_file() -> None:
    assert Flag("odd", "a.csv", "Two rows are odd.", (2, 3)).sentence() == "a.csv: Two rows are odd. Lines 2-3."
    assert Flag("odd", "a.csv", "It is odd.").sentence() == "a.csv: It is odd."
