"""The desk of a study that is being rated: packets handed out, answers taken, progress told; keys are never touched.

One desk serves a server for its whole life and may be used by many threads at once.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

from ringtrue.store import Access, PacketStanding, StudyStore
from ringtrue.study.completeness import missing, required
from ringtrue.study.exporting import Documents, documents_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.rater_progress import Marks, RaterProgress
from ringtrue.terms import BadInput, Given, Problem

RATERS = "raters"  # who saved, in the audit log: it names nobody
_MOST_DOCUMENTS = 512
_MOST_LISTED = 20


class Desk:
    """A study open for raters."""

    def __init__(self, study: StudyFolder, records: StudyStore) -> None:
        """Take a study and its records, open for as long as the desk is used."""
        self._study = study
        self._records = records
        self.access = Access(records)
        self._maker: Documents | None = None
        self._documents: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._required: dict[str, dict[str, frozenset[str]]] = {}
        self._marks = Marks()
        self._reading = Lock()
        self._writing = Lock()  # SQLite has one writer; those who wait here are told sooner than by the database

    @property
    def opened(self) -> bool:
        """Whether the answer key was opened: then no answer is taken any more."""
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

    def packets(self) -> list[PacketStanding]:
        """All packets in the order issued, with their states as they are at this moment."""
        return self._records.packet_standings()

    def save(self, token: str, givens: Sequence[Given]) -> None:
        """Save answers, on the disk when this returns; PacketClosed where the packet takes none any more."""
        refused = self.save_many([(token, givens)])[0]
        if refused is not None:
            raise refused

    def save_many(self, saves: Sequence[tuple[str, Sequence[Given]]]) -> list[BadInput | None]:
        """Save what many raters answered in one go; for each None, or why it was refused. Values are checked before."""
        with self._writing:
            return self._records.save_many(saves, who=RATERS)

    def answers(self, token: str) -> list[Given]:
        """The standing answers of a packet."""
        return [record.given for record in self._records.answers(token)]

    def note(self, token: str, kind: str, body: Mapping[str, Any]) -> None:
        """Keep what the rater of a packet said besides: consent, qualification, comprehension, practice, sitting."""
        rater = self._rater(token)
        with self._writing:
            self._records.note_about_rater(rater, kind, body, who=RATERS)

    def sitting(self, token: str) -> dict[str, Any]:
        """What the rater of a packet need not be asked again, in this packet or a later one.

        A consent counts for the text it was given to: where that has changed since, it is asked for anew.
        """
        consent = self.document(token).get("consent")
        notes = self._records.notes_for(token)
        agreed = "consent" in notes and (consent is None or notes["consent"].get("hash") == consent["hash"])
        return {
            "consent": agreed,
            "qualification": "qualification" in notes,
            "comprehension": notes.get("comprehension"),
            "practice": "practice" in notes,
        }

    def finish(self, token: str, *, partial: bool = False) -> None:
        """Take a packet back: its answers become judgments. With required answers missing only as a partial one."""
        if not partial:
            self._refuse_unanswered(token)
        with self._writing:
            self._records.return_packet(token, who=RATERS, partial=partial)

    def progress(self) -> list[RaterProgress]:
        """How far each rater is, in the order they were dealt to; only what is new is read from the disk."""
        packets = self.packets()
        for packet in packets:
            if packet.token not in self._required and packet.state != "withdrawn":
                self.document(packet.token)
        breaks = self._breaks()
        by_rater: dict[str, list[PacketStanding]] = {}
        for packet in packets:
            by_rater.setdefault(packet.rater, []).append(packet)
        with self._reading:
            self._marks.add(self._records.answer_marks(self._marks.last))
            return [
                self._marks.of_rater(rater, mine, self._required, breaks[rater]) for rater, mine in by_rater.items()
            ]

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
            raise BadInput([Problem("desk", "packet", what, remedy="Check which study it belongs to.")])
        return found

    def _refuse_unanswered(self, token: str) -> None:
        there = {(given.card, given.question) for given in self.answers(token) if given.value != ""}
        problems = [
            Problem("packet", f"card {place}, {question}", "It is not answered yet.", remedy="Answer it.")
            for place, (_, question) in missing(self.document(token), there)
        ]
        if problems:
            raise BadInput(problems[:_MOST_LISTED])


@contextmanager
def open_desk(study: StudyFolder) -> Iterator[Desk]:
    """The desk of a study, open for the duration."""
    with study.records() as records:
        yield Desk(study, records)
