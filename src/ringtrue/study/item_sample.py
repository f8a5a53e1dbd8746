"""A fixed sample of items, where there are more answers than can be compared in reasonable time."""

from collections.abc import Iterable
from hashlib import blake2b
from heapq import nsmallest

ALL_UP_TO = 100_000  # answers
_KEPT = 20_000  # answers on a sample, about
_FEWEST = 200  # items: fewer would tell too little, however many answers each has


def item_sample(items: Iterable[str], answers_each: float, seed: int) -> set[str]:
    """So many items that their answers are few enough; the same ones for the same seed, in whatever order they come."""
    number = max(_FEWEST, int(_KEPT / answers_each))
    return set(nsmallest(number, items, key=lambda item: _lot(item, seed)))


def _lot(item: str, seed: int) -> bytes:
    return blake2b(f"{seed} {item}".encode(), digest_size=8).digest()
