"""The value in a judge's entry: a side of the card, or what the question's scale makes of it."""

from ringtrue.judge.model.asked import Asked
from ringtrue.protocols import normalised
from ringtrue.protocols.answers import TIE
from ringtrue.terms import Answer

_MOST = 1024  # whole numbers remembered of a question
_SIDES = {"A": -1.0, "B": 1.0, TIE: 0.0}


def read_value(one: Asked, given: object) -> Answer:
    """The answer as a blind judgment holds it; ValueError says what to give instead.

    A pick stays "A", "B" or "tie". On a bipolar scale a bare side is read as the mildest answer for it: which way is
    known, how clearly is not. Everything else is read by its scale.
    """
    if type(given) is not int:
        return _read(one, given)
    known = one.whole.get(given)  # a scale has few points, and they come again and again
    if known is None:
        known = _read(one, given)
        if len(one.whole) < _MOST:
            one.whole[given] = known
    return known


def _read(one: Asked, given: object) -> Answer:
    side = _side(given) if isinstance(given, str) and one.compares else None
    if one.scale.type == "pick":
        if side is None:
            raise ValueError("not a side; give A, B or tie")
        return side
    if one.scale.type == "checklist" and isinstance(given, str):
        raise ValueError("not a list; give true or false for each thing listed")
    if side is not None:
        return _SIDES[side] * (one.scale.step or (one.scale.high or 2.0) / 2.0)
    return normalised(one.scale, given, one.options)


def _side(given: str) -> str | None:
    word = given.strip()
    side = TIE if word.casefold() == TIE else word.upper()
    return side if side in _SIDES else None
