"""Items and ratings of a study as columns: what every measure is computed from."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.answers import Answers, Column, Criteria, Fixed, Majority
from ringtrue.stats.arrays import Codes
from ringtrue.terms import Item, Kind, Protocol, Question, Rating

Labels = NDArray[np.object_]
EACH = "_each"  # the name of a question's single answers: found_each
_LAST_NUMBER = re.compile(r"(\d+)\D*$")


@dataclass(frozen=True)
class Study:
    """The compiled study: columns by name, tags by name, who rated, and what was left unscored."""

    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    raters: tuple[str, ...]
    people: int
    columns: dict[str, Column]
    answers: dict[str, Answers]  # single answers about the candidate, by question
    controls: dict[tuple[str, str], Answers]  # (question, speaker) -> single answers about a control
    tags: dict[str, Labels]
    ratings: int = 0
    left_out: int = 0  # answers of judges the protocol does not mean, beside those it does
    unscored: Mapping[str, str] = field(default_factory=dict)  # item -> the first reason

    @property
    def size(self) -> int:
        """How many items there are."""
        return len(self.ids)


class _Gathered:
    """Rows of one question about one speaker, on their way to arrays."""

    def __init__(self) -> None:
        self.items: list[int] = []
        self.raters: list[int] = []
        self.values: list[float] = []
        self.ticks: list[tuple[bool, ...]] = []

    def add(self, item: int, rater: int, value: float | bool | tuple[bool, ...]) -> None:
        self.items.append(item)
        self.raters.append(rater)
        if isinstance(value, tuple):
            self.ticks.append(value)
            self.values.append(sum(value) / len(value))
        else:
            self.values.append(float(value))

    def answers(self, size: int, panel: int) -> Answers:
        codes = np.array(self.items, dtype=np.int64), np.array(self.raters, dtype=np.int64)
        return Answers(*codes, np.array(self.values, dtype=np.float64), size, panel)


def compiled(protocol: Protocol, items: Sequence[Item], ratings: Iterable[Rating], tags: Iterable[str] = ()) -> Study:
    """Turn items and ratings into columns; rejected and withdrawn items are left out with their ratings.

    `tags` are the tags that formulas choose by; one that no item carries becomes an empty column.
    """
    kept = [item for item in items if item.status not in ("rejected", "withdrawn")]
    off = _not_counting(protocol, kept)
    kept.sort(key=lambda item: item.id)
    place = {item.id: code for code, item in enumerate(kept)}
    scoped = {(kind.name, question.name): question for kind in protocol.kinds.values() for question in kind.questions}
    raters: dict[str, int] = {}
    people: set[str] = set()
    gathered: dict[tuple[str, str], _Gathered] = defaultdict(_Gathered)
    unscored: dict[str, str] = {}
    total = left_out = 0
    given = list(ratings)
    judged_by = _judges_meant(protocol, kept, place, given)
    for rating in given:
        code = place.get(rating.item)
        if code is None or (kept[code].kind, rating.question) not in scoped:
            continue
        if rating.judge_kind not in judged_by[kept[code].kind]:
            left_out += 1
            continue
        total += 1
        if rating.value is None:
            unscored.setdefault(rating.item, rating.reason or "")
        elif not isinstance(rating.value, str) and rating.value != () and (rating.question, rating.item) not in off:
            rater = raters.setdefault(rating.rater, len(raters))
            if rating.judge_kind == "person":
                people.add(rating.rater)
            gathered[rating.question, _about(protocol, rating)].add(code, rater, rating.value)
    main = {name: rows for (name, speaker), rows in gathered.items() if speaker == protocol.candidate}
    answers = {name: rows.answers(len(kept), len(raters)) for name, rows in main.items()}
    controls = {
        key: rows.answers(len(kept), len(raters)) for key, rows in gathered.items() if key[1] != protocol.candidate
    }
    columns = _question_columns(protocol, main, answers, len(kept), len(raters)) | _numbers(protocol, kept)
    return Study(
        ids=tuple(place),
        kinds=tuple(item.kind for item in kept),
        raters=tuple(raters),
        people=len(people),
        columns=columns,
        answers=answers,
        controls=controls,
        tags=_tags(kept, {"session", *tags}),
        ratings=total,
        left_out=left_out,
        unscored=unscored,
    )


def _judges_meant(
    protocol: Protocol, items: Sequence[Item], place: Mapping[str, int], ratings: Iterable[Rating]
) -> dict[str, set[str]]:
    """For each kind the judges whose answers count: those it names or, where none of them answered, whoever did."""
    answered: dict[str, set[str]] = defaultdict(set)
    for rating in ratings:
        if rating.item in place:
            answered[items[place[rating.item]].kind].add(rating.judge_kind)
    meant = {name: answered[name] & set(kind.judges) for name, kind in protocol.kinds.items()}
    return {name: meant.get(name) or kinds for name, kinds in answered.items()}


def _about(protocol: Protocol, rating: Rating) -> str:
    """Whom a rating is about. The one a pick is turned toward stands on every card, so it names the candidate's."""
    controls = set(protocol.controls.values())
    return rating.speaker if rating.speaker in controls else _other(protocol, rating)


