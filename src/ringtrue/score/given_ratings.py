"""The ratings of a study in an order of their own, so that no sum depends on arrival; some twenty bytes each."""

from array import array
from collections.abc import Collection, Iterable, Iterator
from sys import intern
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.given_items import GivenItems
from ringtrue.terms import Rating


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
        rater, question, speaker = _Names(), _Names(), _Names()
        self._ids = items.code_ids
        self._item = array("i")  # places among the ids: those of the suite in their order, then those of controls
        self._kinds: list[str] = []
        self._kind = array("b")
        self._numbers = array("d")
        self._others: dict[int, tuple[Any, str | None]] = {}  # answers that are no plain number, or give a reason
        known = (rating for rating in ratings if rating.item in items.codes)
        for place, rating in enumerate(known):
            rater.add(rating.rater)
            self._item.append(items.codes[rating.item])
            question.add(rating.question)
            speaker.add(rating.speaker or "")
            if rating.judge_kind not in self._kinds:
                self._kinds.append(rating.judge_kind)
            self._kind.append(self._kinds.index(rating.judge_kind))
            plain = type(rating.value) is float and rating.reason is None
            self._numbers.append(rating.value if plain else 0.0)  # type: ignore[arg-type]
            if not plain:
                self._others[place] = rating.value, rating.reason
        self._columns = [(list(one.codes), one.column) for one in (rater, question, speaker)]
        item = np.array(self._item, dtype=np.int32)
        self._order = self._sorted([rater.ranks(), item, question.ranks(), speaker.ranks()])

    def _sorted(self, ranks: list[NDArray[np.int32]]) -> "array[int]":
        order = np.lexsort(ranks[::-1])
        same = np.ones(max(order.size - 1, 0), dtype=np.bool_)
        for rank in ranks:
            same &= rank[order[1:]] == rank[order[:-1]]
        if same.any():
            one = self._at(int(order[int(np.argmax(same))]))
            raise ValueError(f"{one.rater} answered {one.question} about {one.item} twice: give one answer")
        return array("i", order.astype(np.int32).tobytes())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._order)

    def __contains__(self, rating: object) -> bool:
        """Whether this very answer is among them."""
        return any(one == rating for one in self)

    def __iter__(self) -> Iterator[Rating]:
        """In their order."""
        return map(self._at, self._order)

    def _at(self, place: int) -> Rating:
        item = self._ids[self._item[place]]
        rater, question, speaker = (names[column[place]] for names, column in self._columns)
        value, reason = self._others.get(place) or (self._numbers[place], None)
        return Rating(rater, item, question, value, speaker or None, self._kinds[self._kind[place]], reason)  # type: ignore[arg-type]
