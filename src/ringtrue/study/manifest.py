"""The manifest of a study: digests of settings, protocol, items and files; the changes recorded since.

It goes into the audit chain when the first cards are dealt, when a run of scenarios begins, or when the first model
judges. A change recorded later, with its reason, adds the digests of what it changed; what the files must be is the sum
of both. The digests of a dealt study are keyed with the secret of the deal: plain ones could be tried with guessed
texts. Where only models judge there is nothing to guess, and no key.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from hmac import digest
from typing import Any, NamedTuple

from ringtrue.files.text_file import read_bytes
from ringtrue.store.audit import OPENED, SEALED, AuditEntry
from ringtrue.store.canonical_json import canonical
from ringtrue.store.items import body_of
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.kept_protocol import kept_wording
from ringtrue.study.settings import FILE, gold_text
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Result

MANIFEST = "study sealed"  # the notes in the audit log
CHANGED = "change recorded"
EARLY = "key opened early"
JUDGED = "models began to judge"  # what a manifest that no deal made dates from, unless it says otherwise
FREE = ("judges", "note")  # settings that may change after dealing: who else judges, and a remark for the report
WORDING = "wording"  # no number depends on it and no hash covers it, but a report is read by it
_WITHDRAWN = "rater withdrawn"
_CORRECTED = "judgments corrected"
_MISSING = "missing"

Part = tuple[str, str]  # what sort of part, and its name: ("item", "Q7"), ("setting", "seed")


class Recorded(NamedTuple):
    """The manifest as the audit log has it: digests by part, and the entry that was the last to change it."""

    digests: Mapping[str, str]
    seq: int


class ChangedPart(NamedTuple):
    """A part of the study that is not as the manifest has it."""

    part: Part
    what: str  # "status accepted -> rejected"
    digest: str | None  # what it is now; None: it is gone


def is_dealt(records: StudyStore) -> bool:
    """Whether cards of the study were dealt to people."""
    return next(records.audit_entries(SEALED), None) is not None


def is_sealed(records: StudyStore) -> bool:
    """Whether the study was dealt, or judged by a model: from then on a change of it needs a reason."""
    return is_dealt(records) or recorded_manifest(records) is not None


def sealed_since(records: StudyStore) -> str:
    """What began when the study was sealed: "it was dealt", or what the first manifest says."""
    if is_dealt(records):
        return "it was dealt"
    first = next(records.audit_entries(f"noted: {MANIFEST}"), None)
    return JUDGED if first is None else str(first.detail["note"].get("since", JUDGED))


def seal_manifest(
    study: StudyFolder, records: StudyStore, items: Sequence[Item], secret: str = "", since: str = JUDGED
) -> None:
    """Put the manifest into the audit log, unless it is there; a deal keys one that was made before it.

    The items are recorded already. `since` says what began then, where it is no deal.
    """
    keyed = bool(secret)
    if not any(_is_keyed(entry) >= keyed for entry in records.audit_entries(f"noted: {MANIFEST}")):
        body = {"parts": digests_of(study, items, secret), "keyed": keyed}
        records.note(MANIFEST, body if keyed else {**body, "since": since}, who=study.who)


def extend_manifest(study: StudyFolder, records: StudyStore, items: Sequence[Item]) -> None:
    """Add what an act of the program has just written into the files of a study that models judge.

    What was changed by hand must have been refused before.
    """
    known = recorded_manifest(records)
    if known is not None:
        parts = {name: one for name, one in digests_of(study, items, "").items() if known.digests.get(name) != one}
        records.note(MANIFEST, {"parts": parts, "keyed": False}, who=study.who)


def _is_keyed(entry: AuditEntry) -> bool:
    return bool(entry.detail["note"].get("keyed", True))


def recorded_manifest(records: StudyStore) -> Recorded | None:
    """What the files of the study must be; None where that was never recorded."""
    digests: dict[str, str | None] = {}
    last = None
    for entry in records.audit_entries(f"noted: {MANIFEST}", f"noted: {CHANGED}"):
        digests |= entry.detail["note"]["parts"]
        last = entry.seq
    return None if last is None else Recorded({part: one for part, one in digests.items() if one is not None}, last)


def differences(study: StudyFolder, records: StudyStore, items: Sequence[Item], secret: str) -> list[ChangedPart]:
    """The parts that are not as recorded, those that are gone among them; all of them where nothing was recorded."""
    known = recorded_manifest(records)
    before = known.digests if known else {}
    now = digests_of(study, items, secret)
    changed = [part for part in {**now, **before} if before.get(part) != now.get(part)]
    if WORDING not in before or WORDING not in now:  # an earlier manifest, or the installed protocol's own words
        changed = [part for part in changed if part != WORDING]
    if not changed:
        return []
    past = {item.id: item for item in records.items(as_of=known.seq)} if known else {}
    present = {item.id: item for item in items}
    found = []
    for key in changed:
        kind, _, name = key.partition(" ")
        what = _item_change(past.get(name), present.get(name)) if kind == "item" else "changed"
        found.append(ChangedPart((kind, name), what, now.get(key)))
    return found


def digests_of(study: StudyFolder, items: Sequence[Item], secret: str) -> dict[str, str]:
    """The keyed digest of each part, by its sort and name."""
    return {
        name: digest(secret.encode(), canonical([name, _plain(value)]).encode("ascii"), "sha256").hex()
        for name, value in _parts(study, items)
    }


def _parts(study: StudyFolder, items: Sequence[Item]) -> Iterator[tuple[str, Any]]:
    settings = study.settings
    yield "protocol", settings.protocol.hash
    words = kept_wording(study.folder)
    if words is not None:
        yield WORDING, words
    for name, value in settings.data.items():
        if name not in FREE:
            yield f"setting {name}", value
    if settings.data.get("gold"):
        yield "gold", _gold(study)
    rating = settings.data.get("rating")
    named = rating.values() if isinstance(rating, Mapping) else ()
    for name in dict.fromkeys(name for name in named if isinstance(name, str)):
        if (study.folder / name).is_file():
            yield f"file {name}", read_bytes(study.folder / name).hex()
    for item in items:
        yield f"item {item.id}", [item.kind, item.status, body_of(item)]


def _gold(study: StudyFolder) -> str:
    try:
        return gold_text(study.folder, study.settings)
    except BadInput:
        return _MISSING


def _plain(value: Any) -> Any:
    """A value of YAML in JSON's types."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value


