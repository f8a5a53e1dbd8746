"""Single items: their scores, whether they passed, what failed and why."""

from collections.abc import Sequence
from math import isnan
from typing import Any

import numpy as np

from ringtrue.score.measures import ItemColumns, formula, tags_for
from ringtrue.score.study_table import EACH, StudyTable
from ringtrue.stats.arrays import Array
from ringtrue.terms.protocol import Protocol, Rule
from ringtrue.terms.result import INCONCLUSIVE

NO_CAUSE = "none"


def item_rows(protocol: Protocol, study: StudyTable, columns: ItemColumns) -> list[dict[str, Any]]:
    """One row for each item: id, kind, number of answers, its scores, and its cause where the protocol has causes.

    `passed` is yes or no; a score that is missing is left out.
    """
    table = {name: columns[name].tolist() for name in _shown_columns(protocol, columns)}
    causes = _causes(protocol.cause, study, columns) if protocol.cause else None
    primary = _largest(protocol, study, columns) if protocol.primary else None
    rows = []
    for code, (name, kind, answers) in enumerate(zip(study.ids, study.kinds, _answers_per_item(study), strict=True)):
        row: dict[str, Any] = {"id": name, "kind": kind, "answers": answers}
        scores = {measure: values[code] for measure, values in table.items()}
        row |= {measure: score for measure, score in scores.items() if not isnan(score)}
        if "passed" in row:
            row["passed"] = row["passed"] != 0.0
        if causes is not None:
            row["cause"] = causes[code]
        if primary is not None and row.get("cause") is not None:
            row["primary"] = primary[code]
        if name in study.unscored:
            row["unscored"] = study.unscored[name]
        rows.append(row)
    return rows


def _shown_columns(protocol: Protocol, columns: ItemColumns) -> list[str]:
    asked = [question.name for kind in protocol.kinds.values() for question in kind.questions]
    measured = [name for name, measure in protocol.measures.items() if measure.per in ("rating", "item")]
    return [name for name in dict.fromkeys([*asked, *measured]) if name in columns and not _internal(name, asked)]


def _internal(name: str, asked: Sequence[str]) -> bool:
    return name.endswith(EACH) and name.removesuffix(EACH) in asked


def _answers_per_item(study: StudyTable) -> list[int]:
    counts = np.zeros(study.size, dtype=np.int64)
    for answers in study.answers.values():
        counts = np.maximum(counts, np.bincount(answers.items, minlength=study.size))
    return counts.tolist()


def _values(text: str, study: StudyTable, columns: ItemColumns) -> Array:
    """A formula of single items, worked out for each of them."""
    expression = formula(text)
    names = {name: columns[name] for name in expression.names}
    value = expression.evaluate(names, tags=tags_for(expression, study.tags))
    return np.broadcast_to(value, (study.size,))


def _causes(rules: Sequence[Rule], study: StudyTable, columns: ItemColumns) -> list[str | None]:
    """For each item the label of the first rule that holds; untold where a rule before it is unknown."""
    labels = np.full(study.size, "", dtype=object)
    for rule in rules:
        every, some = ([_truth(_values(text, study, columns)) for text in texts] for texts in (rule.all, rule.any))
        asked = [*every, *([_any(some)] if some else [])]
        state = _all(asked) if asked else np.ones(study.size)
        waiting = labels == ""
        labels[waiting & np.isnan(state)] = INCONCLUSIVE
        labels[waiting & (state == 1.0)] = rule.label
    return [None if label == NO_CAUSE else label for label in labels.tolist()]


def _truth(numbers: Array) -> Array:
    """Yes for every number but 0, as a condition reads it; missing stays unknown."""
    return np.where(np.isnan(numbers), np.nan, (numbers != 0.0).astype(np.float64))


def _any(answers: Sequence[Array]) -> Array:
    """1 where one answer is yes, 0 where every one is no, NaN where that is unknown."""
    return 1.0 - _all([1.0 - answer for answer in answers])


def _all(answers: Sequence[Array]) -> Array:
    """1 where every answer is yes, 0 where one is no, NaN where that is unknown."""
    table = np.stack(answers)
    no = (table == 0.0).any(axis=0)
    return np.where(no, 0.0, np.where(np.isnan(table).any(axis=0), np.nan, 1.0))


def _largest(protocol: Protocol, study: StudyTable, columns: ItemColumns) -> list[str | None]:
    """For each item the label whose formula is largest, the first of equals; None where none is known."""
    labels = list(protocol.primary)
    table = np.stack([_values(text, study, columns) for text in protocol.primary.values()])
    best = np.argmax(np.where(np.isnan(table), -np.inf, table), axis=0)
    unknown = np.asarray(np.isnan(table).all(axis=0))
    return [None if gap else labels[place] for place, gap in zip(best.tolist(), unknown.tolist(), strict=True)]
