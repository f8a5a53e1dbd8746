"""Balance after withdrawals: how far an item's sides can differ when raters leave, and how later raters even them out.

Every rater's own sides differ by one at most, always. While nobody leaves, so do those of every item. A rater who
leaves takes one card of each item along, so after w of n raters have left an item's sides differ by at most w + 1, and
by no more than the n - w cards that are left.

A later rater gets balanced cards: the half of the items with the lowest surplus gets +1, the half with the highest -1,
and the odd item in the middle the sign against its surplus. Let M >= 1 be the largest difference of an item, and T the
sum of all surpluses.

- An even number of items, 2h: T is 0, because every rater's signs add up to 0. An item at M moves to M + 1 only from
  the lower half, so that h + 1 items are at M; the other h - 1 would have to add up to -(h + 1) M, and none is below
  -M. So every item at M or -M moves towards 0, and after w raters all differ by one at most.
- An odd number, 2h + 1: an item at M moves to M + 1 only where h + 2 items are at M, so T is at least
  (h + 2) M - (h - 1) M = 3 M. T is at most w + 1 when w raters have left and changes by one with each later rater:
  among the next 2 w + 1 raters it is below 3 (w + 1), so a difference of w + 1 never grows. A smaller one can: with
  three items all at +1 the balanced signs +1, -1, -1 make one of them +2.
"""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from blind.tables import BLIND, placed_by_rater, quotes, raters, said
from ringtrue.blind.balance import Balance, SideTally, balanced_signs
from ringtrue.blind.dealing import deal

SEEDS = st.integers(0, 10**6)


@given(st.integers(1, 14), st.integers(1, 8), SEEDS, st.data())
def test_sides_differ_by_one_more_for_each_rater_who_left(
    items: int, panel: int, seed: int, data: st.DataObject
) -> None:
    suite = quotes(items)
    first = deal(suite, said(suite), BLIND, raters(panel), seed)
    gone = data.draw(st.sets(st.sampled_from([packet.token for packet in first.packets])))
    tally = SideTally.of(first.key, without=gone)
    largest = _largest(tally)
    assert largest <= min(len(gone) + 1, panel - len(gone))
    for number in range(len(gone)):
        total = abs(sum(tally.surplus.values()))
        more = deal(suite, said(suite), BLIND, [f"late {number}"], seed, earlier=tally)
        tally, before, largest = more.tally, largest, _largest(more.tally)
        may_grow = total >= 3 * before
        assert largest <= (before + 1 if may_grow else max(before - 1, 1))
        assert largest <= len(gone) + 1
        assert abs(sum(one.sign for one in placed_by_rater(more)[f"late {number}"])) <= 1
    assert items % 2 or largest <= 1


def _largest(tally: SideTally) -> int:
    return max((abs(surplus) for surplus in tally.surplus.values()), default=0)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=8))
def test_no_balanced_signs_leave_a_smaller_sum_of_squares(surpluses: list[int]) -> None:
    """All balanced signs are tried: as many of one side as of the other, or one more of either."""
    signs = balanced_signs([Balance(surplus, bytes([place])) for place, surplus in enumerate(surpluses)])
    size = len(surpluses)
    best = min(
        sum((surplus + (1 if place in chosen else -1)) ** 2 for place, surplus in enumerate(surpluses))
        for number in {size // 2, size - size // 2}
        for chosen in combinations(range(size), number)
    )
    assert abs(sum(signs)) == size % 2
    assert sum((surplus + sign) ** 2 for surplus, sign in zip(surpluses, signs, strict=True)) == best


@given(st.integers(2, 12), st.integers(2, 6), SEEDS, st.data())
def test_sides_differ_by_two_at_most_after_items_are_withdrawn(
    items: int, panel: int, seed: int, data: st.DataObject
) -> None:
    """Where most items that are left lean one way, a balanced deal cannot turn them all: they differ by two."""
    suite = quotes(items)
    tally = deal(suite, said(suite), BLIND, raters(panel), seed).tally
    kept = suite[: data.draw(st.integers(1, items))]
    names = {item.id for item in kept}
    for number in range(4):
        tally = deal(kept, said(kept), BLIND, [f"late {number}"], seed, earlier=tally).tally
        assert max(abs(surplus) for (name, _), surplus in tally.surplus.items() if name in names) <= 2
