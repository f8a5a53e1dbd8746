"""Import answers into a study in one transaction: judgments, results of offline pages, surveys; repeats refused."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from ringtrue.files.problems import Problems, excerpt
from ringtrue.files.text_file import CSV, read_bytes
from ringtrue.formats.older_raw import is_older_raw
from ringtrue.judge.intake import read_judgments
from ringtrue.judge.older_files import OlderPage, OlderRaw, is_older_page, read_slots
from ringtrue.judge.packet_form import FilledForm, as_result, is_form_mapping, read_filled, read_forms
from ringtrue.judge.result_file import LIMITS, ResultFile, is_result_file, read_answers, read_result
from ringtrue.judge.rows import REQUIRED, ImportedAnswer, RowSource
from ringtrue.judge.survey import Survey, read_columns
from ringtrue.page.packet_document import missing, required
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.overview import PacketStatus
from ringtrue.store.packets import fingerprint
from ringtrue.store.provenance import Source
from ringtrue.store.study_store import StudyStore
from ringtrue.study.admission import admitted_raters
from ringtrue.study.conversation.evidence import evidence_problems
from ringtrue.study.folder import StudyFolder
from ringtrue.study.offline_packets import Documents
from ringtrue.study.rating_conditions import changed_after_finish, earlier_out, unmet_conditions
from ringtrue.terms.answer import Given
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import JudgeKind, Protocol

# Repeats: a file imported before, or an answer given twice.


ReadFile = tuple[Path, Source, Sequence[ImportedAnswer]]


def taken_before(read: Sequence[tuple[Path, Source]], records: StudyStore) -> list[Problem]:
    """A problem for every file that was taken in before, in this call or an earlier one."""
    problems = []
    taken = _taken_in(records)
    for file, source in read:
        if source.sha256 in taken:
            remedy = "give new files only; the study has all of this one"
            problems.append(
                Problem(str(file), "whole file", f"It was imported already, {taken[source.sha256]}.", remedy=remedy)
            )
        taken[source.sha256] = f"as {file.name} in this same call"
    return problems


def refuse_answered(read: Sequence[ReadFile], records: StudyStore, candidate: str) -> None:
    """Refuse answers that the study, or another file of this call, has already."""
    problems = Problems()
    seen = {
        (row.rater, row.item, row.question, row.speaker or candidate): "the study has this answer already"
        for row in records.judgments()
    }
    for file, _, answers in read:
        for answer in answers:
            rating = answer.rating
            key = (rating.rater, rating.item, rating.question, rating.speaker or candidate)
            if key in seen:
                value = f"{rating.rater}, {rating.item}, {rating.question}"
                problems.add(Problem(str(file), f"line {answer.line}", seen[key], value, "leave it out"))
            seen[key] = f"{file.name} has this answer on line {answer.line} already"
    problems.raise_if_any()


def _taken_in(records: StudyStore) -> dict[str, str]:
    """The digests of files taken in so far, each with the day it was."""
    taken: dict[str, str] = {}
    for entry in records.audit_entries():
        source = entry.detail.get("source")
        if source:
            taken[source["sha256"]] = f"as {source['name']} on {entry.at[:10]}"
    return taken


# The files: recognised by their content and read; problems of all of them are collected.


T = TypeVar("T")
_TABLES = (".csv", ".tsv")
_MISSING = frozenset(f"The column {name} is missing." for name in REQUIRED)


class FileReader:
    """Reads files one after the other into `judgments` and `results`."""

    def __init__(
        self,
        protocol: Protocol,
        items: Sequence[Item],
        judge_kind: JudgeKind,
        columns: Path | str | None,
        slots: Path | str | None,
        problems: Problems,
    ) -> None:
        """Take what the files are checked against; a faulty mapping or slot table is a problem like any other."""
        self.judgments: list[ReadFile] = []
        self.results: list[tuple[Path, Source, ResultFile]] = []
        self.filled: list[tuple[Path, Source, FilledForm]] = []
        self.left_out: dict[Path, tuple[str, ...]] = {}  # columns of a survey that its mapping says nothing about
        self._protocol = protocol
        self._items = items
        self._judge_kind = judge_kind
        self._problems = problems
        of_forms = columns is not None and self._attempted(is_form_mapping, columns)
        self.forms = self._attempted(read_forms, columns) if of_forms else None
        self._columns = None if of_forms else self._attempted(read_columns, columns)
        self._slots = self._attempted(read_slots, slots)
        self._is_usable = {".json": self._slots is not None or slots is None} | dict.fromkeys(
            _TABLES, self._columns is not None or self.forms is not None or columns is None
        )

    def read(self, path: Path) -> None:
        """Read one file, or note what is wrong with it."""
        try:
            if is_result_file(path):
                result = read_result(path)
                self.results.append((path, Source.of(path.name, read_bytes(path, limits=LIMITS)), result))
            elif self.forms is not None and path.suffix.lower() in _TABLES:
                source = Source.of(path.name, read_bytes(path, limits=CSV))
                self.filled.append((path, source, read_filled(path, self.forms)))
            elif self._is_usable.get(path.suffix.lower(), True):
                answers = read_judgments(
                    path, self._protocol, self._items, judge_kind=self._judge_kind, opened=self._opener(path)
                )
                self.judgments.append((path, Source.of(path.name, read_bytes(path, limits=CSV)), answers))
        except BadInput as refused:
            self._problems.extend(self._hinted(path, refused.problems))

    @property
    def sources(self) -> Iterator[tuple[Path, Source]]:
        """Every file that could be read, with the digest of its bytes."""
        yield from ((path, source) for path, source, _ in self.judgments)
        yield from ((path, source) for path, source, _ in self.results)
        yield from ((path, source) for path, source, _ in self.filled)

    def _opener(self, path: Path) -> Callable[[Problems], RowSource] | None:
        """How a file that is no plain list of judgments is opened as rows."""
        if path.suffix.lower() in _TABLES:
            if self._columns is not None:
                return lambda problems: self._survey(path, problems)
            if is_older_raw(path):
                return lambda _: OlderRaw(path, self._protocol)
        if path.suffix.lower() == ".json" and is_older_page(path):
            return lambda problems: OlderPage(path, self._slots, self._protocol, problems)
        return None

    def _survey(self, path: Path, problems: Problems) -> RowSource:
        assert self._columns is not None  # noqa: S101 - a table is a survey only where there is a mapping
        survey = Survey(path, self._columns, self._protocol, problems)
        self.left_out[path] = survey.left_out()
        return survey

    def _hinted(self, path: Path, problems: Sequence[Problem]) -> Sequence[Problem]:
        """A table that has none of our columns is hardly a list of judgments: one hint says more than four faults."""
        is_table = self._columns is None and path.suffix.lower() in _TABLES
        if not is_table or sum(problem.what in _MISSING for problem in problems) < len(_MISSING):
            return problems
        what = f"It has none of the columns {', '.join(REQUIRED)}."
        remedy = "Add them; or say by --columns MAP.yaml what the columns of a form or a survey hold."
        return [Problem(problems[0].file, problems[0].place, what, problems[0].value, remedy)]

    def _attempted(self, read: Callable[[Path | str], T], path: Path | str | None) -> T | None:
        try:
            return None if path is None else read(path)
        except BadInput as refused:
            self._problems.extend(refused.problems)
            return None


# Results of offline pages: checked against their packet, and against what the study has.


_THIS_DEAL = "Ask the rater for the result of the page that was sent out last."
_KNOWN = "Leave it out; the study has all of it."
_NOT_MET = "Leave it out, and ask the rater to go through the page from its first screen."
_SAME_PAGE = "Ask for a result of the page that the earlier one came from: its finished cards stay as they are."
_OTHER_STUDY = "Import it into the study that dealt the packet; ringtrue status DIR lists the packets that are out."


@dataclass(frozen=True, slots=True)
class PacketResult:
    """A result that fits its packet, ready to be recorded."""

    path: Path
    source: Source
    token: str
    rater: str
    givens: tuple[Given, ...]
    notes: tuple[tuple[str, Mapping[str, Any]], ...]
    cards: int
    done: int

    @property
    def partial(self) -> bool:
        """Whether something that must be answered is not."""
        return self.done < self.cards


class ResultChecker:
    """Checks results against the packets of a study."""

    def __init__(self, records: StudyStore, documents: Documents, together: Collection[str] = ()) -> None:
        """Take the study's records, the documents of its packets, and the packets of all results of this call."""
        self._records = records
        self._documents = documents
        self._together = together
        self._packets = records.packet_standings()
        self._packets_by_token = {packet.token: packet for packet in self._packets}
        self._first: dict[str, str] = {}  # packet -> the file of this call that brought it

    def check(self, path: Path, source: Source, result: ResultFile) -> PacketResult:
        """The result as it will be recorded; BadInput with every reason why not."""
        packet = self._packet(result)
        document = self._documents.of(packet.token, hosted=False)
        givens = _read(document, result)
        problems = Problems(_misfits(result, document, givens))
        there = {(one.given.card, one.given.question): one.given for one in self._records.answers(packet.token)}
        if packet.state == "partial" and not problems:
            problems.extend(_not_fuller(result, givens, there))
            changed = changed_after_finish(document, there, givens, file=result.file)
            problems.extend(replace(problem, remedy=_SAME_PAGE) for problem in changed)
        problems.raise_if_any()
        current = there | {(one.card, one.question): one for one in givens}
        open_cards = {card for _, (card, _) in missing(document, current.values())}
        cards = required(document)
        notes = tuple(_notes(result))
        done = len(cards) - len(open_cards)
        return PacketResult(path, source, packet.token, packet.rater, tuple(givens), notes, len(cards), done)

    def _packet(self, result: ResultFile) -> PacketStatus:
        """The packet a result is of, where it may still come back."""
        packet = self._packets_by_token.get(result.packet)
        if packet is None:
            what = "This study issued no such packet: the file is from another study."
            raise _refusal(result, what, _OTHER_STUDY)
        if result.packet in self._first:
            what = f"{self._first[result.packet]} is a result of the same packet."
            raise _refusal(result, what, "Give the fuller one, or one after the other.")
        self._first[result.packet] = Path(result.file).name
        if self._records.is_opened:
            raise _refusal(result, "The answer key was opened: blind answers are no longer accepted.", "Leave it out.")
        if packet.rater_state == "withdrawn" or packet.state == "withdrawn":
            raise _refusal(result, "The packet or its rater was withdrawn.", "Leave it out.")
        if packet.state == "returned":
            raise _refusal(result, "This packet was returned already, complete.", _KNOWN)
        if earlier := earlier_out(self._packets, packet.token, self._together):
            numbers = ", ".join(str(self._documents.session(token)[0]) for token in earlier)
            what = f"An earlier session of this rater is still out: {numbers}."
            raise _refusal(result, what, "Import that one first, or both together; a partial result of it will do.")
        return packet


