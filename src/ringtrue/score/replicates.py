"""Resamples of a study: raters and items drawn anew (or sessions), every measure of the study computed on each."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ringtrue.score.table import Study
from ringtrue.stats.arrays import Array
from ringtrue.stats.resample import resample_weights
from ringtrue.terms import Protocol

# Replicates x items held at a time. Where raters are drawn, every column is such a table, and they are small enough to
# stay in the processor's cache together; otherwise there is one, of how often items were drawn. Several kinds are drawn
# one after the other, block by block: there another size would be another draw.
_CELLS = 1 << 17
_CELLS_ALONE = 1 << 18
_DUST = 1e-9  # of the size of the numbers: sums of a million scores are exact to far more, and no scale is as fine


@dataclass(frozen=True, slots=True)
class Draw:
    """Some replicates at once: how often each drew each rater (None: raters stay as they are) and each item."""

    raters: Array | None
    items: Array


@dataclass(frozen=True, slots=True)
class Resampling:
    """What is drawn anew in this study, in words, or why nothing can be."""

    method: str
    reason: str | None = None


def resampling(protocol: Protocol, study: Study, replicates: int) -> Resampling:
    """How this study is resampled: declared by its protocol, limited by its data."""
    if protocol.unit == "sessions":
        if study.sessions < 2:
            return Resampling("sessions", "one session: nothing is known of others, so there is no interval")
        return Resampling(f"bootstrap over {study.sessions} sessions, {replicates} replicates")
    if study.size < 2:
        return Resampling("items x raters", "one item: nothing is known of others, so there is no interval")
    if len(study.raters) < 2:
        return Resampling(f"bootstrap over items, {replicates} replicates; one rater, so it holds for this rater only")
    return Resampling(f"pigeonhole bootstrap over items and raters, {replicates} replicates")


def draws(protocol: Protocol, study: Study, replicates: int, seed: int) -> Iterator[Draw]:
    """The replicates, in blocks that bound memory.

    Items are drawn within their kind: how many quotes and how many decisions there are is the design, not chance.
    """
    rng = np.random.default_rng(seed)
    kinds = [np.flatnonzero(study.tags["kind"] == kind) for kind in sorted(set(study.kinds))]
    is_alone = protocol.unit == "sessions" or (len(study.raters) < 2 and len(kinds) < 2)
    step = max(1, (_CELLS_ALONE if is_alone else _CELLS) // max(study.size, 1))
    for start in range(0, replicates, step):
        size = min(step, replicates - start)
        if protocol.unit == "sessions":
            yield Draw(None, _drawn(study.sessions, size, rng)[:, study.session_codes])
            continue
        raters = _drawn(len(study.raters), size, rng) if len(study.raters) > 1 else None
        if len(kinds) == 1:
            yield Draw(raters, _drawn(study.size, size, rng))
            continue
        items = np.zeros((size, study.size))
        for places in kinds:
            items[:, places] = _drawn(places.size, size, rng)
        yield Draw(raters, items)


def _drawn(things: int, replicates: int, rng: np.random.Generator) -> Array:
    first, *others = resample_weights(things, replicates, rng)
    return np.concatenate([first, *others]) if others else first


def is_dust(low: float, high: float) -> bool:
    """Whether two bounds lie no further apart than adding the same numbers up in another order takes them."""
    return high - low <= _DUST * max(1.0, abs(low), abs(high))
