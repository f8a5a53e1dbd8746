"""A formula: its text, what it uses, what is wrong with that, and its value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.functions import FormulaError, Weights, known_words
from ringtrue.formula.scope import Given, Scope
from ringtrue.formula.tree import FunctionCall, Name, Node
from ringtrue.stats.arrays import Array


@dataclass(frozen=True)
class Formula:
    """A formula that has been read and found well formed; `parse` makes them."""

    text: str
    root: Node

    @cached_property
    def names(self) -> frozenset[str]:
        """The names whose values it needs."""
        return frozenset(node.name for node in self.root.walk() if isinstance(node, Name))

    @cached_property
    def functions(self) -> frozenset[str]:
        """The functions it calls."""
        return frozenset(node.function.name for node in self.root.walk() if isinstance(node, FunctionCall))

    @cached_property
    def tags(self) -> frozenset[str]:
        """The tags it chooses items by."""
        return frozenset(tag for node in self.root.walk() if isinstance(node, FunctionCall) for tag, _ in node.filters)

    @cached_property
    def reductions(self) -> tuple[FunctionCall, ...]:
        """Its calls of functions that make one number of many items."""
        return tuple(node for node in self.root.walk() if isinstance(node, FunctionCall) and node.function.reduces)

    def check(self, known_names: Iterable[str], known_tags: Iterable[str] | None = None) -> list[str]:
        """Every name, and if the tags are given every tag, that is used but not known; each fault in plain words."""
        faults = _faults("name", self.names, known_names)
        return faults if known_tags is None else faults + _faults("tag", self.tags, known_tags)

    def evaluate(
        self,
        names: Mapping[str, Given],
        weights: Array | Weights | None = None,
        tags: Mapping[str, Given] | None = None,
    ) -> Array:
        """The value, NaN where it is missing or unknown.

        A name is a number, a label, a column with one of them for each item, or numbers as replicates x items; None
        is missing. `weights` (replicates x items) says how often each replicate drew each item; a name may then also
        be one number for each replicate, given as replicates x 1. `tags` are columns of labels to choose items by.
        The result has the items on its last axis only if a column is used outside of every reduction.
        """
        if not self.names <= names.keys():
            raise FormulaError(self.check(names)[0])
        drawn = None if weights is None else Weights.of(weights)
        scope = Scope.of(self.names, names, drawn, tags or {})
        with np.errstate(all="ignore"):
            result = np.asarray(self.root.value(scope), dtype=np.float64)
        return result if self.root.per_item(scope) or not result.ndim else result[..., 0]

    def grounds(self, names: Mapping[str, Given], tags: Mapping[str, Given] | None = None) -> NDArray[np.bool_] | None:
        """The items its reductions run over with a known value; None where it has no reduction."""
        if not self.reductions:
            return None
        scope = Scope.of(self.names, names, None, tags or {})
        with np.errstate(all="ignore"):
            return np.asarray(np.logical_or.reduce([call.grounds(scope) for call in self.reductions]))

    def holds(self, names: Mapping[str, Given], tags: Mapping[str, Given] | None = None) -> bool | None:
        """The answer of a condition: yes, no, or None where it is unknown (`bool` would take NaN for yes)."""
        answer = self.evaluate(names, tags=tags)
        if answer.ndim:
            raise FormulaError("the condition has an answer for each item, not one", remedy="use share, count or mean")
        return None if np.isnan(answer) else bool(answer)


def _faults(kind: str, used: Iterable[str], known: Iterable[str]) -> list[str]:
    words = frozenset(known)
    return [f"unknown {kind} '{word}'; {known_words(f'{kind}s', word, words)}" for word in sorted(set(used) - words)]
