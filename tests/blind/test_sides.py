"""Signs: as many of one as of the other, against what an item has too much of."""

from hypothesis import given
from hypothesis import strategies as st

from ringtrue.blind.sides import Balance, balanced_signs

BALANCES = st.builds(Balance, st.integers(-3, 3), st.integers(-1, 1), st.binary(min_size=4, max_size=4))


@given(st.lists(BALANCES, max_size=30), st.integers(-1, 1))
def test_signs_are_balanced_and_even_out_what_was_there(cards: list[Balance], total: int) -> None:
    signs = balanced_signs(cards, total)
    assert set(signs) <= {1, -1}
    assert abs(sum(signs)) == len(cards) % 2
    assert abs(total + sum(signs)) <= 1


def cards(*surpluses: int, lean: int = 0) -> list[Balance]:
    return [Balance(surplus, lean, bytes([place])) for place, surplus in enumerate(surpluses)]


def test_each_item_gets_the_side_it_lacks() -> None:
    assert balanced_signs(cards(1, -1, 1, -1)) == [-1, 1, -1, 1]
    assert balanced_signs(cards(1, -1, 1)) == [-1, 1, -1]
    assert balanced_signs(cards(2, 0, 0, 0)) == [-1, 1, 1, -1]


def test_an_odd_card_looks_at_the_rater_then_at_its_item_then_at_its_leaning_then_at_its_lot() -> None:
    assert balanced_signs(cards(1), total=-1) == [1]
    assert balanced_signs(cards(1)) == [-1]
    assert balanced_signs(cards(0, lean=1)) == [-1]
    assert balanced_signs([Balance(0, 0, b"\x01")]) == [1]
    assert balanced_signs([Balance(0, 0, b"\x02")]) == [-1]


def test_no_cards_no_signs() -> None:
    assert balanced_signs([]) == []
