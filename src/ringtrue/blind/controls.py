"""Which control cards a rater gets: those begun with an earlier rater first, then the least used, sides in mind."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from ringtrue.blind.draw import Draw
from ringtrue.blind.faces import Face
from ringtrue.blind.tally import Tally

_Tier = tuple[bool, bool, bool, int]


def chosen_controls(
    faces: Sequence[Face],
    count: int,
    *,
    tally: Tally,
    signs: Mapping[str, int],
    taken: Collection[str],
    repeating: Collection[str],
    draw: Draw,
    rater: str,
) -> list[Face]:
    """At most `count` faces, each of another item.

    A card that stood on one side only so far comes first, so that the next rater sees its other side; then items the
    rater has no other card of (not among `taken` and `repeating`), then the least used. `signs` are the sides of the
    rater's own cards by item: as many of one as of the other are taken, because a control stands the other way round
    than the item's own card.
    """
    tiers: dict[_Tier, dict[int, list[tuple[bytes, Face]]]] = defaultdict(lambda: defaultdict(list))
    for face in faces:
        item, column = face.placed.item, (face.placed.item, face.placed.about)
        tier = tally.surplus.get(column, 0) == 0, item in taken, item in repeating, tally.dealt.get(column, 0)
        tiers[tier][signs.get(item, 0)].append((draw.lot("control", rater, *column), face))
    chosen: list[Face] = []
    surplus = 0
    for tier in sorted(tiers):
        pools = {sign: sorted(pool, key=_lot, reverse=True) for sign, pool in tiers[tier].items()}
        while len(chosen) < count and any(pools.values()):
            sign = _wanted(pools, surplus)
            chosen.append(pools[sign].pop()[1])
            surplus += sign
    return chosen


def _lot(entry: tuple[bytes, Face]) -> bytes:
    return entry[0]


def _wanted(pools: Mapping[int, Sequence[object]], surplus: int) -> int:
    """The sign that evens out what was taken, else no sign, else whatever there is."""
    first = -1 if surplus > 0 else 1
    by_size = sorted((1, -1), key=lambda sign: -len(pools.get(sign, ())))
    order = (first, 0, -first) if surplus else (*by_size, 0)
    return next(sign for sign in order if pools.get(sign))
