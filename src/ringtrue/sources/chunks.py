"""Texts cut into chunks of 300 to 500 words that overlap by about 50, at the ends of paragraphs and sentences.

Only the stretch in which a chunk may end is looked at closely, so a long transcript costs little more than counting
its words.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ringtrue.files.text_files import Lines
from ringtrue.sources.texts import SourceText
from ringtrue.sources.word_places import WordPlaces

LEAST, MOST, OVERLAP = 300, 500, 50
_TWO = 2 * MOST - OVERLAP  # words that two chunks hold: with fewer left, both are made about equal
_WIDEST = 12  # characters of a word with its space; text whose words are longer is cut sooner
_UNSPACED_WIDTH = 1.5  # the same for scripts that put no space between words

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"  # Thai to Han
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
# All signs first, then which sort it is: a pattern that begins with a set is searched for several times faster.
_SENTENCE = re.compile(r"""[.!?…।؟。！？](?:(?<=[.!?…।؟])["'”’»)\]]*\s+|(?<=[。！？])[」』”’）]*)""")
_LINE = re.compile(r"\n\s*")
_SPACE = re.compile(r"\s+")
_BORDERS = (_PARAGRAPH, _SENTENCE, _LINE, _SPACE)  # the best place to cut first


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of a source text, with the lines it stands on."""

    source: SourceText
    start: int
    end: int
    first_line: int
    last_line: int

    @property
    def text(self) -> str:
        """The words themselves, unedited."""
        return self.source.text[self.start : self.end]

    @property
    def ref(self) -> str:
        """Where they stand, as path:Lfirst-last."""
        return f"{self.source.path}:L{self.first_line}-{self.last_line}"


def chunks_of(source: SourceText) -> list[Chunk]:
    """The chunks of a text in their order; a text of up to 500 words is one chunk."""
    lines = Lines(source.text)
    return [chunk_at(source, lines, start, end) for start, end in _spans(source.text) if source.text[start:end].strip()]


def chunk_at(source: SourceText, lines: Lines, start: int, end: int) -> Chunk:
    """The chunk between two positions, white space at its ends left out."""
    text = source.text
    end = start + len(text[start:end].rstrip())
    start = end - len(text[start:end].lstrip())
    return Chunk(source, start, end, lines.at(start), lines.at(max(start, end - 1)))


def sentences_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end, the white space behind them included."""
    start = 0
    for border in _SENTENCE.finditer(text):
        yield start, border.end()
        start = border.end()
    if start < len(text):
        yield start, len(text)


def unspaced(text: str) -> bool:
    """Whether a text is mostly of a script that puts no space between words."""
    head = text[:1000]
    return not head.isascii() and len(_UNSPACED.findall(head)) > 0.3 * len(head)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the chunks begin and end."""
    start = 0
    words = WordPlaces(text)
    while start < len(text):
        ruler = _Ruler(text, start, words)
        stretch = ruler.stretch()
        if stretch is None:
            yield start, len(text)
            return
        end = _best(text, *stretch)
        yield start, end
        start = max(_overlap(text, start, end, ruler), start + 1)


class _Ruler:
    """Counts words forward from a position of a text."""

    def __init__(self, text: str, start: int, words: WordPlaces) -> None:
        self.unspaced = unspaced(text[start : start + 1000])
        self._start = start
        self._words = words
        self._width = _UNSPACED_WIDTH if self.unspaced else _WIDEST
        self._end = min(len(text), start + int(_TWO * self._width))  # of the window looked at
        self._whole = self._end == len(text)

    def stretch(self) -> tuple[int, int] | None:
        """From where to where the chunk may end; None where all that is left is one chunk."""
        left = self._count(_TWO)
        if left is not None and left <= MOST:
            return None
        most = MOST if left is None else max(LEAST, min(MOST, left + OVERLAP - LEAST))
        high = self._offset(most)
        return self.back(self._start, high, max(most - LEAST, OVERLAP)), high

    def back(self, start: int, end: int, words: int) -> int:
        """The position so many words before the end of a chunk."""
        if self.unspaced:
            return max(start, end - int(words * _UNSPACED_WIDTH))
        return self._words.before(max(start, end - words * _WIDEST), end, words)

    def _count(self, most: int) -> int | None:
        """How many words are left, None where there are more than `most`."""
        if not self._whole:
            return None
        least = int((self._end - self._start) / self._width)
        words = least if self.unspaced else self._words.between(self._start, self._end)
        return None if words > most else max(words, least)

    def _offset(self, words: int) -> int:
        """Where so many words end; long words count for several."""
        widest = min(self._start + int(words * self._width), self._end)
        after = None if self.unspaced else self._words.after(self._start, words)
        return widest if after is None else min(widest, after)


def _best(text: str, low: int, high: int) -> int:
    """The last place of the best sort between two positions at which to end a chunk."""
    for border in _BORDERS:
        ends = [mark.end() for mark in border.finditer(text, low, high)]
        if ends:
            return ends[-1]
    return high


def _overlap(text: str, start: int, end: int, ruler: _Ruler) -> int:
    """Where the next chunk begins: a sentence 30 to 80 words before the end of this one, or just 50 words before."""
    far, exact, near = (ruler.back(start, end, int(OVERLAP * part)) for part in (1.6, 1.0, 0.6))
    starts = [mark.end() for border in (_PARAGRAPH, _SENTENCE) for mark in border.finditer(text, far, near)]
    return min(starts, key=lambda at: (abs(at - exact), at)) if starts else exact
