"""Write numbers: scores with two decimals, shares with three, never rounder than they are."""

from math import isfinite

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


def brief(value: float, beside: float | None = None) -> str:
    """A number within a sentence: a decimal or two, none that says nothing, and never across what it stands beside."""
    if is_whole(value):
        return f"{value:.0f}"
    text = figure(value, beside=beside, digits=1 if abs(value) > 1.0 else 2)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _misleads(value: float, rounded: float, beside: float | None) -> bool:
    """Whether the rounded number stands on a cut that the number itself does not reach."""
    cut = round(rounded) if abs(rounded) > 1.0 else round(rounded * 20) / 20
    stands_on = abs(rounded - cut) < _SAME or (beside is not None and rounded == beside)
    return stands_on and abs(value - rounded) >= _SAME
