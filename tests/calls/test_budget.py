"""Prices, estimates of tokens, forecasts and the budget."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import call
from ringtrue.calls.budget import Budget, Forecast, Prices, lacks_prices, prices_of, tokens_asked, tokens_of
from ringtrue.terms.call import BudgetReached, Call
from ringtrue.terms.item import Speaker


def test_prices_are_per_million_tokens() -> None:
    assert Prices(2.5, 10.0).cost(1_000_000, 100_000) == pytest.approx(3.5)
    with pytest.raises(ValueError, match="0 or more"):
        Prices(-1, 0)
    with pytest.raises(ValueError, match="0 or more"):
        Prices(float("nan"), 0)


def test_prices_of_a_speaker() -> None:
    assert prices_of(Speaker("c", "openai", {"prices": {"in": 2.5, "out": 10}})) == Prices(2.5, 10.0)
    assert prices_of(Speaker("c", "openai", {"prices": {"out": 10}})) == Prices(0.0, 10.0)
    assert prices_of(Speaker("c", "openai", {})) is None


def test_four_characters_are_a_token() -> None:
    assert [tokens_of(text) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]
    assert tokens_asked(call()) == 3 + 3  # "You are Ada." and "Case STR-1?"


def test_a_forecast_adds_up() -> None:
    prices = Prices(1.0, 2.0)
    limited = Forecast.of(call(max_tokens=100), prices)
    assert limited == Forecast(1, 6, 100, pytest.approx(206e-6))
    assert Forecast.of(call()).tokens_out == Forecast.of(call(max_tokens=10**6)).tokens_out == 400
    assert Forecast.of(call(), tokens_out=7) == Forecast(1, 6, 7, None)
    both = limited + Forecast.of(call(), tokens_out=7)
    assert both == Forecast(2, 12, 107, pytest.approx(206e-6))
    assert Forecast() + Forecast() == Forecast(0, 0, 0, None)


@pytest.mark.parametrize(
    ("kind", "settings", "lacking"),
    [
        ("openai", {}, True),
        ("anthropic", {"prices": None}, True),
        ("providers", {"prices": {"in": 1}}, True),
        ("openai", {"prices": {"in": 0, "out": 0}}, False),
        ("local", {}, False),
        ("command", {}, False),
        ("recorded", {}, False),
    ],
)
def test_what_is_reached_over_the_network_needs_both_prices(kind: str, settings: dict[str, Any], lacking: bool) -> None:
    assert lacks_prices(Speaker("c", kind, settings)) is lacking


# The budget: set aside before a call goes, settled after, never overdrawn by calls that keep within their limit.


MILLION = Prices(0.0, 1_000_000.0)  # a token of an answer costs 1, a token asked nothing
ASKED = Prices(1_000_000.0, 0.0)


def limited(tokens: int) -> Call:
    return call(max_tokens=tokens)


def reserve(budget: Budget, asked: Call, prices: Prices | None) -> float:
    """Where nothing has to be waited for."""
    return asyncio.run(budget.reserve(asked, prices))


def test_without_a_budget_or_prices_nothing_is_set_aside() -> None:
    assert reserve(Budget(None), limited(5), MILLION) == 0.0
    assert reserve(Budget(0.0), limited(5), None) == 0.0


def test_a_call_may_cost_its_question_and_the_longest_answer_it_allows() -> None:
    assert reserve(Budget(1e9), limited(5), MILLION) == 5.0
    assert reserve(Budget(1e9), limited(5), ASKED) == 6.0  # "You are Ada." and "Case STR-1?": 3 tokens each


def test_an_unlimited_answer_is_reckoned_as_long_as_the_longest_so_far() -> None:
    budget = Budget(1e9)
    assert reserve(budget, call(), MILLION) == 400.0
    budget.longest = 399
    assert reserve(budget, call(), MILLION) == 400.0
    budget.longest = 1234
    assert reserve(budget, call(), MILLION) == 1234.0


def test_the_last_coin_can_be_spent_and_not_one_more() -> None:
    budget = Budget(10.0)
    budget.settle(reserve(budget, limited(4), MILLION), 4.0)
    budget.settle(reserve(budget, limited(6), MILLION), 2.0)  # cheaper than feared
    assert budget.spent == 6.0
    with pytest.raises(BudgetReached) as reached:
        reserve(budget, limited(5), MILLION)
    assert reached.value.what == "The budget of 10 has 4 left, and the next call may cost 5."
    assert "new budget" in reached.value.remedy
    assert reserve(budget, limited(4), MILLION) == 4.0


def later(budget: Budget, tokens: int, happens: Callable[[], None]) -> float:
    """Reserve, while something happens that others wait for."""

    async def go() -> float:
        waiting = asyncio.create_task(budget.reserve(limited(tokens), MILLION))
        await asyncio.sleep(0)
        assert not waiting.done()
        happens()
        return await waiting

    return asyncio.run(go())


def test_calls_in_flight_are_waited_for_before_the_budget_is_called_spent() -> None:
    budget = Budget(10.0)
    first, second = reserve(budget, limited(6), MILLION), reserve(budget, limited(4), MILLION)
    assert later(budget, 5, lambda: budget.settle(first, 1.0)) == 5.0  # 1 spent, 4 in flight, 5 for this one

    def land() -> None:
        budget.settle(second, 4.0)
        budget.settle(5.0, 0.0)

    with pytest.raises(BudgetReached, match="has 5 left, and the next call may cost 6"):
        later(budget, 6, land)


def test_who_waits_for_money_hears_of_the_end_of_the_run() -> None:
    budget = Budget(10.0)
    held = reserve(budget, limited(10), MILLION)

    def over() -> None:
        raise BudgetReached("It is over.", "")

    async def go() -> None:
        waiting = asyncio.create_task(budget.reserve(limited(5), MILLION, check=over))
        given_up = asyncio.create_task(budget.reserve(limited(5), MILLION))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.sleep(0)
        budget.settle(held, 0.0)
        with pytest.raises(BudgetReached, match="It is over"):
            await waiting

    asyncio.run(go())


def test_a_refused_call_holds_nothing() -> None:
    budget = Budget(10.0)
    with pytest.raises(BudgetReached):
        reserve(budget, limited(11), MILLION)
    assert reserve(budget, limited(10), MILLION) == 10.0


def test_an_empty_budget_still_pays_for_what_is_free() -> None:
    assert reserve(Budget(0.0), limited(5), Prices(0.0, 0.0)) == 0.0


@given(
    st.integers(0, 60),
    st.lists(st.tuples(st.integers(1, 20), st.floats(0, 1)), max_size=30),
)
def test_no_order_of_calls_overdraws_the_budget(amount: int, asked: list[tuple[int, float]]) -> None:
    """Each call uses a part of what was set aside for it; all are made at once, and land in some order."""
    budget = Budget(float(amount))
    flying: list[tuple[float, float]] = []

    async def one(tokens: int, share: float) -> bool:
        try:
            held = await budget.reserve(limited(tokens), MILLION)
        except BudgetReached:
            # The oracle: nothing is in flight, and it really does not fit beside what is spent.
            assert not flying
            assert budget.spent + tokens > amount - 1e-6
            return False
        flying.append((held, held * share))
        assert budget.spent + sum(held for held, _ in flying) <= amount + 1e-6
        for _ in range(tokens % 4):
            await asyncio.sleep(0)
        flying.remove((held, held * share))
        budget.settle(held, held * share)
        return True

    async def go() -> list[bool]:
        return await asyncio.gather(*(one(tokens, share) for tokens, share in asked))

    made = asyncio.run(go())
    assert budget.spent <= amount + 1e-6
    if sum(tokens for tokens, _ in asked) <= amount:
        assert all(made)


# What a run will take: tokens counted by hand, forecasts that add up in any order.


FORECASTS = st.builds(
    Forecast,
    st.integers(0, 10**6),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.none() | st.integers(0, 10**6).map(float),  # whole amounts add up exactly
)


@pytest.mark.parametrize(
    ("settings", "given_out", "out"),
    [
        ({}, None, 400),  # an answer nobody limited has the usual length
        ({"max_tokens": 150}, None, 150),
        ({"max_tokens": 9000}, None, 400),  # a generous limit is seldom used up
        ({"max_tokens": 0}, None, 400),
        ({"max_tokens": "many"}, None, 400),
        ({"max_tokens": 150}, 1000, 1000),  # who knows better is believed
        ({}, 0, 0),
    ],
)
def test_tokens_of_one_call(settings: dict[str, object], given_out: int | None, out: int) -> None:
    # "You are Ada." and "Case STR-1?" have 12 and 11 characters: 3 tokens each
    assert Forecast.of(call(**settings), tokens_out=given_out) == Forecast(1, 6, out, None)


def test_a_cost_where_prices_are_known() -> None:
    # 6 tokens at 2.5 and 100 at 10 for a million: 15 + 1000 millionths
    found = Forecast.of(call(max_tokens=100), Prices(2.5, 10.0))
    assert found.cost == pytest.approx(0.001015)
    assert Forecast.of(call(), Prices(0.0, 0.0)).cost == 0.0


def test_a_call_without_a_message_asks_nothing() -> None:
    assert Forecast.of(Call("k", ()), tokens_out=0) == Forecast(1, 0, 0)


def test_what_has_no_prices_adds_nothing_to_a_cost() -> None:
    assert (Forecast(1, 1, 1, None) + Forecast(1, 1, 1, 2.0)).cost == 2.0
    assert (Forecast(1, 1, 1, 2.0) + Forecast(1, 1, 1, None)).cost == 2.0
    assert (Forecast() + Forecast()).cost is None
    assert (Forecast(cost=0.0) + Forecast()).cost == 0.0


@given(FORECASTS, FORECASTS, FORECASTS)
def test_forecasts_add_up_in_any_order(one: Forecast, two: Forecast, three: Forecast) -> None:
    assert one + two == two + one
    assert (one + two) + three == one + (two + three)
    assert one + Forecast() == one


LENGTHS = st.lists(st.integers(0, 40), max_size=5)


@given(LENGTHS, LENGTHS)
def test_longer_questions_never_take_fewer_tokens(said: list[int], more: list[int]) -> None:
    def asked(lengths: list[int]) -> int:
        return Forecast.of(Call("k", tuple({"role": "user", "content": "é" * one} for one in lengths))).tokens_in

    assert asked(said) <= asked(said + more) == asked(said) + asked(more)
    assert asked(said) >= sum(said) / 4