def _item_change(past: Item | None, present: Item | None) -> str:
    if past is None or present is None:
        return "added" if past is None else "taken out of the list"
    if past.status != present.status:
        rest = _item_change(past, replace(present, status=past.status))
        return f"status {past.status} -> {present.status}" + (f", {rest}" if rest else "")
    heads = [name for name in ("kind", "prompt", "citations") if getattr(past, name) != getattr(present, name)]
    tables = ((past.tags, present.tags), (past.fields, present.fields))
    keys = (key for old, new in tables for key in {**old, **new} if old.get(key) != new.get(key))
    names = [*heads, *dict.fromkeys(map(str, keys))]
    return f"{', '.join(names)} changed" if names else ""


def shown(part: Part) -> str:
    """A part of the manifest in words."""
    kind, name = part
    named = {"gold": "the gold text", "protocol": "the protocol", WORDING: "the words of the protocol"}
    return {"setting": f"{FILE} {name}", **named}.get(kind, f"{kind} {name}")


# Changes after dealing, as the report and the result list them.


class RecordedChange(NamedTuple):
    """A change that was recorded after sealing: when, by whom, what and why, and whether the outcome could be known."""

    at: str
    who: str
    what: str
    why: str
    known: bool
    when: str = "After dealing, before the key was opened"

    def sentence(self) -> str:
        """The change as one sentence of the report."""
        return f"{self.when} ({self.at[:16].replace('T', ' ')} UTC, {self.who}): {self.what}. Reason: {self.why}"


# What the study had come to when a change was made, by the act that began it; whether its outcome could be known then.
_STAGES = {
    f"noted: {MANIFEST}": (f"After {JUDGED}", True),
    SEALED: ("After dealing, before the key was opened", False),
    OPENED: ("After the key was opened", True),
}
_CHANGES = (f"noted: {CHANGED}", f"noted: {EARLY}", _WITHDRAWN, _CORRECTED)
_BENDS = (f"noted: {CHANGED}", _WITHDRAWN)  # an early opening is told when it is not yet known what it leaves out


def recorded_changes(records: StudyStore) -> list[RecordedChange]:
    """Recorded changes of a sealed study, those first that were made when the outcome could be known.

    What was changed before a deal is no part of the dealt study.
    """
    return sorted((change for _, change in _changes(records)), key=lambda one: not one.known)


def changed_knowingly(records: StudyStore) -> int:
    """How many changes of items, settings or raters were recorded when the outcome could be known."""
    return sum(change.known and act in _BENDS for act, change in _changes(records))


def _changes(records: StudyStore) -> list[tuple[str, RecordedChange]]:
    """Each change with the act it was."""
    when, known = "", False
    found: list[tuple[str, RecordedChange]] = []
    for entry in records.audit_entries(*_STAGES, *_CHANGES):
        if entry.act in _STAGES:
            if entry.act == SEALED and not when.startswith("After dealing"):
                found = []
            if entry.act != f"noted: {MANIFEST}":
                when, known = _STAGES[entry.act]
            elif not _is_keyed(entry):
                since = str(entry.detail["note"].get("since", JUDGED))
                when, known = (when or f"After {since}"), True
            continue
        what = _what(entry.act, entry.detail)
        if when and what:
            why = str(entry.detail.get("why") or entry.detail.get("note", {}).get("why", ""))
            found.append((entry.act, RecordedChange(entry.at, entry.who, what, why, known, when)))
    return found


def _what(act: str, detail: Mapping[str, Any]) -> str:
    if act == f"noted: {CHANGED}":
        return "; ".join(detail["note"]["changes"])
    if act == f"noted: {EARLY}":
        return f"the key was opened with {detail['note']['packets']} packets not returned, whose answers never count"
    if act == _WITHDRAWN:
        return f"rater number {detail['rater']} withdrawn, with their answers"
    if act == _CORRECTED:
        return f"{sum(wrote['rows'] for wrote in detail.get('wrote', {}).values())} answers corrected"
    return ""


def with_changes(result: Result, records: StudyStore) -> Result:
    """The result with every recorded change in its notes, first those made when the outcome could be known."""
    sentences = tuple(change.sentence() for change in recorded_changes(records))
    return replace(result, notes=(*sentences, *result.notes)) if sentences else result
