"""Texts of other people in our hands: valid names, hidden characters, one line, escaped for Markdown."""

import re
import unicodedata

from ringtrue.terms.problem import BadInput, Problem

LONGEST_NAME = 150  # characters; PostgreSQL indexes at most 2,700 bytes and an answer is known by four names

# Characters nobody sees: controls, marks of direction, joiners, fillers, tags. Single joiners stay (emoji and
# several scripts need them), and so does the selector that makes a sign an emoji.
HIDDEN = re.compile(
    "(?:[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    "|[\u200c\u200d\ufe0e\ufe0f]{2,})+"
)

# In a name a line break or a tab is out of place too, and so is a joiner that joins nothing but plain letters.
_UNFIT = re.compile(
    HIDDEN.pattern
    + "|[\t-\r\x1c-\x1e\x85\u2028\u2029]|(?:^|(?<=[\x00-\x7f]))[\u200c\u200d]|[\u200c\u200d](?=[\x00-\x7f]|$)"
)


def unseen_in(name: str) -> str | None:
    """The first character of a name that nobody sees, written out as U+202E; None if all of it can be seen."""
    found = _UNFIT.search(name)
    return f"U+{ord(found[0][0]):04X}" if found else None


def fault_of_name(name: object) -> str | None:
    """Validate a name or id: what keeps this from being one, None if nothing does."""
    if not isinstance(name, str):
        return f"is {name!r}, not a text"
    if not name.strip():
        return "is empty"
    if len(name) > LONGEST_NAME:
        return f"is longer than {LONGEST_NAME} characters"
    unseen = unseen_in(name)
    return f"holds a character nobody sees ({unseen})" if unseen else None


def checked_name(name: str, *, file: str, place: str) -> str:
    """The name, or a refusal that says what is wrong with it."""
    fault = fault_of_name(name)
    if fault:
        remedy = "Give a short printable name."
        raise BadInput([Problem(file, place, f"The name {fault}.", str(name)[:80], remedy)])
    return name


# Other people's words inside our output: on one line, and with nothing that Markdown or HTML acts on.


_SPACES = re.compile(r"\s+")
_ACTIVE = re.compile(r"[\\`\[\]|~]|(?<!\s)\*|\*(?!\s)")  # a star between blanks means itself: 2 * x
_EDGE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")  # within a word an underscore means itself
_TAG = re.compile(r"<(?![\s\d=])")  # "x < 3" stays readable, "<b" does not become a tag
_ENTITY = re.compile(r"&(?=#|\w)")
_LEADING = re.compile(r"^(?=[#>]|[-+=*][-+=*\s])|^(\d+)(?=[.)](?:\s|$))")  # what would begin a heading, quote or list
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][\w.-]*", re.ASCII)
_JOINERS = "\u200c\u200d"  # they shape letters and emoji


def plain(text: object) -> str:
    """One line of text: line breaks and controls become blanks, what reverses the writing direction is dropped."""
    return _SPACES.sub(" ", "".join(map(_visible, str(text)))).strip()


def escaped(text: object) -> str:
    """Escape Markdown: one line that shows exactly the text, in a table cell as well as in a paragraph."""
    words = _ACTIVE.sub(r"\\\g<0>", plain(text))
    words = _EDGE_UNDERSCORE.sub(r"\\_", words)
    words = _TAG.sub("&lt;", _ENTITY.sub("&amp;", words))
    return _LEADING.sub(lambda start: f"{start[1]}\\" if start[1] else "\\", words)


def code(name: object) -> str:
    """A name as Markdown code if it is one; anything else as escaped text."""
    words = str(name)
    return f"`{words}`" if _PLAIN_NAME.fullmatch(words) else escaped(words)


def shortened(text: str, longest: int = 100) -> str:
    """The beginning of a long text."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _visible(char: str) -> str:
    if char.isprintable() or char in _JOINERS:
        return char
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    return "" if category == "Cf" else " "
