"""The definitions of a model index that are in use, each by name, so that a number is never read as another's."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose
from types import MappingProxyType

_CLOSE = 5e-4  # files round to three decimals


@dataclass(frozen=True, slots=True)
class Definition:
    """What a number called model index (also PFI) stands for."""

    name: str
    formula: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded index with what it may have been made of; `scores` are raters' scores from 0 to 10."""

    index: float
    cosine: float
    scores: tuple[float, ...] = ()


ANCHORED = Definition(
    "anchored",
    "(x - floor) / (ceiling - floor)",
    "0 where another persona stands, 1 where the same speaker stands again; x is the cosine of the two answers",
)
COSINE = Definition(
    "cosine", "x", "plain cosine of the two answers; what 0.8 means depends on the backend and the topic"
)
COSINE_AND_RATERS = Definition(
    "cosine_and_raters",
    "0.5 (x + mean(scores) / 10)",
    "half cosine, half mean score of raters from 0 to 10; two things on different scales",
)
DEFINITIONS = MappingProxyType({known.name: known for known in (ANCHORED, COSINE, COSINE_AND_RATERS)})


def cosine_and_raters(cosine: float, scores: Sequence[float]) -> float:
    """Half the cosine and half the mean rater score over ten."""
    if not scores:
        raise ValueError("this definition needs at least one rater's score")
    return 0.5 * (cosine + sum(scores) / len(scores) / 10.0)


def definitions_that_fit(rows: Sequence[Recorded]) -> tuple[Definition, ...]:
    """The definitions that reproduce every recorded index; none where none does, several where the rows cannot tell."""
    if not rows:
        return ()
    fits: list[Definition] = []
    if all(isclose(row.index, row.cosine, abs_tol=_CLOSE) for row in rows):
        fits.append(COSINE)
    scored = all(row.scores for row in rows)
    if scored and all(isclose(row.index, cosine_and_raters(row.cosine, row.scores), abs_tol=_CLOSE) for row in rows):
        fits.append(COSINE_AND_RATERS)
    return tuple(fits)
