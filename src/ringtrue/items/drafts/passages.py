"""Sentences and passages of a person's own words, each with the citation of its lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ringtrue.sources.citations import Reference, rendered
from ringtrue.sources.knowledge import sentences_of
from ringtrue.sources.person_sources import OwnText

_ENDS = re.compile(r"[.!?…][\"'”’»)\]]*$")
_NOTE = re.compile(
    r"[(\[](?:applause|laughter|laughs|cheers|crosstalk|inaudible|pause|music|risos|aplausos|palmas)", re.IGNORECASE
)
_SHORT_FORM = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Sr|Sra|Dra|Prof|Gen|Sen|Gov|Rev|vs|etc|No)|\b[A-Z])\.$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in one line, and the lines of the file it stands on."""

    text: str
    first: int
    last: int

    @property
    def words(self) -> int:
        """How many words."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class Passage:
    """Neighbouring sentences of one paragraph; `at` is where they begin in it."""

    source: OwnText
    paragraph: tuple[Sentence, ...]
    at: int
    count: int

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences."""
        return self.paragraph[self.at : self.at + self.count]

    @property
    def text(self) -> str:
        """The words, with one space for any white space."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def words(self) -> int:
        """How many words."""
        return sum(sentence.words for sentence in self.sentences)

    @property
    def before(self) -> tuple[Sentence, ...]:
        """What comes before it in the paragraph."""
        return self.paragraph[: self.at]

    @property
    def after(self) -> tuple[Sentence, ...]:
        """What comes behind it in the paragraph."""
        return self.paragraph[self.at + self.count :]

    @property
    def citation(self) -> str:
        """Its lines, as items cite them."""
        return cited(self.source, self.sentences[0].first, self.sentences[-1].last)

    def overlaps(self, other: "Passage") -> bool:
        """Whether two passages share a line of a file."""
        here, there = self.sentences, other.sentences
        return self.source.path == other.source.path and (
            here[0].first <= there[-1].last and there[0].first <= here[-1].last
        )


def cited(source: OwnText, first: int, last: int) -> str:
    """A citation in its canonical spelling."""
    return rendered(Reference("file", source.path, first, last if last != first else None))


def paragraphs_of(source: OwnText) -> Iterator[tuple[Sentence, ...]]:
    """The paragraphs of a text as sentences; empty lines divide them, and so does what was masked."""
    lines = source.text.split("\n")
    start = 0
    for number in range(len(lines) + 1):
        if number == len(lines) or not lines[number].strip():
            if number > start:
                found = tuple(_sentences("\n".join(lines[start:number]), start + 1))
                if found:
                    yield found
            start = number + 1


def _sentences(paragraph: str, line: int) -> Iterator[Sentence]:
    spans = list(_joined(paragraph))
    for start, end in spans:
        raw = paragraph[start:end]
        text = " ".join(raw.split())
        if text:
            begin = start + len(raw) - len(raw.lstrip())
            finish = start + len(raw.rstrip())
            yield Sentence(text, line + paragraph.count("\n", 0, begin), line + paragraph.count("\n", 0, finish))


def _joined(paragraph: str) -> Iterator[tuple[int, int]]:
    """The spans of sentences; a short form such as Mr. ends none."""
    held: int | None = None
    for start, end in sentences_of(paragraph):
        begin = start if held is None else held
        if _SHORT_FORM.search(paragraph[start:end].rstrip()):
            held = begin
        else:
            held = None
            yield begin, end
    if held is not None:
        yield held, len(paragraph)


def is_whole(sentence: Sentence) -> bool:
    """Whether it begins like a sentence, ends like one and holds no note of the one who wrote it down."""
    first = sentence.text.lstrip("\"'“‘«(")[:1]
    begins = first.isupper() or first.isdigit()
    return begins and bool(_ENDS.search(sentence.text)) and not _NOTE.search(sentence.text)


def windows(source: OwnText, least: int, most: int) -> Iterator[Passage]:
    """Every run of whole sentences within a paragraph that has so many words."""
    for paragraph in paragraphs_of(source):
        for at in range(len(paragraph)):
            total = 0
            for count in range(1, len(paragraph) - at + 1):
                if not is_whole(paragraph[at + count - 1]):
                    break
                total += paragraph[at + count - 1].words
                if total > most:
                    break
                if total >= least:
                    yield Passage(source, paragraph, at, count)


def stretches(source: OwnText, least: int, most: int) -> Iterator[tuple[str, int, int]]:
    """Runs of neighbouring paragraphs of so many words, with nobody else's turn in them: text, first and last line."""
    paragraphs = list(paragraphs_of(source))
    start = 0
    while start < len(paragraphs):
        total, end = 0, start
        while end < len(paragraphs) and total < least:
            total += sum(sentence.words for sentence in paragraphs[end])
            end += 1
        if least <= total <= most and not _interrupted(source, paragraphs[start:end]):
            text = "\n\n".join(" ".join(sentence.text for sentence in one) for one in paragraphs[start:end])
            yield text, paragraphs[start][0].first, paragraphs[end - 1][-1].last
            start = end
        else:
            start += 1


def _interrupted(source: OwnText, paragraphs: Sequence[tuple[Sentence, ...]]) -> bool:
    """Whether more than one empty line stands between two paragraphs: a turn of somebody else was there."""
    return source.masked > 0 and any(there[0].first - here[-1].last > 2 for here, there in pairwise(paragraphs))
