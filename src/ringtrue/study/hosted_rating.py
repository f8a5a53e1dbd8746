"""Hosted rating: packet documents, answers saved in transactions, submitted packets, raters' progress."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from threading import Lock
from typing import Any

from ringtrue.page.packet_document import missing, required
from ringtrue.store.access import Access
from ringtrue.store.overview import AnswerMark, PacketStatus
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.offline_packets import Documents, documents_of
from ringtrue.study.rating_conditions import (
    CONDITIONS,
    CardOrder,
    NotReady,
    failed_for_good,
    fault_of_consent,
    unmet_conditions,
)
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput, Problem

# Progress of raters: counted from which questions were answered, never from the answers, and without any key.


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
        packets: Iterable[PacketStatus],
        required: Mapping[str, Mapping[str, frozenset[str]]],
        breaks: int = 0,
    ) -> RaterProgress:
        """A rater's progress over their packets; `required` names the questions of each card, packet by packet."""
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


def _state(packets: list[PacketStatus], seen: str | None) -> str:
    if not packets or packets[0].rater_state == "withdrawn":
        return "withdrawn"
    if all(packet.state != "out" for packet in packets):
        return "done"
    return "rating" if seen else "waiting"


# A study open for raters; it never touches a key. One object serves a server for its whole life, in many threads.


RATERS = "raters"  # who saved, in the audit log: it names nobody
_MOST_DOCUMENTS = 512
_MOST_LISTED = 20


