"""The items of a study as columns, taken one by one: of each only what measures can ask for is kept."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from sys import intern

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.counting import not_counting
from ringtrue.score.names import NamesToBe
from ringtrue.stats.arrays import Array
from ringtrue.terms import Item, Protocol

Labels = NDArray[np.object_]
_LEFT_OUT = ("rejected", "withdrawn")


class GivenItems:
    """Ids, kinds, numbers and wanted tags of the items that count, in the order of their ids.

    Items tagged `control` are not part of the suite: codes and `code_kinds` have them behind it, and nothing else does.
    """

    def __init__(self, protocol: Protocol, items: Iterable[Item], tags: Iterable[str] = ()) -> None:
        """Take the items; a tag that no item carries becomes an empty column."""
        names = sorted({name for kind in protocol.kinds.values() for name in kind.numbers})
        ids = NamesToBe()
        self.kinds: list[str] = []
        numbers: dict[str, array[float]] = {name: array("d") for name in names}
        labels: dict[str, list[str | None]] = {name: [] for name in tags}
        trials: list[Item] = []  # what counts on these depends on the others: sheets are short
        by_trial = any(question.counts_on for kind in protocol.kinds.values() for question in kind.questions)
        controls: dict[str, str] = {}
        for item in items:
            if item.status in _LEFT_OUT:
                continue
            if item.tags.get("control"):
                controls[item.id] = intern(item.kind)
                continue
            ids.append(item.id)
            self.kinds.append(intern(item.kind))
            for name, column in numbers.items():
                column.append(_number(item.fields.get(name)))
            for name, listed in labels.items():
                listed.append(_label(item, name))
            if by_trial:
                trials.append(item)
        self.off = not_counting(protocol, trials)
        self.numbers: dict[str, Array] = {name: np.array(column) for name, column in numbers.items()}
        self.tags: dict[str, Labels] = {"kind": _labels(self.kinds)}
        self.tags |= {name: _labels(listed) for name, listed in labels.items()}
        self.ids = ids.made()
        self._sort()
        behind = sorted(controls)
        self._controls = behind
        self.code_kinds = [*self.kinds, *(controls[identity] for identity in behind)] if behind else self.kinds

    def code(self, identity: str) -> int | None:
        """The place of an id, None if no item has it; looked for, because a table of a long list's would be larger."""
        place = self.ids.place(identity)
        if place is None and self._controls:
            found = bisect_left(self._controls, identity)
            if found < len(self._controls) and self._controls[found] == identity:
                return len(self.ids) + found
        return place

    def id_of(self, code: int) -> str:
        """Whose code this is."""
        return self.ids[code] if code < len(self.ids) else self._controls[code - len(self.ids)]

    @property
    def codes(self) -> int:
        """How many codes there are."""
        return len(self.ids) + len(self._controls)

    def _sort(self) -> None:
        order = self.ids.order()
        if order is None:
            return
        self.ids = self.ids.taken(order)
        self.kinds = [self.kinds[place] for place in order.tolist()]
        self.numbers = {name: column[order] for name, column in self.numbers.items()}
        self.tags = {name: column[order] for name, column in self.tags.items()}

    def __len__(self) -> int:
        """How many there are."""
        return len(self.ids)


def _labels(listed: Iterable[str | None]) -> Labels:
    return np.array(list(listed), dtype=object)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")


def _label(item: Item, name: str) -> str | None:
    """A tag or field as a label; a DNA layer has the label "yes"."""
    if name in item.tags.get("layers", ()):
        return "yes"
    value = item.tags.get(name, item.fields.get(name))
    return None if value is None else intern(str(value))
