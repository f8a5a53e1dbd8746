"""Normalise typography: quotes, dashes, ellipses and spaces written one way, on both sides of a card and nowhere else.

It is not for words, punctuation or layout: which marks somebody uses, and where a paragraph ends, stays as it was.
"""

import re
from collections.abc import Iterable, Sequence

from ringtrue.blind.card_drafts import Texts
from ringtrue.terms.item import Item, Response
from ringtrue.terms.protocol import Protocol

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‘’‚‛‹›", "'"),
        **dict.fromkeys("‐‑−", "-"),  # hyphens that look like the plain one, and the minus
        "…": "...",
        **dict.fromkeys("\u200b\ufeff"),  # blanks of no width
    }
)
_BLANKS = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f]")
_INSIDE_ANGLES = re.compile(r"(?<=[«‹])[ \t]+|[ \t]+(?=[»›])")
_RANGE = re.compile(r"(?<=[^\W_])–(?=[^\W_])")  # 1990–95, London–Paris
_DASH = re.compile(r"(?<=\S)[ \t]*(?:[–—―]|(?<!-)--(?!-))+[ \t]*")  # not at the beginning of a line: that is layout
_WIDE = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_EMPTY_LINES = re.compile(r"\n{3,}")


def normalised(text: str) -> str:
    """The text in plain typography: straight quotes, " - " for a dash, three full stops, single spaces."""
    plain = _BLANKS.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))
    plain = _RANGE.sub("-", _INSIDE_ANGLES.sub("", plain))
    plain = _DASH.sub(_dash, plain).translate(_SIGNS)
    return _EMPTY_LINES.sub("\n\n", _TRAILING.sub("", _WIDE.sub(" ", plain))).strip()


def _dash(found: re.Match[str]) -> str:
    """A dash with a blank on each side, except beside a mark that opens or closes, or at the end of a line."""
    text, start, end = found.string, found.start(), found.end()
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    opens = before[-1] in "“‘«([" or (before[-1] in "\"'" and (before[:-1].isspace() or start == 1))
    closes = not after or after[0] in "”’»)].,;:!?…\n" or (after[0] in "\"'" and not after[1:].strip())
    return f"{'' if opens else ' '}-{'' if closes else ' '}"


def evened_responses(
    items: Sequence[Item], responses: Iterable[Response], protocol: Protocol
) -> tuple[list[Response], int]:
    """Every text a card could show, normalised, as a response of its own after those given; and how many it changed.

    The responses given, and the texts items hold, stay as they are. The last response of a speaker counts, so cards
    show the normalised ones.
    """
    given = list(responses)
    texts = Texts(given)
    evened: list[Response] = []
    changed = 0
    for item in items:
        for speaker in dict.fromkeys((*protocol.kinds[item.kind].show, *protocol.controls.values())):
            text = texts.find(item, speaker)
            if text is not None and normalised(text):
                evened.append(Response(item.id, speaker, normalised(text)))
                changed += evened[-1].text != text
    return [*given, *evened], changed
