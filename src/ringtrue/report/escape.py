"""Other people's words inside our output: without control characters, and with nothing Markdown or HTML acts upon."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_ACTIVE = re.compile(r"[\\`\[\]|~]|(?<!\s)\*|\*(?!\s)")  # a star between blanks means itself: 2 * x
_EDGE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")  # within a word an underscore means itself
_TAG = re.compile(r"<(?![\s\d=])")  # "x < 3" stays readable, "<b" does not become a tag
_ENTITY = re.compile(r"&(?=#|\w)")
_LEADING = re.compile(r"^(?=[#>]|[-+=*][-+=*\s])|^(\d+)(?=[.)](?:\s|$))")  # what would begin a heading, quote or list
# Words, names and numbers that none of the above is about: nearly every cell of a table.
_HARMLESS = re.compile(r"[A-Za-z](?:[A-Za-z0-9 ,.;:%()-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*|\d+(?:\.\d+)?", re.ASCII)
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)


def plain(text: object) -> str:
    """One line of text: line breaks and controls become blanks, what reverses the writing direction is dropped."""
    words = str(text)
    if words.isprintable() and "  " not in words:  # the blank is the only space that counts as printable
        return words.strip()
    return _SPACES.sub(" ", "".join(map(_visible, words))).strip()


def escaped(text: object) -> str:
    """One line of Markdown that shows exactly the text, in a table cell as well as in a paragraph."""
    words = plain(text)
    if _HARMLESS.fullmatch(words):
        return words
    words = _ACTIVE.sub(r"\\\g<0>", words)
    words = _EDGE_UNDERSCORE.sub(r"\\_", words)
    words = _TAG.sub("&lt;", _ENTITY.sub("&amp;", words))
    return _LEADING.sub(lambda start: f"{start[1]}\\" if start[1] else "\\", words)


def code(name: object) -> str:
    """A name as code if it is one; anything else as escaped text."""
    words = str(name)
    return f"`{words}`" if _PLAIN_NAME.fullmatch(words) else escaped(words)


def shortened(text: str, longest: int = 100) -> str:
    """The beginning of a long text."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _visible(char: str) -> str:
    if char.isprintable():
        return char
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    return "" if category == "Cf" else " "
