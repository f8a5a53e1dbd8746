"""Answers that stand already: a file taken in before, or an answer given twice, so that all is taken in or nothing."""

from collections.abc import Sequence
from pathlib import Path

from ringtrue.files import Problems
from ringtrue.judge import Answered
from ringtrue.store import Source, StudyStore
from ringtrue.terms import Problem

ReadFile = tuple[Path, Source, Sequence[Answered]]


def taken_before(read: Sequence[tuple[Path, Source]], records: StudyStore) -> list[Problem]:
    """A problem for every file that was taken in before, in this call or an earlier one."""
    problems = []
    taken = _taken_in(records)
    for file, source in read:
        if source.sha256 in taken:
            remedy = "give files that are new; nothing of it is lost"
            problems.append(
                Problem(str(file), "whole file", f"It was taken in already, {taken[source.sha256]}.", remedy=remedy)
            )
        taken[source.sha256] = f"as {file.name} in this same call"
    return problems


def refuse_answered(read: Sequence[ReadFile], records: StudyStore, candidate: str) -> None:
    """Refuse answers that stand already, in the study or in another file of this call."""
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
