"""What nobody sees in a name is found; other people's words show as they are and do nothing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.terms.problem import BadInput
from ringtrue.terms.text import (
    HIDDEN,
    LONGEST_NAME,
    checked_name,
    code,
    escaped,
    fault_of_name,
    plain,
    shortened,
    unseen_in,
)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("STR\u202e-001", "U+202E"),
        ("STR\u200b-001", "U+200B"),
        ("STR\u200d-001", "U+200D"),
        ("STR-001\u200c", "U+200C"),
        ("\ufeffSTR-001", "U+FEFF"),
        ("a\tb", "U+0009"),
        ("a\nb", "U+000A"),
        ("a\x1bb", "U+001B"),
        ("a\u2028b", "U+2028"),
        ("a\u3164b", "U+3164"),
        ("a\U000e0041", "U+E0041"),
    ],
)
def test_what_nobody_sees_is_written_out(name: str, found: str) -> None:
    assert unseen_in(name) == found


@pytest.mark.parametrize("name", ["STR-001", "Renée 🙂", "👩\u200d💻", "می\u200cخواهم", "a\u00a0b", "雪-1", "❤️"])
def test_what_can_be_seen_is_left_alone(name: str) -> None:
    assert unseen_in(name) is None


@given(st.text())
def test_whatever_is_hidden_is_unfit_for_a_name(text: str) -> None:
    assert not HIDDEN.search(text) or unseen_in(text)


# Names: what is none is said to be none.


@pytest.mark.parametrize(
    "name",
    ["a", "DQ-001", "Ziggy_TECH_run1", "Renée 🙂", "👩\u200d💻", "می\u200cخواهم", "no\u00a0break", "x" * LONGEST_NAME],
)
def test_usual_names_are_good(name: str) -> None:
    assert fault_of_name(name) is None
    assert checked_name(name, file="f", place="p") == name


@pytest.mark.parametrize(
    "name", ["", "  ", "x" * (LONGEST_NAME + 1), "a\0b", "\udc00", None, 7, "a\u202eb", "a\nb", "a\u200bb"]
)
def test_others_are_refused_with_the_place(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        checked_name(name, file="f.csv", place="line 3")
    assert (refused.value.problems[0].file, refused.value.problems[0].place) == ("f.csv", "line 3")


# Other people's words show as they are and do nothing.


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
    assert words.replace("\u200c", "").replace("\u200d", "").isprintable()
    assert plain(words) == words


def test_joiners_stay_because_they_shape_letters_and_emoji() -> None:
    assert plain("न\u200dम") == "न\u200dम"
