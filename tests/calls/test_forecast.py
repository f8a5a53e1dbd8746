"""What a run will take: tokens counted by hand, forecasts that add up in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from callers import call
from ringtrue.calls.forecast import Forecast
from ringtrue.calls.prices import Prices
from ringtrue.terms import Call

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
