"""The files citations may point to, found the way people write their names."""

import os
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from ringtrue.files import nearest
from ringtrue.files.text_files import shown
from ringtrue.sources.citation import chunk_key
from ringtrue.sources.folding import FoldedText
from ringtrue.sources.texts import read_source
from ringtrue.terms import Problem

MOST_FILES = 200_000


class Shelf:
    """Some folders and what lies in them; `chunks` are texts known by the name of their chunk."""

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
