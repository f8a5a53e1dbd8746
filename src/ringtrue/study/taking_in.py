"""Take files in: results of offline pages, judgments, survey exports and older files, all of them or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringtrue.files import Problems
from ringtrue.judge import Answered
from ringtrue.store import JudgmentRecord
from ringtrue.study.folder import StudyFolder
from ringtrue.study.intake_files import FileReader
from ringtrue.study.packet_results import PacketDesk, PacketResult, record_result
from ringtrue.study.repeats import ReadFile, refuse_answered, taken_before
from ringtrue.terms import BadInput, JudgeKind

if TYPE_CHECKING:
    from ringtrue.store import StudyStore


@dataclass(frozen=True, slots=True)
class TakenFile:
    """What one file brought: whose answers, how many, and for a packet how many of its cards are answered."""

    file: str
    raters: tuple[str, ...]
    answers: int
    cards: int | None = None
    done: int | None = None
    left_out: tuple[str, ...] = ()  # columns of a survey that were not looked at

    @property
    def state(self) -> str:
        """complete or partial for the result of a packet, "" for other files."""
        if self.cards is None:
            return ""
        return "complete" if self.done == self.cards else "partial"

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON; those of packets only where it was one."""
        whole: dict[str, Any] = {"file": self.file, "raters": list(self.raters), "answers": self.answers}
        whole |= {"left_out": list(self.left_out)} if self.left_out else {}
        return whole | ({"state": self.state, "cards": self.cards, "done": self.done} if self.state else {})


def take_in(
    study: StudyFolder,
    files: Sequence[Path | str],
    *,
    judge_kind: JudgeKind = "person",
    columns: Path | str | None = None,
    slots: Path | str | None = None,
) -> list[TakenFile]:
    """Take files in, all of them or none; BadInput with every problem of every file.

    `columns` says what the columns of survey exports hold; `slots` which text stood in which slot of an older page.
    """
    problems = Problems()
    reader = FileReader(study.settings.scored, study.items(), judge_kind, columns, slots, problems)
    for path in map(Path, files):
        reader.read(path)
    with study.records() as records:
        known = taken_before([*reader.sources], records)
        problems.extend(known)
        packets = _packets(study, records, reader, {problem.file for problem in known}, problems)
        if not problems:
            refuse_answered(reader.judgments, records, study.settings.protocol.candidate)
        problems.raise_if_any()
        with records.together():
            records.record_items(study.items(), who=study.who, file=study.items_file.name)
            for _, source, answers in reader.judgments:
                records.record_judgments(map(_record, answers), who=study.who, source=source)
            for packet in packets:
                record_result(records, packet, who=study.who)
    return [*(_taken(read, reader) for read in reader.judgments), *map(_taken_packet, packets)]


def _packets(
    study: StudyFolder, records: "StudyStore", reader: FileReader, known: set[str], problems: Problems
) -> list[PacketResult]:
    """The results that fit their packets; what is wrong with the others goes to `problems`."""
    if not reader.results:
        return []
    from ringtrue.study.exporting import documents_of

    desk = PacketDesk(records, documents_of(study, records.packets()))
    found = []
    for path, source, result in reader.results:
        if str(path) in known:
            continue
        try:
            found.append(desk.check(path, source, result))
        except BadInput as refused:
            problems.extend(refused.problems)
    return found


def _taken(read: ReadFile, reader: FileReader) -> TakenFile:
    path, _, answers = read
    raters = tuple(dict.fromkeys(one.rating.rater for one in answers))
    return TakenFile(str(path), raters, len(answers), left_out=reader.left_out.get(path, ()))


def _taken_packet(packet: PacketResult) -> TakenFile:
    return TakenFile(str(packet.path), (packet.rater,), len(packet.givens), packet.cards, packet.done)


def _record(answer: Answered) -> JudgmentRecord:
    rating = answer.rating
    return JudgmentRecord(
        rating.rater,
        rating.item,
        rating.question,
        rating.value,
        rating.speaker,
        judge_kind=rating.judge_kind,
        seconds=answer.seconds,
        comment=answer.comment,
        excerpt=answer.excerpt,
        reason=rating.reason,
    )
