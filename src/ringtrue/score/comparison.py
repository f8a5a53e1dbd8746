"""Compare versions scored by one protocol on the same items: what became better or worse, and how sure that is.

Pure: tables of ratings in, differences out. Every number is computed again on the items that all versions share: no
difference is one of items.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from ringtrue.protocols.trial_run import names_by_place
from ringtrue.score.causes import item_rows
from ringtrue.score.estimates import parts_of, replicated, unwatched
from ringtrue.score.measures import DIGITS, ItemColumns, Known, Mask, Part, constants, formula, items_behind
from ringtrue.score.resamples import Replicates, without_sessions
from ringtrue.score.study_table import StudyTable
from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.interval.contrast import LeftOut, Raters, apart, contrast
from ringtrue.stats.interval.paired import Change, change_of
from ringtrue.terms.number import figure as written
from ringtrue.terms.protocol import Measure, Protocol, Regression
from ringtrue.terms.result import INCONCLUSIVE, Estimate

# Which numbers are compared: the figure the protocol watches, what it is made of, and the mean score of items by tag.


SCORE = "compared_score"  # of an item, the higher the better
TAGS = ("kind", "type", "domain", "difficulty", "subtype")
_BY = "by_"
_LEVEL = 0.95
_FEWEST = 5  # items behind a number beside the figure


def comparing(protocol: Protocol, limits: Regression) -> Protocol:
    """The protocol with no other numbers of the study than those that are compared."""
    beside = [name for name in (protocol.bands.of if protocol.bands else ()) if not protocol.measures[name].means]
    made = [_made_of(protocol, name) for name in (limits.of, *beside)]
    names = {*protocol.weights, *(name for names in made for name in names)}
    kept = {name: one for name, one in protocol.measures.items() if one.per != "study" or name in names}
    columns = [name for name, one in kept.items() if one.per == "item" and name != "passed"]
    if columns:
        score = protocol.score or f"first({', '.join(columns)})"
        kept[SCORE] = Measure(SCORE, per="item", formula=score)
        kept |= {_BY + tag: Measure(_BY + tag, each=tag, formula=f"mean({SCORE})") for tag in TAGS}
    return replace(protocol, measures=kept, status={}, checks=(), bands=None)


def _made_of(protocol: Protocol, name: str) -> list[str]:
    """A number of the study and those it is made of, through any chain; none where it cannot be computed again."""
    measure = protocol.measures.get(name)
    if measure is None or measure.per != "study" or measure.means or measure.speaker:
        return []
    if measure.formula is None:
        return [name] if measure.crossed else []
    _, outside = names_by_place(formula(measure.formula))
    return [name, *(found for one in sorted(outside) for found in _made_of(protocol, one))]


# One version: its numbers on everything, and with items and raters left out.


_MOST_GROUPS = 200  # of items left out together; more would take longer and say no more
_BLOCK = 1 << 17  # cells of replicates x items at a time


@dataclass(frozen=True, slots=True)
class Number:
    """A number of one version with what it is when something is left out; `kinds` are those of the groups of items.

    `table` is where it is shown: "dimension", "part", or the tag of the items it is about; their value is `tagged`.
    """

    left_out: LeftOut
    kinds: Codes
    items: int
    lower_is_better: bool
    table: str
    tagged: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """What one version comes to: every compared number, and a row for each item."""

    numbers: Mapping[str, Number]
    rows: Mapping[str, Mapping[str, Any]]


def version_of(protocol: Protocol, table: StudyTable, figure: str, *, raters: bool) -> Version:
    """The numbers of a version, by a protocol made by `comparing`; `raters`: whether these are left out as well."""
    columns, parts = ItemColumns(protocol, table), parts_of(protocol, table)
    point = Known(table, columns, values=constants(table))
    behind: dict[str, Mask] = {}
    for part in parts:
        behind[part.name] = _behind(part, point, behind)
        point.values[part.name] = np.asarray(np.round(point.evaluate(part), DIGITS))
    groups, kinds = _groups(table)
    sessions = protocol.unit == "sessions"
    gone = replicated(protocol, point, parts, without_sessions(table) if sessions else _items_gone(groups), unwatched)
    few = sessions or not raters or len(table.raters) < 2
    alone, both = ({}, {}) if few else _without_raters(protocol, point, parts, groups)
    lower, tables = _better_low(point, parts, figure), _tables(protocol, figure)
    numbers = {}
    for part in parts:
        name, value = part.name, float(point.values[part.name])
        about = np.unique(groups[behind[name]])
        if not np.isnan(value):
            left = (
                LeftOut(value, gone[name], np.empty(0), np.empty((0, 0)))
                if sessions
                else _left_out(value, gone[name][about], alone.get(name), both.get(name), about)
            )
            place, tagged = _place(part, tables)
            size = int(behind[name].sum())
            numbers[name] = Number(left, kinds[about], size, name in lower, place, tagged)
    return Version(numbers, {str(row["id"]): row for row in item_rows(protocol, table, columns)})


def _behind(part: Part, point: Known, behind: dict[str, Mask]) -> Mask:
    """The items a number rests on."""
    if part.measure.crossed is None:
        return items_behind(part, point, behind)
    answers = point.study.answers.get(part.measure.crossed)
    mask = np.zeros(point.study.size, dtype=np.bool_)
    if answers is not None:
        mask[answers.items] = True
    return mask


def _tables(protocol: Protocol, figure: str) -> dict[str, str]:
    """Where each number of the study is shown: the figure apart, its dimensions, and what these are made of.

    Means of single answers are steps on the way, on scales of their own.
    """
    whole = protocol.measures[figure]
    own = names_by_place(formula(whole.formula))[1] if whole.formula else frozenset()
    dimensions = {*own, *protocol.weights}
    hidden = {name for name, one in protocol.measures.items() if one.crossed}
    studied = [name for name, one in protocol.measures.items() if one.per == "study"]
    found = {name: "dimension" if name in dimensions else "" if name in hidden else "part" for name in studied}
    return found | {figure: "figure"}


def _place(part: Part, tables: Mapping[str, str]) -> tuple[str, str]:
    if part.measure.each is None:
        return tables[part.name], ""
    return part.measure.each, part.name.removeprefix(f"{part.measure.name}_")


def _left_out(value: float, gone: Array, alone: Array | None, both: Array | None, about: Codes) -> LeftOut:
    if alone is None or both is None:
        return LeftOut(value, gone, np.empty(0), np.empty((about.size, 0)))
    return LeftOut(value, gone, alone, both.reshape(-1, alone.size)[about])


def _groups(table: StudyTable) -> tuple[Codes, Codes]:
    """The group each item is left out with, its own in all but large studies, and the kind of each group."""
    labels, kind_of = np.unique(np.asarray(table.kinds, dtype=str), return_inverse=True)
    groups, kinds, taken = np.zeros(table.size, dtype=np.int64), [], 0
    for kind in range(labels.size):
        places = np.flatnonzero(kind_of == kind)
        share = max(1, min(places.size, round(_MOST_GROUPS * places.size / table.size)))
        size = places.size if table.size <= _MOST_GROUPS else share
        groups[places] = taken + np.arange(places.size) % size
        kinds += [kind] * size
        taken += size
    return groups, np.array(kinds, dtype=np.int64)


def _items_gone(groups: Codes) -> Iterator[Replicates]:
    """Each group of items left out."""
    for block in _blocks(int(groups.max(initial=-1)) + 1, groups.size):
        yield Replicates(None, 1.0 - (block[:, np.newaxis] == groups))


def _blocks(count: int, size: int) -> Iterator[Codes]:
    step = max(1, _BLOCK // max(size, 1))
    yield from (np.arange(start, min(start + step, count)) for start in range(0, count, step))


def _without_raters(
    protocol: Protocol, point: Known, parts: list[Part], groups: Codes
) -> tuple[dict[str, Array], dict[str, Array]]:
    """Every number without each rater, and without each group of items and each rater, all raters of a group first.

    An even split among those left counts half: as no alone, it would look like a weaker clone.
    """
    raters, size = len(point.study.raters), groups.size

    def alone(tie: float) -> Iterator[Replicates]:
        yield Replicates(1.0 - np.eye(raters), np.ones((raters, size)), tie)

    def both(tie: float) -> Iterator[Replicates]:
        for cells in _blocks((int(groups.max(initial=-1)) + 1) * raters, size):
            group, rater = np.divmod(cells, raters)
            without = 1.0 - (group[:, np.newaxis] == groups)
            yield Replicates(1.0 - (rater[:, np.newaxis] == np.arange(raters)), without, tie)

    def halved(blocks: Callable[[float], Iterator[Replicates]]) -> dict[str, Array]:
        no, yes = (replicated(protocol, point, parts, blocks(tie), unwatched) for tie in (0.0, 1.0))
        return {name: (values + yes[name]) / 2.0 for name, values in no.items()}

    return halved(alone), halved(both)


def _better_low(point: Known, parts: Sequence[Part], figure: str) -> set[str]:
    """The numbers that lower the figure when they rise, such as how many quotes were found."""
    found = set()
    before = constants(point.study)  # a later number may have the name of a column, and is not known yet
    for place, part in enumerate(parts):
        raised = Known(point.study, point.columns, values={**before, part.name: point.values[part.name] + 1.0})
        for later in parts[place + 1 :] if part.items is None else ():
            raised.values[later.name] = np.asarray(raised.evaluate(later))
        before[part.name] = point.values[part.name]
        if raised.values.get(figure, np.inf) < point.values[figure] - 10.0**-DIGITS:
            found.add(part.name)
    return found


# What is said of two versions, and of many.


@dataclass(frozen=True, slots=True)
class Compared:
    """One number before and after: its change, and what that says."""

    name: str
    before: float
    after: float
    change: Estimate
    outcome: Change
    limit: float
    lower_is_better: bool = False
    table: str = ""
    tagged: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {**asdict(self), "change": self.change.as_dict()}


@dataclass(frozen=True, slots=True)
class ItemPair:
    """An item before and after: its score, whether it passed, and its rows."""

    id: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def scores(self) -> tuple[float | None, float | None]:
        """The score of either."""
        return self.before.get(SCORE), self.after.get(SCORE)

    @property
    def rise(self) -> float:
        """By how much the score rose, 0 where one is missing."""
        before, after = self.scores
        return 0.0 if before is None or after is None else after - before

    @property
    def flipped(self) -> bool:
        """Whether it passed in one version and failed in the other."""
        passed = self.before.get("passed"), self.after.get("passed")
        return None not in passed and passed[0] != passed[1]

    def as_dict(self) -> dict[str, Any]:
        """Scores and answers by name, ready for JSON."""
        return {
            "id": self.id,
            "kind": self.after.get("kind"),
            "before": self.scores[0],
            "after": self.scores[1],
            "passed_before": self.before.get("passed"),
            "passed_after": self.after.get("passed"),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """Two versions compared: the figure, what it is made of and groups of items, and the items themselves."""

    before: int
    after: int
    figure: Compared
    parts: tuple[Compared, ...]
    items: tuple[ItemPair, ...]

    @property
    def flipped(self) -> list[ItemPair]:
        """The items that passed in one version only, the largest fall first."""
        return sorted((one for one in self.items if one.flipped), key=lambda one: (one.rise, one.id))

    @property
    def tables(self) -> dict[str, list[Compared]]:
        """The numbers beside the figure by the table they are shown in."""
        found: dict[str, list[Compared]] = {}
        for one in self.parts:
            found.setdefault(one.table, []).append(one)
        return found


def step_of(
    versions: Sequence[Version], before: int, after: int, limits: Regression, *, raters: Raters, sessions: bool = False
) -> Step:
    """Two of the versions compared; the intervals of each table beside the figure hold for all of it together."""
    first, second = versions[before], versions[after]
    how = _How(limits, raters, sessions)
    parts: list[Compared] = []
    for names in _families(first, second, limits.of):
        level = 1.0 - (1.0 - _LEVEL) / len(names)
        parts += [how.compared(name, first.numbers[name], second.numbers[name], level) for name in names]
    rows = [ItemPair(name, first.rows[name], second.rows[name]) for name in first.rows if name in second.rows]
    figure = how.compared(limits.of, first.numbers[limits.of], second.numbers[limits.of], _LEVEL)
    return Step(before, after, figure, tuple(parts), tuple(rows))


def _families(first: Version, second: Version, figure: str) -> list[list[str]]:
    """The names of each table. What rests on fewer than 5 items is left out, and what says the same as something else.

    A part may be a dimension of its own, a domain may hold all items of a kind.
    """
    shared = {name: one for name, one in first.numbers.items() if name in second.numbers and one.items >= _FEWEST}
    tables = ["dimension", *TAGS, "part"]
    seen: dict[bool, list[Number]] = {False: [first.numbers[figure]], True: []}
    found: dict[str, list[str]] = {}
    for table in tables:
        tagged = table in TAGS
        for name in [name for name, one in shared.items() if one.table == table]:
            one = shared[name]
            if table == "dimension" or not any(_same(one, other) for other in seen[tagged]):
                found.setdefault(table, []).append(name)
                seen[tagged].append(one)
    return [names for table, names in found.items() if len(names) > 1 or table not in TAGS]


def _same(one: Number, other: Number) -> bool:
    here, there = one.left_out, other.left_out
    return here.value == there.value and np.array_equal(here.without_items, there.without_items)


@dataclass(frozen=True, slots=True)
class _How:
    """How two numbers are compared."""

    limits: Regression
    raters: Raters
    sessions: bool

    def compared(self, name: str, first: Number, second: Number, level: float) -> Compared:
        """A number before and after."""
        pair, low, limit = (first.left_out, second.left_out), first.lower_is_better, self.limits.investigate
        if self.sessions:
            change = apart((-1.0, 1.0), pair, level=level)
        else:
            change = contrast((-1.0, 1.0), pair, first.kinds, raters=self.raters, n=first.items, level=level)
        outcome = change_of(turned(change) if low else change, limit, items=first.items)
        return Compared(name, pair[0].value, pair[1].value, change, outcome, limit, low, first.table, first.tagged)


def turned(change: Estimate) -> Estimate:
    """The change as it counts where a fall is good."""
    value, low, high = (None if one is None else -one for one in (change.value, change.high, change.low))
    return replace(change, value=value, low=low, high=high)


def trend_of(versions: Sequence[Version], limits: Regression, *, raters: Raters, sessions: bool = False) -> Estimate:
    """By how much the figure rises from one version to the next, over all of them: the slope of a straight line."""
    places = np.arange(len(versions)) - (len(versions) - 1) / 2.0
    weights = (places / (places**2).sum()).tolist()
    numbers = [one.numbers[limits.of] for one in versions]
    given = [one.left_out for one in numbers]
    if sessions:
        return apart(weights, given)
    return contrast(weights, given, numbers[0].kinds, raters=raters, n=numbers[0].items)


@dataclass(frozen=True, slots=True)
class Rung:
    """A version on the ladder: its log-strength relative to the first, and how often it was the better of two."""

    strength: Estimate
    won: float
    met: int


def ladder_of(versions: Sequence[Version]) -> tuple[list[Rung], str]:
    """Bradley-Terry strengths from who scored higher on each item, a tie being half a win for each; and a remark.

    Intervals come from leaving items out. Where somebody always wins there are no finite strengths: then each two
    versions count one draw more.
    """
    from ringtrue.stats.combination.bradley_terry import bradley_terry
    from ringtrue.stats.interval.jackknife import jackknife

    scores = _scores(versions)
    count = len(versions)
    wins = np.zeros((scores.shape[0], count, count))
    for one, other in combinations(range(count), 2):
        wins[:, one, other] = np.where(scores[:, one] == scores[:, other], 0.5, scores[:, one] > scores[:, other])
        wins[:, other, one] = 1.0 - wins[:, one, other]
    total, remark, draw = wins.sum(axis=0), "", np.zeros((count, count))
    groups = np.arange(len(scores)) % _MOST_GROUPS
    gone = [total - wins[groups == group].sum(axis=0) for group in range(groups.max(initial=-1) + 1)]
    if any(bradley_terry(table)[0].value is None for table in (total, *gone)):
        draw = 0.5 * (1.0 - np.eye(count))
        remark = (
            "Somebody won or lost nearly every time: so that there are finite strengths, each two versions count one "
            "draw more."
        )
    fitted = np.array([[one.value for one in bradley_terry(table + draw)] for table in (total, *gone)], dtype=float)
    whole, without = fitted[0], fitted[1:]
    met = len(scores) * (count - 1)
    rungs = [Rung(Estimate(0.0, 0.0, 0.0, met, "the others are relative to it"), float(total[0].sum()), met)]
    for place in range(1, count):
        strength = jackknife(float(whole[place]), without[:, place], of="items")
        rungs.append(Rung(replace(strength, n=met), float(total[place].sum()), met))
    return rungs, remark


def _scores(versions: Sequence[Version]) -> Array:
    """The score of each item in each version, items that lack one in any left out."""
    shared = [name for name in versions[0].rows if all(name in one.rows for one in versions)]
    table = [[one.rows[name].get(SCORE, np.nan) for one in versions] for name in shared]
    scores = np.array(table, dtype=np.float64).reshape(-1, len(versions))
    return scores[~np.isnan(scores).any(axis=1)]


# The limits of the document, beside: they go by the value alone.


def by_limits(before: float, after: float, limits: Regression) -> str:
    """What a drop calls for by the document's limits, in words; empty where it calls for nothing."""
    drop = round(before - after, DIGITS)
    words = []
    if drop > limits.remediate:
        words.append(
            f"a drop of {written(drop, beside=limits.investigate)} points, over {limits.remediate:g}: remediate"
        )
    elif drop > limits.investigate:
        words.append(
            f"a drop of {written(drop, beside=limits.investigate)} points, over {limits.investigate:g}: investigate"
        )
    if after < limits.floor:
        words.append(f"{written(after, beside=limits.floor)} is under the floor of {limits.floor:g}")
    return "; ".join(words)


def outcome_words(outcome: Change, limit: float) -> str:
    """An outcome as people read it: no worse than 5 points."""
    if outcome == "no worse":
        return f"no worse than {limit:g} points"
    return INCONCLUSIVE if outcome == "inconclusive" else outcome
