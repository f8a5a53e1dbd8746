"""The ratings of a study in an order of their own, so that no sum depends on arrival; some twenty bytes each."""

from array import array
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.given_items import GivenItems
from ringtrue.terms import Answer, JudgeKind, Rating

_BLOCK = 4096
# The item's code, rater, question, speaker, kind of judge, value and reason.
CodedRating = tuple[int, str, str, str | None, JudgeKind, Answer | None, str | None]
# Rater, question, speaker and kind of judge.
_Source = tuple[str, str, str | None, JudgeKind]


class GivenRatings(Collection[Rating]):
    """Ratings by rater, item, question and speaker, made anew whenever they are gone through.

    Those of items that are not among the given ones count for nothing and are left out.
    """

    def __init__(self, ratings: Iterable[Rating], items: GivenItems) -> None:
        """Take them all; ValueError where somebody answered the same thing twice."""
        self._ids = items.code_ids
        self._item = array("i")  # places among the ids: those of the suite in their order, then those of controls
        self._source = array("i")  # places among the sources, of which there are few
        self._numbers = array("d")
        self._others: dict[int, tuple[Any, str | None]] = {}  # answers that are no plain number, or give a reason
        known: dict[_Source, int] = {}
        item, code, place = "", items.code(""), 0
        for rating in ratings:
            if rating.item != item:  # answers on one item mostly come together
                item, code = rating.item, items.code(rating.item)
            if code is None:
                continue
            self._item.append(code)
            source = rating.rater, rating.question, rating.speaker or None, rating.judge_kind
            self._source.append(known.setdefault(source, len(known)))
            value, reason = rating.value, rating.reason
            if type(value) is float and reason is None:
                self._numbers.append(value)
            else:
                self._numbers.append(0.0)
                self._others[place] = value, reason
            place += 1
        self._sources = list(known)
        self._order = self._sorted()

    def _sorted(self) -> "array[int]":
        """Their places in the order of rater, item, question and speaker."""
        rater = _ranks(rater for rater, _, _, _ in self._sources)
        about = _ranks((question, speaker or "") for _, question, speaker, _ in self._sources)
        # One number tells all that they are sorted by, and it is kept narrow: of a long list sorting takes most room.
        each, every = len(self._sources), len(self._sources) * len(self._ids)
        narrow = np.min_scalar_type(every * len(self._sources))
        key = (rater * every + about).astype(narrow)[np.frombuffer(self._source, np.int32)]
        key += np.frombuffer(self._item, np.int32).astype(narrow) * narrow.type(each)
        order = array("i", np.argsort(key, kind="stable").astype(np.int32).tobytes())
        key.sort()
        same = key[1:] == key[:-1]
        if same.any():
            first = order[int(np.argmax(same))]
            who, question, _, _ = self._sources[self._source[first]]
            raise ValueError(f"{who} answered {question} about {self._ids[self._item[first]]} twice: give one answer")
        return order

    def __len__(self) -> int:
        """How many there are."""
        return len(self._order)

    def __contains__(self, rating: object) -> bool:
        """Whether this very answer is among them."""
        return any(one == rating for one in self)

    def __iter__(self) -> Iterator[Rating]:
        """In their order."""
        for code, rater, question, speaker, kind, value, reason in self.coded():
            yield Rating(rater, self._ids[code], question, value, speaker, kind, reason)

    def coded(self) -> Iterator[CodedRating]:
        """The same with items by their code and without an object for each, some thousands at a time."""
        item, source = np.frombuffer(self._item, np.int32), np.frombuffer(self._source, np.int32)
        numbers, whole = np.frombuffer(self._numbers, np.float64), np.frombuffer(self._order, np.int32)
        for first in range(0, whole.size, _BLOCK):
            order = whole[first : first + _BLOCK]
            told = (column[order].tolist() for column in (item, source, numbers))
            for place, code, number, value in zip(order.tolist(), *told, strict=True):
                rater, question, speaker, kind = self._sources[number]
                answer, reason = self._others.get(place, (value, None))
                yield code, rater, question, speaker, kind, answer, reason


def _ranks(names: Iterable[Any]) -> NDArray[np.int64]:
    """The place of each name among all of them in order, equal ones at the same place."""
    listed = list(names)
    places = {name: place for place, name in enumerate(sorted(set(listed)))}
    return np.array([places[name] for name in listed], dtype=np.int64)
