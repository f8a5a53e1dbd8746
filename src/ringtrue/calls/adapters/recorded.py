"""Answers recorded earlier: `recorded:FILE.jsonl`."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ringtrue.calls.adapter import Adapter
from ringtrue.calls.speaker_settings import needed
from ringtrue.files.document import Record
from ringtrue.files.json_file import iter_jsonl
from ringtrue.files.problems import Problems
from ringtrue.terms.call import Call, Rejected, Reply
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem

_FORM = '{"item": ID, "text": "...", "speaker"?: NAME, "meta"?: {...}}'


class Line(NamedTuple):  # its repr, name included, is part of the request hash
    """One recorded answer; `speaker` is empty where the file does not say."""

    item: str
    text: str
    speaker: str
    meta: dict[str, Any]


def spelled(text: str) -> dict[str, Any]:
    """`FILE.jsonl`."""
    if not text:
        remedy = "Write recorded:FILE.jsonl."
        raise BadInput([Problem("--speaker", "(empty)", "This names no file.", "recorded:", remedy)])
    return {"file": text}


def adapter(speaker: Speaker, folder: Path) -> Adapter:
    """The way to the file, which is read at once: BadInput with every line that is wrong."""
    return RecordedAnswers(speaker, folder)


class RecordedAnswers(Adapter):
    """Gives the recorded answers of an item in the order of the file, one for each take."""

    def __init__(self, speaker: Speaker, folder: Path) -> None:
        """Read the file; lines of other speakers are left out."""
        path = folder / needed(speaker, "file", "FILE.jsonl")
        lines = read_recorded(path)
        name = str(speaker.settings.get("speaker") or _name_in(lines, speaker.name))
        self.label = f"recorded:{path.name}"
        self._answers: dict[str, list[Line]] = {}
        content = sha256()
        for line in lines:
            if line.speaker in ("", name):
                self._answers.setdefault(line.item, []).append(line)
                content.update(repr(line).encode("utf-8", "surrogatepass"))
        self.model = f"recorded {content.hexdigest()[:16]}"  # other answers are another request

    async def answer(self, call: Call) -> Reply:
        """The recorded text; an item without one is this call's error alone."""
        found = self._answers.get(call.item, [])
        if len(found) < call.take:
            had = f"{len(found)} answers" if len(found) > 1 else "one answer" if found else "no answer"
            raise Rejected(f"{self.label} holds {had} to {call.item}.", alone=True)
        line = found[call.take - 1]
        return Reply(line.text, meta={**line.meta, "recorded": self.label})

    async def close(self) -> None:
        """Nothing is held open."""


def read_recorded(path: Path) -> list[Line]:
    """The answers of a file, from any speaker; BadInput with every line that is wrong."""
    problems = Problems()
    lines = list(_lines(path, problems))
    problems.raise_if_any()
    return lines


def _lines(path: Path, problems: Problems) -> Iterator[Line]:
    for record in iter_jsonl(path, problems):
        faults = list(_faults(record))
        problems.extend(faults)
        if not faults:
            data = record.data
            yield Line(str(data["item"]), data["text"], str(data.get("speaker") or ""), data.get("meta") or {})


def _faults(record: Record) -> Iterator[Problem]:
    data = record.data
    if not isinstance(data, dict):
        yield record.problem((), "A line is one JSON object.", data, f"Write {_FORM}.")
        return
    item = data.get("item")
    if isinstance(item, bool) or not isinstance(item, str | int) or not str(item).strip():
        yield record.problem(("item",), "The line names no item.", item, f"Write {_FORM}.")
    if not isinstance(data.get("text"), str):
        yield record.problem(("text",), "The line has no text.", data.get("text"), f"Write {_FORM}.")
    if not isinstance(data.get("speaker", ""), str | None):
        yield record.problem(("speaker",), "A speaker is a name.", data["speaker"], "Write a text.")
    if not isinstance(data.get("meta", {}), dict | None):
        yield record.problem(("meta",), "Meta data are a table.", data["meta"], 'Write {"key": "value"}.')


def _name_in(lines: list[Line], name: str) -> str:
    """The speaker whose lines are meant: the one of this name, else the only one the file knows."""
    names = {line.speaker for line in lines if line.speaker}
    return next(iter(names)) if len(names) == 1 and name not in names else name
