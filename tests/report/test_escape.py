"""Other people's words show as they are and do nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.report.escape import code, escaped, plain, shortened


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("a|b", r"a\|b"),
        ("two\nlines\tand\u2028more", "two lines and more"),
        ("<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"),
        ("composite < 80 and x <= 3", "composite < 80 and x <= 3"),
        ("&lt;b> & co", "&amp;lt;b> & co"),
        ("[x](javascript:y)", r"\[x\](javascript:y)"),
        ("`rm`", r"\`rm\`"),
        ("**bold** 2 * x", r"\*\*bold\*\* 2 * x"),
        ("pfi_001 _so_", r"pfi_001 \_so\_"),
        ("# no heading", r"\# no heading"),
        ("> no quote", r"\> no quote"),
        ("- no list", r"\- no list"),
        ("1. no list", r"1\. no list"),
        ("1.5 points", "1.5 points"),
        ("-0.5", "-0.5"),
        ("back\\slash", r"back\\slash"),
        ("\x1b[31mred", r"\[31mred"),
        ("a\u202eb\ud800", "ab\ufffd"),
    ],
)
def test_marks_are_escaped_and_numbers_are_left_alone(text: str, markdown: str) -> None:
    assert escaped(text) == markdown


def test_a_name_is_code_and_anything_else_is_text() -> None:
    assert code("pfi_001") == "`pfi_001`"
    assert code("a b") == "a b"
    assert code("x`y") == r"x\`y"
    assert code("") == ""


def test_a_long_text_is_cut() -> None:
    assert shortened("x" * 200, 10) == "x" * 9 + "…"
    assert shortened("short", 10) == "short"


@given(st.text())
def test_no_tag_no_entity_no_cell_border_and_no_line_break_comes_through(text: str) -> None:
    words = escaped(text)
    assert not re.search(r"<[A-Za-z/!?]", words)
    assert not re.search(r"(?<!\\)(?:\\\\)*\|", words)
    assert len(words.splitlines()) <= 1
    assert words.replace("&amp;", "").replace("&lt;", "").find("&#") == -1


@given(st.text())
def test_plain_text_is_printable_and_stays_so(text: str) -> None:
    words = plain(text)
    assert words.isprintable()
    assert plain(words) == words
