"""Check an audit chain: entries edited, removed, reordered or cut off are found and named."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from json import loads
from typing import Any

from sqlalchemy import Connection, select

from ringtrue.store.call_log import BEGUN
from ringtrue.store.chain import GENESIS, Entry, entry_of
from ringtrue.store.schema import audit, audit_heads
from ringtrue.terms import Problem

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
    withdrawn: set[int] = field(default_factory=set)
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
            what = f"It does not follow entry {entry.seq - 1} as that now stands."
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
        yield Problem(file, "audit head", f"It stands at entry {head.seq}, the chain goes on to {report.last}.")
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
    if entry.act == "key opened" and report.opened is None:
        report.opened = entry.seq
    if entry.act == "rater withdrawn":
        report.withdrawn.add(detail["rater"])
    if entry.act == "rater anonymised":
        report.anonymised.add(detail["rater"])
