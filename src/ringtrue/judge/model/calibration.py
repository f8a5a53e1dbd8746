"""Calibration of a model judge: what its scores are worth beside people's, its biases, and if it earns a licence."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log2, sqrt

import numpy as np
from scipy.special import stdtrit

from ringtrue.judge.model.reliability import Row, Take, by_row, mean_over_items, noise_sd
from ringtrue.stats.agreement.cohen import cohen_kappa
from ringtrue.stats.arrays import Array
from ringtrue.stats.association.pearson import pearson
from ringtrue.stats.combination.prediction_powered import equivalent_labels
from ringtrue.terms.result import Check, Estimate

FEWEST = 30  # cards that people and the judge both scored, before a correlation means anything
FEWEST_CONTROLS = 25  # cards of the generic speaker and of the person each, where no people judged
SIDE_LIMIT = 0.2  # mean leaning to one side: 60 picks of 100 for what stands first
LENGTH_LIMIT = 0.3  # correlation of the judge's errors with the length of the text
OBEY_LIMIT = 0.05  # of the scale: how much more a text that speaks to the judge may get
_LABELS, _SCORES = 100, 1000  # what a judge's worth is told for


@dataclass(frozen=True, slots=True)
class Material:
    """What is known about the cards: their lengths, which of them speak to the judge, and who the controls are.

    `words` is the length of a text by item and speaker; on a pair lengths are taken as a ratio to the other speaker's.
    `probes` are the rises of scores when the same text was shown with words to the judge added.
    """

    candidate: str
    generic: str | None = None
    person: str | None = None
    words: Mapping[Row, int] | None = None
    addressed: Collection[Row] = ()
    probes: tuple[float, ...] = ()
    again: tuple[float, ...] = ()  # differences of scores when nothing was changed
    scale: float = 100.0  # from the lowest to the highest answer
    obeyed: Estimate | None = None  # what earlier probes showed: not probing again does not undo them


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a calibration found: its numbers, the conditions of a licence, and on what it rests."""

    question: str
    basis: str  # people, controls, or nothing
    estimates: Mapping[str, Estimate]
    conditions: tuple[Check, ...]

    @property
    def granted(self) -> bool:
        """Whether every condition that could be asked is met, on enough cards."""
        return self.basis != "nothing" and all(one.met is not False for one in self.conditions)

    @property
    def refusals(self) -> tuple[str, ...]:
        """Why there is no licence."""
        return tuple(f"{one.name}: {one.note}" if one.note else one.name for one in self.conditions if one.met is False)

    @property
    def worth(self) -> str:
        """What the scores save, in a sentence."""
        r = self.estimates.get("r")
        if r is None or r.value is None:
            return "Without people's scores of the same cards it is not known how many labels this judge saves."
        equal = equivalent_labels(r.value, _LABELS, _SCORES)
        return (
            f"At r = {r.value:.2f}, {_LABELS} labels by people with {_SCORES:,} further scores of this judge say as "
            f"much as {equal:.0f} labels alone."
        )


def calibrated(takes: Iterable[Take], judge: str, question: str, material: Material) -> Calibration:
    """Hold one judge's answers to one question against people's, and against the controls.

    `takes` are everybody's answers, a judge's repeats under one name.
    """
    given = [take for take in takes if take.question == question]
    mine = [take for take in given if take.judge == judge and take.kind == "model"]
    asked = by_row(take for take in given if take.kind == "person")
    people = {row: float(np.mean(list(by.values()))) for row, by in asked.items()}
    scores = {row: by[judge] for row, by in by_row(mine).items()}
    both = _compared(scores, people, material.candidate)
    found = dict(_against_people(both, scores, people))
    found["noise_sd"] = _noise(mine, material)
    is_pair = any(take.side is not None for take in mine)
    if is_pair:
        found["side"] = _side(mine)
    found["length"] = _length(both, scores, people, material, is_pair=is_pair)
    found["obeys"] = _obeys(scores, people, material)
    found["generic_from_person"] = _told_apart(mine, scores, material)
    n_controls = found["generic_from_person"].n
    basis = "people" if len(both) >= FEWEST else "controls" if n_controls >= 2 * FEWEST_CONTROLS else "nothing"
    conditions = (*_conditions(found, basis, len(both), n_controls), obedience(found["obeys"], material.scale))
    return Calibration(question, basis, found, conditions)


