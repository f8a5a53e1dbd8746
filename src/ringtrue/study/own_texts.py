"""The texts a statistic judge needs: the person's own, other people's, and what each speaker answered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.sources import read_person_texts, read_text_groups
from ringtrue.store import StudyStore
from ringtrue.study.settings import FILE, Settings
from ringtrue.terms import BadInput, Item, Problem

Answers = Mapping[str, Mapping[str, str]]  # speaker -> item -> text


@dataclass(frozen=True, slots=True)
class Material:
    """The person's own texts and, where they were named, other people's; `notes` say what was left out."""

    own: tuple[str, ...]
    place: str
    others: Mapping[str, tuple[str, ...]] | None = None
    notes: tuple[str, ...] = field(default=())


def read_material(folder: Path, settings: Settings, own: Path | str | None, others: Path | str | None) -> Material:
    """The texts of the folders given or, without them, of those that study.yaml names."""
    mine = Path(own) if own is not None else _named(folder, settings)
    read = read_person_texts(mine, source="--own" if own is not None else "subject.folder")
    if others is None:
        return Material(read.texts, read.place, None, read.notes)
    people, notes = read_text_groups(others, source="--others")
    return Material(read.texts, read.place, people, (*read.notes, *notes))


def _named(folder: Path, settings: Settings) -> Path:
    """The subject's folder, beside study.yaml or, as `ringtrue new` may have written it, from where the user stands."""
    subject: Any = settings.data.get("subject")
    named = subject.get("folder") if isinstance(subject, Mapping) else None
    if not isinstance(named, str) or not named.strip():
        remedy = "Add folder: ../texts to subject, or give --own DIR."
        what = "The study does not say where the person's own texts are."
        raise BadInput([Problem(str(folder / FILE), "subject.folder", what, remedy=remedy)])
    beside = folder / named
    return beside if beside.is_dir() or not Path(named).is_dir() else Path(named)


def answers_by_speaker(items: Sequence[Item], records: StudyStore, settings: Settings) -> Answers:
    """What each speaker said last to each item that counts, collected or brought along by the item.

    Speakers whose words are the person's documents are left out: they would be held against themselves.
    """
    kept = {item.id: item for item in items if item.status not in ("rejected", "withdrawn")}
    found: dict[str, dict[str, str]] = {}
    for item in kept.values():
        given = item.fields.get("responses")
        for speaker, text in given.items() if isinstance(given, Mapping) else ():
            if isinstance(text, str) and text.strip():
                found.setdefault(str(speaker), {})[item.id] = text
    for record in records.responses(last=True):
        said = record.response
        if said.item in kept and said.text is not None and said.text.strip():
            found.setdefault(said.speaker, {})[said.item] = said.text
    speakers: Any = settings.data.get("speakers") or {}
    documented = {
        name for name, how in speakers.items() if isinstance(how, Mapping) and how.get("kind") == "documented"
    }
    return {speaker: texts for speaker, texts in sorted(found.items()) if speaker not in documented}


def digest(answers: Answers) -> str:
    """A fingerprint of everything that was said, by which a later change is noticed."""
    total = sha256()
    for speaker, texts in sorted(answers.items()):
        for item, text in sorted(texts.items()):
            for part in (speaker, item, text):
                total.update(f"{len(part)}:".encode() + part.encode())
    return total.hexdigest()
