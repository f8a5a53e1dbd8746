"""How well scores rank own sets of replies above foreign ones: AUC, its interval over speakers, errors, costs."""

from typing import NamedTuple

import numpy as np

from voice_debates import SEED


class Pairs(NamedTuple):
    """Scores of reply sets against candidates."""

    score: np.ndarray
    writer: np.ndarray
    candidate: np.ndarray
    place: np.ndarray  # between floor and ceiling; nan where the gate is closed or the method has none

    @property
    def same(self) -> np.ndarray:
        """Where the candidate wrote the replies."""
        return self.writer == self.candidate


def as_pairs(rows: list[tuple]) -> Pairs:
    """Rows (score, writer, candidate, place) as columns."""
    score, writer, candidate, place = zip(*rows, strict=True)
    return Pairs(np.array(score, dtype=float), np.array(writer), np.array(candidate), np.array(place, dtype=float))


def together(tables: list[Pairs]) -> Pairs:
    """Both ways round in one table, speakers as numbers."""
    names = np.unique(np.concatenate([name for table in tables for name in (table.writer, table.candidate)]))
    return Pairs(
        np.concatenate([table.score for table in tables]),
        np.searchsorted(names, np.concatenate([table.writer for table in tables])),
        np.searchsorted(names, np.concatenate([table.candidate for table in tables])),
        np.concatenate([table.place for table in tables]),
    )


def auc(pairs: Pairs, weight: np.ndarray | None = None) -> float:
    """Weighted share of (own, foreign) pairs in the right order, ties as half."""
    weight = np.ones(pairs.score.size) if weight is None else weight
    _, place = np.unique(pairs.score, return_inverse=True)
    own = np.bincount(place, weights=weight * pairs.same)
    foreign = np.bincount(place, weights=weight * ~pairs.same)
    below = np.cumsum(foreign) - foreign / 2
    return float(own @ below / (own.sum() * foreign.sum()))


def within(pairs: Pairs) -> float:
    """The mean over candidates of the AUC of that candidate's sets alone: what does not depend on a common scale."""
    found = []
    for who in np.unique(pairs.candidate):
        mine = Pairs(*(column[pairs.candidate == who] for column in pairs))
        if mine.same.any() and not mine.same.all():
            found.append(auc(mine))
    return float(np.mean(found))


def interval(pairs: Pairs, resamples: int) -> tuple[float, float]:
    """Speakers drawn with replacement; a pair counts as often as its writer times its candidate were drawn."""
    rng = np.random.default_rng(SEED)
    speakers = np.unique(np.concatenate([pairs.writer, pairs.candidate]))
    drawn = np.zeros(speakers.max() + 1)
    values = []
    for _ in range(resamples):
        drawn[speakers] = np.bincount(rng.integers(0, speakers.size, speakers.size), minlength=speakers.size)
        weight = np.where(pairs.same, drawn[pairs.writer], drawn[pairs.writer] * drawn[pairs.candidate])
        values.append(auc(pairs, weight))
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


def equal_error(pairs: Pairs) -> float:
    """The error where as many own sets are rejected as foreign ones are accepted."""
    own, foreign = np.sort(pairs.score[pairs.same]), np.sort(pairs.score[~pairs.same])
    limits = np.unique(pairs.score)
    missed = np.searchsorted(own, limits) / own.size
    accepted = 1 - np.searchsorted(foreign, limits) / foreign.size
    nearest = np.argmin(np.abs(missed - accepted))
    return float((missed[nearest] + accepted[nearest]) / 2)


def cost(pairs: Pairs) -> float:
    """Bits lost per decision at even odds by taking the log-odds at their word (0 perfect, 1 a coin)."""
    lost = np.logaddexp(0, -pairs.score[pairs.same]).mean() + np.logaddexp(0, pairs.score[~pairs.same]).mean()
    return float(lost / 2 / np.log(2))