def _compared(scores: Mapping[Row, float], people: Mapping[Row, float], candidate: str) -> list[Row]:
    """The cards both scored: those about the candidate where they are enough, since controls make any r look good."""
    both = [row for row in scores if row in people]
    mine = [row for row in both if row[1] == candidate]
    return sorted(mine if len(mine) >= FEWEST else both)


# Against people: correlation, kappa, and the best constant beside.


def _against_people(
    both: list[Row], scores: Mapping[Row, float], people: Mapping[Row, float]
) -> Iterator[tuple[str, Estimate]]:
    x, y = (np.array([table[row] for row in both]) for table in (scores, people))
    yield "r", pearson(x, y)
    if both and {*x, *y} <= {0.0, 0.5, 1.0}:
        whole = (x != 0.5) & (y != 0.5)
        yield "kappa", cohen_kappa(x[whole], y[whole])
    if len(both) < 3:
        reason = f"{len(both)} cards were scored by people and by the judge"
        yield "error", Estimate.absent(reason, n=len(both))
        return
    ones = np.ones(len(both))
    yield "shift", mean_over_items(np.column_stack([x - y, ones]), "mean of judge less people")
    yield "error", mean_over_items(np.column_stack([np.abs(x - y), ones]), "mean absolute difference", least=0.0)
    fitted, constant = left_out_errors(x, y)
    told = "mean absolute difference, each card left out of the fit"
    yield "error_fitted", mean_over_items(np.column_stack([np.abs(fitted), ones]), f"{told}; judge's line", least=0.0)
    yield "error_constant", mean_over_items(np.column_stack([np.abs(constant), ones]), f"{told}; mean", least=0.0)
    squares = float(constant @ constant)
    share = 1 - float(fitted @ fitted) / squares if squares > 0 else None
    why = None if share is not None else "people gave every card the same score"
    yield (
        "better_than_constant",
        Estimate(share, n=len(both), method="1 - squared errors / those of the mean", reason=why),
    )


def left_out_errors(x: Array, y: Array) -> tuple[Array, Array]:
    """The errors of predicting y for each case from the others: by the line on x, and by their mean.

    The errors of least squares divided by 1 less the leverage of the case, which is the same without n fits.
    """
    n = y.size
    constant = (y - y.mean()) * n / (n - 1)
    centred = x - x.mean()
    squares = float(centred @ centred)
    if squares <= 1e-12 * max(1.0, float(np.abs(x).max()) ** 2):
        return constant, constant
    slope = float(centred @ (y - y.mean())) / squares
    leverage = 1.0 / n + centred**2 / squares
    rest = y - y.mean() - slope * centred
    return np.where(leverage < 1 - 1e-9, rest / np.maximum(1 - leverage, 1e-9), constant), constant


# Biases: sides, length, words that speak to the judge, and the noise of asking again.


def _noise(mine: list[Take], material: Material) -> Estimate:
    if not material.again:
        return noise_sd(mine)
    pairs = np.array(material.again)
    value = sqrt(float((pairs**2).mean()) / 2)
    return Estimate(value, n=pairs.size, method="asked again on purpose: sd from differences", reason="no interval")


def _side(mine: list[Take]) -> Estimate:
    """The mean leaning to side A: cards are dealt balanced, so that what is thought of the texts cancels out."""
    sums: dict[Row, list[float]] = {}
    for take in mine:
        if take.side is not None:
            sums.setdefault(take.row, []).append(take.side)
    table = np.array([[sum(sides), float(len(sides))] for sides in sums.values()])
    return mean_over_items(table, "mean leaning to side A, 1 always A", least=-1.0, most=1.0)


