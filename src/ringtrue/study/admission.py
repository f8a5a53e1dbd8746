"""Admit a rater who failed the check on the sample: the organiser overrules it, with a reason in the audit log."""

from collections.abc import Mapping
from typing import Any

from ringtrue.page.packet_document import without_check
from ringtrue.store.raters import RaterRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.problem import BadInput, Problem

OVERRULED = "check overruled"  # the note in the audit log
_MARK = "overruled"  # in the rater's own note: the reason


def admit_rater(study: StudyFolder, name: str, *, why: str) -> None:
    """Let a rater answer who did not pass the check; BadInput where there is nothing to overrule, or no reason."""
    with study.records() as records:
        rater = next((one for one in records.raters() if one.name == name), None)
        told = _comprehension(rater)
        if fault := _fault(records, rater, told, why):
            raise BadInput([Problem(str(study.folder), "admit", fault[0], name, fault[1])])
        assert rater is not None  # noqa: S101 - else there was a fault
        with records.together():
            records.note(OVERRULED, {"rater": rater.number, "why": why.strip()}, who=study.who)
            body = {"attempts": 0, **told, "passed": True, _MARK: why.strip()}
            records.note_about_rater(name, "comprehension", body, who=study.who)


def admitted_raters(records: StudyStore) -> frozenset[str]:
    """The raters whose check was overruled, by the names they have now."""
    return frozenset(one.name for one in records.raters() if _MARK in _comprehension(one))


def for_admitted(document: dict[str, Any], rater: str, admitted: frozenset[str]) -> dict[str, Any]:
    """The document of an offline page: the check is not asked of somebody for whom it was overruled."""
    return without_check(document) if rater in admitted else document


def _comprehension(rater: RaterRecord | None) -> Mapping[str, Any]:
    """The newest note on the check."""
    notes = rater.notes if rater else ()
    return next((body for kind, body in reversed(notes) if kind == "comprehension"), {})


def _fault(records: StudyStore, rater: RaterRecord | None, told: Mapping[str, Any], why: str) -> tuple[str, str] | None:
    """What keeps a rater from being admitted, and what to do."""
    if rater is None or rater.state == "withdrawn":
        what = "There is no such rater in this study." if rater is None else "The rater was withdrawn."
        return what, "ringtrue status DIR lists the packets that are out."
    if not why.strip():
        return "A check is overruled with a reason.", "Say why: it goes into the audit log."
    if records.is_opened:
        return "The answer key was opened: no more answers are accepted.", "Start a new study for further raters."
    if not any(one.rater == rater.name and one.state == "out" for one in records.packet_standings()):
        return "No packet of this rater is out.", "There is nothing to do."
    if told.get("passed") is True:
        return "The rater has passed the check, or it was overruled before.", "There is nothing to do."
    return None
