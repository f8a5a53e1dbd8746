"""FrozenDict: read-only tables, so that a frozen type is frozen all the way down."""

from collections.abc import Mapping
from typing import Any, NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed; it pickles, copies and turns into JSON like any other."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this table is frozen: make a new one")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[Self], tuple[dict[K, V]]]:
        """Pickle by building again: unpickling item by item would be refused."""
        return type(self), (dict(self),)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """What cannot change needs no copy."""
        return self


def frozen_dict(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """A read-only copy in the same order, tables and lists within it frozen too; what is frozen already needs none."""
    if isinstance(mapping, FrozenDict):
        return mapping
    return FrozenDict({key: _frozen(value) for key, value in mapping.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    return frozen_dict(value) if isinstance(value, Mapping) else value