def record_result(records: StudyStore, result: PacketResult, *, who: str) -> None:
    """Save the answers, mark the packet as returned, keep what else the rater said."""
    records.save_answers(result.token, result.givens, who=who, completing=True)
    for kind, body in result.notes:
        records.note_about_rater(result.rater, kind, body, who=who)
    records.return_packet(result.token, who=who, partial=result.partial, source=result.source)


def shown_hash(text: str) -> str:
    """By what a page names a text that it showed."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _read(document: Mapping[str, Any], result: ResultFile) -> list[Given]:
    """The answers of a result; its checksum fits, so what is wrong with them comes from no page of this deal."""
    try:
        return read_answers(document, list(result.answers), file=result.file)
    except BadInput as refused:
        raise BadInput(replace(one, remedy=one.remedy or _THIS_DEAL) for one in refused.problems) from None


def _refusal(result: ResultFile, what: str, remedy: str) -> BadInput:
    return BadInput([Problem(result.file, "packet", what, fingerprint(result.packet), remedy)])


def _misfits(result: ResultFile, document: Mapping[str, Any], givens: Sequence[Given]) -> Iterator[Problem]:
    """Answers to other texts than those dealt, at other places or given twice; consent or check that do not count."""
    places = {card["id"]: place for place, card in enumerate(document["cards"], start=1)}
    hashes = {card["id"]: tuple(map(shown_hash, card["texts"])) for card in document["cards"]}
    seen: set[tuple[str, str]] = set()
    for number, given in enumerate(givens, start=1):
        place = f"answer {number}"
        if given.shown != hashes[given.card]:
            what = "The texts it was given to are not those of the card, in their order."
            yield Problem(result.file, f"{place}, shown", what, ", ".join(given.shown), _THIS_DEAL)
        if given.position is not None and given.position != places[given.card]:
            what = f"The card is number {places[given.card]} of the packet."
            yield Problem(result.file, f"{place}, position", what, str(given.position), _THIS_DEAL)
        if (given.card, given.question) in seen:
            what = f"{given.question} of this card is answered twice."
            yield Problem(result.file, place, what, excerpt(str(given.value)), "Ask the rater to send it again.")
        seen.add((given.card, given.question))
    for problem in unmet_conditions(document, result.told, file=result.file):
        # A result that another program wrote need not have a part for the check; one of a page always has.
        if problem.place == "consent" or problem.place in {*result.told, *result.left_open}:
            yield replace(problem, remedy=_NOT_MET)


def _not_fuller(
    result: ResultFile, givens: Sequence[Given], there: Mapping[tuple[str, str], Given]
) -> Iterator[Problem]:
    """Why a second result of a packet that was returned in part does not complete it."""
    here = {(one.card, one.question): one for one in givens if one.value is not None}
    if there.keys() - here.keys():
        what = f"It has {len(here)} answers; the one imported before has {len(there)}, and some of them are not here."
        yield Problem(result.file, "answers", what, remedy="Give a result that continues the earlier one.")
    elif all(place in there and there[place].value == one.value for place, one in here.items()):
        what = "It contains nothing new: all of its answers were imported before."
        yield Problem(result.file, "answers", what, remedy=_KNOWN)


def _notes(result: ResultFile) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for kind, body in result.told.items():
        if kind != "sitting":
            yield kind, body
    yield "sitting", {**result.told.get("sitting", {}), **result.about, "offline": True}


# Import files: results of offline pages, judgments, survey exports and older files, all of them or none.


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

    `columns` says what the columns of survey exports hold; `slots` which text was in which slot of an older page.
    """
    problems = Problems()
    reader = FileReader(study.settings.scored, study.items(), judge_kind, columns, slots, problems)
    for path in map(Path, files):
        reader.read(path)
    with study.records() as records:
        known = taken_before([*reader.sources], records)
        problems.extend(known)
        problems.extend(_unblinded_files(study, records, reader.judgments))
        problems.extend(evidence_problems(study, records, ((path, answers) for path, _, answers in reader.judgments)))
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


