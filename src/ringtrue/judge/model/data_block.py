"""Data blocks: material shown to a judge between marks that it can neither guess nor close nor imitate."""

import re
from collections.abc import Iterable
from hashlib import sha256

from ringtrue.terms.hidden import HIDDEN

BAR = "| "

_HIDDEN_ASCII = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f]+")  # of the same, what a plain text can hold
_SEEN_ASCII = bytes(code for code in range(128) if not _HIDDEN_ASCII.match(chr(code)))
SHOWN_HIDDEN = re.compile(r"⟨U\+[0-9A-F]{4,6}(?: \+\d+)?⟩")

# What some servers read as the border of a turn even inside a message: a blank after the bracket makes it mere text.
_TURNS = re.compile(
    r"<(?=[|｜]|/?(?:s|bos|eos|pad|unk|sep|cls|mask|think|start_of_turn|end_of_turn|tool_call|tool_response)>|</?SYS>>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\])",
    re.IGNORECASE,
)


def marker_for(secret: str, contents: Iterable[str]) -> str:
    """The mark of a card's blocks: the same for the same card, unknown to whoever wrote a text on it.

    It hashes everything shown, so a text that held its own mark would have to be its own hash; and should one come
    about all the same, the next number gives another.
    """
    whole = "\x1f".join([secret, *[f"{len(text)}:{text}" for text in contents]])
    hashed = whole.encode("utf-8", "surrogatepass")
    number = 0
    while True:
        mark = sha256(b"%d\x1f" % number + hashed).hexdigest()[:32]
        if mark not in whole:
            return mark
        number += 1


def block(marker: str, heading: str, text: str) -> str:
    """A heading and, between marks, the text with a bar before every line."""
    lines = f"\n{BAR}".join(harmless(text).splitlines())  # every sort of line break
    return f"{heading}\n<<<{marker}\n{BAR}{lines}\n{marker}>>>"


def harmless(text: str) -> str:
    """The text with what is hidden written out, and nothing in it that a server could read as the border of a turn."""
    shown = text
    if not text.isascii():
        shown = HIDDEN.sub(_written_out, text)
    elif text.encode().translate(None, _SEEN_ASCII):  # nearly never, and sooner told than by an expression
        shown = _HIDDEN_ASCII.sub(_written_out, text)
    return _TURNS.sub(r"\g<0> ", shown) if "<" in shown or "[" in shown else shown


def _written_out(found: re.Match[str]) -> str:
    run = found.group()
    more = f" +{len(run) - 1}" if len(run) > 1 else ""
    return f"⟨U+{ord(run[0]):04X}{more}⟩"
