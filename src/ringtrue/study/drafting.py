"""Draft items of a study from the sources of its subject, add them to the list as pending, keep a snapshot."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.text_file import read_bytes
from ringtrue.items.drafts.material import Gap
from ringtrue.items.drafts.suite import USUAL, SuiteDraft, draft_suite
from ringtrue.sources.person_sources import SNAPSHOT, PersonSources, read_sources, write_snapshot
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import append_items
from ringtrue.study.settings import subject_folder
from ringtrue.study.verification import changing
from ringtrue.terms.problem import BadInput, Problem

LEAST, MOST = 1, 150
NOTE = "items drafted"


@dataclass(frozen=True, slots=True)
class Drafted:
    """What became of a draft: the new items by kind, what is missing, and what was read."""

    ids: tuple[str, ...]
    counts: dict[str, int]
    controls: dict[str, int]
    gaps: tuple[Gap, ...]
    sources: dict[str, int]
    words: int
    reread: int
    notes: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON."""
        return {
            "drafted": list(self.ids),
            "kinds": self.counts,
            "controls": self.controls,
            "missing": [gap.as_dict() for gap in self.gaps],
            "sources": self.sources,
            "words": self.words,
            "files_read": self.reread,
            "notes": list(self.notes),
        }


def sources_for(study: StudyFolder, names: Iterable[str] = ()) -> PersonSources:
    """The sources of the study's subject; only what has changed since the last draft is read."""
    folder = subject_folder(study.folder, study.settings)
    if folder is None or not folder.is_dir():
        what = f"subject.folder is not there: {folder}" if folder else "study.yaml names no sources."
        remedy = "Write subject: {name: NAME, folder: PATH}; a clone's folder or a folder of texts."
        raise BadInput([Problem(str(study.folder), "subject", what, remedy=remedy)])
    named = study.settings.subject
    called = tuple(names) or ((named,) if named and named != folder.resolve().name else ())
    return read_sources(folder, names=called, snapshot=study.folder / SNAPSHOT)


def draft_items(
    study: StudyFolder,
    *,
    count: int = USUAL,
    names: Iterable[str] = (),
    why: str = "",
    watch: Callable[[str], None] = lambda _: None,
) -> Drafted:
    """Draft what is missing to a suite of so many items, and add it to the list; nothing there is touched."""
    watch("reading the sources")
    sources = sources_for(study, names)
    there = study.items()
    draft = draft_suite(
        sources,
        study.settings.protocol,
        count=count,
        seed=study.settings.data.get("seed") or 0,
        there=there,
        watch=watch,
    )
    with changing(study, why), study.records() as records:
        if draft.entries:
            append_items(study.items_file, list(draft.entries), study.settings.protocol, what="This draft")
        write_snapshot(study.folder / SNAPSHOT, sources)
        records.record_items(study.items(), who=study.who, file=study.items_file.name)
        records.note(NOTE, _noted(draft, study.folder / SNAPSHOT), who=study.who)
    return Drafted(
        tuple(str(entry["id"]) for entry in draft.entries),
        draft.counts(),
        draft.counts(control=True),
        draft.gaps,
        sources.primary(),
        sources.words,
        sources.reread,
        (*sources.notes, *(f"{Path(one.file).name}: {one.what}" for one in sources.left_out[:5])),
    )


def _noted(draft: SuiteDraft, snapshot: Path) -> dict[str, Any]:
    """For the audit log: how many, and the digest of what they were drafted from."""
    digest = sha256(read_bytes(snapshot)).hexdigest()
    return {"items": len(draft.entries), "missing": len(draft.gaps), "sources": digest}
