"""Short excerpts that show a usage where it stands."""

from collections.abc import Iterable, Iterator

import numpy as np

from ringtrue.voice.explain.corpus import Corpus
from ringtrue.voice.explain.finding import Finding
from ringtrue.voice.explain.plain_text import plain
from ringtrue.voice.explain.usage import Example
from ringtrue.voice.habits import Habit, Reading

MOST = 3  # examples of a usage on each side
_LOOKED_AT = 12  # places the examples are chosen from
_MOST_PASSAGES = 40
_BEFORE, _WINDOW = 5, 12  # words before the place, and words in all
_SENTENCE = 20  # words shown where a whole sentence is the example
_OPENING = frozenset('([{“«„"「『（')
_LONGEST = 160  # characters


Found = tuple[int, Reading, int, int]
"""A document's number, the passage, and the first and last word of the place in it."""


def examples(corpus: Corpus, finding: Finding, side: int) -> tuple[Example, ...]:
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


def excerpt(read: Reading, first: int, last: int) -> str:
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


def _words_at(read: Reading, start: int, end: int) -> tuple[int, int]:
    """The first and last word of a span; for a mark alone, the word it belongs to."""
    first = int(np.searchsorted(read.ends, start, side="right"))
    last = int(np.searchsorted(read.starts, end)) - 1
    if last >= first:
        return first, last
    belongs = first if read.text[start] in _OPENING else last
    belongs = min(max(belongs, 0), len(read.words) - 1)
    return belongs, belongs


def _places(corpus: Corpus, finding: Finding, side: int) -> Iterator[Found]:
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
