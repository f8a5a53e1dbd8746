"""Read-only mappings, so that a frozen type is frozen all the way down."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def sealed(mapping: Mapping[K, V]) -> Mapping[K, V]:
    """A read-only copy in the same order; later changes to the original do not reach it."""
    return MappingProxyType(dict(mapping))
