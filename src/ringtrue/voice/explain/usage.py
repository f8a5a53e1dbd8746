"""What an explanation consists of: usages the replies have more or less of than the person, each with examples."""

from dataclasses import dataclass
from math import isfinite
from typing import Literal

from ringtrue.voice.habits import Language
from ringtrue.voice.habits.habit import Family

Kind = Family | Literal["word", "phrase", "boilerplate"]
Direction = Literal["over", "under"]
Place = Literal["anywhere", "sentence start", "text start", "text end"]


@dataclass(frozen=True, slots=True)
class Example:
    """A short excerpt, and the number of the text it stands in, in the order the texts were given, from 0."""

    text: int
    excerpt: str


@dataclass(frozen=True, slots=True)
class Usage:
    """One thing the replies do more (`over`) or less (`under`) than the person.

    `own` and `replies` are rates in `unit`, as counted; `others` is the rate of other people where their texts were
    given. `ratio` is replies to own, drawn towards 1 where little was counted, and therefore always finite.
    `sureness` is a z-score, above 0 where the replies have more. `false_discovery` is the smallest share of false
    discoveries among the rows at which this row would still be listed. `topic_bound` marks wording that comes from
    few texts and so more likely belongs to a subject than to the person.
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
    """Something that could not be told, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Usages, the surest first and topic-bound ones last, and what had to be refused.

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
