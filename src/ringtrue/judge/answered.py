"""A rating with what came beside it: how long it took, what was remarked, what was quoted, where it stood."""

from dataclasses import dataclass

from ringtrue.terms import Rating


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer as taken in; `line` is the line of the file it begins on, counted from 1."""

    rating: Rating
    seconds: float | None = None
    comment: str = ""
    excerpt: str = ""
    line: int = 0
