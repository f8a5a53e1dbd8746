"""The folder of a run: made whole in one step, or found again and gone on with if it was given the same."""

from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from ringtrue.files import write_jsonl, write_text, write_yaml
from ringtrue.protocols import load
from ringtrue.store import Store
from ringtrue.study.archive import DATABASE
from ringtrue.study.run_note import ACT, RunNote, note_of
from ringtrue.study.run_settings import PROMPT, PROTOCOL, run_settings
from ringtrue.study.scenario_inputs import RunInputs
from ringtrue.study.settings import FILE
from ringtrue.study.speakers import judges_of, speakers_of
from ringtrue.study.study import Study
from ringtrue.terms import BadInput, Problem, Speaker

ITEMS = "items.jsonl"
MOVED = "run goes on elsewhere"
_MEANING = {
    "scenarios": "The scenarios have changed since this run began.",
    "prompt": "The system prompt has changed since this run began.",
    "kb": "The knowledge base has changed since this run began.",
}


def begun(folder: Path, inputs: RunInputs, *, after: Path | None, who: str) -> tuple[Study, RunNote, bool]:
    """The study of a run, its note, and whether it was there before; BadInput says what is not the same."""
    if (folder / FILE).exists() or (folder / DATABASE).exists():
        study = Study.open(folder, who=who)
        return study, refuse_changes(study, inputs), True
    place = folder.resolve()
    if place == Path.cwd() or (place.exists() and (not place.is_dir() or any(place.iterdir()))):
        what = "There is something else here already."
        raise BadInput([Problem(str(folder), "--out", what, remedy="Name a new folder.")])
    given = inputs.given
    note = RunNote(inputs.identity(), given.scenarios.name, given.prompt.name, _earlier(after), inputs.warnings)
    _make(folder, inputs, note, who)
    study = Study.open(folder, who=who)
    if inputs.scenarios.kept is not None:
        study.keep_items(inputs.scenarios.kept)
    return study, note, False


def refuse_changes(study: Study, inputs: RunInputs) -> RunNote:
    """The note of a run that was begun with these inputs; BadInput lists what is not the same."""
    folder, note = study.folder, note_of(study)
    now, formerly = inputs.identity(), inputs.identity(addresses=True)
    problems = []
    for name in dict.fromkeys([*now, *note.identity]):
        before, given = note.identity.get(name, ""), now.get(name, "")
        if before not in (given, formerly.get(name)):
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
    now = {one.name: _address(one) for one in (inputs.clone, *inputs.judges)}
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


def _make(folder: Path, inputs: RunInputs, note: RunNote, who: str) -> None:
    """Make everything beside its place and move it there: a killed start leaves no half study."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        what = f"The folder cannot be made: {error.strerror}."
        raise BadInput([Problem(str(folder), "--out", what, remedy="Name a place you may write to.")]) from None
    try:
        scratch.chmod(0o755)
        write_jsonl(scratch / ITEMS, inputs.scenarios.lines())
        write_text(scratch / PROMPT, inputs.prompt)
        write_yaml(scratch / FILE, run_settings(folder, inputs))
        protocol = load(PROTOCOL)
        about = {"name": protocol.name, "version": protocol.version, "hash": protocol.hash}
        with Store.open(scratch / DATABASE, create=True) as store:
            made = store.create_study(folder.name or PROTOCOL, protocol=about, who=who, settings={"protocol": PROTOCOL})
            made.note(ACT, note.as_dict(), who=who)
        if folder.is_dir():  # an empty one, and not every system renames over it
            folder.rmdir()
        scratch.replace(folder)
    except BaseException:
        rmtree(scratch, ignore_errors=True)
        raise
