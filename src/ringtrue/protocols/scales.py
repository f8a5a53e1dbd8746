"""Scales: parse and validate an answer by its type of scale, and what each of the eight types is declared with."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isclose, isfinite
from types import MappingProxyType

from ringtrue.terms.answer import Answer
from ringtrue.terms.protocol import Question, Scale

# Answers parsed leniently, as JSON or a CSV cell spells numbers, truths and lists.


TIE = "tie"
SIDES = ("A", "B", TIE)  # answers to a pick on a blind card
NEITHER = "neither"
PLACES = ("1", "2", NEITHER)  # answers to a question with two positions on a blind card
LONGEST_TEXT = 20_000  # characters of an answer in the rater's own words
_YES = {"true": True, "yes": True, "1": True, "1.0": True, "false": False, "no": False, "0": False, "0.0": False}
_SEPARATOR = re.compile(r"[;,]")


class Unfit(ValueError):
    """An answer that its scale does not take, and why."""


def read_pick(scale: Scale, value: object, options: Sequence[str]) -> float:
    """1 for the speaker that was to be found, 0 for another, .5 for a tie; options are the speakers shown."""
    if isinstance(value, str):
        word = value.strip()
        if word in ("A", "B"):
            raise Unfit(f"'{word}' is a side of a blind card; import it with its packet, or name the speaker")
        if word.casefold() == TIE:
            return 0.5
        if word in options:
            return float(word == scale.toward)
    if as_number(value) == 0.5:
        return 0.5
    truth = _as_truth(value)
    if truth is None:
        named = ", ".join(options) or "a speaker"
        named += f", {TIE}" if scale.ties else ""
        raise Unfit(f"not a pick; give {named}, or true where {scale.toward} was found and false where not")
    return float(truth)


def read_number(scale: Scale, value: object, options: Sequence[str]) -> float:  # noqa: ARG001
    """A number within the range, and on a step where there are steps."""
    number = as_number(value)
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


def read_position(scale: Scale, value: object, options: Sequence[str]) -> bool:
    """Whether it is the position in question: by its field in the item, or true and false; neither is false."""
    word = value.strip() if isinstance(value, str) else None
    if word in (*options, scale.toward, NEITHER):
        return word == scale.toward
    truth = _as_truth(value)
    if truth is None:
        raise Unfit(
            f"not a position; give {scale.toward} or {NEITHER}, or true where it is {scale.toward} and else false"
        )
    return truth


def off_step(scale: Scale, number: float) -> bool:
    """Whether a number lies between two steps of its scale."""
    if scale.step is None:
        return False
    steps = (number - (scale.low or 0.0)) / scale.step
    return not isclose(steps, round(steps), abs_tol=1e-9)


def as_number(value: object) -> float | None:
    """The number a cell or a JSON value holds, None where it holds none."""
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


_Reader = Callable[[Scale, object, Sequence[str]], Answer]


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One type of scale: its required and optional keys, how an answer is read, and what it is in words.

    `compares`: the answer is about two speakers side by side. `counts`: the answer is, or becomes, a number.
    """

    words: str
    read: _Reader
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    compares: bool = False
    counts: bool = True

    @property
    def keys(self) -> tuple[str, ...]:
        """Every key such a scale may be declared with."""
        return ("type", *self.needs, *self.may)


MECHANISMS: Mapping[str, Mechanism] = MappingProxyType(
    {
        "pick": Mechanism("one of the two texts", read_pick, ("toward",), ("ties",), compares=True),
        "bipolar": Mechanism(
            "which of the two texts, and how clearly",
            read_number,
            ("low", "high", "toward"),
            ("step", "labels"),
            compares=True,
        ),
        "steps": Mechanism("a grade", read_number, ("low", "high", "step"), ("labels",)),
        "anchored": Mechanism("a number by described levels", read_number, ("low", "high"), ("step", "labels")),
        "checklist": Mechanism("a tick for each thing on the item's list that holds", read_checklist),
        "flag": Mechanism("yes or no", read_flag),
        "position": Mechanism(
            "which of two positions of the item the text takes, or neither", read_position, ("toward",)
        ),
        "text": Mechanism("in own words", read_words, counts=False),
    }
)


def fault_of(scale: Scale, question: Question, value: object, options: Sequence[str] = ()) -> str | None:
    """Why a value is no answer to the question, with what to give instead; None if it is one.

    `options` is what the card offers: the speakers shown for a pick, the things listed for a checklist.
    """
    try:
        normalised(scale, value, options)
    except Unfit as unfit:
        return f"{question.name}: {unfit}"
    return None


