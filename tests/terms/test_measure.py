"""A measure is computed in exactly one way."""

import pytest

from ringtrue.terms import Measure


@pytest.mark.parametrize(
    "ways", [{}, {"formula": "mean(x)", "crossed": "x"}, {"gate": "found", "statistic": "icc_2_1"}]
)
def test_no_way_or_two_ways_are_refused(ways: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="one of formula, crossed, gate and statistic"):
        Measure("m", **ways)


def test_each_way_alone_will_do() -> None:
    for way in ("formula", "crossed", "gate", "statistic"):
        assert getattr(Measure("m", **{way: "x"}), way) == "x"
