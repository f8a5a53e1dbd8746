"""The audit log of a study: read it, add acts that have no table of their own, check that nobody changed it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby, islice
from json import loads
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, select

from ringtrue.store.calls import BEGUN, rows_of
from ringtrue.store.canonical_json import RowsDigest, digest_of
from ringtrue.store.raters import PILOT, sealed_name, sealed_note
from ringtrue.store.schema import RECORDED, audit, audit_heads, calls, digested, rater_notes, raters, studies
from ringtrue.store.transaction import GENESIS, Entry, StudyPart, entry_of, pieces
from ringtrue.terms.problem import Problem
from ringtrue.terms.text import checked_name

# Check an audit chain: entries edited, removed, reordered or cut off are found and named.


SEALED, OPENED = "key sealed", "key opened"  # the acts that begin and end the blind phase
_RESTORE = "Compare with a backup."
_MOST_SEARCHED = 100  # entries tried at each other's places


@dataclass(slots=True)
class ChainReport:
    """What a walk along the chain found: the problems, and what the sound entries promise about the data."""

    problems: list[Problem] = field(default_factory=list)
    last: int = 0
    study: str = ""  # digest of the study's own row
    opened: int | None = None  # the entry under which the key was opened
    wrote: dict[str, dict[int, tuple[int, str]]] = field(default_factory=dict)  # table -> act -> rows and digest
    calls: dict[int, dict[int, str]] = field(default_factory=dict)  # run -> number of rows -> their digest
    names: dict[int, str] = field(default_factory=dict)  # rater -> sealed name
    notes: dict[int, tuple[int, str | None]] = field(default_factory=dict)  # act -> rater and seal of the note
    withdrawn: set[int] = field(default_factory=set)
    pilots: set[int] = field(default_factory=set)
    anonymised: set[int] = field(default_factory=set)


def walk(connection: Connection, study: str, *, file: str, expected_head: str | None = None) -> ChainReport:
    """Walk the chain of a study from its first entry to its head."""
    report = ChainReport()
    asked = select(audit).where(audit.c.study == study).order_by(audit.c.seq)
    entries = (entry_of(row) for row in connection.execute(asked).mappings())
    last_hash, known = _follow(entries, report, file, expected_head)
    head = connection.execute(select(audit_heads).where(audit_heads.c.study == study)).one_or_none()
    report.problems += _head_problems(head, report, last_hash, file)
    if not known:
        what = "No entry has the hash that was noted earlier: the chain was cut off or rewritten since."
        report.problems.append(Problem(file, "audit", what, str(expected_head), _RESTORE))
    return report


def _follow(entries: Iterable[Entry], report: ChainReport, file: str, expected_head: str | None) -> tuple[str, bool]:
    """Take every entry in; gives the hash of the last one, and whether the expected one was met."""
    previous, known = GENESIS, expected_head is None
    followed = True  # the entry before is sound: what follows a broken one is not blamed again
    broken: list[Entry] = []
    for entry in entries:
        expected = report.last + 1
        place = f"audit entry {entry.seq}"
        sound = entry.hash == entry.own_hash()
        if entry.seq != expected:
            gone = f"entry {expected} is" if entry.seq == expected + 1 else f"entries {expected} to {entry.seq - 1} are"
            report.problems.append(Problem(file, place, f"Before it, {gone} removed.", remedy=_RESTORE))
        elif entry.previous != previous and followed and sound:
            what = f"It does not follow entry {entry.seq - 1} as that is now."
            report.problems.append(Problem(file, place, what, entry.previous, _RESTORE))
        if sound:
            _note(entry, report)
        else:
            broken.append(entry)
        known = known or entry.hash == expected_head
        previous, report.last, followed = entry.hash, entry.seq, sound
    report.problems += _edited(broken, file)
    return previous, known


def _edited(broken: list[Entry], file: str) -> Iterator[Problem]:
    """Entries that are not what their hash says: moved from another place, or changed."""
    for entry in broken:
        others = (other.seq for other in broken[:_MOST_SEARCHED] if other.seq != entry.seq)
        moved = next((seq for seq in others if entry.own_hash(seq) == entry.hash), None)
        what = "It was edited." if moved is None else f"It was reordered: it belongs at {moved}."
        yield Problem(file, f"audit entry {entry.seq}", what, entry.act, _RESTORE)


def _head_problems(head: Any, report: ChainReport, last_hash: str, file: str) -> Iterator[Problem]:
    if head is None:
        yield Problem(file, "audit head", "The head of the chain is missing.", remedy=_RESTORE)
        return
    if head.seq > report.last:
        gone = f"entry {head.seq} is" if head.seq == report.last + 1 else f"entries {report.last + 1} to {head.seq} are"
        yield Problem(file, "audit head", f"The chain was truncated: {gone} missing from its end.", remedy=_RESTORE)
    elif head.seq < report.last:
        yield Problem(file, "audit head", f"It points to entry {head.seq}, the chain continues to {report.last}.")
    elif head.hash != last_hash:
        yield Problem(file, "audit head", f"It does not match entry {head.seq}.", head.hash, _RESTORE)
    if head.opened != report.opened:
        what = f"It says the answer key was opened by entry {head.opened}, the chain says {report.opened}."
        yield Problem(file, "audit head", what, remedy=_RESTORE)


def _note(entry: Entry, report: ChainReport) -> None:
    """Remember what a sound entry promises."""
    detail = loads(entry.detail)
    if entry.seq == 1:
        report.study = detail.get("study", "")
    for table, wrote in detail.get("wrote", {}).items():
        report.wrote.setdefault(table, {})[entry.seq] = (wrote["rows"], wrote["digest"])
    if entry.act == BEGUN:
        report.calls[entry.seq] = {}
    if "calls" in detail:
        sealed = detail["calls"]
        report.calls.setdefault(sealed["act"], {})[sealed["rows"]] = sealed["digest"]
    for number, seal in detail.get("raters", {}).items():
        report.names[int(number)] = seal
    if entry.act == OPENED and report.opened is None:
        report.opened = entry.seq
    if entry.act == "rater noted":
        report.notes[entry.seq] = detail["rater"], detail.get("seal")
    marks = {
        "pilot rater added": report.pilots,
        "rater withdrawn": report.withdrawn,
        "rater anonymised": report.anonymised,
    }
    if entry.act in marks:
        marks[entry.act].add(detail["rater"])


# Check stored rows against the counts and digests in the audit chain.


_PIECE = 2000


def data_problems(
    connection: Connection, study: str, report: ChainReport, *, file: str, calls: bool = True
) -> Iterator[Problem]:
    """Rows changed, added or removed behind the chain's back, by table and by the act that wrote them."""
    row = connection.execute(select(studies).where(studies.c.id == study)).mappings().one_or_none()
    if row is None or digest_of(dict(row)) != report.study:
        yield Problem(file, "studies", "The study's own row was changed after it was created.", study)
    for table in RECORDED:
        yield from _table_problems(connection, study, table, report, file)
    if calls:
        yield from _call_problems(connection, study, report, file)
    yield from _rater_problems(connection, study, report, file)
    yield from _note_problems(connection, study, report, file)


