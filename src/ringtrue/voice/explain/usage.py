"""Usage: what the replies use more or less often than the person, with examples; the rows of an explanation."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Literal

import numpy as np

from ringtrue.terms.text import plain
from ringtrue.voice.explain.corpus import Corpus, Ints
from ringtrue.voice.habits.habit import Family, Habit
from ringtrue.voice.habits.parsed_text import Language, ParsedText

Kind = Family | Literal["word", "phrase", "boilerplate"]
Direction = Literal["over", "under"]
Place = Literal["anywhere", "sentence start", "text start", "text end"]


@dataclass(frozen=True, slots=True)
class Example:
    """A short excerpt, and the number of the text it is from, in the order the texts were given, from 0."""

    text: int
    excerpt: str


@dataclass(frozen=True, slots=True)
class Usage:
    """A habit the replies show more (`over`) or less (`under`) than the person.

    `own` and `replies` are rates in `unit`, as counted; `others` is the rate of other people where their texts were
    given. `ratio` is replies to own, drawn towards 1 where little was counted, and therefore always finite.
    `sureness` is a z-score, above 0 where the replies have more. `false_discovery` is the smallest share of false
    discoveries among the rows at which this row would still be listed. `topic_bound` marks wording that comes from
    few texts and so more likely belongs to a subject than to the person. `signature` marks wording by which the person
    is known, far more usual with them than with other people, that the replies lack.
    """

    kind: Kind
    name: str
    unit: str
    own: float
    replies: float
    ratio: float
    sureness: float
    false_discovery: float
    habit: str | None = None
    place: Place = "anywhere"
    topic_bound: bool = False
    others: float | None = None
    own_examples: tuple[Example, ...] = ()
    reply_examples: tuple[Example, ...] = ()
    signature: bool = False

    def __post_init__(self) -> None:
        """Refuse what is not a number: a silent nan never leaves."""
        for name in ("own", "replies", "ratio", "sureness", "false_discovery"):
            if not isfinite(getattr(self, name)):
                raise ValueError(f"a usage's {name} must be finite, not {getattr(self, name)}")

    @property
    def direction(self) -> Direction:
        """Whether the replies have too much or too little of it."""
        return "over" if self.sureness > 0 else "under"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something inconclusive, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Usages, missing signatures first, then the surest, topic-bound ones last, and what had to be refused.

    `tested` counts the wordings and habits that were compared: chance alone finds some of so many, which is why only
    those are listed among which at most one in ten is expected to be false.
    """

    rows: tuple[Usage, ...]
    refused: tuple[Refusal, ...]
    own_texts: int
    own_words: int
    reply_texts: int
    reply_words: int
    language: Language | None
    tested: int
    method: str

    def of(self, direction: Direction) -> tuple[Usage, ...]:
        """The rows of one direction, in order."""
        return tuple(row for row in self.rows if row.direction == direction)


# A wording or habit found to differ, before it becomes a row.


_WORDING: tuple[Kind, ...] = ("word", "phrase", "opener")
_KNOWN_BY = 2.0  # times as often as other people, and as the replies


@dataclass(frozen=True, slots=True)
class UsageFinding:
    """What a row is made of, and what shows whether two findings are about the same thing.

    `words` are the words it is about, none for a habit; `at` are its places in the corpus. `excess` is what the
    replies have more of, in occurrences per 1,000 words.
    """

    kind: Kind
    words: tuple[str, ...]
    unit: str
    own: float
    replies: float
    others: float | None
    ratio: float
    z: float
    false_discovery: float
    excess: float
    place: Place = "anywhere"
    topic_bound: bool = False
    at: Ints | None = field(default=None, compare=False)
    habit: Habit | None = None

    @property
    def signature(self) -> bool:
        """Whether the person is known by it and the replies lack it: others use it less than half as often."""
        if self.others is None or self.z > 0 or self.topic_bound or self.habit or self.kind not in _WORDING:
            return False
        return self.own >= _KNOWN_BY * max(self.others, self.replies)

    @property
    def rank(self) -> tuple[bool, bool, float, tuple[str, ...], str]:
        """What is widespread first, of that signatures, then what is surest; names settle ties."""
        name = self.habit.name if self.habit else self.place
        return self.topic_bound, not self.signature, -abs(self.z), self.words, name


# Short excerpts that show a usage where it stands.


MOST = 3  # examples of a usage on each side
_LOOKED_AT = 12  # places the examples are chosen from
_MOST_PASSAGES = 40
_BEFORE, _WINDOW = 5, 12  # words before the place, and words in all
_SENTENCE = 20  # words shown where a whole sentence is the example
_OPENING = frozenset('([{“«„"「『（')
_LONGEST = 160  # characters


