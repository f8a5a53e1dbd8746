"""Transcripts: the sessions of a conversation as they were held, read back from records; what scorers are shown."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ringtrue.collect.conversation import AT, PAUSE, PROMPT
from ringtrue.store.study_store import StudyStore
from ringtrue.study.conversation.begin import ConversationNote, found_note, is_floor, session_names
from ringtrue.study.folder import StudyFolder
from ringtrue.terms.item import Item, Response
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.sheet import Sheet, SheetPrompt

OPENING = "opening"  # the field of an item that pins the opening answers beside a trial
_GAPS = {
    "wait": "a pause",
    "new": "a new session begins, without what was said so far",
    "summary": "a new session begins",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One prompt of a session with its answer; `item` is empty for an opening prompt, which is not scored."""

    prompt: SheetPrompt
    asked: str
    response: Response | None
    item: Item | None = None

    @property
    def text(self) -> str | None:
        """What was answered, None where nothing was."""
        return self.response.text if self.response else None

    @property
    def meta(self) -> Mapping[str, Any]:
        """What is recorded of the answer: when it came, what the gap was."""
        return self.response.meta if self.response else {}

    @property
    def at(self) -> str:
        """When the answer came."""
        return str(self.meta.get(AT, ""))


@dataclass(frozen=True, slots=True)
class Transcript:
    """One session in order; `opening` holds the answers that its trials are held against, by their names.

    A session of the floor has none of its own and is held against those of a session of the subject.
    """

    session: str
    speaker: str
    lines: tuple[Line, ...]
    opening: Mapping[str, str]
    summary: str = ""

    @property
    def trials(self) -> tuple[Line, ...]:
        """What is scored."""
        return tuple(line for line in self.lines if line.item is not None)

    @property
    def is_whole(self) -> bool:
        """Whether every prompt was answered."""
        return all(line.text is not None for line in self.lines)

    def history(self, item: str) -> list[dict[str, str]]:
        """The conversation before an item, in order, with the gap where it was."""
        turns: list[dict[str, str]] = []
        for line in self.lines:
            pause = line.meta.get(PAUSE)
            if isinstance(pause, Mapping):
                turns.append({"role": "gap", "content": _gap_told(pause, self.summary)})
            if line.item is not None and line.item.id == item:
                return turns
            turns.append({"role": "user", "content": line.asked})
            turns.append({"role": "assistant", "content": line.text or "(no answer)"})
        return turns


def _gap_told(pause: Mapping[str, Any], summary: str) -> str:
    told = _GAPS.get(str(pause.get("kind")), "a gap")
    return f"{told}, into which this summary is carried: {summary}" if pause.get("kind") == "summary" else told


def sheet_of(protocol: Protocol) -> Sheet:
    """The sheet of a protocol that is a conversation."""
    assert protocol.sheet is not None  # noqa: S101 - the caller has looked
    return protocol.sheet


def transcripts_of(study: StudyFolder, records: StudyStore, *, floor: bool = True) -> list[Transcript]:
    """Every session of a study, those of the floor last; none where it is no conversation."""
    note = found_note(records)
    protocol = study.settings.protocol
    if note is None or protocol.sheet is None:
        return []
    said = {(one.response.item, one.response.speaker): one.response for one in records.responses(last=True)}
    items = {item.id: item for item in study.items()}
    subject = [_transcript(name, protocol, note, items, said, {}) for name in session_names(note.sessions)]
    if not floor or not subject:
        return subject
    names = [name for name in session_names(0, note.floor) if is_floor(name)]
    against = (subject[place % len(subject)].opening for place in range(len(names)))
    return [
        *subject,
        *(_transcript(name, protocol, note, items, said, own) for name, own in zip(names, against, strict=True)),
    ]


def _transcript(
    session: str,
    protocol: Protocol,
    note: ConversationNote,
    items: Mapping[str, Item],
    said: Mapping[tuple[str, str], Response],
    against: Mapping[str, str],
) -> Transcript:
    sheet = sheet_of(protocol)
    is_control = is_floor(session)
    speaker = protocol.controls["generic"] if is_control else protocol.candidate
    asked = sheet.trials_for(note.scope) if is_control else (*sheet.opening, *sheet.trials_for(note.scope))
    lines = tuple(_line(session, one, speaker, note, sheet, items, said) for one in asked)
    own = {line.prompt.name: line.text or "" for line in lines if line.prompt.name}
    summary = said.get((f"{session}-summary", speaker))
    return Transcript(session, speaker, lines, against or own, (summary.text or "") if summary else "")


def _line(
    session: str,
    one: SheetPrompt,
    speaker: str,
    note: ConversationNote,
    sheet: Sheet,
    items: Mapping[str, Item],
    said: Mapping[tuple[str, str], Response],
) -> Line:
    name = f"{session}-{one.id}"
    response = said.get((name, speaker))
    item = items.get(name) if one.place else None
    asked = item.prompt if item else sheet.filled(one.text, note.slots)
    if response is not None:
        asked = str(response.meta.get(PROMPT, asked))
    return Line(one, asked, response, item)


# What a model judge is shown of a trial: the opening answers pinned, the conversation before it, in order.


@dataclass(frozen=True, slots=True)
class Shown:
    """The trials as a judge gets them, and what was said before each."""

    items: Mapping[str, Item]
    histories: Mapping[str, Sequence[Mapping[str, str]]]


def shown_to_judges(transcripts: Iterable[Transcript]) -> Shown:
    """The items with their opening answers, and their histories, by id."""
    items: dict[str, Item] = {}
    histories: dict[str, Sequence[Mapping[str, str]]] = {}
    for one in transcripts:
        pinned = [f"{name}: {text}" for name, text in one.opening.items() if text]
        for line in one.trials:
            if line.item is not None:
                fields = {**line.item.fields, **({OPENING: "\n\n".join(pinned)} if pinned else {})}
                tags = {name: tag for name, tag in line.item.tags.items() if name != "control"}  # it is dealt alone
                items[line.item.id] = replace(line.item, fields=fields, tags=tags)
                histories[line.item.id] = one.history(line.item.id)
    return Shown(items, histories)
