"""The folder of a conversation: made whole in one step, or found again, gone on with, and given more sessions."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ringtrue.collect.conversation import now
from ringtrue.files.atomic_write import write_text
from ringtrue.files.json_file import write_jsonl
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.study.backup import DATABASE
from ringtrue.study.conversation.inputs import ConversationInputs
from ringtrue.study.folder import StudyFolder, made_whole
from ringtrue.study.kept_protocol import keep_protocol
from ringtrue.study.manifest import extend_manifest, is_dealt, seal_manifest
from ringtrue.study.scenarios.run_record import PROMPT, speaker_entry
from ringtrue.study.settings import DEFAULT_SEED, FILE
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol
from ringtrue.terms.sheet import SheetPrompt

ACT = "conversation begun"
MORE = "conversation goes on with more"
BEGAN = "the conversation began"
ITEMS = "items.jsonl"
FLOOR = "floor"  # the name of sessions without an anchor begins with it


# What the audit log keeps of how a conversation began.


@dataclass(frozen=True, slots=True)
class ConversationNote:
    """The record of a run: scope, gap, what is not claimed, environment, slots, and the sessions there are."""

    identity: Mapping[str, str]
    scope: str
    gap: str
    claims_gap: bool
    non_claims: tuple[str, ...]
    environment: Mapping[str, str]
    slots: Mapping[str, str]
    usual: tuple[str, ...]
    began: str
    sessions: int
    floor: int
    subject: str = ""

    @classmethod
    def of(cls, note: Mapping[str, Any]) -> "ConversationNote":
        """The note as it was kept."""
        lists = {name: tuple(note[name]) for name in ("non_claims", "usual")}
        return cls(**{**note, **lists})


def found_note(records: StudyStore) -> ConversationNote | None:
    """The note in the audit log with what was added later; None where there is none."""
    found: dict[str, Any] | None = None
    for entry in records.audit_entries():
        if entry.act == f"noted: {ACT}":
            found = found or dict(entry.detail["note"])
        elif found is not None and entry.act == f"noted: {MORE}":
            more = entry.detail["note"]
            found = {**found, **more, "identity": {**found["identity"], **more.get("identity", {})}}
    return None if found is None else ConversationNote.of(found)


def _note_of(inputs: ConversationInputs) -> ConversationNote:
    given = inputs.given
    return ConversationNote(
        inputs.identity(),
        inputs.scope.name,
        inputs.gap or "",
        inputs.claims_gap,
        inputs.non_claims,
        dict(inputs.environment),
        dict(inputs.slots),
        inputs.usual,
        now(),
        given.sessions,
        given.floor,
        inputs.subject,
    )


# The items of a conversation: every trial of every session.


def session_names(sessions: int, floor: int = 0) -> list[str]:
    """The sessions in order, those without an anchor last."""
    return [*(f"s{n}" for n in range(1, sessions + 1)), *(f"{FLOOR}-{n}" for n in range(1, floor + 1))]


def is_floor(session: str) -> bool:
    """Whether a session began without the anchor."""
    return session.startswith(f"{FLOOR}-")


def history_kind(protocol: Protocol) -> Kind:
    """The kind of item that trials are."""
    return next(kind for kind in protocol.kinds.values() if kind.history)


def opening_items(inputs: ConversationInputs, session: str) -> list[Item]:
    """The prompts that come first; they are no trials and are not scored."""
    kind = history_kind(inputs.protocol).name
    return [
        Item(f"{session}-{one.id}", kind, inputs.sheet.filled(one.text, inputs.slots)) for one in inputs.sheet.opening
    ]


def trial_items(inputs: ConversationInputs, session: str) -> Iterator[dict[str, Any]]:
    """The trials of a session as items.jsonl has them."""
    for one in inputs.sheet.trials_for(inputs.scope.name):
        yield _trial(inputs, session, one)


def _trial(inputs: ConversationInputs, session: str, one: SheetPrompt) -> dict[str, Any]:
    kind = history_kind(inputs.protocol)
    flags = {name for name, scale in inputs.protocol.scales.items() if scale.type == "flag"}
    scored = [q for q in kind.questions if q.scale not in flags]
    asks = [q.name for q in scored if not q.counts_on or one.place in q.counts_on]
    return {
        "id": f"{session}-{one.id}",
        "kind": kind.name,
        "prompt": inputs.sheet.filled(one.text, inputs.slots),
        "goal": one.goal,
        **({"title": one.title} if one.title else {}),
        **({"asks": asks} if asks else {}),
        "tags": {"session": session, "trial": one.place, **({"control": True} if is_floor(session) else {})},
        "status": "accepted",
    }


# The folder.


def begun(folder: Path, inputs: ConversationInputs, *, who: str) -> tuple[StudyFolder, bool]:
    """The study of a conversation, and whether it was there before; BadInput says what is not the same."""
    if (folder / FILE).exists() or (folder / DATABASE).exists():
        return _gone_on(StudyFolder.open(folder, who=who), inputs), True
    place = folder.resolve()
    if place == Path.cwd() or (place.exists() and (not place.is_dir() or any(place.iterdir()))):
        what = "There is something else here already."
        raise BadInput([Problem(str(folder), "--out", what, remedy="Name a new folder.")])
    _make(folder, inputs, who)
    return StudyFolder.open(folder, who=who), False


def note_of(study: StudyFolder) -> ConversationNote:
    """How a conversation began; BadInput for a study that is none."""
    with study.records() as records:
        note = found_note(records)
    if note is None:
        what = "This study is no conversation that ringtrue recognize began."
        raise BadInput([Problem(str(study.folder), FILE, what, remedy="Name the folder of one, or a new one.")])
    return note


def _make(folder: Path, inputs: ConversationInputs, who: str) -> None:
    note, protocol, sheet = _note_of(inputs), inputs.protocol, inputs.given.sheet
    about = {"name": protocol.name, "version": protocol.version, "hash": protocol.hash}
    names = session_names(note.sessions, note.floor)
    with made_whole(folder) as scratch:
        write_jsonl(scratch / ITEMS, (item for name in names for item in trial_items(inputs, name)))
        if inputs.prompt:
            write_text(scratch / PROMPT, inputs.prompt)
        named = keep_protocol(scratch, sheet)
        write_yaml(scratch / FILE, _settings(folder, inputs, named))
        with Store.open(scratch / DATABASE, create=True) as store:
            made = store.create_study(
                folder.name or protocol.name, protocol=about, who=who, settings={"protocol": named}
            )
            made.note(ACT, asdict(note), who=who)
            study = StudyFolder.open(scratch, who=who)
            made.record_items(study.items(), who=who, file=ITEMS)
            seal_manifest(study, made, study.items(), since=BEGAN)


def _settings(folder: Path, inputs: ConversationInputs, named: str) -> dict[str, Any]:
    """study.yaml of a conversation: paths are written as seen from its folder."""
    clone = speaker_entry(inputs.clone, folder) | ({"system": PROMPT} if inputs.prompt else {})
    settings: dict[str, Any] = {
        "protocol": named,
        "subject": {"name": inputs.subject},
        "speakers": {inputs.clone.name: clone, inputs.floor.name: speaker_entry(inputs.floor, folder)},
        "scope": inputs.scope.name,
        "seed": DEFAULT_SEED,
    }
    judges = _judge_entries(folder, inputs)
    return settings | ({"judges": judges} if judges else {}) | ({"note": inputs.note} if inputs.note else {})


def _judge_entries(folder: Path, inputs: ConversationInputs) -> dict[str, Any]:
    given = inputs.given
    judging = ({"repeats": given.repeats} if given.repeats > 1 else {}) | {"language": given.language}
    return {judge.name: speaker_entry(judge, folder) | judging for judge in inputs.judges}


def _gone_on(study: StudyFolder, inputs: ConversationInputs) -> StudyFolder:
    """The study with what this start adds: sessions, a floor, judges. Everything else must be as it was."""
    note = note_of(study)
    problems = list(_changes(study, note, inputs))
    given = inputs.given
    sessions, floor = max(note.sessions, given.sessions), max(note.floor, given.floor)
    new_judges = [judge for judge in inputs.judges if not note.identity.get(judge.name)]
    grows = (sessions, floor) != (note.sessions, note.floor)
    with study.records() as records:
        if grows and is_dealt(records):
            what = "The study was dealt to people: it gets no sessions any more."
            problems.append(Problem(str(study.folder), "--sessions", what, remedy="Name another --out."))
        if problems:
            raise BadInput(problems)
        if not grows and not new_judges:
            return study
        refuse_altered(study)  # what follows writes the items anew, and takes them as they should be
        more: dict[str, Any] = {"sessions": sessions, "floor": floor}
        more["identity"] = {judge.name: inputs.identity()[judge.name] for judge in new_judges}
        if grows:
            names = session_names(sessions, floor)
            write_jsonl(study.folder / ITEMS, (item for name in names for item in trial_items(inputs, name)))
            records.record_items(study.items(), who=study.who, file=ITEMS)
        if new_judges:
            document = read_yaml(study.folder / FILE).data
            document.setdefault("judges", {}).update(_judge_entries(study.folder, inputs))
            write_yaml(study.folder / FILE, document)
        records.note(MORE, more, who=study.who)
        grown = StudyFolder.open(study.folder, who=study.who)
        extend_manifest(grown, records, grown.items())
    return grown


def _changes(study: StudyFolder, note: ConversationNote, inputs: ConversationInputs) -> Iterator[Problem]:
    """What is not as it was when the conversation began: results of two sheets or scopes are never pooled."""
    now_given = inputs.identity()
    judges = {judge.name for judge in inputs.judges}
    known = [name for name in note.identity if not name.startswith("judge")]
    for name in dict.fromkeys([*now_given, *known]):
        before, given = note.identity.get(name, ""), now_given.get(name, "")
        if before != given and (before or name not in judges):
            what = f"The conversation began with {name} {before or 'none'}: two of them are never pooled."
            yield Problem(str(study.folder), name, what, given[:80], "Give what it began with, or another --out.")
