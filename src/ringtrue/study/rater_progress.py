"""How far raters are: counted from marks of answers, never from what was answered, and without any key."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median

from ringtrue.store import AnswerMark, PacketStanding


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """One rater: cards answered of those dealt, when something was last saved, and how long it took.

    `state` is waiting (nothing saved yet), rating, done or withdrawn. `pace` is the median of the seconds on a card.
    """

    rater: str
    state: str
    cards: int
    done: int
    last_seen: str | None
    seconds: float
    pace: float | None
    breaks: int = 0


@dataclass(slots=True)
class _CardMarks:
    questions: set[str] = field(default_factory=set)
    seconds: float | None = None


class Marks:
    """What was answered so far, card by card; fed with new marks as they come."""

    def __init__(self) -> None:
        """Nothing was answered yet."""
        self.last = 0
        self._cards: dict[str, dict[str, _CardMarks]] = {}
        self._seen: dict[str, str] = {}

    def add(self, marks: Iterable[AnswerMark]) -> None:
        """Count marks in, in the order they were saved."""
        for mark in marks:
            card = self._cards.setdefault(mark.token, {}).setdefault(mark.card, _CardMarks())
            (card.questions.add if mark.is_there else card.questions.discard)(mark.question)
            if mark.seconds is not None:
                card.seconds = max(card.seconds or 0.0, mark.seconds)
            self._seen[mark.token] = mark.at
            self.last = mark.seq

    def of_rater(
        self,
        rater: str,
        packets: Iterable[PacketStanding],
        required: Mapping[str, Mapping[str, frozenset[str]]],
        breaks: int = 0,
    ) -> RaterProgress:
        """A rater's progress over his packets; `required` names the questions of each card, packet by packet."""
        mine = [packet for packet in packets if packet.state != "withdrawn"]
        done = sum(self._done(packet.token, required.get(packet.token, {})) for packet in mine)
        timed = [
            card.seconds
            for packet in mine
            for card in self._cards.get(packet.token, {}).values()
            if card.seconds is not None
        ]
        seen = max((self._seen[packet.token] for packet in mine if packet.token in self._seen), default=None)
        return RaterProgress(
            rater,
            _state(mine, seen),
            sum(len(packet.cards) for packet in mine),
            done,
            seen,
            sum(timed),
            median(timed) if timed else None,
            breaks,
        )

    def _done(self, token: str, required: Mapping[str, frozenset[str]]) -> int:
        """How many cards have an answer to everything that must be answered, and to something where nothing must."""
        cards = self._cards.get(token, {})
        return sum(bool(one.questions) and one.questions >= required.get(name, set()) for name, one in cards.items())


def _state(packets: list[PacketStanding], seen: str | None) -> str:
    if not packets or packets[0].rater_state == "withdrawn":
        return "withdrawn"
    if all(packet.state != "out" for packet in packets):
        return "done"
    return "rating" if seen else "waiting"
