"""Verbatim runs of words that replies share with the person's own texts."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ringtrue.voice.texts import Text

FEWEST_WORDS = 8
_MOST_PLACES = 8  # in the sources that one run is looked up at, so that a refrain costs no more than a sentence

_Words = list[str]


@dataclass(frozen=True, slots=True)
class Overlap:
    """`words` words of reply number `reply` stand word for word in document number `document`: `text`, as replied."""

    reply: int
    document: int
    words: int
    text: str


class Sources:
    """The person's texts, ready to be searched for runs of eight words; case and punctuation do not matter."""

    def __init__(self, documents: Sequence[Text]) -> None:
        """Note where every run of eight words stands."""
        self._documents = [_words(document)[0] for document in documents]
        self._places: defaultdict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
        for number, words in enumerate(self._documents):
            for start in range(len(words) - FEWEST_WORDS + 1):
                places = self._places[tuple(words[start : start + FEWEST_WORDS])]
                if len(places) < _MOST_PLACES:
                    places.append((number, start))

    def overlaps(self, replies: Sequence[Text]) -> tuple[Overlap, ...]:
        """Runs as long as they go, none inside another, in the order of the replies."""
        return tuple(overlap for number, reply in enumerate(replies) for overlap in self._in_reply(number, reply))

    def _in_reply(self, number: int, reply: Text) -> Iterator[Overlap]:
        words, spans = _words(reply)
        start = 0
        while start <= len(words) - FEWEST_WORDS:
            length, document = self._longest(words, start)
            if length:
                text = reply.raw[spans[start][0] : spans[start + length - 1][1]]
                yield Overlap(number, document, length, text)
            start += max(length, 1)

    def _longest(self, words: _Words, start: int) -> tuple[int, int]:
        """Words of the longest run from here that stands in a document, and that document's number; 0 if none."""
        places = self._places.get(tuple(words[start : start + FEWEST_WORDS]), [])
        return max(((self._run(words, start, *place), place[0]) for place in places), default=(0, 0))

    def _run(self, words: _Words, start: int, document: int, place: int) -> int:
        source = self._documents[document]
        length = FEWEST_WORDS
        while (
            start + length < len(words)
            and place + length < len(source)
            and words[start + length] == source[place + length]
        ):
            length += 1
        return length


def _words(text: Text) -> tuple[_Words, list[tuple[int, int]]]:
    """The words without marks, and where each stands in the text."""
    found = [
        (token, (start, start + len(token)))
        for token, start in zip(text.tokens, text.starts, strict=True)
        if token[0].isalnum()
    ]
    return [token for token, _ in found], [span for _, span in found]
