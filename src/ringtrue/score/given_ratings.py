"""The ratings of a study as columns in an order of their own, so that no sum depends on arrival; sixteen bytes each."""

from array import array
from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.given_items import GivenItems
from ringtrue.stats.arrays import Array
from ringtrue.terms import JudgeKind, Rating

Column = NDArray[np.int32]
NoNumber = str | tuple[bool, ...] | None


class Source(NamedTuple):
    """What many ratings share: who answered which question about whom, and what kind of judge that is."""

    rater: str
    question: str
    speaker: str | None
    judge: JudgeKind


class GivenRatings:
    """Ratings by rater, item, question and speaker: of each the code of its item, its source and its number.

    A yes is one, a checklist the share of its ticks; `others` has whatever is no number, by place and in order, with
    the reason that was given. Ratings of items that are not among the given ones count for nothing and are left out.
    """

    def __init__(self, ratings: Iterable[Rating], items: GivenItems) -> None:
        """Take them all; ValueError where somebody answered the same thing twice."""
        codes, places, numbers = array("i"), array("i"), array("d")
        others: dict[int, tuple[NoNumber, str | None]] = {}
        known: defaultdict[Any, int] = defaultdict(count().__next__)  # few, so that a place tells a source in no room
        item, code = "", items.code("")
        for rater, about, question, value, speaker, judge, reason in ratings:
            if about != item:  # answers on one item mostly come together
                item, code = about, items.code(about)
            if code is None:
                continue
            if type(value) is float or isinstance(value, float | int):  # the quick question first
                numbers.append(value)
            else:
                if value is None and not reason:
                    raise ValueError(f"rating of {about} by {rater}: no value needs a reason")
                others[len(codes)] = value, reason
                numbers.append(_number(value))
            codes.append(code)
            places.append(known[rater, question, speaker or None, judge])
        self.sources = [Source(*source) for source in known]
        order = self._order(np.frombuffer(codes, np.int32), np.frombuffer(places, np.int32), items)
        # One after the other, each let go before the next: they are megabytes.
        self.items: Column = np.frombuffer(codes, np.int32)[order]
        del codes
        self.source: Column = np.frombuffer(places, np.int32)[order]
        del places
        self.numbers: Array = np.frombuffer(numbers, np.float64)[order]
        self.numbers += 0.0  # so that no zero has a minus, which a sum would take from it
        self.others = _moved(others, order)

    def _order(self, codes: Column, places: Column, items: GivenItems) -> Column:
        """Their places in the order of rater, item, question and speaker."""
        rater = _ranks(source.rater for source in self.sources)
        about = _ranks((source.question, source.speaker or "") for source in self.sources)
        # One number tells all that they are sorted by, and it is kept narrow: of a long list sorting takes most room.
        each, every = len(self.sources), len(self.sources) * items.codes
        narrow = np.min_scalar_type(every * len(self.sources))
        key = (rater * every + about).astype(narrow)[places]
        key += codes.astype(narrow) * narrow.type(each)
        order = np.argsort(key, kind="stable").astype(np.int32)
        key.sort()
        same = key[1:] == key[:-1]
        if same.any():
            first = order[int(np.argmax(same))]
            source = self.sources[places[first]]
            item = items.id_of(int(codes[first]))
            raise ValueError(f"{source.rater} answered {source.question} about {item} twice: give one answer")
        return order


def _number(value: Any) -> float:
    """The share of ticks; of a comment, an empty list or nothing there is none."""
    if has_no_number(value):
        return np.nan
    if isinstance(value, tuple):
        return sum(value) / len(value)
    return float(value)  # TypeError for what is no answer at all


def has_no_number(value: Any) -> bool:
    """Whether this is a comment, an empty list or nothing: an answer, but none to count with."""
    return value is None or isinstance(value, str) or (isinstance(value, tuple) and not value)


def _ranks(names: Iterable[Any]) -> NDArray[np.int64]:
    """The place of each name among all of them in order, equal ones at the same place."""
    listed = list(names)
    places = {name: place for place, name in enumerate(sorted(set(listed)))}
    return np.array([places[name] for name in listed], dtype=np.int64)


def _moved(others: dict[int, Any], order: Column) -> dict[int, Any]:
    """The same by their places in this order."""
    if not others:
        return {}
    places = np.flatnonzero(np.isin(order, np.fromiter(others, np.int32, len(others))))
    return {place: others[old] for place, old in zip(places.tolist(), order[places].tolist(), strict=True)}
