"""Unblinding: a side becomes a speaker, and an answer between two texts gets the direction its scale defines."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ringtrue.blind.key import Key, KeyEntry, cards_of
from ringtrue.files.problems import Problems
from ringtrue.protocols.scales import NEITHER, PLACES, SIDES, TIE, accepted_place, normalised, read_side
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.terms.answer import Answer, Judgment, Rating
from ringtrue.terms.problem import Problem
from ringtrue.terms.protocol import JudgeKind, Protocol, Question, Scale


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
    return [one.rating for one in opened(judgments, cards_of(key), protocol, judge_kind=judge_kind)]


def opened(
    judgments: Iterable[Judgment | JudgmentRecord],
    cards: Mapping[str, KeyEntry],
    protocol: Protocol,
    *,
    judge_kind: JudgeKind = "person",
) -> list[Opened]:
    """The same by cards opened before, with what a study of judges needs: the answer given, and which way round."""
    asked = _asked(protocol)
    problems = Problems()
    found: list[Opened] = []
    for number, given in enumerate(judgments, 1):
        record = JudgmentRecord.of(given, judge_kind)
        placed = cards.get(record.card or "")
        if placed is None:
            what, remedy = "There is no such card in the key.", "Import it with the packet it belongs to."
            problems.add(Problem("judgments", f"judgment {number}", what, str(record.card), remedy))
        elif placed.role != "attention":
            found += _opened(record, placed, asked, number, problems)
    problems.raise_if_any()
    return found


def _opened(
    record: JudgmentRecord,
    placed: KeyEntry,
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
    """Each question with its scale, by its name on cards; a name means the same in every kind that asks it."""
    asked = (question for kind in protocol.kinds.values() for question in kind.questions)
    return {question.on_card: (question, protocol.scales[question.scale]) for question in asked}


def turned(value: Answer, scale: Scale, placed: KeyEntry) -> Answer:
    """A blind answer as a rating holds it; ValueError where the card has no such side or the scale no such value.

    On a bipolar scale below zero is the first side, above zero the second; toward the candidate means toward the
    control on a card where a control stands in its place.
    """
    if scale.type == "pick":
        return normalised(scale, _speaker(value, placed), placed.speakers)
    if scale.type == "position":
        return normalised(scale, _position(value, placed), placed.positions)
    number = normalised(scale, value)
    if scale.type != "bipolar" or not isinstance(number, float):
        return number
    target = scale.toward if scale.toward in placed.speakers else placed.about
    return number if placed.speakers[1] == target else 0.0 - number


def _position(value: Answer, placed: KeyEntry) -> str:
    place = accepted_place(value, placed.positions)
    return NEITHER if place == NEITHER else placed.positions[PLACES.index(place)]


def _speaker(value: Answer, placed: KeyEntry) -> str:
    side = read_side(value)
    if side == TIE:
        return TIE
    if side is None or len(placed.speakers) < 2:
        raise ValueError("not a side of the card; give A, B or tie")
    return placed.speakers[SIDES.index(side)]
