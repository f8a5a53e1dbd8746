"""Numbers as they are written."""

import pytest

from ringtrue.cli.numbers import counted, decimal, interval, percent, sure
from ringtrue.terms import Estimate


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, ".50"), (-0.123, "-.12"), (1.0, "1.00"), (-0.001, ".00"), (10.25, "10.25"), (None, "-"), (-10.2, "-10.20")],
)
def test_decimals(value: float | None, text: str) -> None:
    assert decimal(value) == text


def test_intervals_and_percentages() -> None:
    assert interval(Estimate(0.5, 0.25, 0.75)) == ".25 to .75"
    assert interval(Estimate(0.5)) == "-"
    assert [percent(share) for share in (0.0, 0.004, 0.5, 1.0)] == ["0 %", "<1 %", "50 %", "100 %"]


@pytest.mark.parametrize(
    ("likelihood", "text"), [(None, "-"), (0.5, ".50"), (0.999, ">.99"), (1e-9, "<.01"), (0.99, ".99")]
)
def test_likelihoods_never_claim_certainty(likelihood: float | None, text: str) -> None:
    assert sure(likelihood) == text


def test_numbers_with_their_noun() -> None:
    assert [counted(n, "reply", "replies") for n in (0, 1, 1200)] == ["0 replies", "1 reply", "1,200 replies"]
