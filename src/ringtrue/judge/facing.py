"""Answers to two texts side by side, turned from sides to speakers where it is known who stood on which."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from ringtrue.protocols.answers import TIE
from ringtrue.terms import Scale

_SIDES = {"a": 0, "b": 1, "1": 0, "2": 1, "first": 0, "second": 1, "left": 0, "right": 1}


def turned(scale: Scale | None, value: Any, sides: Sequence[str] | None) -> Any:
    """The value as an unblinded answer has it: a side becomes its speaker, a leaning points toward whom the scale says.

    Below zero is the first side. What is not about two sides, or is no answer at all, is left as it is.
    """
    if scale is None or not sides:
        return value
    if scale.type == "pick":
        word = str(value).strip().casefold()
        return TIE if word == TIE else sides[_SIDES[word]] if word in _SIDES else value
    if scale.type == "bipolar" and sides[0] == scale.toward:
        number = as_number(value)
        return value if number is None else 0.0 - number
    return value


def as_number(value: Any) -> float | None:
    """The number a cell or a JSON value holds, None where it holds none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None
