"""Result types of the voice instrument: estimate, hints, flags, copied passages, and the whole reading."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from ringtrue.terms.notebook import html_table
from ringtrue.terms.number import figure
from ringtrue.terms.result import Estimate
from ringtrue.voice.texts import Text

# What the instrument answers: a position between floor and ceiling, or why there is none.


Headline = Literal["theirs", "near", "not theirs", "inconclusive"]


@dataclass(frozen=True, slots=True)
class VoiceEstimate(Estimate):
    """`value` is 0 where impostors stand and 1 where the person's own held-out text stands.

    `raw` is the pooled log-odds, at even prior odds, that the replies are the person's, on a scale fixed in advance
    and therefore comparable between persons; `likelihood` is the same as a probability. `auc` is how often the
    instrument puts a set of the person's own text of this size above an impostor's: what the gate looks at.
    All three are None where nothing could be computed or the gate refused. `notes` say what weakens the number.
    `against` names whom the person was told from: likelihood and AUC hold against them and nobody else. `closer_than`
    is the share of impostors' sets like this one that are less like the person, `as_close_as` that of the person's own
    sets; the `headline` follows from both.
    """

    raw: float | None = None
    likelihood: float | None = None
    auc: float | None = None
    notes: tuple[str, ...] = ()
    against: str = ""
    closer_than: float | None = None
    as_close_as: float | None = None
    headline: Headline = "inconclusive"

    def __post_init__(self) -> None:
        """Hold the added fields to the same rule: a finite number or None."""
        Estimate.__post_init__(self)
        for name in ("raw", "likelihood", "auc", "closer_than", "as_close_as"):
            given = getattr(self, name)
            if given is not None and not isfinite(given):
                raise ValueError(f"a voice estimate's {name} must be finite or None, not {given}")


# Verbatim runs of words that replies share with the person's own texts.


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
        """Words of the longest run from here that is in a document, and that document's number; 0 if none."""
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
    """The words without marks, and where each is in the text."""
    found = [
        (token, (start, start + len(token)))
        for token, start in zip(text.tokens, text.starts, strict=True)
        if token[0].isalnum()
    ]
    return [token for token, _ in found], [span for _, span in found]


# A whole account of a set of replies: the estimate, hints by reply, flags, copied passages, spread, the bare model.


HINT = "a hint where to look, not a verdict: one reply alone says little"

FlagKind = Literal["caricature", "copying", "all alike"]


@dataclass(frozen=True, slots=True)
class Hint:
    """Where one reply alone lies between impostors (0) and the person (1); None where nothing can be said.

    `reply` is its number in the list given, from 0.
    """

    reply: int
    place: float | None
    note: str
    warning: str = HINT


@dataclass(frozen=True, slots=True)
class VoiceFlag:
    """Something that makes a high score suspicious, why it was raised, and examples from the replies."""

    kind: FlagKind
    why: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bare:
    """The same model without the persona: where it stands, and where the replies stand with it as the floor."""

    estimate: VoiceEstimate
    anchored: Estimate


@dataclass(frozen=True, slots=True)
class Reading:
    """What the instrument has to say about a set of replies.

    `spread` is how much the replies vary among themselves, as a share of how much the person's own passages of that
    length do. `notes` say what weakens the account.
    """

    estimate: VoiceEstimate
    hints: tuple[Hint, ...]
    flags: tuple[VoiceFlag, ...]
    overlaps: tuple[Overlap, ...]
    spread: Estimate
    bare: Bare | None
    notes: tuple[str, ...]

    def _repr_html_(self) -> str:
        """The reading in a notebook: the place first, then what speaks against it."""
        one = self.estimate
        rows: list[tuple[object, ...]] = [
            (
                "place: 0 impostors, 1 the person",
                figure(one.value),
                f"{figure(one.low)} to {figure(one.high)}",
                one.reason,
            ),
            ("spread of the replies", figure(self.spread.value), "", self.spread.reason),
            *(("look at this", flag.kind, "", flag.why) for flag in self.flags),
            *(("note", "", "", note) for note in self.notes),
        ]
        return html_table(("voice", "value", "interval", "note"), [[cell or "" for cell in row] for row in rows])
