"""The folder of a run: made whole in one step, or found again and gone on with if it was given the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_jsonl
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.protocols.loader import load
from ringtrue.store.store import Store
from ringtrue.study.backup import DATABASE
from ringtrue.study.folder import StudyFolder, made_whole
from ringtrue.study.kept_protocol import keep_protocol
from ringtrue.study.manifest import extend_manifest, is_dealt, seal_manifest
from ringtrue.study.scenarios.controls import GENERIC_PROMPT, NEUTRAL, OWN_ANSWERS
from ringtrue.study.scenarios.inputs import PROTOCOL, RunInputs
from ringtrue.study.scenarios.run_record import (
    ACT,
    ADDED,
    PROMPT,
    RunNote,
    note_of,
    run_settings,
    speaker_entries,
)
from ringtrue.study.settings import FILE, settings_from
from ringtrue.study.speakers import judges_of, speakers_of
from ringtrue.study.study import Study
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

ITEMS = "items.jsonl"
MOVED = "run goes on elsewhere"
_MEANING = {
    "scenarios": "The scenarios have changed since this run began.",
    "prompt": "The system prompt has changed since this run began.",
    "kb": "The knowledge base has changed since this run began.",
    "generic prompt": "The prompt of the generic speaker was another when it was first asked.",
    "self": "The person's own answers have changed since this run began.",
}
_MAY_COME = ("generic", "generic prompt", "self")  # controls that a run may get later: they change nothing else


def begun(folder: Path, inputs: RunInputs, *, after: Path | None, who: str) -> tuple[Study, RunNote, bool]:
    """The study of a run, its note, and whether it was there before; BadInput says what is not the same."""
    if (folder / FILE).exists() or (folder / DATABASE).exists():
        study = Study.open(folder, who=who)
        return *_with_controls(study, inputs, refuse_changes(study, inputs)), True
    place = folder.resolve()
    if place == Path.cwd() or (place.exists() and (not place.is_dir() or any(place.iterdir()))):
        what = "There is something else here already."
        raise BadInput([Problem(str(folder), "--out", what, remedy="Name a new folder.")])
    given = inputs.given
    note = RunNote(inputs.identity(), given.scenarios.name, given.prompt.name, _earlier(after), inputs.warnings)
    return _make(folder, inputs, note, who), note, False


def refuse_changes(study: Study, inputs: RunInputs) -> RunNote:
    """The note of a run that was begun with these inputs; BadInput lists what is not the same."""
    folder, note = study.folder, note_of(study)
    now, formerly = inputs.identity(), inputs.identity(addresses=True)
    problems = []
    lost = note.identity.get("generic") and not now.get("generic")
    if lost:
        remedy = "Add --controls and what belongs to it, or give another --out."
        problems.append(Problem(str(folder), "--controls", "The run has controls.", remedy=remedy))
    for name in dict.fromkeys([*now, *(name for name in note.identity if not (lost and name in _MAY_COME))]):
        before, given = note.identity.get(name, ""), now.get(name, "")
        if before not in (given, formerly.get(name)) and (before or name not in _MAY_COME):
            what = _MEANING.get(name, f"The run began with {name} {before or 'none'}.")
            remedy = "Give what it began with, or another --out."
            problems.append(Problem(str(folder), name, what, given[:80] if name not in _MEANING else "", remedy))
    if problems:
        raise BadInput(problems)
    return note


def moved(study: Study, inputs: RunInputs) -> list[str]:
    """Who is asked at another address than when the run was last at work, each in a sentence, and noted.

    It may be another model after all.
    """
    before = {one.name: _address(one) for group in (speakers_of, judges_of) for one in group(study.settings).values()}
    now = {one.name: _address(one) for one in (*inputs.speakers, *inputs.judges)}
    with study.records() as records:
        for entry in records.audit_entries():
            if entry.act == f"noted: {MOVED}":
                before |= entry.detail["note"]
        new = {name: address for name, address in now.items() if before.get(name, address) != address}
        if new:
            records.note(MOVED, new, who=study.who)
    return [f"{name} was asked at {before[name]} before, and is now asked at {new[name]}." for name in new]


def _address(speaker: Speaker) -> str:
    return str(speaker.settings.get("url") or "the usual address").rstrip("/")


def _earlier(after: Path | None) -> tuple[Mapping[str, Any], ...]:
    """The rounds before this one: those of the folder named, and that folder itself."""
    if after is None:
        return ()
    study = Study.open(after)
    latest = study.latest()
    value = latest.result.estimates["aggregate_fidelity"].value if latest else None
    if value is None:
        what = "The round before has no result yet."
        raise BadInput([Problem(str(after), "--after", what, remedy="Finish it first, or leave --after out.")])
    return (*note_of(study).earlier, {"folder": str(after.resolve()), "aggregate": value})


def _make(folder: Path, inputs: RunInputs, note: RunNote, who: str) -> Study:
    settings, protocol = run_settings(folder, inputs), load(PROTOCOL)
    about = {"name": protocol.name, "version": protocol.version, "hash": protocol.hash}
    with made_whole(folder) as scratch:
        write_jsonl(scratch / ITEMS, inputs.scenarios.lines())
        write_text(scratch / PROMPT, inputs.prompt)
        _write_controls(scratch, inputs)
        write_yaml(scratch / FILE, settings)
        keep_protocol(scratch, PROTOCOL)
        with Store.open(scratch / DATABASE, create=True) as store:
            made = store.create_study(folder.name or PROTOCOL, protocol=about, who=who, settings={"protocol": PROTOCOL})
            made.note(ACT, note.as_dict(), who=who)
            made.record_items(inputs.scenarios, who=who, file=ITEMS)
            made_of = StudyFolder(scratch, settings_from(settings, scratch, protocol), who)
            seal_manifest(made_of, made, list(inputs.scenarios))
    return Study(folder, settings_from(settings, folder, protocol), who)


def _write_controls(folder: Path, inputs: RunInputs) -> None:
    """What the controls were given, beside the clone's prompt."""
    if inputs.controls is None:
        return
    write_text(folder / GENERIC_PROMPT, NEUTRAL)
    if inputs.controls.own:
        own = inputs.controls.own
        write_jsonl(folder / OWN_ANSWERS, ({"item": item, "text": text} for item, text in own.items()))


def _with_controls(study: Study, inputs: RunInputs, note: RunNote) -> tuple[Study, RunNote]:
    """The run with controls that it did not begin with; what was asked so far stays."""
    new = {name: value for name, value in inputs.identity().items() if value and not note.identity.get(name)}
    if not new:
        return study, note
    folder = study.folder
    refuse_altered(study)
    with study.records() as records:
        if is_dealt(records):
            what = "The study was dealt to people: it gets no controls any more."
            raise BadInput([Problem(str(folder), "--controls", what, remedy="Name another --out.")])
        _write_controls(folder, inputs)
        document = read_yaml(folder / FILE).data
        for name, entry in speaker_entries(folder, inputs).items():
            document["speakers"].setdefault(name, entry)
        write_yaml(folder / FILE, document)
        records.note(ADDED, new, who=study.who)
        changed = Study.open(folder, who=study.who)
        extend_manifest(changed, records, changed.items())
    return changed, note_of(changed)
