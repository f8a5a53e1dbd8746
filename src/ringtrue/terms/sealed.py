"""Read-only tables, so that a frozen type is frozen all the way down."""

from collections.abc import Mapping
from typing import Any, NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Sealed(dict[K, V]):
    """A dict that cannot be changed; it pickles, copies and turns into JSON like any other."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this table is sealed: make a new one")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        """Pickle by building anew: unpickling item by item would be refused."""
        return type(self), (dict(self),)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """What cannot change needs no copy."""
        return self


_FROZEN = frozenset({str, int, float, bool, type(None)})  # looked at first: most values are one of these


def sealed(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """A read-only copy in the same order, tables and lists within it sealed too; what is sealed already needs none."""
    if type(mapping) is Sealed:
        return mapping
    if _FROZEN.issuperset(map(type, mapping.values())):  # nearly always, and then there is nothing to look into
        return Sealed(mapping)
    return Sealed({key: value if type(value) in _FROZEN else _frozen(value) for key, value in mapping.items()})


def _frozen(value: Any) -> Any:
    if type(value) in _FROZEN:
        return value
    if isinstance(value, list | tuple):
        return tuple(value if _FROZEN.issuperset(map(type, value)) else map(_frozen, value))
    return sealed(value) if isinstance(value, Mapping) else value
