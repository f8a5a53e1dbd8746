"""Record of a run: its study.yaml, and the audit note of what it was given."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.scenarios.controls import GENERIC_PROMPT, OWN_ANSWERS
from ringtrue.study.scenarios.inputs import PROTOCOL, RunInputs, path_settings
from ringtrue.study.settings import DEFAULT_SEED, FILE
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

# What the audit log keeps of how a run began.


ACT = "scenarios run"
ADDED = "controls added to the run"


@dataclass(frozen=True, slots=True)
class RunNote:
    """What the audit log keeps of how a run began."""

    identity: Mapping[str, str]
    scenario_file: str
    system_prompt: str
    earlier: tuple[Mapping[str, Any], ...] = ()  # folder and aggregate of the rounds before, the first one first
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The note as JSON."""
        return asdict(self)

    @classmethod
    def of(cls, note: Mapping[str, Any]) -> "RunNote":
        """The note as it was kept."""
        earlier, warnings = tuple(note["earlier"]), tuple(note["warnings"])
        return cls(note["identity"], note["scenario_file"], note["system_prompt"], earlier, warnings)


def note_of(study: StudyFolder) -> RunNote:
    """How a run began; BadInput for a study that is no run."""
    with study.records() as records:
        note = found_note(records)
    if note is None:
        what = "This study was not made by ringtrue run."
        raise BadInput([Problem(str(study.folder), FILE, what, remedy="Name the folder of a run, or a new one.")])
    return note


def found_note(records: StudyStore) -> RunNote | None:
    """The note in the audit log, with the controls that were added later; None where there is none."""
    note = None
    for entry in records.audit_entries():
        if entry.act == f"noted: {ACT}":
            note = note or RunNote.of(entry.detail["note"])
        elif note is not None and entry.act == f"noted: {ADDED}":
            note = replace(note, identity={**note.identity, **entry.detail["note"]})
    return note


# study.yaml of a run: who speaks and who judges, files named as seen from its folder.


PROMPT = "prompt.md"


def run_settings(folder: Path, inputs: RunInputs) -> dict[str, Any]:
    """study.yaml of a run: paths are written as seen from its folder."""
    given = inputs.given
    judging = ({"repeats": given.repeats} if given.repeats > 1 else {}) | {"language": given.language}
    settings: dict[str, Any] = {
        "protocol": PROTOCOL,
        "subject": {"name": _subject(inputs)},
        "speakers": speaker_entries(folder, inputs),
        "judges": {judge.name: speaker_entry(judge, folder) | judging for judge in inputs.judges},
        "seed": DEFAULT_SEED,
    }
    named = {"licences": os.path.relpath(given.licences.resolve(), folder)} if given.licences else {}
    return settings | named | ({"note": inputs.note} if inputs.note else {})


def speaker_entries(folder: Path, inputs: RunInputs) -> dict[str, dict[str, Any]]:
    """Everybody whose answers are judged, as study.yaml has them."""
    entries = {inputs.clone.name: speaker_entry(inputs.clone, folder) | {"system": PROMPT}}
    if inputs.controls:
        entries[inputs.controls.generic.name] = speaker_entry(inputs.controls.generic, folder) | {
            "system": GENERIC_PROMPT
        }
    if inputs.controls and inputs.controls.own:
        entries[inputs.controls.person] = {"kind": "recorded", "file": OWN_ANSWERS}
    return entries


def _subject(inputs: RunInputs) -> str:
    """Whose clone it is: the name of a card or a clone's folder, the prompt's first heading, or its file's name."""
    if inputs.subject:
        return inputs.subject[:80]
    lines = (line.strip() for line in inputs.prompt.splitlines())
    heading = next((line.lstrip("# ") for line in lines if line.startswith("#") and line.strip("# ")), "")
    return heading[:80] or inputs.given.prompt.resolve().stem


def speaker_entry(speaker: Speaker, folder: Path) -> dict[str, Any]:
    """A speaker as study.yaml has it, with files named as seen from the study's folder."""
    paths = path_settings(speaker.kind)
    settings = {key: _unsealed(value) for key, value in speaker.settings.items()}
    found = {key: os.path.relpath(value, folder) for key, value in settings.items() if key in paths and value}
    return {"kind": speaker.kind, **settings, **found}


def _unsealed(value: Any) -> Any:
    """Tables and lists that a YAML writer takes."""
    if isinstance(value, Mapping):
        return {str(key): _unsealed(inner) for key, inner in value.items()}
    return [_unsealed(inner) for inner in value] if isinstance(value, list | tuple) else value
