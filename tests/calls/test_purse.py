"""The budget: set aside before a call goes, settled after, never overdrawn by calls that keep within their limit."""

import asyncio
from collections.abc import Callable

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


def reserve(purse: Purse, asked: Call, prices: Prices | None) -> float:
    """Where nothing has to be waited for."""
    return asyncio.run(purse.reserve(asked, prices))


def test_without_a_budget_or_prices_nothing_is_set_aside() -> None:
    assert reserve(Purse(None), limited(5), MILLION) == 0.0
    assert reserve(Purse(0.0), limited(5), None) == 0.0


def test_a_call_may_cost_its_question_and_the_longest_answer_it_allows() -> None:
    assert reserve(Purse(1e9), limited(5), MILLION) == 5.0
    assert reserve(Purse(1e9), limited(5), ASKED) == 6.0  # "You are Ada." and "Case STR-1?": 3 tokens each


def test_an_unlimited_answer_is_reckoned_as_long_as_the_longest_so_far() -> None:
    purse = Purse(1e9)
    assert reserve(purse, call(), MILLION) == 400.0
    purse.longest = 399
    assert reserve(purse, call(), MILLION) == 400.0
    purse.longest = 1234
    assert reserve(purse, call(), MILLION) == 1234.0


def test_the_last_coin_can_be_spent_and_not_one_more() -> None:
    purse = Purse(10.0)
    purse.settle(reserve(purse, limited(4), MILLION), 4.0)
    purse.settle(reserve(purse, limited(6), MILLION), 2.0)  # cheaper than feared
    assert purse.spent == 6.0
    with pytest.raises(BudgetReached) as reached:
        reserve(purse, limited(5), MILLION)
    assert reached.value.what == "The budget of 10 has 4 left, and the next call may cost 5."
    assert "new budget" in reached.value.remedy
    assert reserve(purse, limited(4), MILLION) == 4.0


def later(purse: Purse, tokens: int, happens: Callable[[], None]) -> float:
    """Reserve, while something happens that others wait for."""

    async def go() -> float:
        waiting = asyncio.create_task(purse.reserve(limited(tokens), MILLION))
        await asyncio.sleep(0)
        assert not waiting.done()
        happens()
        return await waiting

    return asyncio.run(go())


def test_calls_in_flight_are_waited_for_before_the_budget_is_called_spent() -> None:
    purse = Purse(10.0)
    first, second = reserve(purse, limited(6), MILLION), reserve(purse, limited(4), MILLION)
    assert later(purse, 5, lambda: purse.settle(first, 1.0)) == 5.0  # 1 spent, 4 in flight, 5 for this one

    def land() -> None:
        purse.settle(second, 4.0)
        purse.settle(5.0, 0.0)

    with pytest.raises(BudgetReached, match="has 5 left, and the next call may cost 6"):
        later(purse, 6, land)


def test_who_waits_for_money_hears_of_the_end_of_the_run() -> None:
    purse = Purse(10.0)
    held = reserve(purse, limited(10), MILLION)

    def over() -> None:
        raise BudgetReached("It is over.", "")

    async def go() -> None:
        waiting = asyncio.create_task(purse.reserve(limited(5), MILLION, check=over))
        given_up = asyncio.create_task(purse.reserve(limited(5), MILLION))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.sleep(0)
        purse.settle(held, 0.0)
        with pytest.raises(BudgetReached, match="It is over"):
            await waiting

    asyncio.run(go())


def test_a_refused_call_holds_nothing() -> None:
    purse = Purse(10.0)
    with pytest.raises(BudgetReached):
        reserve(purse, limited(11), MILLION)
    assert reserve(purse, limited(10), MILLION) == 10.0


def test_an_empty_budget_still_pays_for_what_is_free() -> None:
    assert reserve(Purse(0.0), limited(5), Prices(0.0, 0.0)) == 0.0


@given(
    st.integers(0, 60),
    st.lists(st.tuples(st.integers(1, 20), st.floats(0, 1)), max_size=30),
)
def test_no_order_of_calls_overdraws_the_budget(budget: int, asked: list[tuple[int, float]]) -> None:
    """Each call uses a part of what was set aside for it; all are made at once, and land in some order."""
    purse = Purse(float(budget))
    flying: list[tuple[float, float]] = []

    async def one(tokens: int, share: float) -> bool:
        try:
            held = await purse.reserve(limited(tokens), MILLION)
        except BudgetReached:
            # The oracle: nothing is in flight, and it really does not fit beside what is spent.
            assert not flying
            assert purse.spent + tokens > budget - 1e-6
            return False
        flying.append((held, held * share))
        assert purse.spent + sum(held for held, _ in flying) <= budget + 1e-6
        for _ in range(tokens % 4):
            await asyncio.sleep(0)
        flying.remove((held, held * share))
        purse.settle(held, held * share)
        return True

    async def go() -> list[bool]:
        return await asyncio.gather(*(one(tokens, share) for tokens, share in asked))

    made = asyncio.run(go())
    assert purse.spent <= budget + 1e-6
    if sum(tokens for tokens, _ in asked) <= budget:
        assert all(made)
