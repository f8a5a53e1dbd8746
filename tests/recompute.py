"""The new measures of blind, pairs and recognition once more, from plain rows: loops and SciPy's quantiles alone.

Shares no code with the program, on purpose: nothing of it is imported here. A row is (rater, item, kind, question,
value, speaker, tag): a value is a number, a checklist the tuple of its ticks; speaker None is the candidate; the tag is
the item's domain, or "control" for an item outside the suite.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import inf, sqrt
from typing import Any, NamedTuple

from scipy.stats import beta, chi2, t


class Row(NamedTuple):
    """One answer."""

    rater: str
    item: str
    kind: str
    question: str
    value: Any
    speaker: str | None
    tag: str | None


Cell = tuple[str, str, float]  # item, rater, number
Bounds = tuple[float, float | None, float | None]
STYLE = {"vocabulary": 0.25, "rhetoric": 0.25, "tone": 0.20, "cadence": 0.15, "analogy": 0.15}
KINDS = {"decision": "criteria", "style": "style_each", "tone": "tone", "edge": "holds"}


def share(value: Any) -> float:
    """A number, or the share of ticks."""
    return sum(value) / len(value) if isinstance(value, tuple) else float(value)


def mean(cells: Sequence[Cell]) -> float:
    """The plain mean."""
    return sum(value for _, _, value in cells) / len(cells)


# The crossed mean: every two answers compared, by whether they share the item, the rater, or neither.


def crossed(cells: Sequence[Cell], level: float, low: float = -inf, high: float = inf) -> Bounds:
    """Mean and bounds; picks that are all alike have exact ones."""
    middle = mean(cells)
    if max(value for _, _, value in cells) == min(value for _, _, value in cells):
        return (middle, *_exact(middle, len(cells), level)) if (low, high) == (0, 1) and middle in (0, 1) else (
            middle, None, None)  # fmt: skip
    variance, df = _variance(cells)
    half = float(t.ppf(0.5 + level / 2, df)) * sqrt(variance)
    return middle, max(low, middle - half), min(high, middle + half)


def _exact(middle: float, n: int, level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    return (0.0, float(beta.ppf(1 - tail, 1, n))) if middle == 0 else (float(beta.ppf(tail, n, 1)), 1.0)


def _variance(cells: Sequence[Cell]) -> tuple[float, float]:
    n = len(cells)
    items, raters = _groups(cells, 0), _groups(cells, 1)
    between_items = between_raters = halves = 0.0
    for a, (item, rater, value) in enumerate(cells):
        for b, (other_item, other_rater, other) in enumerate(cells):
            if a != b:
                halves += (value - other) ** 2 / 2
                between_items += item != other_item
                between_raters += rater != other_rater
    same_rater = _within(raters) / (n - len(raters))  # holds items and residual
    same_item = _within(items) / (n - len(items))  # holds raters and residual
    left = n * (n - 1) - between_items - between_raters
    residual = max(0.0, (halves - same_rater * between_items - same_item * between_raters) / left)
    by_item, by_rater = same_rater - residual, same_item - residual
    load_items, load_raters = (sum(len(group) ** 2 for group in groups.values()) for groups in (items, raters))
    free = {"items": n * n / load_items - 1, "raters": n * n / load_raters - 1}
    squares = {"items": residual + by_item * load_items / n, "raters": residual + by_rater * load_raters / n}
    seen = {"items": by_item > 0, "raters": by_rater > 0}
    free_residual = float(max(n - len(items) - len(raters) + 1, 1))
    pooled, free_pooled = residual * free_residual, free_residual
    for name, shows in seen.items():
        if not shows:
            pooled += squares[name] * free[name]
            free_pooled += free[name]
    pooled /= free_pooled
    part = 1 - sum(seen.values())
    whole = max(sum(squares[name] for name, shows in seen.items() if shows) + part * pooled, 0.0)
    spread = sum(squares[name] ** 2 / free[name] for name, shows in seen.items() if shows)
    spread += (part * pooled) ** 2 / free_pooled
    return whole / n, max(whole**2 / spread, 1.0)


def _groups(cells: Iterable[Cell], by: int) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for cell in cells:
        found.setdefault(str(cell[by]), []).append(cell[2])
    return found


def _within(groups: Mapping[str, Sequence[float]]) -> float:
    return sum(sum((value - sum(group) / len(group)) ** 2 for value in group) for group in groups.values())


# The linearised interval: by how much each cell moves a formula of several means.


def linearised(value: float, means: Sequence[tuple[float, Sequence[Cell]]], level: float) -> Bounds:
    """The bounds of a formula with this value; `means` are slope and answers of each mean in it."""
    moved: dict[tuple[str, str], float] = {}
    for slope, cells in means:
        middle = mean(cells)
        for item, rater, given in cells:
            moved[item, rater] = moved.get((item, rater), 0.0) + slope * (given - middle) / len(cells)
    items, raters = {item for item, _ in moved}, {rater for _, rater in moved}
    cell = sum(u * u for u in moved.values())
    rater_part = item_part = 0.0
    for one in raters:
        rater_part += sum(u for (_, rater), u in moved.items() if rater == one) ** 2
    for one in items:
        item_part += sum(u for (item, _), u in moved.items() if item == one) ** 2
    rater_part *= len(raters) / (len(raters) - 1)
    item_part *= len(items) / (len(items) - 1)
    variance = cell + max(0.0, rater_part - cell) + max(0.0, item_part - cell)
    below = cell**2 / max(len(moved) - len(items) - len(raters) + 1, 1)
    below += rater_part**2 / (len(raters) - 1) if rater_part > cell else 0.0
    below += item_part**2 / (len(items) - 1) if item_part > cell else 0.0
    half = float(t.ppf(0.5 + level / 2, max(variance**2 / below, 1.0))) * sqrt(variance)
    return value, value - half, value + half


# Blind.


def blind(rows: Sequence[Row], sizes: Mapping[str, int]) -> dict[str, Bounds]:
    """Every measure the sound verdict rests on; `sizes` are the items of the suite by kind."""
    picks = [(row.item, row.rater, share(row.value)) for row in rows if row.question == "found" and not row.speaker]
    found: dict[str, Bounds] = {"found_sure": crossed(picks, 0.98, 0, 1)}
    means: dict[str, tuple[list[Cell], list[Cell], list[Cell]]] = {}
    for name, question in KINDS.items():
        raw, floor, ceiling = (_answers(rows, question, speaker) for speaker in (None, "generic", "self"))
        means[name] = raw, floor, ceiling
        for what, cells in (("raw", raw), ("floor", floor), ("ceiling", ceiling)):
            found[f"{name}_{what}"] = crossed(cells, 0.90, 0, 1)
        gap = mean(ceiling) - mean(floor)
        if name != "tone":
            found[f"{name}_gap"] = linearised(gap, [(1, ceiling), (-1, floor)], 0.90)
        place = 100 * (mean(raw) - mean(floor)) / gap
        found[f"{name}_place"] = linearised(place, _place_slopes(raw, floor, ceiling, 1.0), 0.90)
    found["composite_place"] = _composite({name: found[f"{name}_place"][0] for name in KINDS}, means, picks)
    for kind, question in {"quote": "found", "decision": "criteria", "style": "tone", "edge": "holds"}.items():
        found[f"covered_{kind}"] = (_covered(rows, question) / sizes[kind], None, None)
    return found


def _answers(rows: Sequence[Row], question: str, speaker: str | None) -> list[Cell]:
    if question != "style_each":
        asked = [row for row in rows if row.question == question and row.speaker == speaker]
        return [(row.item, row.rater, share(row.value)) for row in asked]
    lists: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        if row.question in STYLE and row.speaker == speaker:
            lists.setdefault((row.item, row.rater), {})[row.question] = share(row.value)
    return [
        (item, rater, sum(STYLE[name] * value for name, value in given.items()) / sum(STYLE[name] for name in given))
        for (item, rater), given in lists.items()
    ]


def _place_slopes(
    raw: Sequence[Cell], floor: Sequence[Cell], ceiling: Sequence[Cell], weight: float
) -> list[tuple[float, Sequence[Cell]]]:
    """By calculus: p = 100 (r - f)/(c - f)."""
    gap = mean(ceiling) - mean(floor)
    of_floor = 100 * (mean(raw) - mean(ceiling)) / gap**2
    of_ceiling = -100 * (mean(raw) - mean(floor)) / gap**2
    return [(weight * 100 / gap, raw), (weight * of_floor, floor), (weight * of_ceiling, ceiling)]


def _composite(
    places: Mapping[str, float], means: Mapping[str, tuple[list[Cell], list[Cell], list[Cell]]], picks: list[Cell]
) -> Bounds:
    """Weights of content, linguistic, reasoning, emotional, paradox, each two parts to one."""
    weights = {
        "decision": 0.30 * 2 / 3 + 0.25 * 2 / 3,
        "style": 0.25 * 2 / 3 + 0.25 / 3,
        "tone": 0.10 * 2 / 3,
        "edge": 0.30 / 3 + 0.10 / 3 + 0.10,
    }
    of_quotes = 0.25 / 3
    found = mean(picks)
    value = sum(weight * places[name] for name, weight in weights.items())
    value += of_quotes * 100 * (1 - max(0.0, 2 * found - 1))
    parts = [part for name, weight in weights.items() for part in _place_slopes(*means[name], weight)]
    parts.append((of_quotes * -200 if found >= 0.5 else 0.0, picks))
    return linearised(value, parts, 0.90)


def _covered(rows: Sequence[Row], question: str) -> int:
    raters: dict[str, set[str]] = {}
    for row in rows:
        if row.question == question and not row.speaker and row.tag != "control":
            raters.setdefault(row.item, set()).add(row.rater)
    return sum(len(people) >= 3 for people in raters.values())


# Pairs.


def pairs(rows: Sequence[Row]) -> dict[str, Bounds]:
    """Voice toward the candidate and the control, grades beside the other text, the worst domain."""
    toward, control = (_answers(rows, "voice", speaker) for speaker in (None, "control"))
    found = {
        "voice_toward": crossed(toward, 0.90, -2, 2),
        "voice_sure": crossed(toward, 0.98, -2, 2),
        "voice_control": crossed(control, 0.90, -2, 2),
        "grade_gap": crossed(_grades(rows, "compressed"), 0.90, -2, 2),
        "grade_control": crossed(_grades(rows, "control"), 0.90, -2, 2),
    }
    domains: dict[str, list[Cell]] = {}
    for row in rows:
        if row.question == "voice" and not row.speaker and row.tag:
            domains.setdefault(row.tag, []).append((row.item, row.rater, row.value))
    worst = min(sorted(domains), key=lambda domain: mean(domains[domain]))
    found["voice_worst"] = crossed(domains[worst], 1 - 0.02 / len(domains), -2, 2)
    return found


def _grades(rows: Sequence[Row], speaker: str) -> list[Cell]:
    given = {(row.item, row.rater, row.question, row.speaker): row.value for row in rows}
    cells: list[Cell] = []
    for item, rater in sorted({(row.item, row.rater) for row in rows if row.speaker == speaker}):
        four = [given.get((item, rater, q, who)) for q in ("vibe", "logic") for who in (speaker, "full")]
        if None not in four:
            vibe, vibe_other, logic, logic_other = four
            cells.append((item, rater, ((vibe - vibe_other) + (logic - logic_other)) / 2))
    return cells


# Recognition.


def rates(rows: Sequence[Row], sessions: int) -> dict[str, Bounds]:
    """Events that most of those who scored a trial saw, for each session."""
    seen: dict[tuple[str, str], list[bool]] = {}
    for row in rows:
        if row.question in ("f1", "f2", "f3", "f4") and not row.speaker:
            seen.setdefault((row.question, row.item), []).append(bool(row.value))
    events = dict.fromkeys(("f1", "f2", "f3", "f4"), 0)
    for (question, _), answers in seen.items():
        events[question] += 2 * sum(answers) > len(answers)
    severe = events["f2"] + events["f3"] + events["f4"]
    counts: dict[str, int] = {"f1_rate": events["f1"], "f2_rate": events["f2"], "severe_rate": severe}
    return {name: _poisson(count, sessions) for name, count in counts.items()}


def _poisson(k: int, sessions: int) -> Bounds:
    low = float(chi2.ppf(0.05, 2 * k)) / (2 * sessions) if k else 0.0
    return k / sessions, low, float(chi2.ppf(0.95, 2 * k + 2)) / (2 * sessions)
