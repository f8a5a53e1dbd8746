"""The model index of a pair study: cosine similarity between a floor and a ceiling, with its definition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtr, stdtrit

from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.resampling import DEFAULT_REPLICATES, DEFAULT_SEED, bootstrap_sums, percentile_interval
from ringtrue.terms.result import Estimate
from ringtrue.voice.embedding.backend import Backend, has_words, paired_cosines

# The cosines behind a model index: each pair's own, and its controls', from one embedding of everything.


Texts = Mapping[str, str | Sequence[str]]
_ANCHORED = "(x - floor) / (ceiling - floor)"
ROLES = ("compressed", "again", "another", "name_only")


@dataclass(frozen=True, slots=True)
class Cosines:
    """Cosines of each pair's full text with the texts of every role; `left_out` says what could not be used."""

    pairs: tuple[str, ...]
    of: Mapping[str, tuple[Array, ...]]  # role -> for every pair the cosines with its texts of that role
    left_out: tuple[str, ...]

    def means(self, role: str) -> Array:
        """The mean cosine of every pair with its texts of a role; nan where it has none."""
        return np.array([values.mean() if values.size else np.nan for values in self.of[role]])

    def number(self, role: str) -> int:
        """How many texts of a role were compared."""
        return sum(values.size for values in self.of[role])


def cosines(full: Mapping[str, str], others: Mapping[str, Texts], backend: Backend) -> Cosines:
    """Compare each full text with its counterparts; `others` holds the texts of each role by pair."""
    pairs, left_out = _usable(full, others["compressed"])
    left_out += [
        f"{pair}: the {_ROLE_NAMES[role]} belongs to no pair"
        for role in ROLES[1:]
        for pair in others[role]
        if pair not in full
    ]
    row: dict[str, int] = {}
    links: dict[str, list[list[int]]] = {role: [] for role in ROLES}
    for pair in pairs:
        row.setdefault(full[pair], len(row))
        for role in ROLES:
            texts, faults = _counterparts(pair, full[pair], role, others[role])
            left_out += faults
            links[role].append([row.setdefault(text, len(row)) for text in texts])
    of = _compare([row[full[pair]] for pair in pairs], links, list(row), backend)
    return Cosines(tuple(pairs), of, tuple(left_out))


def _compare(
    starts: Sequence[int], links: Mapping[str, list[list[int]]], texts: Sequence[str], backend: Backend
) -> dict[str, tuple[Array, ...]]:
    if not texts:
        return dict.fromkeys(ROLES, ())
    vectors = backend.embed(texts)
    found: dict[str, tuple[Array, ...]] = {}
    for role in ROLES:
        sizes = [len(rows) for rows in links[role]]
        left = np.repeat(np.array(starts, dtype=np.int64), sizes)
        right = np.array([index for rows in links[role] for index in rows], dtype=np.int64)
        found[role] = tuple(np.split(paired_cosines(vectors, left, right), np.cumsum(sizes)[:-1]))
    return found


def _usable(full: Mapping[str, str], compressed: Texts) -> tuple[list[str], list[str]]:
    """Pairs with both texts, and a word about each of the others."""
    faults: list[str] = []
    pairs: list[str] = []
    for pair in dict.fromkeys([*full, *compressed]):
        if pair not in full or pair not in compressed:
            faults.append(f"{pair}: the {'compressed' if pair in full else 'full'} text is missing")
        elif not has_words(full[pair]) or not any(map(has_words, _as_list(compressed[pair]))):
            faults.append(f"{pair}: one of its two texts holds no word")
        else:
            pairs.append(pair)
    return pairs, faults


_ROLE_NAMES = {
    "compressed": "compressed text",
    "again": "text of the same speaker again",
    "another": "text of another persona",
    "name_only": "name-only text",
}


