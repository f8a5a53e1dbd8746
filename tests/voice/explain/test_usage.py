"""Rows of an explanation: finite numbers, and a direction."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ringtrue.voice.explain.usage import Explanation, Usage

NUMBERS = ("own", "replies", "ratio", "sureness", "false_discovery")


def usage(**changed: Any) -> Usage:
    given_ = {"own": 1.0, "replies": 2.0, "ratio": 2.0, "sureness": 3.0, "false_discovery": 0.01, **changed}
    return Usage("word", "so", "per 1,000 words", **given_)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_never_leaves(name: str, number: float) -> None:
    with pytest.raises(ValueError, match=f"a usage's {name} must be finite, not {number}"):
        usage(**{name: number})


@given(st.floats(-50, 50))
def test_the_direction_follows_the_sign_of_sureness(sureness: float) -> None:
    assert usage(sureness=sureness).direction == ("over" if sureness > 0 else "under")


@given(st.lists(st.floats(-9, 9), max_size=12))
def test_rows_of_both_directions_are_all_rows_in_their_order(surenesses: list[float]) -> None:
    rows = tuple(usage(sureness=sureness) for sureness in surenesses)
    explanation = Explanation(rows, (), 1, 1, 1, 1, "en", len(rows), "")
    over, under = explanation.of("over"), explanation.of("under")
    assert len(over) + len(under) == len(rows)
    assert over == tuple(row for row in rows if row.sureness > 0)
    assert under == tuple(row for row in rows if row.sureness <= 0)
