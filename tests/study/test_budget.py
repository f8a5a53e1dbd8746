"""A budget is held only where everybody who costs something has prices."""

from typing import Any

import pytest

from ringtrue.study.budget import by_set, check_budget, in_study_yaml
from ringtrue.terms import BadInput, Speaker

PRICES = {"prices": {"in": 2.5, "out": 10}}


def one(name: str, kind: str = "openai", **settings: Any) -> Speaker:
    return Speaker(name, kind, settings)


def test_every_endpoint_without_prices_is_named() -> None:
    asked = [one("clone", **PRICES), one("judge-1"), one("judge-2", "anthropic", prices={"in": 1}), one("x", "local")]
    with pytest.raises(BadInput) as refusal:
        check_budget(0.05, asked, in_study_yaml("judges"))
    assert [problem.what for problem in refusal.value.problems] == [
        "A budget needs prices, and judge-1 has none.",
        "A budget needs prices, and judge-2 has none.",
    ]
    first = refusal.value.problems[0]
    assert (first.place, first.value) == ("--budget", "0.05")
    assert "judges.judge-1: prices: {in: 2.5, out: 10}" in first.remedy
    assert "prices: {in: 0, out: 0}" in first.remedy


@pytest.mark.parametrize(
    ("budget", "asked"),
    [
        (None, [one("clone")]),
        (1.0, [one("clone", **PRICES), one("judge", **PRICES)]),
        (1.0, [one("clone", **PRICES), one("judge", "recorded")]),
        (1.0, [one("clone", "command"), one("judge", prices={"in": 0, "out": 0})]),
    ],
)
def test_a_budget_that_can_be_held_passes(budget: float | None, asked: list[Speaker]) -> None:
    check_budget(budget, asked, lambda _: "")


def test_a_budget_nobody_counts_towards_is_a_mistake() -> None:
    with pytest.raises(BadInput, match="needs prices, and there are none") as refusal:
        check_budget(1.0, [one("clone", "local"), one("judge", "recorded")], lambda _: by_set("speaker"))
    assert "--set speaker.prices.in=2.5 --set speaker.prices.out=10" in refusal.value.problems[0].remedy
