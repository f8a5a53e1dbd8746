"""What was answered, brought into one form: numbers, truths and lists as JSON or a CSV cell spells them."""

import re
from collections.abc import Sequence
from math import isclose, isfinite

from ringtrue.terms import Scale

TIE = "tie"
_YES = {"true": True, "yes": True, "1": True, "1.0": True, "false": False, "no": False, "0": False, "0.0": False}
_SEPARATOR = re.compile(r"[;,]")


class Unfit(ValueError):
    """An answer that its scale does not take, and why."""


def read_pick(scale: Scale, value: object, options: Sequence[str]) -> float:
    """1 for the speaker that was to be found, 0 for another, .5 for a tie; options are the speakers shown."""
    if isinstance(value, str):
        word = value.strip()
        if word in ("A", "B"):
            raise Unfit(f"'{word}' is a side of a blind card; take it in with its packet, or name the speaker")
        if word.casefold() == TIE:
            return 0.5
        if word in options:
            return float(word == scale.toward)
    if _as_number(value) == 0.5:
        return 0.5
    truth = _as_truth(value)
    if truth is None:
        named = ", ".join(options) or "a speaker"
        raise Unfit(f"not a pick; give {named}, tie, or true where {scale.toward} was found and false where not")
    return float(truth)


def read_number(scale: Scale, value: object, options: Sequence[str]) -> float:  # noqa: ARG001
    """A number within the range, and on a step where there are steps."""
    number = _as_number(value)
    if number is None:
        raise Unfit("not a number; write one like 2 or 0.5")
    if scale.low is not None and scale.high is not None and not scale.low <= number <= scale.high:
        raise Unfit(f"outside the scale; give {scale.low:g} to {scale.high:g}")
    if off_step(scale, number):
        raise Unfit(f"between two steps; go from {scale.low or 0:g} in steps of {scale.step:g}")
    return number


def read_flag(scale: Scale, value: object, options: Sequence[str]) -> bool:  # noqa: ARG001
    """True or false."""
    truth = _as_truth(value)
    if truth is None:
        raise Unfit("neither yes nor no; give true or false")
    return truth


def read_checklist(scale: Scale, value: object, options: Sequence[str]) -> tuple[bool, ...]:  # noqa: ARG001
    """A truth for each thing listed; a text spells them out with ; or , between."""
    entries = _SEPARATOR.split(value.strip().strip("[]()")) if isinstance(value, str) else value
    if not isinstance(entries, list | tuple):
        raise Unfit("not a list; give true or false for each thing listed, like [true, false] or 1;0")
    truths = [_as_truth(entry) for entry in entries]
    ticked = tuple(truth for truth in truths if truth is not None)
    if len(ticked) < len(truths) or not ticked:
        raise Unfit("an entry is neither yes nor no; give true or false for each thing listed")
    if options and len(ticked) != len(options):
        raise Unfit(f"{len(ticked)} answers for {len(options)} things listed; give one for each, in their order")
    return ticked


def read_words(scale: Scale, value: object, options: Sequence[str]) -> str:  # noqa: ARG001
    """A text as it was written."""
    if not isinstance(value, str):
        raise Unfit("not a text; put it in quotes")
    return value


def off_step(scale: Scale, number: float) -> bool:
    """Whether a number lies between two steps of its scale."""
    if scale.step is None:
        return False
    steps = (number - (scale.low or 0.0)) / scale.step
    return not isclose(steps, round(steps), abs_tol=1e-9)


def _as_number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


def _as_truth(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    return _YES.get(str(value).strip().casefold()) if isinstance(value, int | float | str) else None