class HostedRating:
    """A study open for raters."""

    def __init__(self, study: StudyFolder, records: StudyStore) -> None:
        """Take a study and its records, which stay open as long as this is used."""
        self._study = study
        self._records = records
        self.access = Access(records)
        self._maker: Documents | None = None
        self._documents: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._required: dict[str, dict[str, frozenset[str]]] = {}
        self._orders: OrderedDict[str, CardOrder] = OrderedDict()
        self._ready: set[str] = set()  # packets whose raters agreed and passed; asked again where a packet is not in it
        self._marks = Marks()
        self._reading = Lock()
        self._writing = Lock()  # SQLite has one writer; waiting here is quicker than waiting for the database

    @property
    def opened(self) -> bool:
        """Whether the answer key was opened: then no answer is accepted any more."""
        return self._records.is_opened

    def document(self, token: str) -> dict[str, Any]:
        """What the rater of a packet gets to see; it does not change and must not be changed."""
        with self._reading:
            found = self._documents.get(token)
            if found is not None:
                self._documents.move_to_end(token)
                return found
            if self._maker is None or token not in self._maker:
                self._maker = documents_of(self._study, self._records.packets())
            made = self._maker.of(token, hosted=True)
            self._documents[token] = made
            self._required[token] = required(made)
            while len(self._documents) > _MOST_DOCUMENTS:
                self._documents.popitem(last=False)
        return made

    def packets(self) -> list[PacketStatus]:
        """All packets in the order issued, with their states as they are at this moment."""
        return self._records.packet_standings()

    def save(self, token: str, givens: Sequence[Given]) -> None:
        """Save answers, on disk when this returns.

        PacketClosed if the packet accepts none any more, NotReady without consent or check, CardFinished too late.
        """
        refused = self.save_many([(token, givens)])[0]
        if refused is not None:
            raise refused

    def save_many(self, saves: Sequence[tuple[str, Sequence[Given]]]) -> list[BadInput | None]:
        """Save what many raters answered in one go; for each None, or why it was refused. Values are checked before."""
        with self._writing:
            refused: dict[int, BadInput] = {}
            taken: dict[int, tuple[str, Sequence[Given]]] = {}
            for number, (token, givens) in enumerate(saves):
                try:
                    taken[number] = token, self._admitted(token, givens)
                except BadInput as refusal:
                    refused[number] = refusal
            try:
                told = dict(zip(taken, self._records.save_many(list(taken.values()), who=RATERS), strict=True))
            except BaseException:
                self._orders.clear()  # it counts answers that were not saved
                raise
            for number in (number for number, refusal in told.items() if refusal is not None):
                self._orders.pop(taken[number][0], None)
            return [refused.get(number) or told.get(number) for number in range(len(saves))]

    def answers(self, token: str) -> list[Given]:
        """The current answers of a packet."""
        return [record.given for record in self._records.answers(token)]

    def note(self, token: str, kind: str, body: Mapping[str, Any]) -> None:
        """Record what else the rater of a packet said: consent, qualification, comprehension, practice, sitting."""
        rater = self._rater(token)
        with self._writing:
            if kind == "comprehension":
                self._refuse_another_attempt(token, body)
            self._records.note_about_rater(rater, kind, body, who=RATERS)
            if kind in CONDITIONS:
                self._ready.discard(token)

    def sitting(self, token: str) -> dict[str, Any]:
        """What the rater of a packet need not be asked again, in this packet or a later one.

        A consent counts for the text it was given to: where that has changed since, it is asked for again.
        """
        asked = self.document(token).get("consent")
        notes = self._records.notes_for(token)
        agreed = "consent" in notes and (asked is None or fault_of_consent(asked, notes["consent"]) is None)
        return {
            "consent": agreed,
            "qualification": "qualification" in notes,
            "comprehension": notes.get("comprehension"),
            "practice": "practice" in notes,
        }

    def finish(self, token: str, *, partial: bool = False) -> None:
        """Submit a packet: its answers become judgments. With required answers missing only as a partial one."""
        if not partial:
            self._refuse_unanswered(token)
        with self._writing:
            if not partial:
                self._refuse_unready(token)
            self._records.return_packet(token, who=RATERS, partial=partial)
            self._orders.pop(token, None)

    def progress(self) -> list[RaterProgress]:
        """How far each rater is, in the order they were dealt to; only what is new is read from the disk."""
        packets = self.packets()
        for packet in packets:
            if packet.token not in self._required and packet.state != "withdrawn":
                self.document(packet.token)
        breaks = self._breaks()
        by_rater: dict[str, list[PacketStatus]] = {}
        for packet in packets:
            by_rater.setdefault(packet.rater, []).append(packet)
        with self._reading:
            self._marks.add(self._records.answer_marks(self._marks.last))
            return [
                self._marks.of_rater(rater, mine, self._required, breaks[rater]) for rater, mine in by_rater.items()
            ]

    def failed_check(self) -> frozenset[str]:
        """The raters who failed the check on the sample on the last attempt and have a packet out."""
        out = {packet.rater: packet.token for packet in reversed(self.packets()) if packet.state == "out"}
        told = ((rater.name, dict(rater.notes).get("comprehension")) for rater in self._records.raters())
        return frozenset(name for name, note in told if name in out and failed_for_good(self.document(out[name]), note))

    def _breaks(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for rater in self._records.raters():
            for kind, body in rater.notes:
                breaks = body.get("breaks") if kind == "sitting" else None
                found[rater.name] += len(breaks) if isinstance(breaks, list | tuple) else 0
        return found

    def _rater(self, token: str) -> str:
        found = self._records.rater_of(token)
        if found is None:
            what = "This study issued no such packet."
            raise BadInput([Problem("hosted rating", "packet", what, remedy="Check which study it belongs to.")])
        return found

    def _admitted(self, token: str, givens: Sequence[Given]) -> Sequence[Given]:
        """Those of the answers that are to be saved; BadInput where the conditions of rating are not met.

        Nothing is read from the disk where the packet was met before, so that saves stay quick.
        """
        try:
            self.document(token)
        except BadInput:
            return givens  # there is no such packet, or it was withdrawn: the store says so
        self._refuse_unready(token)
        order = self._orders.get(token)
        if order is None:
            saved = (record.given for record in self._records.answers(token, all=True))
            order = self._orders[token] = CardOrder(self.document(token), saved)
            while len(self._orders) > _MOST_DOCUMENTS:
                self._orders.popitem(last=False)
        self._orders.move_to_end(token)
        return order.take(givens)

    def _refuse_unready(self, token: str) -> None:
        if token in self._ready:
            return
        problems = list(unmet_conditions(self.document(token), self._records.notes_for(token), file="packet"))
        if problems:
            raise NotReady(problems)
        self._ready.add(token)

    def _refuse_another_attempt(self, token: str, body: Mapping[str, Any]) -> None:
        """Refuse a check that is tried once too often; the last attempt may be sent twice."""
        before = self._records.notes_for(token).get("comprehension")
        if failed_for_good(self.document(token), before) and body != before:
            what = "The check on the sample was failed as often as it may be tried."
            raise NotReady([Problem("packet", "comprehension", what, remedy="Ask the organiser.")])

    def _refuse_unanswered(self, token: str) -> None:
        problems = [
            Problem("packet", f"card {place}, {question}", "Not answered yet.", remedy="Answer it.")
            for place, (_, question) in missing(self.document(token), self.answers(token))
        ]
        if problems:
            raise BadInput(problems[:_MOST_LISTED])


@contextmanager
def open_hosted_rating(study: StudyFolder) -> Iterator[HostedRating]:
    """Open a study for hosted rating."""
    with study.records() as records:
        yield HostedRating(study, records)
