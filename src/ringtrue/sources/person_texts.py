"""A person's own texts: every .txt and .md file of a folder is one document, without what others say in it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ringtrue.files.json_file import iter_jsonl
from ringtrue.files.problems import Problems
from ringtrue.files.text_file import shown
from ringtrue.sources.text_files import SUFFIXES, read_source, read_texts
from ringtrue.sources.turns import ANSWERED, ASKED, header_lines
from ringtrue.terms.problem import BadInput, Problem

# The person's own words in a document: without its header, and without the turns of the one who asked the questions.


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What is left of a document, and what was left out of it."""

    text: str
    header: bool = False
    questions: int = 0


def own_words(document: str) -> OwnWords:
    """The document without a header of `Key: value` lines (or between lines of ---) and without `Q:` turns.

    Where answers are labelled (`A:`), a paragraph without a label belongs to the last speaker; where they are not,
    to the person. A document without such labels is left as it is.
    """
    body = _without_header(document)
    paragraphs = re.split(r"\n\s*\n", body)
    questions = sum(bool(ASKED.match(paragraph.lstrip())) for paragraph in paragraphs)
    if not questions:
        return OwnWords(body, body != document)
    answers = any(ANSWERED.match(paragraph.lstrip()) for paragraph in paragraphs)
    kept: list[str] = []
    asking = False
    for paragraph in paragraphs:
        start = paragraph.lstrip()
        if ASKED.match(start):
            asking = True
            continue
        if (label := ANSWERED.match(start)) or not answers:
            asking = False
        if not asking:
            kept.append(start[label.end() :] if label else paragraph)
    return OwnWords("\n\n".join(kept), body != document, questions)


def _without_header(document: str) -> str:
    lines = document.lstrip("\ufeff\n").split("\n")
    header = header_lines("\n".join(lines))
    return document if not header else "\n".join(lines[header if lines[0].strip() == "---" else header + 1 :])


RECORDS = (".jsonl", ".ndjson")
# Files that describe a clone lie beside its sources: they are about the person, not by the person.
ABOUT = frozenset({"agent.md", "soul.md", "memory.md", "system-prompt.md", "readme.md", "checklist.md"})


@dataclass(frozen=True, slots=True)
class PersonTexts:
    """Texts by the name of their file (or line), in order, and what was left out, as sentences."""

    place: str
    texts: tuple[str, ...]
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()


def read_person_texts(place: Path | str, *, source: str = "") -> PersonTexts:
    """The documents of a folder, of one text file, or of JSON Lines with a text on each line.

    Unreadable files (binary, too large) are all listed and refuse the folder; what is not UTF-8 is read as guessed.
    Empty files, files that say the same as another and files about a clone (SOUL.md and its like) are left out, and so
    are headers and the turns of an interviewer within a file; the notes say so. `source` is the option or key that
    named the place.
    """
    root = Path(place)
    if root.suffix.lower() in RECORDS and root.is_file():
        return _distinct(shown(root), list(_lines(root)), [])
    if root.is_file():
        return _own(shown(root), [(root.name, _one(root))], [])
    if not root.is_dir():
        what = "There is no such folder."
        raise BadInput([Problem(shown(root), source or "folder", what, remedy="Name a folder of .txt or .md files.")])
    texts = _of_folder(root)
    if not texts.texts:
        what = "There is no text in this folder."
        raise BadInput([Problem(shown(root), source or "folder", what, remedy="Put .txt or .md files into it.")])
    return texts


def _of_folder(root: Path) -> PersonTexts:
    read = read_texts(root)
    about = [Path(text.path).name for text in read if _is_about(text.path)]
    unreadable = [problem for problem in read.unreadable if not _is_about(problem.file)]
    if unreadable:
        raise BadInput(unreadable)
    place = shown(root)
    notes = [f"{place}: left out as texts about the person: {_listed(about)}."] if about else []
    notes += [f"{place}: {read.guessed}"] if read.guessed else []
    found = [(text.path, text.text) for text in read if not _is_about(text.path)]
    return _own(place, found, notes, [name for name in read.empty if not _is_about(name)])


