"""Balance after withdrawals: how far sides can part when raters leave, and how soon those who follow even them out.

Every rater's own sides differ by one at most, always. While nobody leaves, so do those of every item. A rater who
leaves takes one card of each item along, so after w have left of n an item's sides differ by at most w + 1, and by no
more than the n - w cards that are left. Whoever is dealt to next gets the balanced hand that leaves the least sum of
squares: differences never grow again, and after w more raters they are at one.
"""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from blind.tables import BLIND, placed_by_rater, quotes, raters, said
from ringtrue.blind import Tally, deal
from ringtrue.blind.sides import Balance, balanced_signs

SEEDS = st.integers(0, 10**6)


@given(st.integers(1, 14), st.integers(1, 8), SEEDS, st.data())
def test_sides_part_by_one_for_each_rater_who_left_and_close_again(
    items: int, panel: int, seed: int, data: st.DataObject
) -> None:
    suite = quotes(items)
    first = deal(suite, said(suite), BLIND, raters(panel), seed)
    gone = data.draw(st.sets(st.sampled_from([packet.token for packet in first.packets])))
    tally = Tally.of(first.key, without=gone)
    left = panel - len(gone)
    widest = max((abs(number) for number in tally.surplus.values()), default=0)
    assert widest <= min(len(gone) + 1, left)
    for number in range(len(gone)):
        more = deal(suite, said(suite), BLIND, [f"late {number}"], seed, earlier=tally)
        tally = more.tally
        now = max(abs(surplus) for surplus in tally.surplus.values())
        assert now <= max(widest, 1)
        widest = now
        assert abs(sum(one.sign for one in placed_by_rater(more)[f"late {number}"])) <= 1
    assert widest <= 1


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=8))
def test_no_balanced_hand_would_leave_less(surpluses: list[int]) -> None:
    """All hands are tried: as many of one side as of the other, or one more of either."""
    signs = balanced_signs([Balance(surplus, 0, bytes([place])) for place, surplus in enumerate(surpluses)])
    size = len(surpluses)
    best = min(
        sum((surplus + (1 if place in chosen else -1)) ** 2 for place, surplus in enumerate(surpluses))
        for number in {size // 2, size - size // 2}
        for chosen in combinations(range(size), number)
    )
    assert abs(sum(signs)) == size % 2
    assert sum((surplus + sign) ** 2 for surplus, sign in zip(surpluses, signs, strict=True)) == best


@given(st.integers(2, 12), st.integers(2, 6), SEEDS, st.data())
def test_withdrawn_items_part_the_others_by_two_at_most(items: int, panel: int, seed: int, data: st.DataObject) -> None:
    """Where most items that are left lean one way, a balanced hand cannot turn them all: they part by two."""
    suite = quotes(items)
    tally = deal(suite, said(suite), BLIND, raters(panel), seed).tally
    kept = suite[: data.draw(st.integers(1, items))]
    names = {item.id for item in kept}
    for number in range(4):
        tally = deal(kept, said(kept), BLIND, [f"late {number}"], seed, earlier=tally).tally
        assert max(abs(surplus) for (name, _), surplus in tally.surplus.items() if name in names) <= 2
