"""Single items: their scores, whether they passed, what failed and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np

from ringtrue.formula import Formula
from ringtrue.score.formulas import formula, tags_for
from ringtrue.score.items import ItemColumns
from ringtrue.score.table import EACH, Study
from ringtrue.stats.arrays import Array
from ringtrue.terms import UNTOLD, Protocol, Rows, Rule
from ringtrue.terms.sealed import Sealed

NO_CAUSE = "none"


def item_rows(protocol: Protocol, study: Study, columns: ItemColumns) -> Rows:
    """One row for each item: id, kind, number of answers, its scores, and its cause where the protocol has causes."""
    table = {name: columns[name] for name in _shown_columns(protocol, columns)}
    labels = _first_labels(protocol.cause, study, columns) if protocol.cause else None
    causes = None if labels is None else [None if label == NO_CAUSE else label for label in labels]
    primary = _largest(protocol, study, columns) if protocol.primary else None
    return Rows(study.size, _RowMaker(study, table, _answers_per_item(study), causes, primary).rows)


@dataclass(frozen=True, slots=True)
class _RowMaker:
    """What is known of the items, column by column."""

    study: Study
    table: dict[str, Array]
    answers: Array
    causes: Sequence[str | None] | None
    primary: Sequence[str | None] | None

    def rows(self, first: int, last: int) -> Iterator[Sealed[str, Any]]:
        """Some of them: a column's numbers are much quicker taken together."""
        columns = self._columns(first, last)
        numbers = [values[first:last] for values in (self.answers, *self.table.values())]
        gaps = np.asarray(np.isnan(np.stack(numbers)).any(axis=0)).tolist()
        primary, unscored = self.primary, self.study.unscored
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
        own = {"id": self.study.ids[part], "kind": self.study.kinds[part]}
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


def _per_item(expression: Formula, study: Study, columns: ItemColumns) -> Array:
    names = {name: columns[name] for name in expression.names}
    value = expression.evaluate(names, tags=tags_for(expression, study.tags))
    return np.broadcast_to(value, (study.size,))


def _first_labels(rules: Sequence[Rule], study: Study, columns: ItemColumns) -> list[str]:
    """For each item the label of the first rule that holds; untold where a rule before it is unknown."""
    labels = np.full(study.size, "", dtype=object)
    for rule in rules:
        every = [_per_item(formula(text), study, columns) for text in rule.all]
        some = [_per_item(formula(text), study, columns) for text in rule.any]
        asked = [*map(_truth, every), *([_any(list(map(_truth, some)))] if some else [])]
        state = _all(asked) if asked else np.ones(study.size)
        waiting = labels == ""
        labels[waiting & np.isnan(state)] = UNTOLD
        labels[waiting & (state == 1.0)] = rule.label
    return [str(label) for label in labels]


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


def _largest(protocol: Protocol, study: Study, columns: ItemColumns) -> list[str | None]:
    """For each item the label whose formula is largest, the first of equals; None where none is known."""
    labels = list(protocol.primary)
    table = np.stack([_per_item(formula(text), study, columns) for text in protocol.primary.values()])
    best = np.argmax(np.where(np.isnan(table), -np.inf, table), axis=0)
    return [None if np.isnan(table[:, code]).all() else labels[place] for code, place in enumerate(best)]
