"""The seven types of scale in one place: what each is declared with, which answers it takes, how it is explained."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ringtrue.protocols.answers import Unfit, read_checklist, read_flag, read_number, read_pick, read_words
from ringtrue.terms import Answer, Question, Scale

_Reader = Callable[[Scale, object, Sequence[str]], Answer]


@dataclass(frozen=True, slots=True)
class Mechanism:
    """One type of scale: the keys it needs and may have besides, how an answer is read, and what it is in words.

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
        "pick": Mechanism("one of the two texts, or a tie", read_pick, ("toward",), compares=True),
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
    listed; steps, bipolar and anchored answers a number.
    """
    return MECHANISMS[scale.type].read(scale, value, options)


def words(scale: Scale) -> str:
    """How an answer on this scale is given, for documentation, pages and prompts."""
    said = MECHANISMS[scale.type].words
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
