"""The order of a rater's cards: kinds intermixed, no long runs of one, and sessions of nearly the same size."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

T = TypeVar("T")
_SHORT_RUN = 2


def intermixed(queues: Mapping[str, Sequence[tuple[T, float]]]) -> list[T]:
    """One sequence from a queue for each kind, each queue kept in its own order.

    A queue's j-th of n cards wants to stand at (j + its jitter in 0..1) / n of the way. At most two cards of a kind
    come one after the other, or as few as their numbers allow where one kind outnumbers all the others.
    """
    wanted = {
        kind: [((place + jitter) / len(queue), card) for place, (card, jitter) in enumerate(queue)]
        for kind, queue in queues.items()
        if queue
    }
    left = {kind: len(queue) for kind, queue in wanted.items()}
    total = sum(left.values())
    most = max(left.values(), default=0)
    limit = max(_SHORT_RUN, -(-most // (total - most + 1)))
    sequence: list[T] = []
    last, run = "", 0
    while total:
        kind = _next_kind(wanted, left, total, limit, last if run >= limit else None)
        sequence.append(wanted[kind][-left[kind]][1])
        run = run + 1 if kind == last else 1
        last = kind
        left[kind] -= 1
        total -= 1
    return sequence


def sessions(sequence: Sequence[T], most: int | None) -> list[Sequence[T]]:
    """The sequence in as few parts of at most `most` cards as possible, their sizes differing by one at most."""
    if not sequence:
        return []
    number = 1 if most is None else -(-len(sequence) // most)
    size, larger = divmod(len(sequence), number)
    starts = [place * size + min(place, larger) for place in range(number + 1)]
    return [sequence[first:stop] for first, stop in pairwise(starts)]


def _next_kind(
    wanted: Mapping[str, Sequence[tuple[float, T]]], left: Mapping[str, int], total: int, limit: int, barred: str | None
) -> str:
    """The kind whose next card wants to come first; but one that would not fit in later any more comes now."""
    for kind, number in left.items():
        if number > limit * (total - number):
            return kind
    return min(
        (kind for kind, number in left.items() if number and kind != barred),
        key=lambda kind: wanted[kind][-left[kind]][0],
    )
