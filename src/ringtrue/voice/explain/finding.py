"""A wording or habit found to differ, before it becomes a row."""

from dataclasses import dataclass, field

from ringtrue.voice.explain.corpus import Ints
from ringtrue.voice.explain.usage import Kind, Place
from ringtrue.voice.habits import Habit


@dataclass(frozen=True, slots=True)
class Finding:
    """What a row is made of, and what tells whether two findings are about the same thing.

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
    def rank(self) -> tuple[bool, float, tuple[str, ...], str]:
        """What is widespread first, then what is surest; names settle ties."""
        return self.topic_bound, -abs(self.z), self.words, self.habit.name if self.habit else self.place
