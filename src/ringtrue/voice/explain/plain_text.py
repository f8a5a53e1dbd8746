"""Other people's words inside our output: on one line, and with nothing that Markdown or HTML acts upon."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_ACTIVE = re.compile(r"[\\`*_\[\]|~#]")
_ENTITY = re.compile(r"&(?=#|\w)")
_LEADING = re.compile(r"^(?=[->+=])|^(\d+)(?=[.)])")


def plain(text: str) -> str:
    """One line: breaks and controls become blanks, what reverses the writing direction is dropped."""
    return _SPACES.sub(" ", "".join(map(_visible, text))).strip()


def escaped(text: str) -> str:
    """One line of Markdown that shows exactly the text, in a table cell as well as in a paragraph."""
    words = _ENTITY.sub("&amp;", _ACTIVE.sub(r"\\\g<0>", plain(text))).replace("<", "&lt;")
    return _LEADING.sub(lambda start: f"{start[1] or ''}\\", words)


def _visible(char: str) -> str:
    if char.isprintable():
        return char
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    return char if char in "\u200c\u200d" else "" if category == "Cf" else " "  # joiners shape letters and emoji
