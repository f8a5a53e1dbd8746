"""Unblind: a side becomes a speaker, a leaning is turned toward whom the scale names."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ringtrue.blind.key import Key, Lookup, Placed
from ringtrue.files import Problems
from ringtrue.protocols import normalised
from ringtrue.protocols.answers import TIE
from ringtrue.store import JudgmentRecord
from ringtrue.terms import Answer, JudgeKind, Judgment, Problem, Protocol, Question, Rating, Scale

_SIDES = {"A": 0, "B": 1}


@dataclass(frozen=True, slots=True)
class Opened:
    """A judgment with its card opened: the rating, the answer as it was given, and the speakers in the order shown."""

    rating: Rating
    given: Answer | None
    order: tuple[str, ...]
    card: str


def unblind(
    judgments: Iterable[Judgment | JudgmentRecord], key: Key, protocol: Protocol, *, judge_kind: JudgeKind = "person"
) -> list[Rating]:
    """The ratings of blind judgments in their order, those of attention cards left out; BadInput with every fault."""
    return [one.rating for one in opened(judgments, key, protocol, judge_kind=judge_kind)]


def opened(
    judgments: Iterable[Judgment | JudgmentRecord], key: Key, protocol: Protocol, *, judge_kind: JudgeKind = "person"
) -> list[Opened]:
    """The same with what a study of judges needs besides: how it was answered, and which way round."""
    cards = Lookup(key)
    asked = _asked(protocol)
    problems = Problems()
    found: list[Opened] = []
    for number, given in enumerate(judgments, 1):
        record = JudgmentRecord.of(given, judge_kind)
        placed = cards.find(record.card or "")
        if placed is None:
            what, remedy = "There is no such card in the key.", "Take it in with the packet it belongs to."
            problems.add(Problem("judgments", f"judgment {number}", what, str(record.card), remedy))
        elif placed.role != "attention":
            found += _opened(record, placed, asked, number, problems)
    problems.raise_if_any()
    return found


def _opened(
    record: JudgmentRecord,
    placed: Placed,
    asked: Mapping[str, tuple[Question, Scale]],
    number: int,
    problems: Problems,
) -> Iterator[Opened]:
    value, place = record.value, f"judgment {number}"
    if record.question not in asked:
        problems.add(Problem("judgments", place, "The protocol has no such question.", record.question))
        return
    question, scale = asked[record.question]
    about = placed.about if question.side is None else placed.speakers[question.side]
    if placed.role == "control" and about != placed.about:
        return  # the other text was graded on the item's own card: one answer of a rater about a text counts
    if value is not None:
        try:
            value = turned(value, scale, placed)
        except ValueError as unfit:
            problems.add(Problem("judgments", place, f"{record.question}: {unfit}.", str(record.value)[:80]))
            return
    name = question.answers or question.name
    rating = Rating(record.rater, placed.item, name, value, about, record.judge_kind, record.reason)
    yield Opened(rating, record.value, placed.speakers, record.card or "")


def _asked(protocol: Protocol) -> dict[str, tuple[Question, Scale]]:
    """Each question with its scale; a name means the same in every kind that asks it."""
    asked = (question for kind in protocol.kinds.values() for question in kind.questions)
    return {question.name: (question, protocol.scales[question.scale]) for question in asked}


def turned(value: Answer, scale: Scale, placed: Placed) -> Answer:
    """A blind answer as a rating holds it; ValueError where the card has no such side or the scale no such value.

    On a bipolar scale below zero is the first side, above zero the second; toward the candidate means toward the
    control on a card where a control stands in its place.
    """
    if scale.type == "pick":
        return normalised(scale, _speaker(value, placed), placed.speakers)
    number = normalised(scale, value)
    if scale.type != "bipolar" or not isinstance(number, float):
        return number
    target = scale.toward if scale.toward in placed.speakers else placed.about
    return number if placed.speakers[1] == target else 0.0 - number


def _speaker(value: Answer, placed: Placed) -> str:
    side = str(value).strip()
    if side.casefold() == TIE:
        return TIE
    if side.upper() not in _SIDES or len(placed.speakers) < 2:
        raise ValueError("not a side of the card; give A, B or tie")
    return placed.speakers[_SIDES[side.upper()]]


def attention_kept(judgments: Iterable[Judgment | JudgmentRecord], key: Key) -> Mapping[str, tuple[int, int]]:
    """For each rater who saw attention cards: how many of their answers were as expected, and how many there were."""
    cards = Lookup(key)
    kept: dict[str, tuple[int, int]] = {}
    for given in judgments:
        record = JudgmentRecord.of(given, "person")
        placed = cards.find(record.card or "")
        if placed is not None and record.question in placed.expect:
            right, asked = kept.get(record.rater, (0, 0))
            kept[record.rater] = right + (record.value == placed.expect[record.question]), asked + 1
    return kept
