"""Single items: their scores, whether they passed, what failed and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

import numpy as np

from ringtrue.score.formulas import formula, tags_for
from ringtrue.score.items import ItemColumns
from ringtrue.score.table import EACH, Study
from ringtrue.stats.arrays import Array
from ringtrue.terms import UNTOLD, Protocol, Rows, Rule
from ringtrue.terms.sealed import Sealed

NO_CAUSE = "none"
_BLOCK = 5000


def item_rows(protocol: Protocol, study: Study, columns: ItemColumns) -> Rows:
    """One row for each item: id, kind, number of answers, its scores, and its cause where the protocol has causes."""
    table = {name: columns[name] for name in _shown_columns(protocol, columns)}
    blocks = [_Block(study, columns, slice(first, first + _BLOCK)) for first in range(0, study.size, _BLOCK)]
    causes = list(chain.from_iterable(_causes(protocol.cause, block) for block in blocks)) if protocol.cause else None
    primary = list(chain.from_iterable(_largest(protocol, block) for block in blocks)) if protocol.primary else None
    answers = _answers_per_item(study)
    return Rows(study.size, _RowMaker(study.ids, study.kinds, study.unscored, table, answers, causes, primary).rows)


@dataclass(frozen=True, slots=True)
class _RowMaker:
    """What is known of the items, column by column."""

    ids: Sequence[str]
    kinds: Sequence[str]
    unscored: Mapping[str, str]
    table: dict[str, Array]
    answers: Array
    causes: Sequence[str | None] | None
    primary: Sequence[str | None] | None

    def rows(self, first: int, last: int) -> Iterator[Sealed[str, Any]]:
        """Some of them: a column's numbers are much quicker taken together."""
        columns = self._columns(first, last)
        numbers = [values[first:last] for values in (self.answers, *self.table.values())]
        gaps = np.asarray(np.isnan(np.stack(numbers)).any(axis=0)).tolist()
        primary, unscored = self.primary, self.unscored
        rows = map(dict, map(zip, repeat(tuple(columns)), zip(*columns.values(), strict=True)))
        for code, (gap, row) in enumerate(zip(gaps, rows, strict=True), first):
            if gap:
                row = {name: value for name, value in row.items() if not self._is_missing(name, code)}
            if primary is not None and row.get("cause") is not None:
                row["primary"] = primary[code]
            if row["id"] in unscored:
                row["unscored"] = unscored[row["id"]]
            yield Sealed(row)

    def _columns(self, first: int, last: int) -> dict[str, Sequence[Any]]:
        """What every one of them has, by name; `passed` is yes or no."""
        part = slice(first, last)
        numbers = {name: values[part] for name, values in self.table.items()}
        told = {name: (values != 0.0 if name == "passed" else values).tolist() for name, values in numbers.items()}
        own = {"id": self.ids[part], "kind": self.kinds[part]}
        causes = {} if self.causes is None else {"cause": self.causes[part]}
        return own | {"answers": self.answers[part].astype(np.int64).tolist()} | told | causes

    def _is_missing(self, name: str, code: int) -> bool:
        return name in self.table and bool(np.isnan(self.table[name][code]))


def _shown_columns(protocol: Protocol, columns: ItemColumns) -> list[str]:
    asked = [question.name for kind in protocol.kinds.values() for question in kind.questions]
    measured = [name for name, measure in protocol.measures.items() if measure.per in ("rating", "item")]
    return [name for name in dict.fromkeys([*asked, *measured]) if name in columns and not _internal(name, asked)]


def _internal(name: str, asked: Sequence[str]) -> bool:
    return name.endswith(EACH) and name.removesuffix(EACH) in asked


def _answers_per_item(study: Study) -> Array:
    counts = np.zeros(study.size)
    for answers in study.answers.values():
        counts = np.maximum(counts, np.bincount(answers.items, minlength=study.size))
    return counts


@dataclass(frozen=True, slots=True)
class _Block:
    """Some items of a study: what a formula takes for all of a long list at once would be larger than the list."""

    study: Study
    columns: ItemColumns
    part: slice

    @property
    def size(self) -> int:
        """How many there are."""
        return len(range(self.study.size)[self.part])

    def values(self, text: str) -> Array:
        """A formula of single items, worked out for each of them; one that looks at all items is given them all."""
        expression = formula(text)
        part = slice(None) if expression.reductions else self.part
        names = {name: self.columns[name][part] for name in expression.names}
        tags = {tag: labels[part] for tag, labels in tags_for(expression, self.study.tags).items()}
        value = expression.evaluate(names, tags=tags)
        return np.broadcast_to(value[self.part] if value.ndim and expression.reductions else value, (self.size,))


def _causes(rules: Sequence[Rule], block: _Block) -> list[str | None]:
    """For each item the label of the first rule that holds; untold where a rule before it is unknown."""
    labels = np.full(block.size, "", dtype=object)
    for rule in rules:
        every, some = (list(map(_truth, map(block.values, texts))) for texts in (rule.all, rule.any))
        asked = [*every, *([_any(some)] if some else [])]
        state = _all(asked) if asked else np.ones(block.size)
        waiting = labels == ""
        labels[waiting & np.isnan(state)] = UNTOLD
        labels[waiting & (state == 1.0)] = rule.label
    return [None if label == NO_CAUSE else label for label in labels.tolist()]


def _truth(numbers: Array) -> Array:
    """Yes for every number but 0, as a condition reads it; missing stays unknown."""
    return np.where(np.isnan(numbers), np.nan, (numbers != 0.0).astype(np.float64))


def _any(answers: Sequence[Array]) -> Array:
    """1 where one answer is yes, 0 where every one is no, NaN where that cannot be told."""
    return 1.0 - _all([1.0 - answer for answer in answers])


def _all(answers: Sequence[Array]) -> Array:
    """1 where every answer is yes, 0 where one is no, NaN where that cannot be told."""
    table = np.stack(answers)
    no = (table == 0.0).any(axis=0)
    return np.where(no, 0.0, np.where(np.isnan(table).any(axis=0), np.nan, 1.0))


def _largest(protocol: Protocol, block: _Block) -> list[str | None]:
    """For each item the label whose formula is largest, the first of equals; None where none is known."""
    labels = list(protocol.primary)
    table = np.stack(list(map(block.values, protocol.primary.values())))
    best = np.argmax(np.where(np.isnan(table), -np.inf, table), axis=0)
    unknown = np.asarray(np.isnan(table).all(axis=0))
    return [None if gap else labels[place] for place, gap in zip(best.tolist(), unknown.tolist(), strict=True)]