def _table_problems(
    connection: Connection, study: str, table: Table, report: ChainReport, file: str
) -> Iterator[Problem]:
    promised = dict(report.wrote.get(table.name, {}))
    columns = [table.c[name] for name in digested(table)]
    asked = select(table.c.act, *columns).where(table.c.study == study).order_by(table.c.seq)
    for act, rows in groupby(connection.execute(asked), key=itemgetter(0)):
        found = RowsDigest()
        for piece in pieces((tuple(row[1:]) for row in rows), _PIECE):
            found.add(piece)
        place = f"{table.name} of audit entry {act}"
        if act not in promised:
            yield Problem(file, place, f"No entry of the chain tells of these {found.rows} rows.")
            continue
        count, digest = promised.pop(act)
        if found.rows != count:
            yield Problem(file, place, f"{count} rows were written, {found.rows} are there.")
        elif found.hexdigest() != digest:
            yield Problem(file, place, "Rows were changed after they were written.")
    for act, (count, _) in promised.items():
        yield Problem(file, f"{table.name} of audit entry {act}", f"All {count} rows are gone.")


def _call_problems(connection: Connection, study: str, report: ChainReport, file: str) -> Iterator[Problem]:
    """Runs whose rows are not those the chain sealed; rows behind the last seal are of a run that was cut short."""
    found = set(connection.execute(select(calls.c.act).where(calls.c.study == study).distinct()).scalars())
    for act in sorted(found | report.calls.keys()):
        place = f"calls of audit entry {act}"
        if act not in report.calls:
            yield Problem(file, place, "No entry of the chain tells of these rows.")
            continue
        digest = RowsDigest()
        rows = rows_of(connection, study, act)
        for count, promised in sorted(report.calls[act].items()):
            for piece in pieces(islice(rows, count - digest.rows), _PIECE):
                digest.add(piece)
            if digest.rows < count:
                yield Problem(file, place, f"{count} rows were written, {digest.rows} are there.")
                break
            if digest.hexdigest() != promised:
                yield Problem(file, place, "Rows were changed after they were written.")
                break


