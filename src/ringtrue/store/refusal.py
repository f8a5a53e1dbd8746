"""The store's refusals: a problem with a file, a place and a remedy, as an exception ready to raise."""

from ringtrue.terms import BadInput, Problem

MOST_PROBLEMS = 200  # a million bad rows are told by the first two hundred


def refusal(file: str, place: str, what: str, *, value: str = "", remedy: str = "") -> BadInput:
    """One problem as a refusal."""
    return BadInput([Problem(file, place, what, value, remedy)])
