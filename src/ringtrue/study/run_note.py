"""What the audit log keeps of how a run began."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ringtrue.store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.settings import FILE
from ringtrue.terms import BadInput, Problem

ACT = "scenarios run"


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
    """The note in the audit log, None where there is none."""
    for entry in records.audit_entries():
        if entry.act == f"noted: {ACT}":
            return RunNote.of(entry.detail["note"])
    return None
