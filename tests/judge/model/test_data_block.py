"""Data blocks: marks nobody can write down in advance, a bar before every line, and nothing hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.model.data_block import block, harmless, marker_for
from ringtrue.terms.hidden import HIDDEN

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
