"""Remember what follows from a protocol alone; it is known by its identity, for it cannot be hashed by what it says."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from ringtrue.terms import Protocol

Names = TypeVarTuple("Names")
T = TypeVar("T")
_MOST = 64


def once_for_each(function: Callable[[Protocol, *Names], T]) -> Callable[[Protocol, *Names], T]:
    """The function, asked no more than once about the same protocol and the same names."""
    known: dict[tuple[object, ...], tuple[Protocol, T]] = {}  # the protocol is kept: while it is, its id is its own

    @wraps(function)
    def remembered(protocol: Protocol, *names: *Names) -> T:
        found = known.get((id(protocol), *names))
        if found is not None:
            return found[1]
        if len(known) >= _MOST:
            known.clear()
        said = function(protocol, *names)
        known[id(protocol), *names] = protocol, said
        return said

    return remembered
