"""Which side: signs for the two-sided cards of one rater, balanced for the rater and for every item."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Balance:
    """What a card's side depends on: the item's surplus so far, a leaning that decides among equals, and a lot."""

    surplus: int
    lean: int
    lot: bytes


def balanced_signs(cards: Sequence[Balance], total: int = 0) -> list[int]:
    """A sign for each card: as many of one as of the other, or one more; where an item is one-sided, against it.

    Items whose surplus is lowest get 1, those whose surplus is highest -1. If every rater gets the same items, each
    item's surplus stays within one of zero however many raters come. `total` is the surplus the rater has from other
    cards; an odd card is used to even it out.
    """
    order = sorted(range(len(cards)), key=lambda place: (cards[place].surplus, cards[place].lean, cards[place].lot))
    half = len(order) // 2
    signs = [0] * len(order)
    for place in order[:half]:
        signs[place] = 1
    for place in order[len(order) - half :]:
        signs[place] = -1
    if len(order) % 2:
        odd = order[half]
        signs[odd] = _odd_sign(cards[odd], total)
    return signs


def _odd_sign(card: Balance, total: int) -> int:
    for surplus in (total, card.surplus, card.lean):
        if surplus:
            return -1 if surplus > 0 else 1
    return 1 if card.lot[-1] & 1 else -1
