"""The budget: set aside before a call goes, settled after, never overdrawn by calls that keep within their limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import call
from ringtrue.calls.faults import BudgetReached
from ringtrue.calls.prices import Prices
from ringtrue.calls.purse import Purse
from ringtrue.terms import Call

MILLION = Prices(0.0, 1_000_000.0)  # a token of an answer costs 1, a token asked nothing
ASKED = Prices(1_000_000.0, 0.0)


def limited(tokens: int) -> Call:
    return call(max_tokens=tokens)


def test_without_a_budget_or_prices_nothing_is_set_aside() -> None:
    assert Purse(None).reserve(limited(5), MILLION) == 0.0
    assert Purse(0.0).reserve(limited(5), None) == 0.0


def test_a_call_may_cost_its_question_and_the_longest_answer_it_allows() -> None:
    assert Purse(1e9).reserve(limited(5), MILLION) == 5.0
    assert Purse(1e9).reserve(limited(5), ASKED) == 6.0  # "You are Ada." and "Case STR-1?": 3 tokens each


def test_an_unlimited_answer_is_reckoned_as_long_as_the_longest_so_far() -> None:
    purse = Purse(1e9)
    assert purse.reserve(call(), MILLION) == 400.0
    purse.longest = 399
    assert purse.reserve(call(), MILLION) == 400.0
    purse.longest = 1234
    assert purse.reserve(call(), MILLION) == 1234.0


def test_the_last_coin_can_be_spent_and_not_one_more() -> None:
    purse = Purse(10.0)
    purse.settle(purse.reserve(limited(4), MILLION), 4.0)
    held = purse.reserve(limited(6), MILLION)
    with pytest.raises(BudgetReached) as reached:
        purse.reserve(limited(1), MILLION)
    assert reached.value.what == "The budget of 10 has 6 left, and the next call may cost 1."
    assert "new budget" in reached.value.remedy
    purse.settle(held, 2.0)  # it was cheaper than feared
    assert purse.spent == 6.0
    assert purse.reserve(limited(4), MILLION) == 4.0


def test_a_refused_call_holds_nothing() -> None:
    purse = Purse(10.0)
    with pytest.raises(BudgetReached):
        purse.reserve(limited(11), MILLION)
    assert purse.reserve(limited(10), MILLION) == 10.0


def test_an_empty_budget_still_pays_for_what_is_free() -> None:
    assert Purse(0.0).reserve(limited(5), Prices(0.0, 0.0)) == 0.0


@given(
    st.integers(0, 60),
    st.lists(st.tuples(st.integers(1, 20), st.floats(0, 1), st.booleans()), max_size=30),
)
def test_no_order_of_calls_overdraws_the_budget(budget: int, asked: list[tuple[int, float, bool]]) -> None:
    """Each call uses a part of what was set aside for it, and some are still in flight when others are reserved."""
    purse = Purse(float(budget))
    flying: list[tuple[float, float]] = []
    for tokens, share, land in asked:
        try:
            held = purse.reserve(limited(tokens), MILLION)
        except BudgetReached:
            # The oracle: it really did not fit beside what is spent and what the others may still cost.
            assert purse.spent + sum(one for one, _ in flying) + tokens > budget - 1e-6
            continue
        flying.append((held, held * share))
        if land:
            purse.settle(*flying.pop(0))
        assert purse.spent + sum(one for one, _ in flying) <= budget + 1e-6
    for held, cost in flying:
        purse.settle(held, cost)
    assert purse.spent <= budget + 1e-6
