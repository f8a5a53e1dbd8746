"""How numbers are written in tables: shares without a leading zero, intervals, missing values as a dash."""

from ringtrue.terms import Estimate


def decimal(value: float | None, digits: int = 2) -> str:
    """A number with fixed digits, without the zero before the point; a dash where there is none."""
    if value is None:
        return "-"
    text = f"{value:.{digits}f}"
    if float(text) == 0.0:
        text = text.lstrip("-")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def interval(estimate: Estimate, digits: int = 2) -> str:
    """The interval of an estimate; a dash where it has none."""
    if estimate.low is None and estimate.high is None:
        return "-"
    return f"{decimal(estimate.low, digits)} to {decimal(estimate.high, digits)}"


def percent(share: float) -> str:
    """A share as a whole percentage, saying "<1 %" rather than a false 0 %."""
    if 0.0 < share < 0.01:
        return "<1 %"
    return f"{100 * share:.0f} %"


def sure(likelihood: float | None) -> str:
    """A likelihood that never claims certainty: above .99 and below .01 it says so."""
    if likelihood is None:
        return "-"
    return ">.99" if likelihood > 0.99 else "<.01" if likelihood < 0.01 else decimal(likelihood)


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun: 1 reply, 1,200 words."""
    return f"{number:,} {one if number == 1 else several}"
