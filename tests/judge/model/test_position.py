"""Position bias and swap consistency, by hand."""

import pytest

from ringtrue.judge.model.position import position_bias, swap_consistency
from ringtrue.judge.model.takes import Take

AB, BA = ("x", "y"), ("y", "x")


def pairs(*leanings: tuple[float, float], judge: str = "j") -> list[Take]:
    """Leanings to the first side, in the one order and in the other, item by item."""
    return [
        Take(judge, "model", (f"i{place}", "y"), "q", 0.0, order, side)
        for place, both in enumerate(leanings)
        for order, side in zip((AB, BA), both, strict=True)
    ]


# first pair: side A both times (bias 1, another speaker each time); second: the same speaker both times (bias 0);
# third: a tie both times (bias 0, consistent).
MIXED = pairs((1, 1), (1, -1), (0, 0))


def test_bias_and_consistency_by_hand() -> None:
    bias, kept = position_bias(MIXED), swap_consistency(MIXED)
    assert bias.value == pytest.approx(1 / 3)
    assert kept.value == pytest.approx(2 / 3)
    assert bias.n == kept.n == 3
    assert bias.low is not None
    assert bias.high is not None
    assert bias.low <= 1 / 3 <= bias.high


@pytest.mark.parametrize(
    ("leanings", "bias", "kept"), [((1, 1), 1.0, 0.0), ((-1, -1), -1.0, 0.0), ((1, -1), 0.0, 1.0), ((1, 0), 0.5, 0.0)]
)
def test_judges_of_one_mind(leanings: tuple[float, float], bias: float, kept: float) -> None:
    takes = pairs(leanings, leanings)
    assert (position_bias(takes).value, swap_consistency(takes).value) == (bias, kept)
    assert position_bias(takes).low is None
    assert "alike" in (position_bias(takes).reason or "")


def test_repeats_within_an_order_are_averaged_first() -> None:
    takes = [*pairs((1, -1)), Take("j", "model", ("i0", "y"), "q", 0.0, AB, -1.0), *pairs((1, 1), judge="k")]
    # j: the order AB leans (1 - 1) / 2 = 0, BA -1: (0 - 1) / 2; k: 1. Mean of -1/2 and 1.
    assert position_bias(takes).value == pytest.approx(0.25)


def test_pairs_shown_one_way_only_and_answers_without_sides_say_nothing() -> None:
    one_way = [take for take in MIXED if take.order == AB]
    sideless = [Take("j", "model", ("i", "y"), "q", 3.0, order) for order in (AB, BA)]
    for takes in (one_way, sideless, []):
        assert position_bias(takes).value is None
        assert "both ways" in (swap_consistency(takes).reason or "")
