"""What tells two texts of a card apart at a glance: length, mark-up or typography that only one of them has."""

import re
from collections.abc import Iterator, Mapping

from ringtrue.blind.traces import LeakRule

MOST_LONGER = 0.20  # by which share of the shorter one the longer text may exceed it, in words

_MARKUP: Mapping[str, re.Pattern[str]] = {
    "headings": re.compile(r"^#{1,6} ", re.MULTILINE),
    "bullets": re.compile(r"^\s*[-*•] ", re.MULTILINE),
    "numbered lists": re.compile(r"^\s*\d{1,2}[.)] ", re.MULTILINE),
    "bold or italic": re.compile(r"\*\*\S|__\S|(?<![\w*])\*\w[^*\n]*\w\*(?![\w*])"),
    "code": re.compile(r"`[^`\n]+`|^```", re.MULTILINE),
    "tables": re.compile(r"^\s*\|.*\|\s*$", re.MULTILINE),
    "quotations": re.compile(r"^> ", re.MULTILINE),
    "links": re.compile(r"\]\(|https?://"),
}
_TYPOGRAPHY: Mapping[str, re.Pattern[str]] = {
    "curly quotes": re.compile("[“”‘’„‚]"),
    "straight quotes": re.compile("[\"']"),
    "angle quotes": re.compile("[«»]"),
    "long dashes": re.compile("[–—]"),
    "an ellipsis character": re.compile("…"),
    "emoji": re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]"),
    "unusual blanks": re.compile("[\u00a0\u2007\u2009\u202f]"),
}
# Straight quotes are the plain way to write: they betray a side only where the other one has curly ones.
_PLAIN = {"straight quotes": "curly quotes"}


def contrasts(first: str, second: str) -> Iterator[tuple[LeakRule, str, int]]:
    """Rule, what, and which of the two texts (0 or 1) has it."""
    sizes = len(first.split()), len(second.split())
    if max(sizes) > (1 + MOST_LONGER) * min(sizes):
        longer = 0 if sizes[0] > sizes[1] else 1
        yield "length", f"{max(sizes)} words against {min(sizes)}, over {100 * MOST_LONGER:g} % longer", longer
    groups: tuple[tuple[LeakRule, Mapping[str, re.Pattern[str]]], ...]
    groups = (("markdown", _MARKUP), ("typography", _TYPOGRAPHY))
    for rule, features in groups:
        has = [{name for name, pattern in features.items() if pattern.search(text)} for text in (first, second)]
        for name in features:
            sides = [place for place in (0, 1) if name in has[place]]
            if len(sides) == 1 and (name not in _PLAIN or _PLAIN[name] in has[1 - sides[0]]):
                yield rule, f"{name} on one side only", sides[0]
