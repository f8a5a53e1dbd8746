"""Quotes are compared as a reader would, and found by their lines."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.sources.folding import FoldedText, folded

TEXT = "First line.\n\n“Listen   before\nyou measure,” she said.\nThat’s all.\n"


def test_white_space_quotes_and_composition_are_folded() -> None:
    assert folded(" “It’s”\u00a0a\n\tcafe\u0301 ") == '"It\'s" a café'
    assert folded("soft\u00adhyphen\u200b") == "softhyphen"


def test_a_quote_is_found_across_lines() -> None:
    text = FoldedText(TEXT)
    assert text.lines == 5
    assert text.where('"Listen before you measure," she said.') == (3, 4)
    assert text.where("That's all.") == (5, 5)
    assert text.where("line. “Listen") == (1, 3)


def test_a_quote_is_looked_for_within_the_given_lines() -> None:
    text = FoldedText(TEXT)
    assert text.where("Listen before", 3, 4) == (3, 3)
    assert text.where("That's all.", 1, 4) is None
    assert text.where("First line.", 2) is None
    assert text.where("measure", 4, 4) == (4, 4)


def test_wrong_words_letter_case_and_nothing_are_not_found() -> None:
    text = FoldedText(TEXT)
    assert text.where("listen before") is None
    assert text.where("   ") is None
    assert FoldedText("").where("x") is None
    assert FoldedText("").lines == 0


def test_headings_are_found_however_they_are_spelt() -> None:
    text = FoldedText("# Soul\n\n## Tone of voice ##\n\nwords\n")
    assert text.heading("tone_of_voice") == text.heading("Tone-of-Voice") == 3
    assert text.heading("words") is None


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=200), st.data())
def test_whatever_stands_in_a_text_is_found_there(text: str, data: st.DataObject) -> None:
    every = text.split("\n")
    first = data.draw(st.integers(0, len(every) - 1))
    last = data.draw(st.integers(first, len(every) - 1))
    quote = "\n".join(every[first : last + 1])
    found = FoldedText(text).where(quote, first + 1, last + 1)
    if folded(quote):
        assert found is not None
        assert first + 1 <= found.first <= found.last <= last + 1