def _other(protocol: Protocol, rating: Rating) -> str:
    if rating.speaker in (None, protocol.candidate):
        return protocol.candidate
    question = protocol.question(rating.question)
    scale = protocol.scales.get(question.scale) if question else None
    toward = scale.toward if scale else None
    return protocol.candidate if rating.speaker == toward else str(rating.speaker)


def _not_counting(protocol: Protocol, items: Sequence[Item]) -> set[tuple[str, str]]:
    """Questions and items on which an answer does not count: a trial scored though it is not one of those that do."""
    off: set[tuple[str, str]] = set()
    sessions: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        sessions[str(item.tags.get("session", ""))].append(item)
    for session in sessions.values():
        for item, place in zip(session, _places(session), strict=True):
            if kind := protocol.kinds.get(item.kind):
                off |= {(asked.name, item.id) for asked in kind.questions if not _counts(asked, kind, item, place)}
    return off


def _places(session: Sequence[Item]) -> list[int]:
    """The place of each item in its session: its own `trial`, the last number in its id, or the order given."""
    told = [item.tags.get("trial", item.fields.get("trial")) for item in session]
    if all(isinstance(place, int) for place in told):
        return [int(place) for place in told if place is not None]
    found = [_LAST_NUMBER.search(item.id) for item in session]
    numbers = [int(number.group(1)) for number in found if number]
    return numbers if len(set(numbers)) == len(session) else list(range(1, len(session) + 1))


def _counts(question: Question, kind: Kind, item: Item, place: int) -> bool:
    if not question.counts_on:
        return True
    asks = {str(name) for name in item.fields.get("asks", ())}
    if asks & {other.name for other in kind.questions}:
        return question.name in asks
    return place in question.counts_on


def _question_columns(
    protocol: Protocol, main: Mapping[str, _Gathered], answers: Mapping[str, Answers], size: int, panel: int
) -> dict[str, Column]:
    """For each question its pooled column and, as NAME_each, the mean of its single answers; unasked ones are empty."""
    columns: dict[str, Column] = {}
    empty = Fixed(np.full(size, np.nan))
    for kind in protocol.kinds.values():
        for question in kind.questions:
            scale = protocol.scales[question.scale].type
            single = answers.get(question.name)
            if scale == "text":
                continue
            columns[question.name + EACH] = single or empty
            if single is None:
                columns[question.name] = empty
            elif scale in ("pick", "flag"):
                columns[question.name] = Majority(single)
            elif scale == "checklist":
                columns[question.name] = _criteria(main[question.name], size, panel)
            else:
                columns[question.name] = single
    return columns


def _criteria(rows: _Gathered, size: int, panel: int) -> Criteria:
    """One place for each criterion of each item, and the ticks as answers to it."""
    longest = np.zeros(size, dtype=np.int64)
    lengths = np.array([len(ticks) for ticks in rows.ticks], dtype=np.int64)
    np.maximum.at(longest, np.array(rows.items, dtype=np.int64), lengths)
    first = np.concatenate([[0], np.cumsum(longest)[:-1]])
    owners = np.repeat(np.arange(size), longest)
    starts = np.repeat(first[rows.items], lengths)
    within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    values = np.fromiter((tick for ticks in rows.ticks for tick in ticks), dtype=np.float64, count=int(lengths.sum()))
    raters = np.repeat(np.array(rows.raters, dtype=np.int64), lengths)
    return Criteria(Answers(starts + within, raters, values, owners.size, panel), owners, size)


def _numbers(protocol: Protocol, items: Sequence[Item]) -> dict[str, Column]:
    """Numeric fields of the items, by name; missing where an item has none."""
    names = {name for kind in protocol.kinds.values() for name in kind.numbers}
    return {name: Fixed(np.array([_number(item.fields.get(name)) for item in items])) for name in sorted(names)}


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")


def _tags(items: Sequence[Item], wanted: Iterable[str]) -> dict[str, Labels]:
    """Every wanted tag as a column of labels, from the tags or fields of items; a DNA layer has the label "yes"."""
    columns: dict[str, Labels] = {"kind": np.array([item.kind for item in items], dtype=object)}
    for name in wanted:
        columns[name] = np.array([_label(item, name) for item in items], dtype=object)
    return columns


def _label(item: Item, name: str) -> str | None:
    if name in item.tags.get("layers", ()):
        return "yes"
    value = item.tags.get(name, item.fields.get(name))
    return None if value is None else str(value)


def sessions_of(study: Study) -> tuple[Codes, int]:
    """The session of each item as a code, and how many sessions there are."""
    place: dict[str, int] = {}
    codes = [place.setdefault(str(label), len(place)) for label in study.tags["session"]]
    return np.array(codes, dtype=np.int64), len(place)