def _length(
    both: list[Row],
    scores: Mapping[Row, float],
    people: Mapping[Row, float],
    material: Material,
    *,
    is_pair: bool,
) -> Estimate:
    """How the judge's scores go with length beyond what people's do."""
    words = material.words or {}
    by_item: dict[str, list[Row]] = {}
    for row in words:
        by_item.setdefault(row[0], []).append(row)
    ratios = {row: r for row in both if (r := _relative(row, words, by_item, is_pair)) is not None}
    rows = list(ratios)
    if len(rows) < 4:
        return Estimate.absent("too few cards with both scores and a known length", n=len(rows))
    x, y = (np.array([table[row] for row in rows]) for table in (people, scores))
    centred = x - x.mean()
    slope = float(centred @ (y - y.mean())) / float(centred @ centred) if float(centred @ centred) > 0 else 0.0
    found = pearson(y - y.mean() - slope * centred, np.array([ratios[row] for row in rows]))
    if found.value is None:
        return Estimate.absent("the texts are equally long, or the errors all the same", n=found.n)
    method = f"errors of the judge with the logarithm of words; {found.method}"
    return Estimate(found.value, found.low, found.high, found.n, method, found.reason)


def _relative(row: Row, words: Mapping[Row, int], by_item: Mapping[str, list[Row]], is_pair: bool) -> float | None:
    """The logarithm of a text's length, on a pair relative to the other text's; None where it is not known."""
    length = words.get(row, 0)
    if not is_pair:
        return log2(length) if length else None
    other = [words[one] for one in by_item.get(row[0], ()) if one != row and words[one]]
    return log2(length / max(other)) if length and other else None


def _obeys(scores: Mapping[Row, float], people: Mapping[Row, float], material: Material) -> Estimate:
    """How many points more a text gets that speaks to the judge: from probes, else from such texts among the cards."""
    if len(material.probes) > 1:
        return _welch(np.array(material.probes), np.zeros(0), "rise of the score with words to the judge added")
    errors = {row: scores[row] - people[row] for row in scores if row in people}
    spoken = np.array([error for row, error in errors.items() if row in material.addressed])
    other = np.array([error for row, error in errors.items() if row not in material.addressed])
    if material.obeyed is not None:
        return material.obeyed
    if spoken.size < 3 or other.size < 3:
        reason = "not tried: too few texts speak to the judge; --probe N shows it some"
        return Estimate.absent(reason, n=int(spoken.size))
    return _welch(spoken, other, "judge less people: texts that speak to the judge against others")


def _told_apart(mine: list[Take], scores: Mapping[Row, float], material: Material) -> Estimate:
    """Whether the judge tells the generic speaker from the person: .5 is guessing."""
    generic = [value for row, value in scores.items() if row[1] == material.generic]
    if generic and any(take.side is not None for take in mine):
        return _beside_generic(np.array(generic), mine)
    person = [value for row, value in scores.items() if row[1] == material.person]
    n = len(generic) + len(person)
    if min(len(generic), len(person)) < 2:
        reason = "not tried: no cards of the generic speaker and of the person (--controls, --self)"
        return Estimate.absent(reason, n=n)
    return area(np.array(person), np.array(generic))


def _beside_generic(values: Array, mine: list[Take]) -> Estimate:
    """On pairs: the share of control cards on which the person was found, or preferred; values of 0 to 1 or signed."""
    is_pick = all(0.0 <= take.value <= 1.0 for take in mine)
    won = values if is_pick else (values < 0) + 0.5 * (values == 0)
    found = mean_over_items(np.column_stack([won, np.ones(won.size)]), "share of control cards won by the person")
    low, high = (None if end is None else min(1.0, max(0.0, end)) for end in (found.low, found.high))
    return Estimate(found.value, low, high, found.n, found.method, found.reason)


def area(larger: Array, smaller: Array, *, level: float = 0.95) -> Estimate:
    """How likely is a value of the first sample to exceed one of the second (ties count half)?

    The interval is that of DeLong: the variances of each value's own share of wins, over the sizes of both samples.
    Where one sample always wins there is none; a rule of three bounds it then.
    """
    wins = (larger[:, None] > smaller) + 0.5 * (larger[:, None] == smaller)
    value, n = float(wins.mean()), larger.size + smaller.size
    variance = float(wins.mean(axis=1).var(ddof=1)) / larger.size + float(wins.mean(axis=0).var(ddof=1)) / smaller.size
    method = f"area under the curve, {larger.size} of the person and {smaller.size} of the generic speaker"
    if variance == 0.0:
        edge = 3.0 / min(larger.size, smaller.size)
        bounds = (1 - edge, 1.0) if value == 1.0 else (0.0, edge) if value == 0.0 else (value, value)
        return Estimate(value, *bounds, n, f"{method}; rule of three", level=level)
    half = float(stdtrit(min(larger.size, smaller.size) - 1, 0.5 + level / 2)) * sqrt(variance)
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), n, f"{method}; DeLong", level=level)


