"""The last tenth of a rater's picks (B14), by hand."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.judge.quality import Seen
from ringtrue.judge.quality.fatigue import fatigue, last_tenth


def picks(rights: Sequence[float | None], role: str = "item") -> list[Seen]:
    return [Seen("ann", f"c{n}", "found", "pick", "A", role, right) for n, right in enumerate(rights)]  # type: ignore[arg-type]


def test_a_clear_drop() -> None:
    # 27 picks before with 18 right (66.7 %), the last three all wrong.
    found = fatigue(picks([1, 1, 0] * 9 + [0, 0, 0]))
    assert found is not None
    assert (found.picks, found.tenth) == (30, 3)
    assert found.before == pytest.approx(200 / 3)
    assert found.last == 0.0
    assert found.fires
    # All three last ones among the 12 wrong of 30: 12·11·10 / (30·29·28) = 1320/24360.
    assert found.chance == pytest.approx(1320 / 24360)


def test_exactly_fifteen_points_is_not_more() -> None:
    # 180 picks before, 117 right (65 %); the last 20 with 10 right (50 %): a drop of 15.0 points.
    found = fatigue(picks([1] * 117 + [0] * 63 + [1] * 10 + [0] * 10))
    assert found is not None
    assert found.tenth == 20
    assert found.drop == pytest.approx(15.0)
    assert not found.fires


def test_a_tie_counts_half() -> None:
    found = fatigue(picks([1, 0] * 5 + [0.5]))
    assert found is not None
    # 11 picks: the tenth is two of them, a miss and a tie.
    assert (found.tenth, found.last) == (2, 25.0)


def test_too_few_picks_have_no_tenth() -> None:
    assert fatigue(picks([1] * 9)) is None
    assert last_tenth(picks([1] * 9)) == frozenset()


def test_controls_and_unknown_picks_are_left_alone() -> None:
    assert fatigue(picks([1] * 30, role="generic")) is None
    assert fatigue(picks([None] * 30)) is None


def test_last_tenth_names_the_last_cards() -> None:
    assert last_tenth(picks([1] * 20)) == {("c18", "found"), ("c19", "found")}


def test_chance_counts_every_order() -> None:
    rights = [1, 1, 1, 1, 0, 0, 1, 1, 0, 0]
    found = fatigue(picks(rights))
    assert found is not None
    # One pick is last; of the ten picks four are wrong, so a wrong one stands last in 4 of 10 orders.
    orders = [order[-1] for order in permutations(range(10), 2)]
    assert found.chance == pytest.approx(sum(rights[last] == 0 for last in orders) / len(orders))


@given(st.lists(st.sampled_from([0, 1]), min_size=10, max_size=60))
def test_chance_is_a_probability(rights: list[int]) -> None:
    found = fatigue(picks(rights))
    assert found is not None
    assert 0.0 < found.chance <= 1.0 + 1e-12
