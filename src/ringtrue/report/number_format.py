"""Format estimates, intervals and table cells."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ringtrue.terms.number import MISSING, decimals, figure, is_whole
from ringtrue.terms.result import Estimate
from ringtrue.terms.text import plain

# Estimates: the value, and the interval with its level.


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
