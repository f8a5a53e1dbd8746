"""Undo hard line breaks of a sample: a file wrapped at some column would be ragged on a page of another width."""

import re

_WRAPPED = 60  # letters that every line but the last of a wrapped paragraph has; verses and lists are shorter


def unwrapped(text: str) -> str:
    """The text with the lines of wrapped paragraphs joined; all other line breaks stay."""
    return "\n\n".join(_joined(paragraph) for paragraph in re.split(r"\n[ \t]*\n", text))


def _joined(paragraph: str) -> str:
    lines = paragraph.split("\n")
    wrapped = all(len(line) >= _WRAPPED for line in lines[:-1])
    return " ".join(line.strip() for line in lines) if wrapped and len(lines) > 1 else paragraph