def _is_about(name: str) -> bool:
    return Path(name).name.lower() in ABOUT


def _one(path: Path) -> str:
    read = read_source(path, path.name)
    if isinstance(read, Problem):
        raise BadInput([read])
    return read.text


def read_text_groups(place: Path | str, *, source: str = "") -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Texts of several people: a folder with one folder, or one file, for each of them. Also the notes."""
    root = Path(place)
    if not root.is_dir():
        remedy = "Name a folder with one for each person."
        raise BadInput([Problem(shown(root), source or "folder", "There is no such folder.", remedy=remedy)])
    people = _people(root)
    if not people:
        remedy = "Put a folder of texts for each person into it."
        raise BadInput([Problem(shown(root), source or "folder", "There is nobody in this folder.", remedy=remedy)])
    problems = Problems()
    groups: dict[str, tuple[str, ...]] = {}
    notes: list[str] = []
    for path in people:
        try:
            read = read_person_texts(path, source=source)
        except BadInput as refusal:
            problems.extend(refusal.problems)
            continue
        name = path.name if path.is_dir() else path.stem
        groups[name] = groups.get(name, ()) + read.texts
        notes += read.notes
    problems.raise_if_any()
    return groups, tuple(notes)


def _people(root: Path) -> list[Path]:
    """The folders and files of a folder that hold a person's texts."""
    entries = sorted(path for path in root.iterdir() if not path.name.startswith(".") and not _is_about(path.name))
    return [path for path in entries if path.is_dir() or path.suffix.lower() in (*SUFFIXES, *RECORDS)]


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    """The texts of records {"text": ...}; recorded answers look like this too. A failed call (no text) is empty."""
    problems = Problems()
    for record in iter_jsonl(path, problems):
        text = record.data.get("text") if isinstance(record.data, dict) else None
        failed = isinstance(record.data, dict) and text is None and record.data.get("error")
        if isinstance(text, str) or failed:
            yield f"line {record.line}", text or ""
        else:
            problems.add(record.problem(("text",), "There is no text.", record.data, 'Write {"text": "..."}.'))
    problems.raise_if_any()


def _own(place: str, found: list[tuple[str, str]], notes: list[str], empty: Iterable[str] = ()) -> PersonTexts:
    """The texts without headers and questions."""
    read: list[tuple[str, OwnWords]] = [(name, own_words(text)) for name, text in found]
    headers = sum(words.header for _, words in read)
    questions = sum(words.questions for _, words in read)
    parts = [f"headers of {headers}"] if headers else []
    parts += [f"{questions} turns of an interviewer (Q:)"] if questions else []
    if parts:
        notes.append(f"{place}: left out as not the person's words: {' and '.join(parts)}.")
    return _distinct(place, [*((name, words.text) for name, words in read), *((name, "") for name in empty)], notes)


def _distinct(place: str, found: list[tuple[str, str]], notes: list[str]) -> PersonTexts:
    """The texts without empty ones and repeats."""
    seen: dict[bytes, str] = {}
    kept: list[tuple[str, str]] = []
    empty: list[str] = []
    again: list[str] = []
    for name, text in found:
        digest = sha256(" ".join(text.split()).encode()).digest()
        if not text.strip():
            empty.append(name)
        elif digest in seen:
            again.append(name)
        else:
            kept.append((name, text))
        seen.setdefault(digest, name)
    if empty:
        notes.append(f"{place}: {len(empty)} left out because there is no text in them: {_listed(empty)}.")
    if again:
        notes.append(f"{place}: {len(again)} left out because they repeat another: {_listed(again)}.")
    return PersonTexts(place, tuple(text for _, text in kept), tuple(name for name, _ in kept), tuple(notes))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