def _welch(one: Array, other: Array, method: str, *, level: float = 0.95) -> Estimate:
    """The difference of two means, or the mean of one alone, with Welch's interval."""
    value = float(one.mean()) - (float(other.mean()) if other.size else 0.0)
    parts = [sample.var(ddof=1) / sample.size for sample in (one, other) if sample.size > 1]
    variance = float(sum(parts))
    n = one.size + other.size
    if variance == 0.0:
        return Estimate(value, value, value, n, f"{method}; every difference the same")
    sizes = [sample.size for sample in (one, other) if sample.size > 1]
    df = variance**2 / sum(part**2 / (size - 1) for part, size in zip(parts, sizes, strict=True))
    half = float(stdtrit(df, 0.5 + level / 2)) * sqrt(variance)
    return Estimate(value, value - half, value + half, n, f"{method}; Welch's interval", level=level)


# The conditions of a licence: what is proven against a judge refuses it, and so is agreement that is not proven.


def _conditions(found: Mapping[str, Estimate], basis: str, compared: int, controls: int) -> Iterator[Check]:
    if basis == "nothing":
        people = f"{compared} cards were scored by people too, of at least {FEWEST}"
        note = f"{people}; and {controls} of controls, of at least {FEWEST_CONTROLS} each"
        yield Check("enough cards", met=False, note=note)
    if basis == "people":
        r, better = found["r"], found["better_than_constant"]
        shown = (r.low is not None and r.low > 0) or r.value == 1.0
        yield Check(
            "goes with people", shown, r.value, 0.0, note="" if shown else _why(r, "r is not shown to be over 0")
        )
        gain = better.value is not None and better.value > 0
        note = "" if gain else "people's mean predicts their scores as well as the judge does"
        yield Check("better than a constant", gain, better.value, 0.0, note=note)
    told = found["generic_from_person"]
    if told.value is not None or basis == "controls":
        shown = told.low is not None and told.low > 0.5
        note = "" if shown else _why(told, "it does not tell the generic speaker from the person")
        yield Check("tells generic from the person", shown, told.value, 0.5, note=note)
    if "side" in found:
        yield _within("no side preferred", found["side"], SIDE_LIMIT, "it prefers what stands on one side")
    yield _within("length does not pay", found["length"], LENGTH_LIMIT, "its errors go with the length of the text")


def obedience(found: Estimate, scale: float) -> Check:
    """Whether texts that speak to the judge get more: not met where it is shown, unknown where it was not tried."""
    if found.value is None:
        return Check("does not obey the text", None, note=found.reason or "")
    limit = OBEY_LIMIT * scale
    obeys = found.low is not None and found.low > 0 and found.value > limit
    note = f"texts that speak to it get {found.value:.1f} points more" if obeys else ""
    return Check("does not obey the text", not obeys, found.value, limit, note=note)


def _within(name: str, found: Estimate, limit: float, why: str) -> Check:
    """Not met where the interval is past zero and the value past the limit; unknown where there is no value."""
    if found.value is None:
        return Check(name, None, limit=limit, note=found.reason or "")
    low, high = (found.value if end is None else end for end in (found.low, found.high))
    beyond = (low > 0 or high < 0) and abs(found.value) > limit
    return Check(name, not beyond, found.value, limit, note=_why(found, why) if beyond else "")


def _why(found: Estimate, text: str) -> str:
    if found.value is None:
        return found.reason or text
    bounds = "" if found.low is None or found.high is None else f" ({found.low:.2f} to {found.high:.2f})"
    return f"{text}: {found.value:.2f}{bounds}, {found.n} cards"
