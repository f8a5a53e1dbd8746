"""Resolve citations to files and lines, and check those of items and texts."""

import os
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from ringtrue.files.document import Document
from ringtrue.files.json_file import read_json
from ringtrue.files.problems import nearest
from ringtrue.files.text_file import shown
from ringtrue.files.yaml_file import read_yaml
from ringtrue.sources.citations import Reference, chunk_key, citations_in
from ringtrue.sources.text_files import EVERY_SUFFIX, SourceText, read_source
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem

# Compare quoted words with a source the way a reader would: white space and typographic quotes do not count.


_QUOTES = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′ʼ´`‹›", "'"),
        **dict.fromkeys("“”„‟″«»「」", '"'),
        "\u00ad": None,  # soft hyphen and invisible marks: nobody can see whether they are there
        "\u200b": None,
        "\u2060": None,
        "\ufeff": None,
    }
)


class LineRange(NamedTuple):
    """Where a text stands: first and last line, counted from 1."""

    first: int
    last: int


def folded(text: str) -> str:
    """The text with one space for any white space, straight quotes, and composed characters."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_QUOTES).split())


class FoldedText:
    """A text folded once, in which quotes are looked up by line."""

    def __init__(self, text: str) -> None:
        """Fold line by line; empty lines leave nothing between their neighbours but a space."""
        self.lines = len(text.rstrip("\n").split("\n")) if text else 0
        self._starts: list[int] = []
        self._numbers: list[int] = []
        self._headings: dict[str, int] = {}
        pieces = []
        at = 0
        for number, line in enumerate(text.split("\n"), 1):
            piece = folded(line)
            if piece.startswith("#"):
                self._headings.setdefault(_heading(piece), number)
            if piece:
                self._starts.append(at)
                self._numbers.append(number)
                pieces.append(piece)
                at += len(piece) + 1
        self._text = " ".join(pieces)

    def where(self, quote: str, first: int = 1, last: int | None = None) -> LineRange | None:
        """Where a quote stands within the given lines (all of them by default), or None; an empty one is nowhere."""
        words = folded(quote)
        start, end = self._offset(first), len(self._text) if last is None else self._offset(last + 1)
        at = self._text.find(words, start, end) if words else -1
        return None if at < 0 else LineRange(self._line(at), self._line(at + len(words) - 1))

    def nearest(self, quote: str, line: int) -> LineRange | None:
        """Of all places where a quote stands, the one nearest to a line."""
        words = folded(quote)
        places, at = [], self._text.find(words) if words else -1
        while at >= 0:
            places.append(LineRange(self._line(at), self._line(at + len(words) - 1)))
            at = self._text.find(words, at + 1)
        return min(places, key=lambda place: abs(place.first - line), default=None)

    def heading(self, words: str) -> int | None:
        """The line of a Markdown heading, spelt with spaces, hyphens or underscores."""
        return self._headings.get(_heading(words))

    def _offset(self, line: int) -> int:
        """Where the first text on or after a line begins."""
        index = bisect_right(self._numbers, line - 1)
        return self._starts[index] if index < len(self._starts) else len(self._text)

    def _line(self, offset: int) -> int:
        return self._numbers[bisect_right(self._starts, offset) - 1]


def _heading(words: str) -> str:
    return " ".join(words.strip("# ").replace("-", " ").replace("_", " ").casefold().split())


# The files that citations may point to, indexed by the ways people write their names.


MOST_FILES = 200_000


class SourceIndex:
    """An index of the files in some folders; `chunks` are texts known by the name of their chunk."""

    def __init__(self, *folders: Path | str, chunks: Mapping[str, str] | None = None) -> None:
        """Remember the folders; they are listed at the first question."""
        self.folders = tuple(Path(folder) for folder in folders)
        self.chunks = {chunk_key(name): text for name, text in (chunks or {}).items()}
        self._names: dict[str, list[tuple[tuple[str, ...], Path]]] | None = None
        self._texts: dict[Path, FoldedText | Problem] = {}

    def find(self, written: str) -> Path | str:
        """The file a path means, or in words why there is none.

        A leading slash means the top of a folder. Letter case does not matter, nor whether the path begins higher up
        or lower down than the folder, as long as only one file fits.
        """
        parts = _parts(self._relative(written))
        if not parts or ".." in parts:
            return "The path is empty or climbs out of its folder."
        candidates = self._listing().get(parts[-1], [])
        for fits in (_same, _lower, _higher):
            found = [path for theirs, path in candidates if fits(theirs, parts)]
            if len(found) == 1:
                return found[0]
            if found:
                named = ", ".join(shown(path) for path in found[:3])
                return f"The path fits {len(found)} files: {named}."
        near = nearest(parts[-1], self._listing())
        hint = f" Did you mean {near}?" if near else ""
        return f"There is no such file in {', '.join(shown(folder) for folder in self.folders)}.{hint}"

    def text(self, path: Path) -> FoldedText | Problem:
        """The text of a file that was found, folded once and kept."""
        if path not in self._texts:
            read = read_source(path, shown(path))
            self._texts[path] = read if isinstance(read, Problem) else FoldedText(read.text)
        return self._texts[path]

    def place_of(self, quote: str) -> str:
        """The first file and lines where a quote stands, "" where it stands nowhere; citations are written so."""
        for _, path in sorted(place for places in self._listing().values() for place in places):
            text = self.text(path) if path.suffix.lower() in EVERY_SUFFIX else None
            found = text.where(quote) if isinstance(text, FoldedText) else None
            if found:
                folder = next(one for one in self.folders if path.is_relative_to(one))
                return f"/{path.relative_to(folder).as_posix()}:L{found.first}-{found.last}"
        return ""

    def _relative(self, written: str) -> str:
        """The path below one of the folders, where it is written out in full."""
        path = Path(written.strip())
        if path.is_absolute():
            for folder in self.folders:
                for base in (folder.absolute(), folder.resolve()):
                    if path.is_relative_to(base):
                        return path.relative_to(base).as_posix()
        return written

    def _listing(self) -> dict[str, list[tuple[tuple[str, ...], Path]]]:
        """Files by their folded name, each with its folded parts below its folder."""
        if self._names is None:
            self._names = {}
            seen: set[Path] = set()
            for count, (relative, path) in enumerate(_below(self.folders)):
                if count >= MOST_FILES:
                    break
                real = path.resolve()
                if real not in seen:  # folders may lie in one another
                    seen.add(real)
                    parts = _parts(relative)
                    self._names.setdefault(parts[-1], []).append((parts, path))
        return self._names


def _below(folders: tuple[Path, ...]) -> Iterator[tuple[str, Path]]:
    for folder in folders:
        for place, inner, files in os.walk(folder):
            inner[:] = sorted(name for name in inner if not name.startswith("."))
            for name in sorted(files):
                path = Path(place) / name
                if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                    yield path.relative_to(folder).as_posix(), path


def _parts(path: str) -> tuple[str, ...]:
    """The folded parts of a path; macOS and Windows, old and new, spell one name in several ways."""
    plain = unicodedata.normalize("NFC", path.strip().replace("\\", "/")).casefold()
    return tuple(part for part in PurePosixPath(plain).parts if part not in ("/", "//", "."))


def _same(theirs: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    return theirs == parts


def _lower(theirs: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """The path as written begins below the folder."""
    return theirs[-len(parts) :] == parts


def _higher(theirs: tuple[str, ...], parts: tuple[str, ...]) -> bool:
    """The path as written begins above the folder."""
    return parts[-len(theirs) :] == theirs


# Resolve a citation: the file is there, its lines are there, and quoted words are in them.


_READERS = {".yaml": read_yaml, ".yml": read_yaml, ".json": read_json}


@dataclass(frozen=True, slots=True)
class FoundSource:
    """Where a citation leads: a file (or a chunk's name) and the lines, of the quote where one was given."""

    path: str
    lines: LineRange | None = None


@dataclass(frozen=True, slots=True)
class MissingSource:
    """Why a citation leads nowhere, and what to do."""

    what: str
    value: str
    remedy: str = ""


def resolve(reference: Reference, index: SourceIndex, quote: str = "") -> FoundSource | MissingSource:
    """Follow a citation; with a quote, its words must be in the cited lines or chunks."""
    if reference.form == "unread":
        return MissingSource(reference.fault, reference.written, "Write ^[RAIZ:path:L12-14].")
    if reference.form in ("chunk", "insight"):
        return _chunk(reference, index, quote)
    path = index.find(reference.path)
    if isinstance(path, str):
        return MissingSource(path, reference.path, "Correct the path, or add the file to the sources.")
    text = index.text(path)
    if isinstance(text, Problem):
        return MissingSource(text.what, shown(path), text.remedy)
    lines = _key_line(path, reference.key, text) if reference.key else _lines(reference, path, text)
    if isinstance(lines, MissingSource):
        return lines
    return (
        _quoted(text, path, None if reference.key else lines, quote)
        if folded(quote)
        else FoundSource(shown(path), lines)
    )


def _lines(reference: Reference, path: Path, text: FoldedText) -> LineRange | MissingSource | None:
    """The cited lines, None where the whole file is meant."""
    first, last = reference.first_line, reference.last_line
    if first is None:
        return None
    last = first if last is None else last
    written = f"{shown(path)}:L{first}-{last}"
    if first < 1 or last < first:
        return MissingSource(
            "The lines run backwards or begin before line 1.", written, "Give the first line, then the last."
        )
    if last > text.lines:
        return MissingSource(f"The file has {text.lines} lines.", written, "Correct the lines.")
    return LineRange(first, last)


def _quoted(text: FoldedText, path: Path, lines: LineRange | None, quote: str) -> FoundSource | MissingSource:
    """The place of a quote within the cited lines; where it stands elsewhere in the file, that is said."""
    within = text.where(quote, lines.first, lines.last) if lines else text.where(quote)
    if within:
        return FoundSource(shown(path), within)
    written = f"{shown(path)}:L{lines.first}-{lines.last}" if lines else shown(path)
    elsewhere = text.nearest(quote, lines.first) if lines else None
    if elsewhere:
        span = f"L{elsewhere.first}-{elsewhere.last}"
        return MissingSource(f"The quoted words are on {span}, not here.", written, f"Cite {span}.")
    return MissingSource(
        "The quoted words are not here.", written, "Quote word for word, or cite the place where they are."
    )


def _chunk(reference: Reference, index: SourceIndex, quote: str) -> FoundSource | MissingSource:
    """Every chunk must be known; a quote must be in one of them."""
    unknown = [name for name in reference.chunks if name not in index.chunks]
    if unknown or not reference.chunks:
        what = "No known chunk has this name." if unknown else "An insight alone leads to no text."
        return MissingSource(what, ", ".join(unknown) or reference.written, "Cite the file and its lines instead.")
    words = folded(quote)
    holding = [name for name in reference.chunks if words in folded(index.chunks[name])]
    if not holding:
        return MissingSource("The quoted words are not here.", ", ".join(reference.chunks), "Quote word for word.")
    return FoundSource(f"chunk_{holding[0]}")


def _key_line(path: Path, key: str, text: FoldedText) -> LineRange | MissingSource:
    """The line of a key of a YAML or JSON file, or of a heading of any other."""
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        return _heading_resolution(path, key, text)
    try:
        document: Document = reader(path)
    except BadInput as refusal:
        return MissingSource(refusal.problems[0].what, shown(path), refusal.problems[0].remedy)
    line = document.line((key,)) or document.line(tuple(key.split(".")))
    return (
        LineRange(line, line)
        if line
        else MissingSource(f"There is no key {key}.", shown(path), "Name a key of the file.")
    )


def _heading_resolution(path: Path, key: str, text: FoldedText) -> LineRange | MissingSource:
    line = text.heading(key)
    return (
        LineRange(line, line)
        if line
        else MissingSource(f"There is no heading {key}.", shown(path), "Cite lines instead.")
    )


# Check the citations of items and texts: each that does not resolve becomes a problem with item, path and line.


_CITING = ("citation", "citations", "source_reference")  # fields of items that hold citations
_OWN, _OWN_CITATION = "self", "self_citation"  # the person's other text on a control card, and where it stands
_QUOTED = ("real", "real_quote")  # fields whose words must be in the sources


def check_item(item: Item, index: SourceIndex, file: str) -> list[Problem]:
    """What is wrong with the citations of an item of `file`: none at all, unresolved ones, a quote not to be found."""
    references = references_of(item)
    place = f"item {item.id}"
    if not references:
        return [Problem(file, place, "The item cites nothing.", remedy="Add citation: ^[RAIZ:path:L12-14].")]
    quote = next((str(item.fields[name]) for name in _QUOTED if item.fields.get(name)), "")
    missing = [*_misses(references, quote, index), *_excerpts(item.fields.get("references"), index)]
    given = item.fields.get("responses")
    own = str(given.get(_OWN) or "") if isinstance(given, Mapping) else ""
    if own and not item.fields.get(_OWN_CITATION):
        missing.append(MissingSource("The person's own text (self) cites nothing.", "", f"Add {_OWN_CITATION}."))
    elif own:
        missing += _misses(list(_read(item.fields[_OWN_CITATION])), own, index)
    return [Problem(file, place, fault.what, fault.value, fault.remedy) for fault in missing]


def _misses(references: list[Reference], quote: str, index: SourceIndex) -> list[MissingSource]:
    """Citations that lead nowhere or, where all lead somewhere, a quote that stands in none of the places."""
    plain = [resolve(reference, index) for reference in references]
    missing = [found for found in plain if isinstance(found, MissingSource)]
    if folded(quote) and not missing:
        quoted = [resolve(reference, index, quote) for reference in references]
        misses = [found for found in quoted if isinstance(found, MissingSource)]
        missing = misses[:1] if len(misses) == len(quoted) else []
    if folded(quote) and missing and not any("words are on" in found.what for found in missing):
        place = index.place_of(quote)
        missing = [replace(found, remedy=f"Cite ^[RAIZ:{place}].") for found in missing] if place else missing
    return missing


def check_text(text: SourceText, index: SourceIndex) -> list[Problem]:
    """Every citation of a text that leads nowhere, with the line it is written on."""
    found = ((reference, resolve(reference, index)) for reference in citations_in(text.text))
    return [
        Problem(text.path, f"line {reference.line}", fault.what, fault.value, fault.remedy)
        for reference, fault in found
        if isinstance(fault, MissingSource)
    ]


def references_of(item: Item) -> list[Reference]:
    """The citations of an item, from its terms and from the fields people write them in."""
    known = [Reference("file", one.path, one.first_line, one.last_line) for one in item.citations]
    return known + [reference for field in _CITING for reference in _read(item.fields.get(field))]


def reference_of(text: str) -> Reference:
    """One citation, with or without its brackets."""
    found = citations_in(text) or citations_in(f"^[{text.strip()}]")
    if found[0].form == "unread" and not text.lstrip().startswith(("^[", "[")):
        found = citations_in(f"^[RAIZ:{text.strip()}]")  # a bare name can only be meant for a file
    return found[0]


def _read(given: Any) -> Iterator[Reference]:
    if isinstance(given, str):
        if given.strip():
            yield from citations_in(given) or [reference_of(given)]
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _read(one)
    elif given is not None:
        yield Reference("unread", fault="A citation is a text.", written=str(given)[:80])


def _excerpts(references: Any, index: SourceIndex) -> Iterator[MissingSource]:
    """Excerpts of reference texts that do not stand where they are said to."""
    for one in references if isinstance(references, list | tuple) else ():
        if isinstance(one, Mapping) and one.get("path"):
            found = resolve(reference_of(str(one["path"])), index, str(one.get("excerpt") or ""))
            if isinstance(found, MissingSource):
                yield found
