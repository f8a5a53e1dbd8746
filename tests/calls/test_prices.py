"""Prices, estimates of tokens, forecasts and the purse."""

from typing import Any

import pytest

from callers import call
from ringtrue.calls import Forecast, Prices, prices_of
from ringtrue.calls.prices import lacks_prices, tokens_asked, tokens_of
from ringtrue.terms import Speaker


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
