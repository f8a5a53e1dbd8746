"""The model index of a pair study: cosines between a floor and a ceiling, with the definition beside the number."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ringtrue.stats.arrays import Array
from ringtrue.stats.resample import DEFAULT_REPLICATES, DEFAULT_SEED
from ringtrue.terms import Estimate
from ringtrue.voice.content.anchoring import Resampling, between, deviations, gap_between, one_pair
from ringtrue.voice.content.cosines import Cosines, Texts, cosines
from ringtrue.voice.content.definitions import ANCHORED
from ringtrue.voice.embedding import Backend


@dataclass(frozen=True, slots=True)
class PairIndex:
    """One pair: the cosine of its two texts, its controls, and its place between them."""

    pair: str
    raw: Estimate
    ceiling: Estimate
    floor: Estimate
    name_only: Estimate
    anchored: Estimate


@dataclass(frozen=True, slots=True)
class ModelIndex:
    """The index over all pairs; `definition` is stored with the number and says what it is.

    `anchored` is 0 where another persona stands and 1 where the same speaker stands again; `name_only_anchored` is
    the place of answers to a prompt that holds the name alone, and `gain` how far the compressed answers lie above.
    """

    pairs: tuple[PairIndex, ...]
    raw: Estimate
    ceiling: Estimate
    floor: Estimate
    name_only: Estimate
    anchored: Estimate
    name_only_anchored: Estimate
    gain: Estimate
    definition: Mapping[str, Any]
    left_out: tuple[str, ...]


def model_index(
    full: Mapping[str, str],
    compressed: Mapping[str, str],
    *,
    again: Texts,
    another: Texts,
    name_only: Texts | None = None,
    backend: Backend,
    groups: Mapping[str, str] | None = None,
    level: float = 0.95,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = DEFAULT_SEED,
) -> ModelIndex:
    """How near is the compressed speaker to the full one, between another persona and the full one again?

    Inputs, all by pair id: `full` and `compressed` answers to one prompt; `again` the full speaker's other runs on
    that prompt (ceiling); `another` another persona's answers to it (floor); `name_only` answers to the bare name.
    `groups` says which pairs share texts (runs on one prompt): they are then drawn together.
    Result: raw cosines, controls, and (x - floor) / (ceiling - floor) of their means, with percentile intervals; no
    anchored value where the ceiling does not lie above the floor.
    Not for: whether the two answers decide alike. Opposite decisions have nearly the same cosine.
    Checked against: a derivation by hand on texts of three words.
    """
    roles = {"compressed": compressed, "again": again, "another": another, "name_only": name_only or {}}
    found = cosines(full, roles, backend)
    how = _resampling(found.pairs, groups, level, replicates, seed)
    x, ceiling, floor, bare = (found.means(role) for role in roles)
    by = f"by {backend.name}"

    def mean(column: Array, words: str) -> Estimate:
        return how.of([column], lambda means: means[:, 0], f"mean cosine, {words}, {by}")

    anchored = f"{ANCHORED.formula} of mean cosines {by}"
    return ModelIndex(
        pairs=_pairs(found, how, by),
        raw=mean(x, "full against compressed"),
        ceiling=mean(ceiling, "full against the same speaker again"),
        floor=mean(floor, "full against another persona"),
        name_only=mean(bare, "full against name-only"),
        anchored=how.of([x, ceiling, floor], between, f"full against compressed, {anchored}"),
        name_only_anchored=how.of([bare, ceiling, floor], between, f"full against name-only, {anchored}"),
        gain=how.of([x, ceiling, floor, bare], gap_between, f"compressed less name-only, {anchored}"),
        definition=_definition(found, how, backend),
        left_out=found.left_out,
    )


def _resampling(
    pairs: tuple[str, ...], groups: Mapping[str, str] | None, level: float, replicates: int, seed: int
) -> Resampling:
    names = [pair if groups is None else f"group {groups[pair]}" if pair in groups else pair for pair in pairs]
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    group = np.array([codes[name] for name in names], dtype=np.int64)
    return Resampling(group, "pairs" if groups is None else "groups of pairs", replicates, seed, level)


def _pairs(found: Cosines, how: Resampling, by: str) -> tuple[PairIndex, ...]:
    noise = deviations(found.of["again"]), deviations(found.of["another"])
    pairs = []
    for index, pair in enumerate(found.pairs):
        x, ceiling, floor, bare = (found.of[role][index] for role in found.of)
        place = one_pair(float(x.mean()), ceiling, floor, noise, how, f"{ANCHORED.formula} of cosines {by}")
        raw, top, ground, name = (_of_texts(values, by) for values in (x, ceiling, floor, bare))
        pairs.append(PairIndex(pair, raw, top, ground, name, place))
    return tuple(pairs)


def _of_texts(values: Array, by: str) -> Estimate:
    if not values.size:
        return Estimate.absent("no such text for this pair", method=f"mean cosine {by}")
    return Estimate(values.mean(), n=values.size, method=f"mean cosine {by}", reason="few texts, so no interval")


def _definition(found: Cosines, how: Resampling, backend: Backend) -> dict[str, Any]:
    return {
        "name": ANCHORED.name,
        "formula": ANCHORED.formula,
        "meaning": ANCHORED.meaning,
        "backend": backend.name,
        "licence": backend.licence,
        "controls": {
            "ceiling": "the same speaker again, same prompt",
            "floor": "another persona, same prompt",
            "name_only": "a prompt that holds the name alone" if found.number("name_only") else None,
        },
        "n": {
            "pairs": len(found.pairs),
            "ceiling": found.number("again"),
            "floor": found.number("another"),
            "name_only": found.number("name_only"),
        },
        "interval": {
            "unit": how.unit,
            "replicates": how.replicates,
            "seed": how.seed,
            "level": how.level,
        },
    }
