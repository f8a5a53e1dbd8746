"""Word differences of two texts (diff): what stayed, was taken out, was put in; and lines that changed."""

import re
from difflib import SequenceMatcher, unified_diff
from typing import Literal, NamedTuple

_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_MOST_WORDS = 4000  # longer texts are compared line by line
Kind = Literal["same", "out", "in"]


class Piece(NamedTuple):
    """A stretch of words that both texts have, or only the first (out), or only the second (in)."""

    kind: Kind
    text: str


def word_differences(before: str, after: str) -> list[Piece]:
    """The second text as the first with words taken out and put in; joined without what is out it is the second."""
    first, second = _pieces(before), _pieces(after)
    if max(len(first), len(second)) > _MOST_WORDS:
        first, second = before.splitlines(keepends=True), after.splitlines(keepends=True)
    found: list[Piece] = []
    for tag, low, high, start, end in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append(Piece("same", "".join(first[low:high])))
            continue
        if high > low:
            found.append(Piece("out", "".join(first[low:high])))
        if end > start:
            found.append(Piece("in", "".join(second[start:end])))
    return found


def likeness(before: str, after: str) -> float:
    """The share of both texts that stands in the same order in both: 1 for the same text, 0 for nothing in common."""
    total = len(before) + len(after)
    same = sum(len(piece.text) for piece in word_differences(before, after) if piece.kind == "same")
    return 2.0 * same / total if total else 1.0


def _pieces(text: str) -> list[str]:
    return _WORD.findall(text)


def marked(pieces: list[Piece]) -> str:
    """The differences in plain text: [-taken out-] and {+put in+}."""
    marks = {"same": "{}", "out": "[-{}-]", "in": "{{+{}+}}"}
    return "".join(marks[piece.kind].format(piece.text) for piece in pieces)


def line_differences(before: str, after: str) -> list[str]:
    """Lines of a text that changed, with three around them: "-" taken out, "+" put in; none where they are the same."""
    lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=3)
    return [line for line in lines if not line.startswith(("---", "+++"))]
