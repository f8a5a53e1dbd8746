"""Resolve a citation: the file is there, its lines are there, and quoted words stand in them."""

from dataclasses import dataclass
from pathlib import Path

from ringtrue.files import Document, read_json, read_yaml
from ringtrue.files.text_files import shown
from ringtrue.sources.citation import Reference
from ringtrue.sources.folding import FoldedText, Lines, folded
from ringtrue.sources.shelf import Shelf
from ringtrue.terms import BadInput, Problem

_READERS = {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}


@dataclass(frozen=True, slots=True)
class Found:
    """Where a citation leads: a file (or a chunk's name) and the lines, of the quote where one was given."""

    path: str
    lines: Lines | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a citation leads nowhere, and what to do."""

    what: str
    value: str
    remedy: str = ""


def resolve(reference: Reference, shelf: Shelf, quote: str = "") -> Found | Missing:
    """Follow a citation; with a quote, its words must stand in the cited lines or chunks."""
    if reference.form == "unread":
        return Missing(reference.fault, reference.written, "Write ^[RAIZ:path:L12-14].")
    if reference.form in ("chunk", "insight"):
        return _chunk(reference, shelf, quote)
    path = shelf.find(reference.path)
    if isinstance(path, str):
        return Missing(path, reference.path, "Correct the path, or add the file to the sources.")
    text = shelf.text(path)
    if isinstance(text, Problem):
        return Missing(text.what, shown(path), text.remedy)
    lines = _key_line(path, reference.key, text) if reference.key else _lines(reference, path, text)
    if isinstance(lines, Missing):
        return lines
    return _quoted(text, path, None if reference.key else lines, quote) if folded(quote) else Found(shown(path), lines)


def _lines(reference: Reference, path: Path, text: FoldedText) -> Lines | Missing | None:
    """The cited lines, None where the whole file is meant."""
    first, last = reference.first_line, reference.last_line
    if first is None:
        return None
    last = first if last is None else last
    written = f"{shown(path)}:L{first}-{last}"
    if first < 1 or last < first:
        return Missing(
            "The lines run backwards or begin before line 1.", written, "Give the first line, then the last."
        )
    if last > text.lines:
        return Missing(f"The file has {text.lines} lines.", written, "Correct the lines.")
    return Lines(first, last)


def _quoted(text: FoldedText, path: Path, lines: Lines | None, quote: str) -> Found | Missing:
    """The place of a quote within the cited lines; where it stands elsewhere in the file, that is said."""
    within = text.where(quote, lines.first, lines.last) if lines else text.where(quote)
    if within:
        return Found(shown(path), within)
    written = f"{shown(path)}:L{lines.first}-{lines.last}" if lines else shown(path)
    elsewhere = text.where(quote) if lines else None
    if elsewhere:
        span = f"L{elsewhere.first}-{elsewhere.last}"
        return Missing(f"The quoted words stand on {span}, not here.", written, f"Cite {span}.")
    return Missing("The quoted words do not stand here.", written, "Quote to the letter, or cite where they stand.")


def _chunk(reference: Reference, shelf: Shelf, quote: str) -> Found | Missing:
    """Every chunk must be known; a quote must stand in one of them."""
    unknown = [name for name in reference.chunks if name not in shelf.chunks]
    if unknown or not reference.chunks:
        what = "No known chunk has this name." if unknown else "An insight alone leads to no text."
        return Missing(what, ", ".join(unknown) or reference.written, "Cite the file and its lines instead.")
    words = folded(quote)
    holding = [name for name in reference.chunks if words in folded(shelf.chunks[name])]
    if not holding:
        return Missing("The quoted words do not stand here.", ", ".join(reference.chunks), "Quote to the letter.")
    return Found(f"chunk_{holding[0]}")


def _key_line(path: Path, key: str, text: FoldedText) -> Lines | Missing:
    """The line of a key of a YAML or JSON file, or of a heading of any other."""
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        return _heading(path, key, text)
    try:
        document: Document = reader(path)
    except BadInput as refusal:
        return Missing(refusal.problems[0].what, shown(path), refusal.problems[0].remedy)
    line = document.line((key,)) or document.line(tuple(key.split(".")))
    return Lines(line, line) if line else Missing(f"There is no key {key}.", shown(path), "Name a key of the file.")


def _heading(path: Path, key: str, text: FoldedText) -> Lines | Missing:
    line = text.heading(key)
    return Lines(line, line) if line else Missing(f"There is no heading {key}.", shown(path), "Cite lines instead.")
