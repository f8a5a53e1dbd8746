"""A person's sources as drafts and checks use them: own words alone, line by line; a snapshot of them by content hash.

The snapshot is a file of JSON Lines: what was read, with the digest of every file and the person's own words on their
lines. It is a cache (a file that has not changed is not read again) and a record: a citation whose lines have changed
since is found out, with the nearest place where the words stand now.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.text_file import shown
from ringtrue.sources.citation_check import FoldedText, SourceIndex, folded
from ringtrue.sources.citations import Reference
from ringtrue.sources.clone import Clone, read_clone
from ringtrue.sources.dna import name_key
from ringtrue.sources.person_texts import ABOUT
from ringtrue.sources.text_files import SourceText
from ringtrue.sources.turns import OwnPart, header_lines, own_part
from ringtrue.terms.problem import Problem

SNAPSHOT = "sources.jsonl"
_VERSION = 1
_DATE = re.compile(r"(?<!\d)((?:19|20)\d{2})(?:[-_.](0[1-9]|1[0-2])(?:[-_.](0[1-9]|[12]\d|3[01]))?)?(?!\d)")
_TITLE = re.compile(r"^(?:title|t[ií]tulo)\s*:\s*(.+)$", re.IGNORECASE | re.MULTILINE)
_DATED = re.compile(r"^(?:date|data)\s*:\s*(.+)$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class OwnText:
    """The person's own words of one file, each on its line; `path` is as citations name it.

    `about` marks documents about the person (SOUL, MEMORY, DNA): they can be cited, and nothing is quoted from them.
    """

    path: str
    text: str
    digest: str = ""
    stamp: tuple[int, int] = (0, 0)  # bytes and time of change
    title: str = ""
    date: str = ""
    masked: int = 0  # turns of others
    note: str = ""
    about: bool = False

    def lines(self, first: int, last: int) -> str:
        """The words on some lines, counted from 1."""
        return "\n".join(self.text.split("\n")[first - 1 : last])


@dataclass(frozen=True, slots=True)
class PersonSources:
    """All that is known of a person's sources; `reread` says how many files had to be read."""

    clone: Clone
    names: tuple[str, ...]
    texts: tuple[OwnText, ...]
    documents: tuple[OwnText, ...] = ()
    reread: int = 0
    left_out: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    given: tuple[str, ...] = ()  # what the person was said to be called; else `names` come from the folder

    @property
    def words(self) -> int:
        """How many words of the person there are."""
        return sum(len(text.text.split()) for text in self.texts)

    def primary(self) -> dict[str, int]:
        """How much there is of each primary source: texts, items of DNA, SOUL and MEMORY."""
        there = self.clone.documents
        documents = {name: int(name in there) for name in ("SOUL", "MEMORY")}
        return {
            "texts": sum(bool(text.text.strip()) for text in self.texts),
            "DNA": len(self.clone.dna.items),
            **documents,
        }


def read_sources(
    folder: Path | str, *, name: str = "", names: Iterable[str] = (), snapshot: Path | None = None
) -> PersonSources:
    """Read a clone's folder or a plain folder of texts; `names` are what the person is called in transcripts.

    With the file of an earlier `snapshot`, only what has changed since is read.
    """
    given = tuple(dict.fromkeys(one.strip() for one in names if one.strip()))
    root = Path(folder)
    header, kept = _read_snapshot(snapshot) if snapshot else ({}, {})
    known = kept if list(header.get("given", [None])) == sorted(given) else {}
    tops = (root.resolve(), *root.resolve().parents[:3])

    def unchanged(path: Path) -> SourceText | None:
        real = path.resolve()
        cited = (f"/{real.relative_to(top).as_posix()}" for top in tops if real.is_relative_to(top))
        text = next((known[one] for one in cited if one in known), None)
        same = text is not None and not text.about and text.stamp == _stamp(path)
        return SourceText(text.path, text.text, digest=text.digest) if text is not None and same else None

    clone = read_clone(root, name, known=unchanged)
    called = given or _names_of(clone, root)
    found: list[OwnText] = []
    reread = 0
    for source in clone.texts or ():
        if source.path.startswith("/"):
            found.append(known[source.path])
        elif Path(source.path).name.lower() not in ABOUT and clone.texts is not None:
            found.append(_own_text(source, clone.texts.folder / source.path, clone.root, called))
            reread += 1
    documents = tuple(_documents(clone))
    notes = [*(clone.texts.notes if clone.texts else ()), *_notes(found, called)]
    return PersonSources(clone, called, tuple(found), documents, reread, clone.problems, tuple(notes), given)


def _names_of(clone: Clone, root: Path) -> tuple[str, ...]:
    """What a person is called where nobody says so: the name in DNA-CONFIG, else that of the clone's folder."""
    config = clone.config
    given = [str(config.get(key) or "") for key in ("person", "pessoa", "name", "nome")]
    folder = (clone.folder if clone.folder != root else root).resolve().name
    return tuple(dict.fromkeys(one for one in given if one)) or (folder.replace("-", " ").replace("_", " "),)


