"""Resamples of a study: raters and items resampled (bootstrap) or left out one by one (jackknife); sessions too."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ringtrue.score.study_table import StudyTable
from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.resampling import resample_weights
from ringtrue.terms.protocol import Protocol

# Replicates x items held at a time. Where raters are drawn, every column is such a table, and they are small enough to
# stay in the processor's cache together; otherwise there is one, of how often items were drawn. Several kinds are drawn
# one after the other, block by block: there another size would be another draw.
_CELLS = 1 << 17
_CELLS_ALONE = 1 << 18
_DUST = 1e-9  # of the size of the numbers: sums of a million scores are exact to far more, and no scale is as fine


@dataclass(frozen=True, slots=True)
class Replicates:
    """Some replicates at once: how often each drew each rater (None: raters stay as they are) and each item.

    Where somebody is left out, `tie` is what an even split among the others counts.
    """

    raters: Array | None
    items: Array
    tie: float = 0.0


@dataclass(frozen=True, slots=True)
class ResamplingPlan:
    """What is resampled in this study, in words, or why nothing can be."""

    method: str
    reason: str | None = None


def resampling(protocol: Protocol, study: StudyTable, replicates: int) -> ResamplingPlan:
    """How this study is resampled: declared by its protocol, limited by its data."""
    if protocol.unit == "sessions":  # two or more are left out one by one
        return ResamplingPlan("sessions", "one session: nothing is known of others, so there is no interval")
    if study.size < 2:
        return ResamplingPlan("items x raters", "one item: nothing is known of others, so there is no interval")
    if len(study.raters) < 2:
        return ResamplingPlan(
            f"bootstrap over items, {replicates} replicates; one rater, so it holds for this rater only"
        )
    return ResamplingPlan(f"pigeonhole bootstrap over items and raters, {replicates} replicates")


def draws(study: StudyTable, replicates: int, seed: int) -> Iterator[Replicates]:
    """The replicates, in blocks that bound memory.

    Items are drawn within their kind: how many quotes and how many decisions there are is the design, not chance.
    """
    rng = np.random.default_rng(seed)
    kinds = [np.flatnonzero(study.tags["kind"] == kind) for kind in sorted(set(study.kinds))]
    is_alone = len(study.raters) < 2 and len(kinds) < 2
    step = max(1, (_CELLS_ALONE if is_alone else _CELLS) // max(study.size, 1))
    for start in range(0, replicates, step):
        size = min(step, replicates - start)
        raters = _drawn(len(study.raters), size, rng) if len(study.raters) > 1 else None
        if len(kinds) == 1:
            yield Replicates(raters, _drawn(study.size, size, rng))
            continue
        items = np.zeros((size, study.size))
        for places in kinds:
            items[:, places] = _drawn(places.size, size, rng)
        yield Replicates(raters, items)


def _drawn(things: int, replicates: int, rng: np.random.Generator) -> Array:
    first, *others = resample_weights(things, replicates, rng)
    return np.concatenate([first, *others]) if others else first


def is_dust(low: float, high: float) -> bool:
    """Whether two bounds lie no further apart than adding the same numbers up in another order takes them."""
    return high - low <= _DUST * max(1.0, abs(low), abs(high))


# Left out one by one: for numbers by majority, where a bootstrap would make panels weaker than the one there was.


MOST_LEFT_OUT = 20_000_000  # cells of all replicates together; a larger study is bootstrapped


def can_leave_out(protocol: Protocol, study: StudyTable) -> bool:
    """Whether items and raters, or sessions, can be left out one by one."""
    if protocol.unit == "sessions":
        return study.sessions > 1
    raters = len(study.raters)
    return raters > 1 and study.size > 1 and study.size**2 * (raters + 1) <= MOST_LEFT_OUT


def without_items(study: StudyTable) -> Iterator[Replicates]:
    """Each item left out."""
    for items in _blocks(np.arange(study.size), study.size):
        yield Replicates(None, 1.0 - (items[:, np.newaxis] == np.arange(study.size)))


def without_raters(study: StudyTable, tie: float) -> Iterator[Replicates]:
    """Each rater left out; `tie` is what an even split among the others counts."""
    raters = len(study.raters)
    yield Replicates(1.0 - np.eye(raters), np.ones((raters, study.size)), tie)


def without_both(study: StudyTable, tie: float) -> Iterator[Replicates]:
    """Each item and each rater left out, all raters of the first item first."""
    raters = len(study.raters)
    for cells in _blocks(np.arange(study.size * raters), study.size):
        item, rater = np.divmod(cells, raters)
        yield Replicates(
            1.0 - (rater[:, np.newaxis] == np.arange(raters)),
            1.0 - (item[:, np.newaxis] == np.arange(study.size)),
            tie,
        )


def without_sessions(study: StudyTable) -> Iterator[Replicates]:
    """Each session left out."""
    yield Replicates(None, (1.0 - np.eye(study.sessions))[:, study.session_codes])


def _blocks(codes: Codes, size: int) -> Iterator[Codes]:
    step = max(1, _CELLS // max(size, 1))
    yield from (codes[start : start + step] for start in range(0, codes.size, step))