def normalised(scale: Scale, value: object, options: Sequence[str] = ()) -> Answer:
    """The answer as a rating holds it; raises `Unfit`, a ValueError, where the scale does not take it.

    A pick becomes 1 (the speaker to be found), 0 or .5 (tie); a flag true or false; a checklist a truth for each thing
    listed; steps, bipolar and anchored answers a number; a position whether it is the one in question. A tie that is
    stored already is read on every pick scale; `accepted` is for answers that come in.
    """
    return MECHANISMS[scale.type].read(scale, value, options)


def accepted(scale: Scale, value: object, options: Sequence[str] = ()) -> Answer:
    """`normalised` for an answer that comes in: where the scale forces a choice, a tie is refused."""
    answer = normalised(scale, value, options)
    if scale.type == "pick" and answer == 0.5:
        _refuse_forced(scale, options)
    return answer


def accepted_side(scale: Scale, value: object) -> str:
    """A side of a blind card that comes in as the answer to a pick: A, B or, where the scale takes ties, tie."""
    if value not in SIDES:
        raise Unfit(f"not a side; give {'A, B or tie' if scale.ties else 'A or B'}")
    if value == TIE:
        _refuse_forced(scale, SIDES[:2])
    return str(value)


def accepted_place(value: object, options: Sequence[str]) -> str:
    """The place of a position on a blind card that comes in as an answer: 1, 2 or neither."""
    if not options:
        raise Unfit("no positions stand on this card; leave it out")
    word = str(value).strip().casefold() if isinstance(value, int | str) and not isinstance(value, bool) else ""
    if word not in PLACES:
        raise Unfit(f"not the place of a position; give 1, 2 or {NEITHER}")
    return word


def _refuse_forced(scale: Scale, options: Sequence[str]) -> None:
    if not scale.ties:
        named = " or ".join(options) or "a speaker"
        raise Unfit(f"a tie, and a choice is forced here; give {named}, or write ties: true in study.yaml")


def read_given(scale: Scale, value: object, options: Sequence[str] = ()) -> Answer:
    """Validate a blind answer as a page sends it, strictly in JSON's types; raises `Unfit`.

    A number is not a text and 1 is not true. A pick stays a side of the card, a position its place there. `options`
    are the things listed for a checklist, and the positions.
    """
    if scale.type == "pick":
        return accepted_side(scale, value)
    if scale.type == "position":
        return accepted_place(value if isinstance(value, str) else None, options)
    entries = value if isinstance(value, list) else [value]
    if not all(isinstance(entry, _JSON_TYPES[scale.type]) for entry in entries) or (
        isinstance(value, list) != (scale.type == "checklist")
    ):
        raise Unfit(_JSON_REMEDIES.get(scale.type, "not a number; write one like 2 or 0.5"))
    if scale.type == "checklist" and not options:
        raise Unfit("nothing is listed on this card; leave it out")
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise Unfit(f"too long; give at most {LONGEST_TEXT} characters")
    return normalised(scale, value, options)


def read_side(value: object) -> str | None:
    """A side of a blind card however it is spelt, as A, B or tie; None where it is none."""
    word = str(value).strip()
    side = TIE if word.casefold() == TIE else word.upper()
    return side if side in SIDES else None


_JSON_TYPES: Mapping[str, type | tuple[type, ...]] = MappingProxyType(
    {"checklist": bool, "flag": bool, "text": str, **dict.fromkeys(("bipolar", "steps", "anchored"), (int, float))}
)
_JSON_REMEDIES = {
    "checklist": "not a list; give true or false for each thing listed",
    "flag": "neither yes nor no; give true or false",
    "text": "not a text; put it in quotes",
}


def words(scale: Scale) -> str:
    """How an answer on this scale is given, for documentation, pages and prompts."""
    said = MECHANISMS[scale.type].words + (", or a tie" if scale.ties else "")
    if scale.low is not None and scale.high is not None:
        said += f", {scale.low:g} to {scale.high:g}"
    if scale.step is not None:
        said += f" in steps of {scale.step:g}"
    labels = "; ".join(f"{point:g} {label}" for point, label in sorted(scale.labels.items()))
    return f"{said} ({labels})" if labels else said


def plausible(scale: Scale | None) -> tuple[float, ...]:
    """Three answers in numbers that may well be given: the lowest, the highest and one between."""
    if scale is None or scale.low is None or scale.high is None:
        return (0.0, 1.0, 0.5)
    return (scale.low, scale.high, (scale.low + scale.high) / 2)
