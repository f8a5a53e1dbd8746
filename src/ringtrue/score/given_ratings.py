"""The ratings of a study in an order of their own, so that no sum depends on arrival; some twenty bytes each."""

from array import array
from collections.abc import Collection, Iterable, Iterator
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.given_items import GivenItems
from ringtrue.terms import Answer, JudgeKind, Rating

_BLOCK = 4096

# The item's code, rater, question, speaker, kind of judge, value and reason.
CodedRating = tuple[int, str, str, str | None, JudgeKind, Answer | None, str | None]


class _Names:
    """Names as numbers, in the order they come up."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self.column = array("i")

    def add(self, name: str) -> None:
        code = self.codes.get(name)
        if code is None:
            code = self.codes[intern(name)] = len(self.codes)
        self.column.append(code)

    def ranks(self) -> NDArray[np.int32]:
        """Each row's name by its place among the names in order."""
        rank = np.empty(len(self.codes), dtype=np.int32)
        for place, name in enumerate(sorted(self.codes)):
            rank[self.codes[name]] = place
        return rank[np.frombuffer(self.column, dtype=np.int32)] if self.column else rank[:0]


class GivenRatings(Collection[Rating]):
    """Ratings by rater, item, question and speaker, made anew whenever they are gone through.

    Those of items that are not among the given ones count for nothing and are left out.
    """

    def __init__(self, ratings: Iterable[Rating], items: GivenItems) -> None:
        """Take them all; ValueError where somebody answered the same thing twice."""
        rater, question, speaker, kind = _Names(), _Names(), _Names(), _Names()
        self._ids = items.code_ids
        self._item = array("i")  # places among the ids: those of the suite in their order, then those of controls
        self._numbers = array("d")
        self._others: dict[int, tuple[Any, str | None]] = {}  # answers that are no plain number, or give a reason
        codes, place = items.codes, 0
        for rating in ratings:
            code = codes.get(rating.item)
            if code is None:
                continue
            self._item.append(code)
            rater.add(rating.rater)
            question.add(rating.question)
            speaker.add(rating.speaker or "")
            kind.add(rating.judge_kind)
            value, reason = rating.value, rating.reason
            if type(value) is float and reason is None:
                self._numbers.append(value)
            else:
                self._numbers.append(0.0)
                self._others[place] = value, reason
            place += 1
        self._columns = [(list(one.codes), one.column) for one in (rater, question, speaker, kind)]
        item = np.array(self._item, dtype=np.int32)
        self._order = self._sorted([rater.ranks(), item, question.ranks(), speaker.ranks()])

    def _sorted(self, ranks: list[NDArray[np.int32]]) -> "array[int]":
        order = np.lexsort(ranks[::-1])
        same = np.ones(max(order.size - 1, 0), dtype=np.bool_)
        for rank in ranks:
            same &= rank[order[1:]] == rank[order[:-1]]
        if same.any():
            rater, question, item = self._at(int(order[int(np.argmax(same))]))
            raise ValueError(f"{rater} answered {question} about {item} twice: give one answer")
        return array("i", order.astype(np.int32).tobytes())

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
        item, numbers = np.frombuffer(self._item, np.int32), np.frombuffer(self._numbers, np.float64)
        columns = [(names, np.frombuffer(column, np.int32)) for names, column in self._columns]
        whole = np.frombuffer(self._order, np.int32)
        for first in range(0, whole.size, _BLOCK):
            order = whole[first : first + _BLOCK]
            listed = ([names[code] for code in column[order].tolist()] for names, column in columns)
            rows = zip(order.tolist(), item[order].tolist(), *listed, numbers[order].tolist(), strict=True)
            for place, code, rater, question, speaker, kind, number in rows:
                value, reason = self._others.get(place, (number, None))
                yield code, rater, question, speaker or None, kind, value, reason

    def _at(self, place: int) -> tuple[str, str, str]:
        """Who answered what about which item, for a message."""
        rater, question = (names[column[place]] for names, column in self._columns[:2])
        return rater, question, self._ids[self._item[place]]
