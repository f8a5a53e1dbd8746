"""Format numbers, intervals and table cells."""

from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from typing import Any

from ringtrue.terms.result import Estimate
from ringtrue.terms.text import plain

# How numbers are written in a report: scores with two decimals, shares with three, never rounder than they are.


ReportSection = tuple[str, list[str]]  # its title, and its lines of Markdown
MISSING = "-"
_MOST_DIGITS = 9
_SAME = 1e-9  # nearer than this a number is the round one: the rest is how computers add
_LARGE = 1e9
_FAR = 5.0


def figure(value: float | None, *, beside: float | None = None, digits: int | None = None) -> str:
    """One number; a dash where there is none.

    Up to 1 it is a share with three decimals, above a score with two. Where rounding would carry it onto a cut (a whole
    score, a twentieth of a share, or the number it stands `beside`) it gets as many decimals as keep it apart: 93.999
    is not 94.
    """
    if value is None or not isfinite(value):
        return MISSING
    if abs(value) >= _LARGE:
        return f"{value:.6g}"
    fewest = decimals(value) if digits is None else digits
    longer = (f"{value:.{length}f}" for length in range(fewest, _MOST_DIGITS + 1))
    text = next((text for text in longer if not _misleads(value, float(text), beside)), f"{value:.{fewest}f}")
    return text.removeprefix("-") if float(text) == 0.0 else text


def is_whole(value: float | None) -> bool:
    """Whether a number is a whole one, but for how computers add."""
    return value is not None and isfinite(value) and abs(value) < _LARGE and abs(value - round(value)) < _SAME


def decimals(value: float | None, low: float | None = None, high: float | None = None) -> int:
    """Two decimals for a score, three for a share; the interval of a share may reach beyond 1, but not far."""
    is_score = abs(value or 0.0) > 1.0 or max(abs(low or 0.0), abs(high or 0.0)) > _FAR
    return 2 if is_score else 3


def value_of(estimate: Estimate) -> str:
    """The value of an estimate, with as many decimals as its interval."""
    return figure(estimate.value, digits=decimals(estimate.value, estimate.low, estimate.high))


def interval_of(estimate: Estimate) -> str:
    """The interval of an estimate, its level named unless it is 95 %; a dash where it has none."""
    if estimate.low is None and estimate.high is None:
        return MISSING
    digits = decimals(estimate.value, estimate.low, estimate.high)
    level = "" if estimate.level == 0.95 else f" ({100 * estimate.level:g} %)"
    if estimate.low is None:
        return f"up to {figure(estimate.high, digits=digits)}{level}"
    if estimate.high is None:
        return f"from {figure(estimate.low, digits=digits)}{level}"
    return f"{figure(estimate.low, digits=digits)} to {figure(estimate.high, digits=digits)}{level}"


def _misleads(value: float, rounded: float, beside: float | None) -> bool:
    """Whether the rounded number stands on a cut that the number itself does not reach."""
    cut = round(rounded) if abs(rounded) > 1.0 else round(rounded * 20) / 20
    stands_on = abs(rounded - cut) < _SAME or (beside is not None and rounded == beside)
    return stands_on and abs(value - rounded) >= _SAME


# What is in a table of items: any value an item may carry, as one line of text.


def shown(value: Any) -> str:
    """A value as people read it: yes and no, numbers as in the rest of the report, lists by commas."""
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{plain(key)}: {shown(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown(part) for part in value)
    return plain(value)


@lru_cache(maxsize=1024)
def _number(value: float) -> str:
    """Scores repeat: a scale has few points. The cache takes -0 for 0, and so do readers."""
    value = value or 0.0
    return f"{value:.0f}" if is_whole(value) else figure(value)