def _rater_problems(connection: Connection, study: str, report: ChainReport, file: str) -> Iterator[Problem]:
    missing = dict(report.names)
    for row in connection.execute(select(raters).where(raters.c.study == study)):
        place = f"rater {row.number}"
        seal = missing.pop(row.number, None)
        if (row.salt is None) != (row.number in report.anonymised):
            yield Problem(file, place, "The chain and the table differ on whether the rater was anonymised.")
        elif row.salt is not None and sealed_name(row.salt, row.name) != seal:
            yield Problem(file, place, "The name was changed after it was recorded.", row.name)
        if (row.state == "withdrawn") != (row.number in report.withdrawn):
            yield Problem(file, place, "The chain and the table differ on whether the rater was withdrawn.")
        if (row.state == PILOT) != (row.number in report.pilots - report.withdrawn):
            yield Problem(file, place, "The chain and the table differ on whether the rater is a pilot.")
    for number in missing:
        yield Problem(file, f"rater {number}", "The rater's row is gone.")


def _note_problems(connection: Connection, study: str, report: ChainReport, file: str) -> Iterator[Problem]:
    """Notes about raters, consents among them, that were changed, added or removed; earlier versions sealed none."""
    people = connection.execute(select(raters.c.number, raters.c.salt).where(raters.c.study == study))
    salts = {row.number: row.salt for row in people}
    missing = dict(report.notes)
    for row in connection.execute(select(rater_notes).where(rater_notes.c.study == study)):
        rater, seal = missing.pop(row.act, (None, None))
        place, salt = f"{row.kind} note about rater {row.rater}", salts.get(row.rater)
        if rater != row.rater:
            yield Problem(file, place, "No entry of the chain tells of it.", remedy=_RESTORE)
        elif seal is not None and (salt is None or sealed_note(salt, row.kind, row.body) != seal):
            yield Problem(file, place, "It was changed after it was recorded.", remedy=_RESTORE)
    for act, (rater, _) in missing.items():
        if rater not in report.anonymised:
            what = "The note is gone."
            yield Problem(file, f"note about rater {rater} of audit entry {act}", what, remedy=_RESTORE)


class AuditEntry(NamedTuple):
    """One act: its number, when, by whom, what, and in detail; `hash` is what the next entry holds of it."""

    seq: int
    at: str
    who: str
    act: str
    detail: Mapping[str, Any]
    hash: str


class AuditPart(StudyPart):
    """The audit log of a study."""

    def note(self, act: str, detail: Mapping[str, Any], *, who: str) -> None:
        """Log an act that writes no rows: a consent of the cloned person, a page opened, a decision taken."""
        checked_name(act, file=self.database.shown, place="act")
        with self.acting(f"noted: {act}", who, {"note": dict(detail)}):
            pass

    def audit_entries(self, *acts: str) -> Iterator[AuditEntry]:
        """All entries, or those of the acts named, the first one first, as a stream."""
        asked = select(audit).where(audit.c.study == self.id).order_by(audit.c.seq)
        if acts:
            asked = asked.where(audit.c.act.in_(acts))
        with self.database.reading() as connection, connection.execute(asked) as rows:
            for row in rows.mappings():
                entry = entry_of(row)
                yield AuditEntry(entry.seq, entry.at, entry.who, entry.act, loads(entry.detail), entry.hash)

    def audit_head(self) -> tuple[int, str]:
        """Number and hash of the newest entry. Printed in a report, the hash proves later what came before it."""
        with self.database.reading() as connection:
            head = connection.execute(select(audit_heads).where(audit_heads.c.study == self.id)).one()
        return head.seq, head.hash

    def verify_audit(self, *, data: bool = True, calls: bool = True, expected_head: str | None = None) -> list[Problem]:
        """Everything that is wrong with the chain and, with `data`, with the rows it tells of; empty if all is well.

        Without `calls` the log of calls is left out: it is long, and no number rests on it. `expected_head` is a hash
        noted earlier (in a report): the chain must still hold it.
        """
        file = self.database.shown
        with self.database.reading() as connection:
            return verified(connection, self.id, file=file, data=data, calls=calls, expected_head=expected_head)


def verified(
    connection: Connection,
    study: str,
    *,
    file: str,
    data: bool = True,
    calls: bool = True,
    expected_head: str | None = None,
) -> list[Problem]:
    """The same inside a transaction that is already open."""
    report = walk(connection, study, file=file, expected_head=expected_head)
    problems = list(report.problems)
    # Against a broken chain every row would look wrong.
    if data and not problems:
        problems += data_problems(connection, study, report, file=file, calls=calls)
    return problems