def _counterparts(pair: str, full: str, role: str, texts: Texts) -> tuple[list[str], list[str]]:
    """The usable texts of a role; a copy of the full text is no control, it only shows that a file was given twice."""
    kept: list[str] = []
    faults: list[str] = []
    for text in _as_list(texts.get(pair, ())):
        if not has_words(text):
            faults.append(f"{pair}: a {_ROLE_NAMES[role]} holds no word")
        elif role != "compressed" and text.split() == full.split():
            faults.append(f"{pair}: a {_ROLE_NAMES[role]} is the full text itself")
        else:
            kept.append(text)
    return kept, faults


def _as_list(texts: str | Sequence[str]) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


# A value placed between floor and ceiling, with intervals that carry the uncertainty of both.


_FEW = 10


@dataclass(frozen=True, slots=True)
class PairResampling:
    """How intervals are made: which pairs belong together, how often they are drawn, at which level."""

    group: Codes  # for every pair, 0, 1, 2 ...
    unit: str
    replicates: int
    seed: int
    level: float

    def of(self, columns: Sequence[Array], statistic: Callable[[Array], Array], words: str) -> Estimate:
        """A statistic of column means over the pairs that have every column; nan marks a pair that lacks one.

        `statistic` takes rows of means and gives one number each, nan where there is none.
        """
        table = np.column_stack(columns)
        complete = np.isfinite(table).all(axis=1)
        n = int(complete.sum())
        method = f"{words}; expanded percentile bootstrap over {self.unit}"
        if n == 0:
            return Estimate.absent("no pair has the texts this needs", method=method)
        counted = np.column_stack([table[complete], np.ones(n)])
        code = np.unique(self.group[complete], return_inverse=True)[1]
        sums = np.column_stack([np.bincount(code, column) for column in counted.T]).astype(np.float64)
        value = float(statistic(_means(sums.sum(axis=0, keepdims=True)))[0])
        if not np.isfinite(value):
            return Estimate.absent(_no_room(table[complete].mean(axis=0)), n=n, method=method)
        if sums.shape[0] < 2:
            return Estimate(value, n=n, method=method, reason=f"no interval from one of {self.unit}", level=self.level)
        drawn = bootstrap_sums(sums, self.replicates, np.random.default_rng(self.seed))
        limits = percentile_interval(statistic(_means(drawn)), _expanded(self.level, sums.shape[0]))
        if limits is None:
            reason = "no interval: in more than a tenth of the resamples the ceiling does not lie above the floor"
            return Estimate(value, n=n, method=method, reason=reason, level=self.level)
        caution = f"only {sums.shape[0]} {self.unit}: the interval is a rough one" if sums.shape[0] < _FEW else None
        return Estimate(value, *limits, n=n, method=method, reason=caution, level=self.level)


def between(means: Array) -> Array:
    """(x - floor) / (ceiling - floor) for rows x, ceiling, floor; nan where there is no room between."""
    x, ceiling, floor = means.T
    room = ceiling - floor
    return np.where(room > 0.0, (x - floor) / np.where(room > 0.0, room, 1.0), np.nan)


def gap_between(means: Array) -> Array:
    """How far x lies above another value y, in units of ceiling - floor, for rows x, ceiling, floor, y."""
    return between(means[:, :3]) - between(means[:, [3, 1, 2]])


