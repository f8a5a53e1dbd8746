"""The parts of a formula: each knows whether it has a value for every item, and how to work its value out."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from ringtrue.formula.functions import FormulaError, Function, Value, both, compare, either, truth
from ringtrue.formula.scope import Scope, is_per_item
from ringtrue.stats.arrays import Array

_ARITHMETIC = {"+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide}


@dataclass(frozen=True, slots=True)
class Node:
    """Any part, with the parts it is made of."""

    parts: tuple["Node", ...]

    def per_item(self, scope: Scope) -> bool:
        """Whether its value has the items on its last axis."""
        return any(part.per_item(scope) for part in self.parts)

    def value(self, scope: Scope) -> Array:
        """Its numbers."""
        raise NotImplementedError

    def operand(self, scope: Scope) -> Value:
        """Its numbers or labels, as something to compare."""
        return self.value(scope)

    def walk(self) -> Iterator["Node"]:
        """Itself and all its parts."""
        yield self
        for part in self.parts:
            yield from part.walk()


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A number as written."""

    number: float

    def value(self, scope: Scope) -> Array:  # noqa: ARG002
        """The number itself."""
        return np.asarray(self.number)


@dataclass(frozen=True, slots=True)
class Label(Node):
    """A text in quotes, which only comparisons take."""

    text: str

    def operand(self, scope: Scope) -> Value:  # noqa: ARG002
        """The text itself."""
        return np.asarray(self.text)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A value from outside."""

    name: str

    def per_item(self, scope: Scope) -> bool:
        """As the value was given."""
        return is_per_item(scope.values[self.name])

    def value(self, scope: Scope) -> Array:
        """The value, which must be numbers here."""
        return scope.number(self.name)

    def operand(self, scope: Scope) -> Value:
        """The value, numbers or labels."""
        return scope.values[self.name]


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """Arithmetic from left to right, kept flat so that a long sum is not a deep one."""

    symbols: tuple[str, ...]

    def value(self, scope: Scope) -> Array:
        """The running result."""
        result, *others = (part.value(scope) for part in self.parts)
        for symbol, other in zip(self.symbols, others, strict=True):
            result = _finite(_ARITHMETIC[symbol](result, other))
        return result


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """A minus before one part."""

    def value(self, scope: Scope) -> Array:
        """The part with its sign turned."""
        return -self.parts[0].value(scope)


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """One comparison, or a chain in which every two neighbours compare as the sign between them says."""

    symbols: tuple[str, ...]

    def value(self, scope: Scope) -> Array:
        """Whether all of it holds."""
        sides = [part.operand(scope) for part in self.parts]
        return reduce(both, map(compare, self.symbols, sides, sides[1:]))


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """Conditions joined by `and`, or by `or`."""

    word: str

    def value(self, scope: Scope) -> Array:
        """Whether all hold, or any."""
        return reduce(both if self.word == "and" else either, (part.value(scope) for part in self.parts))


@dataclass(frozen=True, slots=True)
class Not(Node):
    """A condition denied."""

    def value(self, scope: Scope) -> Array:
        """1 for 0, 0 for anything else, unknown for unknown."""
        return 1.0 - truth(self.parts[0].value(scope))


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`a if condition else b`; the parts stand as condition, a, b."""

    def value(self, scope: Scope) -> Array:
        """One of the two, missing where the condition is unknown."""
        condition, yes, no = (part.value(scope) for part in self.parts)
        return np.where(np.isnan(condition), np.nan, np.where(condition != 0, yes, no))


@dataclass(frozen=True, slots=True)
class FunctionCall(Node):
    """A function of the table, with the tags its items are chosen by."""

    function: Function
    filters: tuple[tuple[str, str], ...] = ()

    def per_item(self, scope: Scope) -> bool:
        """A reduction has one number for all items."""
        return not self.function.reduces and any(part.per_item(scope) for part in self.parts)

    def value(self, scope: Scope) -> Array:
        """What the function gives."""
        values = [part.value(scope) for part in self.parts]
        if not self.function.reduces:
            return _finite(self.function.apply(*values))
        if self.parts and not self.parts[0].per_item(scope):
            what = f"{self.function.name}() was given one number, not one for each item"
            raise FormulaError(what, remedy="give it a column, or leave the function out")
        rows = scope.rows
        if self.filters:
            mask = rows.matching(dict(self.filters))
            rows = rows.only(mask)
            values = [v[..., mask] if part.per_item(scope) else v for part, v in zip(self.parts, values, strict=True)]
        return _finite(self.function.apply(rows, *values))

    def grounds(self, scope: Scope) -> NDArray[np.bool_]:
        """For a reduction: the items it runs over that have a value."""
        rows = scope.rows
        chosen = rows.matching(dict(self.filters))
        known = [~np.isnan(part.value(scope)) for part in self.parts]
        return np.asarray(np.logical_and.reduce([chosen, *(np.broadcast_to(one, chosen.shape) for one in known)]))


def _finite(array: Array) -> Array:
    """A division by zero, a root of a negative number and a number too large to hold are all missing."""
    return np.where(np.isfinite(array), array, np.nan)