def _unblinded_files(study: StudyFolder, records: StudyStore, read: Sequence[ReadFile]) -> Iterator[Problem]:
    """A problem for every file of judgments on items, where cards were dealt: nobody can know that they were blind."""
    if not records.packet_standings():
        return
    what = "This study was dealt blind: it takes answers on its own cards, and these are about items and speakers."
    remedy = (
        "Import the result files of its packets. To score this file, put it into a study that was not dealt "
        f"(ringtrue new DIR --protocol {study.settings.protocol.name}); its sound verdict stays provisional there."
    )
    for path, _, answers in read:
        yield Problem(str(path), f"line {answers[0].line}", what, answers[0].rating.rater, remedy)


def _packets(
    study: StudyFolder, records: StudyStore, reader: FileReader, known: set[str], problems: Problems
) -> list[PacketResult]:
    """The results that fit their packets; what is wrong with the others goes to `problems`."""
    if not reader.results and not reader.filled:
        return []
    from ringtrue.study.offline_packets import documents_of

    documents = documents_of(study, records.packets(), admitted_raters(records))
    results = [*reader.results, *_results_of_forms(reader, documents, problems)]
    together = {result.packet for _, _, result in results}
    checker = ResultChecker(records, documents, together)
    found = []
    for path, source, result in results:
        if str(path) in known:
            continue
        try:
            found.append(checker.check(path, source, result))
        except BadInput as refused:
            problems.extend(refused.problems)
    return found


def _results_of_forms(
    reader: FileReader, documents: Documents, problems: Problems
) -> Iterator[tuple[Path, Source, ResultFile]]:
    """The filled forms as results of pages; one of another study is left to the check of its packet."""
    assert reader.forms is not None or not reader.filled  # noqa: S101 - a form is read by its mapping
    for path, source, filled in reader.filled:
        token = filled.form.packet
        if token not in documents:
            yield path, source, ResultFile(filled.file, token, ())
            continue
        try:
            yield path, source, as_result(filled, reader.forms, documents.of(token, hosted=False))  # type: ignore[arg-type]
        except BadInput as refused:
            problems.extend(refused.problems)


def _taken(read: ReadFile, reader: FileReader) -> TakenFile:
    path, _, answers = read
    raters = tuple(dict.fromkeys(one.rating.rater for one in answers))
    return TakenFile(str(path), raters, len(answers), left_out=reader.left_out.get(path, ()))


def _taken_packet(packet: PacketResult) -> TakenFile:
    return TakenFile(str(packet.path), (packet.rater,), len(packet.givens), packet.cards, packet.done)


def _record(answer: ImportedAnswer) -> JudgmentRecord:
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
