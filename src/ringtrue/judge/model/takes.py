"""Answers as numbers, take by take: what every statistic about a panel of judges is computed from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ringtrue.protocols import MECHANISMS
from ringtrue.stats.arrays import Array
from ringtrue.terms import Answer, JudgeKind, Protocol, Rating, Scale

Row = tuple[str, str]  # the item, and whom the answer is about
_SIDES = {"A": 1.0, "B": -1.0, "TIE": 0.0}


@dataclass(frozen=True, slots=True)
class Take:
    """One answer of one judge.

    `order` is the order in which two speakers stood on the card, `side` the way the answer leaned as it was given: 1 to
    the first side, -1 to the second, 0 to neither, None where no sides were compared.
    """

    judge: str
    kind: JudgeKind
    row: Row
    question: str
    value: float
    order: tuple[str, ...] = ()
    side: float | None = None


def takes_of(rows: Iterable[tuple[Rating, Answer | None, tuple[str, ...]]], protocol: Protocol) -> list[Take]:
    """Takes from ratings, each with the answer as it was given on the blind card and the speakers in the order shown.

    Where the answer as given is None the order alone tells the side; without an order there is none. Unscored answers
    and texts are left out. A checklist counts as the share of things ticked, a flag as 0 or 1.
    """
    compared = {
        question.name: protocol.scales[question.scale]
        for kind in protocol.kinds.values()
        for question in kind.questions
        if MECHANISMS[protocol.scales[question.scale].type].compares
    }
    found = []
    for rating, given, order in rows:
        value = _number(rating.value)
        if value is not None:
            row = rating.item, rating.speaker or protocol.candidate
            scale = compared.get(rating.question)
            side = None if scale is None else _side(given)
            if scale is not None and side is None and len(order) == 2:
                side = _side_in(order, scale, row[1], value)
            found.append(Take(rating.rater, rating.judge_kind, row, rating.question, value, order, side))
    return found


def by_row(takes: Iterable[Take]) -> dict[Row, dict[str, float]]:
    """For each row the mean of every judge's takes."""
    values: dict[Row, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for take in takes:
        values[take.row][take.judge].append(take.value)
    return {row: {judge: sum(given) / len(given) for judge, given in judges.items()} for row, judges in values.items()}


def matrix_of(rows: Mapping[Row, Mapping[str, float]], judges: Sequence[str]) -> Array:
    """Rows x judges, NaN where a judge said nothing."""
    table = [[row.get(judge, np.nan) for judge in judges] for row in rows.values()]
    return np.array(table, dtype=np.float64).reshape(len(rows), len(judges))


def _number(value: Answer | None) -> float | None:
    if value is None or isinstance(value, str):
        return None
    if isinstance(value, tuple):
        return sum(value) / len(value) if value else None
    return float(value)


def _side_in(order: tuple[str, ...], scale: Scale, about: str, value: float) -> float:
    """The side an unblinded answer leaned to: toward whom the scale names, or the control in that one's place."""
    toward = scale.toward if scale.toward in order else about
    middle = 0.5 if scale.type == "pick" else 0.0
    leaning = float(value > middle) - float(value < middle)
    return leaning if order[0] == toward else 0.0 - leaning


def _side(given: Answer | None) -> float | None:
    """A side by its letter, or by the sign of a leaning: below zero is the first side."""
    if isinstance(given, str):
        return _SIDES.get(given.strip().upper())
    if given is None or isinstance(given, tuple):
        return None
    return float(given < 0) - float(given > 0)
