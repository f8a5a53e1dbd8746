"""The manifest of a dealt study: keyed digests of settings, protocol, items and files; the changes recorded since.

It goes into the audit chain when the first cards are dealt. A change recorded later, with its reason, adds the digests
of what it changed; what the files must be is the sum of both. The digests are keyed with the secret of the deal: plain
ones could be tried with guessed texts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from hmac import digest
from typing import Any, NamedTuple

from ringtrue.files.text_file import read_bytes
from ringtrue.store.audit import OPENED, SEALED
from ringtrue.store.canonical_json import canonical
from ringtrue.store.items import body_of
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.settings import FILE, gold_text
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput
from ringtrue.terms.result import Result

MANIFEST = "study sealed"  # the notes in the audit log
CHANGED = "change recorded"
EARLY = "key opened early"
FREE = ("judges", "note")  # settings that may change after dealing: who else judges, and a remark for the report
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


def seal_manifest(study: StudyFolder, records: StudyStore, items: Sequence[Item], secret: str) -> None:
    """Put the manifest into the audit log, unless an earlier deal did; the items are recorded already."""
    if recorded_manifest(records) is None:
        records.note(MANIFEST, {"parts": digests_of(study, items, secret)}, who=study.who)


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
    return {"setting": f"{FILE} {name}", "gold": "the gold text", "protocol": "the protocol"}.get(
        kind, f"{kind} {name}"
    )


# Changes after dealing, as the report and the result list them.


class RecordedChange(NamedTuple):
    """A change that was recorded after dealing: when, by whom, what and why, and whether the key was open then."""

    at: str
    who: str
    what: str
    why: str
    after_opening: bool

    def sentence(self) -> str:
        """The change as one sentence of the report."""
        when = "After the key was opened" if self.after_opening else "After dealing, before the key was opened"
        return f"{when} ({self.at[:16].replace('T', ' ')} UTC, {self.who}): {self.what}. Reason: {self.why}"


def recorded_changes(records: StudyStore) -> list[RecordedChange]:
    """Recorded changes of a dealt study, those after the opening of the key first."""
    dealt = opened = False
    found = []
    for entry in records.audit_entries(SEALED, OPENED, f"noted: {CHANGED}", f"noted: {EARLY}", _WITHDRAWN, _CORRECTED):
        dealt, opened = dealt or entry.act == SEALED, opened or entry.act == OPENED
        what = _what(entry.act, entry.detail)
        if dealt and what:
            why = str(entry.detail.get("why") or entry.detail.get("note", {}).get("why", ""))
            found.append(RecordedChange(entry.at, entry.who, what, why, opened))
    return sorted(found, key=lambda one: not one.after_opening)


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
    """The result with every recorded change after dealing in its notes, first those after the key was opened."""
    sentences = tuple(change.sentence() for change in recorded_changes(records))
    return replace(result, notes=(*sentences, *result.notes)) if sentences else result
