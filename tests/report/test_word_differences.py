"""Word differences: what stands in both, what was taken out and put in; lines of a prompt."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.report.word_differences import Piece, likeness, line_differences, marked, word_differences


def test_words_are_compared_and_not_letters() -> None:
    found = word_differences("We wait for the tide.", "We never wait for a tide.")
    assert found == [
        Piece("same", "We"),
        Piece("in", " never"),
        Piece("same", " wait for "),
        Piece("out", "the"),
        Piece("in", "a"),
        Piece("same", " tide."),
    ]
    assert marked(found) == "We{+ never+} wait for [-the-]{+a+} tide."


@given(st.text(max_size=60), st.text(max_size=60))
def test_both_texts_can_be_put_together_again(before: str, after: str) -> None:
    found = word_differences(before, after)
    assert "".join(piece.text for piece in found if piece.kind != "in") == before
    assert "".join(piece.text for piece in found if piece.kind != "out") == after


def test_very_long_texts_are_compared_line_by_line() -> None:
    before = "".join(f"line {number} of many\n" for number in range(2000))
    found = word_differences(before, before + "one more\n")
    assert found == [Piece("same", before), Piece("in", "one more\n")]


def test_lines_of_a_prompt_with_three_around_them() -> None:
    before = "\n".join(f"rule {number}" for number in range(9))
    found = line_differences(before, before.replace("rule 4", "rule four"))
    assert found[1:] == [" rule 1", " rule 2", " rule 3", "-rule 4", "+rule four", " rule 5", " rule 6", " rule 7"]
    assert line_differences(before, before) == []


def test_likeness_is_the_share_that_stands_in_both() -> None:
    assert likeness("one two", "one two") == 1.0
    assert likeness("", "") == 1.0
    assert likeness("alpha", "omega") == 0.0
    assert likeness("one two", "one six") == 8 / 14  # "one " of seven and seven letters
