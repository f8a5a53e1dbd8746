"""Texts that are no YAML: one problem, its line, plain words."""

import pytest

from ringtrue.files.limits import Limits
from ringtrue.files.yaml_engine import parse
from ringtrue.files.yaml_words import refusal
from ringtrue.terms import BadInput


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("ok: 1\na: b: c\n", 2, "second colon"),
        ("a: 1\n  b: 2\n", 2, "stands in too far"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a:\n\t- b\n", 2, "tab"),
        ("a: 1\nb: @x\n", 2, "another meaning"),
        ("a: 1\nb: `x`\n", 2, "another meaning"),
        ("a: 1\nb: *gone\n", 2, "no anchor"),
        ("a: 1\nb: 'open\nc: 2\nd: 3\n", 2, "not closed"),
        ('a: 1\nb: "open\n---\n"\n', 3, "document marker"),
        ('a: "\\q"\n', 1, "backslash"),
        ("a: [1\nb: 2\n", 2, "bracket"),
        ("a: [1,\n", 2, "ends in the middle"),
        ("a: 1\nb\nc: 2\n", 3, "without a colon"),
        ("- a\nb: 1\n", 2, "line up"),
        ("a: - b\n", 1, "list item"),
        ("a: 1\nb: \x07\n", 2, "U+0007"),
        ("# c\n%YAML 1.1\n---\na: no\n", 2, "Directives"),
        ("%TAG ! x\n---\na\n", 1, "Directives"),
        ("a: |x\n  b\n", 1, "not YAML"),
    ],
)
def test_the_complaint_is_plain_and_on_its_line(text: str, line: int, what: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse(text, "f.yaml", Limits())
    (problem,) = caught.value.problems
    assert problem.place == f"line {line}"
    assert what in problem.what
    assert problem.remedy


def test_whatever_else_the_library_raises_is_a_refusal_too() -> None:
    assert "cannot be read as YAML" in refusal(IndexError("x"), "text", "f", Limits()).problems[0].what
    assert "64 deep" in refusal(RecursionError(), "text", "f", Limits()).problems[0].what