Found = tuple[int, ParsedText, int, int]
"""A document's number, the passage, and the first and last word of the place in it."""


def examples(corpus: Corpus, finding: UsageFinding, side: int) -> tuple[Example, ...]:
    """Up to three excerpts of one side, from different texts as far as there are, whole sentences preferred."""
    places = _places_of_habit(corpus, finding.habit, side) if finding.habit else _places(corpus, finding, side)
    first: dict[int, Found] = {}
    again = [place for place in places if first.setdefault(place[0], place) is not place]
    shown = [_example(corpus, place) for place in [*_evenly(list(first.values())), *_evenly(again)]]
    of_first = min(len(first), _LOOKED_AT)
    ranked = sorted(shown[:of_first], key=_cuts) + sorted(shown[of_first:], key=_cuts)
    return tuple({example.excerpt: example for example in reversed(ranked)}.values())[::-1][:MOST]


def _evenly(places: list[Found]) -> list[Found]:
    if len(places) <= _LOOKED_AT:
        return places
    return [places[number * len(places) // _LOOKED_AT] for number in range(_LOOKED_AT)]


def _example(corpus: Corpus, found: Found) -> Example:
    document, read, first, last = found
    return Example(corpus.documents[document].number, excerpt(read, first, last))


def _cuts(example: Example) -> int:
    """How much an excerpt leaves to be wished for: cut at the front, cut at the end, too short to tell."""
    return example.excerpt.startswith("…") + example.excerpt.endswith("…") + 2 * (example.excerpt.count(" ") < 3)


def excerpt(read: ParsedText, first: int, last: int) -> str:
    """About twelve words around words `first` to `last`, within their sentence, on one line."""
    sentence = int(np.searchsorted(read.firsts, first, side="right")) - 1
    begin, end = int(read.firsts[sentence]), int(read.firsts[sentence + 1])
    left = max(begin, min(first - _BEFORE, end - _WINDOW))
    right = min(end, max(left + _WINDOW, min(last + 1, left + _SENTENCE)))
    start = read.sentences[sentence][0] if left == begin else int(read.starts[left])
    stop = max(read.sentences[sentence][1], int(read.ends[right - 1])) if right == end else int(read.ends[right - 1])
    shown = plain(read.text[start:stop])
    shown = shown if len(shown) <= _LONGEST else shown[:_LONGEST].rstrip() + "…"
    return ("… " if left > begin else "") + shown + (" …" if right < end else "")


def _words_at(read: ParsedText, start: int, end: int) -> tuple[int, int]:
    """The first and last word of a span; for a mark alone, the word it belongs to."""
    first = int(np.searchsorted(read.ends, start, side="right"))
    last = int(np.searchsorted(read.starts, end)) - 1
    if last >= first:
        return first, last
    belongs = first if read.text[start] in _OPENING else last
    belongs = min(max(belongs, 0), len(read.words) - 1)
    return belongs, belongs


def _places(corpus: Corpus, finding: UsageFinding, side: int) -> Iterator[Found]:
    at: Iterable[int] = finding.at.tolist() if finding.at is not None else ()
    for place in at:
        passage = int(corpus.passage[place])
        if corpus.side[passage] == side:
            first = place - int(corpus.begins[passage])
            yield int(corpus.document[passage]), corpus.passages[passage], first, first + len(finding.words) - 1


def _places_of_habit(corpus: Corpus, habit: Habit, side: int) -> Iterator[Found]:
    """One place from each of up to forty passages, evenly spaced."""
    passages = np.flatnonzero(corpus.side == side)
    for passage in passages[:: -(-passages.size // _MOST_PASSAGES)].tolist() if passages.size else ():
        read = corpus.passages[passage]
        for start, end in habit.spots(read)[:1]:
            first, last = _words_at(read, start, end)
            yield int(corpus.document[passage]), read, first, last


# Rates and ratios as people read them.


def rate(value: float) -> str:
    """Two figures below ten, whole numbers above; 0 only for none at all."""
    if value == 0:
        return "0"
    if value >= 9.95:
        return f"{value:,.0f}"
    if value >= 0.095:
        return f"{value:.1f}"
    return f"{value:.2f}" if value >= 0.005 else "<0.01"


def times(ratio: float) -> str:
    """How many times as much, in words."""
    if ratio < 1.4:
        return "somewhat more often"
    if ratio < 1.75:
        return "half as often again"
    if ratio < 2.5:
        return "about twice as often"
    return f"about {ratio:.0f} times as often" if ratio < 20 else "far more often"