def _own_text(source: SourceText, path: Path, root: Path, names: Sequence[str]) -> OwnText:
    part = own_part(source.text, names, source.turns)
    header = "\n".join(source.text.split("\n")[: header_lines(source.text, names)])
    title, dated = _TITLE.search(header), _DATED.search(header)
    date = _DATE.search(dated[1]) if dated else None
    date = date or _DATE.search(path.stem)
    return OwnText(
        cited_path(path, root),
        part.text,
        source.digest,
        _stamp(path),
        title[1].strip() if title else _plain_name(path.stem),
        "-".join(piece for piece in date.groups() if piece) if date else "",
        part.turns,
        _note(source, part),
    )


def _plain_name(stem: str) -> str:
    return _DATE.sub("", stem).strip(" -_.").replace("_", " ")


def _note(source: SourceText, part: OwnPart) -> str:
    if source.note or not part.unclear:
        return source.note
    named = ", ".join(part.others[:4]) + (" ..." if len(part.others) > 4 else "")
    return f"Left out: {named} speak, and none of them is known to be the person; --name NAME says who is."


def cited_path(path: Path, root: Path) -> str:
    """A path as citations name it: from the top of the clone's folders."""
    real = path.resolve()
    return f"/{real.relative_to(root.resolve()).as_posix()}" if real.is_relative_to(root.resolve()) else shown(path)


def _documents(clone: Clone) -> Iterator[OwnText]:
    """SOUL, MEMORY and their like, which may be cited too."""
    for source in clone.documents.values():
        path = clone.folder / source.path
        yield OwnText(cited_path(path, clone.root), source.text, source.digest, _stamp(path), about=True)


def _notes(found: Sequence[OwnText], names: Sequence[str]) -> Iterator[str]:
    masked = sum(text.masked for text in found)
    if masked:
        yield f"{masked} turns of other people are left out (the person is called {', '.join(names) or 'nothing yet'})."
    for text in found:
        if text.note:
            yield f"{text.path}: {text.note}"


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (0, 0)
    return found.st_size, found.st_mtime_ns


# The snapshot: written after a draft, read at the next one and at every check.


def write_snapshot(path: Path, sources: PersonSources) -> None:
    """Write what was read: a line about the whole, then one for each file."""
    head = {"ringtrue_sources": _VERSION, "given": sorted(sources.given)}
    rows: list[dict[str, Any]] = [head]
    rows += [
        {
            "path": text.path,
            "digest": text.digest,
            "stamp": list(text.stamp),
            "title": text.title,
            "date": text.date,
            "masked": text.masked,
            "note": text.note,
            "about": text.about,
            "text": text.text,
        }
        for text in (*sources.texts, *sources.documents)
    ]
    write_text(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))


def read_snapshot(path: Path) -> dict[str, OwnText]:
    """The texts of a snapshot by the path that citations name; none where there is no snapshot that can be read."""
    return _read_snapshot(path)[1]


def _read_snapshot(path: Path) -> tuple[dict[str, Any], dict[str, OwnText]]:
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        head = json.loads(lines[0])
        rows = [json.loads(line) for line in lines[1:] if line]
        if head["ringtrue_sources"] != _VERSION:
            return {}, {}
        texts = [OwnText(**{**row, "stamp": tuple(row["stamp"])}) for row in rows]
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return {}, {}
    return head, {text.path: text for text in texts}


@dataclass(frozen=True, slots=True)
class Stale:
    """A citation whose words are not what they were: what has changed, and what to cite now."""

    what: str
    value: str
    remedy: str


def stale(reference: Reference, snapshot: Mapping[str, OwnText], index: SourceIndex) -> Stale | None:
    """What has become of the words of a citation since the snapshot; None where they stand as they did."""
    known = _recorded(reference.path, snapshot)
    if known is None or reference.first_line is None:
        return None
    last = reference.last_line or reference.first_line
    words = folded(known.lines(reference.first_line, last))
    path = index.find(reference.path)
    if not words or isinstance(path, str):
        return (
            None if not words else Stale("The file is gone since the draft.", reference.path, _elsewhere(words, index))
        )
    text = index.text(path)
    if not isinstance(text, FoldedText) or text.where(words, reference.first_line, last):
        return None
    here = text.nearest(words, reference.first_line)
    written = f"{reference.path}:L{reference.first_line}-{last}"
    if here:
        return Stale("The words cited have moved since the draft.", written, f"Cite L{here.first}-{here.last}.")
    return Stale("The words cited are not in the file any more.", written, _elsewhere(words, index))


def _elsewhere(words: str, index: SourceIndex) -> str:
    place = index.place_of(words)
    return f"Cite ^[RAIZ:{place}]." if place else "Read the source again, and correct or reject the item."


def _recorded(written: str, snapshot: Mapping[str, OwnText]) -> OwnText | None:
    if written in snapshot:
        return snapshot[written]
    parts = [name_key(part) for part in written.strip("/").split("/")]
    found = [
        one
        for path, one in snapshot.items()
        if [name_key(p) for p in path.strip("/").split("/")][-len(parts) :] == parts
    ]
    return found[0] if len(found) == 1 else None
