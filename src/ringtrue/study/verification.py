"""Verify a study before relying on it: audit chain, rows, answer keys, and files against what was dealt."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ringtrue.files.json_file import read_json
from ringtrue.store.keys import kept_secret, verify_keys
from ringtrue.store.study_store import StudyStore
from ringtrue.study.backup import DATABASE
from ringtrue.study.folder import StudyFolder
from ringtrue.study.kept_protocol import FILE as PROTOCOL_FILE
from ringtrue.study.manifest import (
    CHANGED,
    WORDING,
    ChangedPart,
    differences,
    is_dealt,
    is_sealed,
    recorded_manifest,
    sealed_since,
    shown,
)
from ringtrue.study.settings import FILE
from ringtrue.terms.problem import BadInput, Problem

RESULT = "result.json"
MEANING = "It is not as it was recorded: no number or verdict that rests on it can be relied on, so nothing was done."


def problems_of(study: StudyFolder, *, calls: bool = False, result: bool = False) -> list[Problem]:
    """All that is not as recorded; empty if all is well.

    Always: the chain, every recorded row, raters and notes about them; of a study that was dealt, or judged by a model,
    also keys, plans, the secret of the draws, study.yaml, protocol, items and files. With `calls` the log of calls too,
    with `result` result.json.
    """
    with study.records() as records:
        return _problems(study, records, calls=calls, result=result)


def refuse_altered(study: StudyFolder, *, result: bool = False) -> None:
    """BadInput with everything that is not as recorded, and what that means."""
    _refuse(study, problems_of(study, result=result))


def _refuse(study: StudyFolder, problems: list[Problem]) -> None:
    if problems:
        remedy = f"ringtrue doctor {study.folder} checks again; a backup has what was recorded"
        raise BadInput([Problem(str(study.folder), "study", MEANING, remedy=remedy), *problems])


def _problems(study: StudyFolder, records: StudyStore, *, calls: bool = False, result: bool = False) -> list[Problem]:
    problems = _record_problems(records, calls=calls)
    if problems:
        return problems
    found = list(_file_problems(study, records)) if is_sealed(records) else []
    return [*found, *(_result_problems(study, records) if result else ())]


def _record_problems(records: StudyStore, *, calls: bool = False) -> list[Problem]:
    """What is wrong with the database; keys are compared with a chain that is in order, or not at all."""
    return records.verify_audit(calls=calls) or verify_keys(records)


def _file_problems(study: StudyFolder, records: StudyStore) -> Iterator[Problem]:
    """Files of a sealed study that are not as they were then, nor what a recorded change made of them."""
    record = f'ringtrue record-change {study.folder} --why "..."'
    if recorded_manifest(records) is None:
        what = "It was dealt by an earlier version, which kept no digests of study.yaml, protocol, items and gold text."
        remedy = f"compare them with a backup, then record them as they are: {record}"
        yield Problem(str(study.folder), "manifest", what, remedy=remedy)
        return
    try:
        changed = _differences(study, records)
    except BadInput as unreadable:
        yield from unreadable.problems
        return
    sealed = "as it was dealt" if is_dealt(records) else f"as it was when {sealed_since(records)}"
    for found in changed:
        file = str(_file_of(study, found))
        what = f"It is not {sealed}: {found.what}."
        remedy = f"put it back, or record the change with a reason: {record}"
        yield Problem(file, shown(found.part), what, remedy=remedy)


def _differences(study: StudyFolder, records: StudyStore) -> list[ChangedPart]:
    return differences(study, records, study.items(), kept_secret(records) or "")


def _file_of(study: StudyFolder, found: ChangedPart) -> Any:
    kind, name = found.part
    places = {"item": study.items_file, "file": study.folder / name, "gold": study.settings.data.get("gold")}
    kept = study.folder / PROTOCOL_FILE
    return places.get(kind) or (kept if kind in ("protocol", WORDING) and kept.is_file() else study.folder / FILE)


def _result_problems(study: StudyFolder, records: StudyStore) -> Iterator[Problem]:
    path, latest = study.folder / RESULT, records.latest_result()
    if latest is None or not path.is_file():
        return
    try:
        same = read_json(path).data == latest.document
    except BadInput:
        same = False
    if not same:
        what = "It is not the newest result that was recorded."
        yield Problem(str(path), "whole file", what, remedy=f"ringtrue score {study.folder} writes it again")


# Change a sealed study on purpose: with a reason, as an act in the audit log.


def record_change(study: StudyFolder, why: str) -> list[str]:
    """Take settings, items, protocol and gold text of a sealed study as they now are; returns what changed."""
    with study.records() as records:
        if not is_sealed(records):
            what = "Nothing was dealt or judged yet: edit the files as you like."
            raise BadInput([Problem(str(study.folder), DATABASE, what, remedy="score or deal as usual")])
        _refuse(study, _record_problems(records))
        return _record(study, records, why)


@contextmanager
def changing(study: StudyFolder, why: str) -> Iterator[None]:
    """Around an act that rewrites the items: of a sealed study it needs a reason, and the change is recorded."""
    with study.records() as records:
        sealed = is_sealed(records)
        if sealed:
            _need_reason(study, why, records)
            _refuse(study, _problems(study, records))
        yield
        if sealed:
            _record(study, records, why)


def _record(study: StudyFolder, records: StudyStore, why: str) -> list[str]:
    _need_reason(study, why, records)
    found = _differences(study, records)
    if not found:
        return []
    changes = [f"{shown(one.part)}: {one.what}" for one in found]
    if recorded_manifest(records) is None:
        changes = ["study.yaml, protocol, items and gold text taken as they are: an earlier version dealt them"]
    parts = {" ".join(part for part in one.part if part): one.digest for one in found}
    with records.together():
        records.record_items(study.items(), who=study.who, file=study.items_file.name)
        records.note(CHANGED, {"why": why, "changes": changes, "parts": parts}, who=study.who)
    return changes


def _need_reason(study: StudyFolder, why: str, records: StudyStore) -> None:
    if not why.strip():
        begun = "cards were dealt" if is_dealt(records) else sealed_since(records)
        what = f"Since {begun} a change of the study needs a reason."
        remedy = 'add --why "..."; it goes into the audit log and the report'
        raise BadInput([Problem(str(study.folder), "why", what, remedy=remedy)])
