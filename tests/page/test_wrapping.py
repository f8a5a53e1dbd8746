import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.page.wrapping import unwrapped

LONG = "This line is as long as the lines of a wrapped file are, about so."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{LONG}\n{LONG}\nand its end.", f"{LONG} {LONG} and its end."),
        (f"{LONG}\nend.\n\n{LONG}\nend.", f"{LONG} end.\n\n{LONG} end."),
        ("A short line\nof a verse\nstays a line.", "A short line\nof a verse\nstays a line."),
        (f"- one\n- two\n{LONG}", f"- one\n- two\n{LONG}"),
        (f"{LONG}\n    indented end.", f"{LONG} indented end."),
        ("", ""),
        ("one", "one"),
    ],
)
def test_wrapped_paragraphs_are_joined_and_nothing_else(text: str, expected: str) -> None:
    assert unwrapped(text) == expected


@given(st.text())
def test_no_word_is_changed(text: str) -> None:
    assert unwrapped(text).split() == text.split()