def one_pair(
    x: float, ceiling: Array, floor: Array, noise: tuple[Array, Array], how: PairResampling, words: str
) -> Estimate:
    """One pair between its own controls; `noise` holds the deviations of ceiling and floor texts over all pairs.

    A pair has few controls, so deviations from the pairs' means are drawn from all pairs together (a residual
    bootstrap). The pair's own text is taken as it is.
    """
    method = f"{words}; the pair's controls resampled, its text not"
    n = ceiling.size + floor.size
    if not ceiling.size or not floor.size:
        missing = "the same speaker again" if not ceiling.size else "another persona"
        return Estimate.absent(f"no text of {missing} for this pair", n=n, method=method)
    centre = np.array([[x, ceiling.mean(), floor.mean()]])
    value = float(between(centre)[0])
    if not np.isfinite(value):
        return Estimate.absent(_no_room(centre[0]), n=n, method=method)
    if not noise[0].size or not noise[1].size:
        reason = "no interval: it needs pairs with two texts or more of each control"
        return Estimate(value, n=n, method=method, reason=reason, level=how.level)
    rng = np.random.default_rng(how.seed)
    drawn = np.repeat(centre, how.replicates, axis=0)
    for column, deviations, size in ((1, noise[0], ceiling.size), (2, noise[1], floor.size)):
        drawn[:, column] += rng.choice(deviations, (how.replicates, size)).mean(axis=1)
    limits = percentile_interval(between(drawn), how.level)
    if limits is None:
        reason = "no interval: in more than a tenth of the resamples the ceiling does not lie above the floor"
        return Estimate(value, n=n, method=method, reason=reason, level=how.level)
    return Estimate(value, *limits, n=n, method=method, level=how.level)


def deviations(values: Sequence[Array]) -> Array:
    """How far single texts lie from their pair's mean, widened for the mean being taken from the same texts."""
    several = [pair for pair in values if pair.size > 1]
    parts = [(pair - pair.mean()) * np.sqrt(pair.size / (pair.size - 1)) for pair in several]
    return np.concatenate(parts) if parts else np.zeros(0)


def _expanded(level: float, n: int) -> float:
    """The level at which percentiles of n values cover as often as asked: as a t interval is wider than a normal one.

    Reference: Hesterberg 2015, The American Statistician 69, 371-386 (expanded percentile interval).
    """
    quantile = float(stdtrit(n - 1, 0.5 + level / 2.0)) * np.sqrt(n / (n - 1))
    return float(1.0 - 2.0 * ndtr(-quantile))


def _means(sums: Array) -> Array:
    return np.asarray(sums[:, :-1] / sums[:, -1:])


def _no_room(means: Array) -> str:
    return (
        f"the ceiling ({means[1]:.3f}) does not lie above the floor ({means[2]:.3f}): "
        "this backend cannot tell the speaker from another persona here"
    )


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
class ModelIndexEstimate:
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


def compute_model_index(
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
) -> ModelIndexEstimate:
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

    anchored = f"{_ANCHORED} of mean cosines {by}"
    return ModelIndexEstimate(
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
) -> PairResampling:
    names = [pair if groups is None else f"group {groups[pair]}" if pair in groups else pair for pair in pairs]
    codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    group = np.array([codes[name] for name in names], dtype=np.int64)
    return PairResampling(group, "pairs" if groups is None else "groups of pairs", replicates, seed, level)


def _pairs(found: Cosines, how: PairResampling, by: str) -> tuple[PairIndex, ...]:
    noise = deviations(found.of["again"]), deviations(found.of["another"])
    pairs = []
    for index, pair in enumerate(found.pairs):
        x, ceiling, floor, bare = (found.of[role][index] for role in found.of)
        place = one_pair(float(x.mean()), ceiling, floor, noise, how, f"{_ANCHORED} of cosines {by}")
        raw, top, ground, name = (_of_texts(values, by) for values in (x, ceiling, floor, bare))
        pairs.append(PairIndex(pair, raw, top, ground, name, place))
    return tuple(pairs)


def _of_texts(values: Array, by: str) -> Estimate:
    if not values.size:
        return Estimate.absent("no such text for this pair", method=f"mean cosine {by}")
    return Estimate(values.mean(), n=values.size, method=f"mean cosine {by}", reason="few texts, so no interval")


def _definition(found: Cosines, how: PairResampling, backend: Backend) -> dict[str, Any]:
    return {
        "name": "anchored",
        "formula": _ANCHORED,
        "meaning": "0 where another persona stands, 1 where the same speaker stands again; "
        "x is the cosine of the two answers",
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
