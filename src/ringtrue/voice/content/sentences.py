"""Replies cut into sentences, and into the passages that facts are looked for in."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ringtrue.voice.content.stems import listed
from ringtrue.voice.embedding.vectors import has_words

_BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+•#|>]|\d{1,4}[.)]\s))")
_MARKER = re.compile(r"^\s*(?:[-*+•|>]+|#{1,6}|\d{1,4}[.)])\s+")
_END = re.compile(r"[.!?…]+[\"'”’»)\]*_]*(?=\s|$)|[。！？]")
_LAST_WORD = re.compile(r"(\w[\w.]*)$")
_ABBREVIATIONS = listed("mr mrs ms dr prof sr sra dra st vs etc e.g i.e p.ex ex fig no nº cf inc ltd jr")
_LONGEST = 60  # words: speech written down without full stops is cut, or everything would be one sentence


@dataclass(frozen=True, slots=True)
class Passage:
    """One or two neighbouring sentences of a reply; `reply` is its place in the list, from 0."""

    reply: int
    text: str


def sentences(text: str) -> list[str]:
    """The sentences of a text, list items and headings each apart, none longer than sixty words."""
    found: list[str] = []
    for block in _BLOCK.split(text):
        line = " ".join(_MARKER.sub("", block).split())
        found.extend(piece for sentence in _split(line) for piece in _cut(sentence) if has_words(piece))
    return found


def passages(replies: Sequence[str]) -> list[Passage]:
    """Every sentence of every reply, then every two neighbours: a fact is often said in two breaths."""
    if isinstance(replies, str):
        raise ValueError("replies must be a list of texts, not one text")
    read = [sentences(reply) for reply in replies]
    single = [Passage(place, sentence) for place, said in enumerate(read) for sentence in said]
    double = [Passage(place, f"{a} {b}") for place, said in enumerate(read) for a, b in pairwise(said)]
    return single + double


def _split(line: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(line):
        if not _abbreviated(line[start : end.start()], end.group()):
            yield line[start : end.end()].strip()
            start = end.end()
    yield line[start:].strip()


def _abbreviated(before: str, mark: str) -> bool:
    """Whether the full stop belongs to a short form or an initial."""
    last = _LAST_WORD.search(before[-20:])
    if mark != "." or last is None:
        return False
    word = last.group().lower()
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha() and word not in "aeio")


def _cut(sentence: str) -> Iterator[str]:
    words = sentence.split()
    pieces = max(1, -(-len(words) // _LONGEST))
    for piece in range(pieces):
        yield " ".join(words[piece * len(words) // pieces : (piece + 1) * len(words) // pieces])
