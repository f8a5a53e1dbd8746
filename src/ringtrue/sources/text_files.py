"""Read the text files of a folder: detect their encoding, say what was left out, estimate tokens."""

import codecs
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ringtrue.files.text_file import MIB, ReadLimits, read_bytes, shown, unix_lines
from ringtrue.sources.office_files import OFFICE_SUFFIXES, office_text
from ringtrue.sources.transcript_files import Transcript, captions, chat_export, is_whatsapp, web_page, whatsapp
from ringtrue.sources.turns import Turn
from ringtrue.terms.problem import BadInput, Problem

# Bytes of a source as text: people keep transcripts in whatever encoding their recorder wrote.


_MARKS = (  # the longer marks first: UTF-32 begins as UTF-16 does
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LOOKED_AT = 8192  # bytes that tell text from pictures and programs
_LEAST_WIDE = 4  # characters from which zero bytes can tell that each has two
_MOST_CONTROLS = 0.02  # share of control characters beyond which one-byte text is taken for something else
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1b\x85")


class Decoded(NamedTuple):
    """A text with LF line ends, and the encoding it was read in."""

    text: str
    encoding: str


def decoded(data: bytes) -> Decoded | None:
    """The text of some bytes, or None where they are no text.

    A byte order mark decides; then UTF-16 without a mark, recognised by its zero bytes; then UTF-8; the rest is read as
    Windows-1252, which holds Latin-1, and as plain Latin-1 where that has no such character.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _try(data, encoding)
    head = data[:_LOOKED_AT]
    if b"\0" in head:
        wide = _wide(head)
        return _try(data, wide) if wide else None
    if b"\0" in data:
        return None
    return _try(data, "utf-8") or _one_byte(data)


def _one_byte(data: bytes) -> Decoded | None:
    head = data[:_LOOKED_AT]
    controls = sum(byte < 32 and byte not in _TEXT_CONTROLS for byte in head)
    if controls > _MOST_CONTROLS * len(head):
        return None
    return _try(data, "cp1252") or _try(data, "latin-1")


def _wide(head: bytes) -> str | None:
    """UTF-16 of mostly Latin letters has a zero in every second byte, on one side only."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) / 2
    if half < _LEAST_WIDE:
        return None
    if odd > 0.4 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.4 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _try(data: bytes, encoding: str) -> Decoded | None:
    try:
        return Decoded(unix_lines(data.decode(encoding)), encoding)
    except UnicodeDecodeError:
        return None


# The raw texts of a folder, and why the rest of it was left out.


SUFFIXES = frozenset({".txt", ".md", ".markdown", ".text"})
_CAPTIONS = frozenset({".srt", ".vtt"})
_PAGES = frozenset({".html", ".htm", ".xhtml"})
EVERY_SUFFIX = SUFFIXES | _CAPTIONS | _PAGES | OFFICE_SUFFIXES | {".json"}  # JSON: exports of chats alone
SOURCE = ReadLimits(max_bytes=16 * MIB)  # of one file: some two million words
MOST_FILES = 50_000
MOST_BYTES = 512 * MIB  # of all texts together, for they are held in memory
_OWN_ENCODINGS = ("utf-8", "utf-8-sig")


@dataclass(frozen=True, slots=True)
class SourceText:
    """One text, with LF line ends; `path` is relative to the folder it was found in, with slashes.

    `turns` are known where the form of the file says who speaks; `digest` is that of its bytes.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    turns: tuple[Turn, ...] | None = None
    note: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class FolderTexts:
    """The texts of a folder in a fixed order; `left_out` and `notes` say what a person should know."""

    folder: Path
    texts: tuple[SourceText, ...]
    left_out: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    unreadable: tuple[Problem, ...] = ()  # of those left out: texts by their name, but not by what is in them
    empty: tuple[str, ...] = ()  # names of files without a word

    @property
    def guessed(self) -> str:
        """Which texts were not in UTF-8, in one sentence; empty where all were."""
        foreign = [f"{text.path} ({text.encoding})" for text in self.texts if text.encoding not in _OWN_ENCODINGS]
        return f"Not UTF-8, read as guessed: {_some(foreign)}." if foreign else ""

    def __iter__(self) -> Iterator[SourceText]:
        """One text after the other."""
        return iter(self.texts)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.texts)


Known = Callable[[Path], SourceText | None]  # a text that need not be read again


def read_texts(folder: Path | str, *, suffixes: frozenset[str] = SUFFIXES, known: Known | None = None) -> FolderTexts:
    """Every .txt and .md file of a folder and the folders within it; a missing folder is refused.

    With other `suffixes` (EVERY_SUFFIX), captions, web pages, chats, Word and PDF files too. Hidden files, links that
    lead out, binary files, other types and files over the limits are left out and named. `known` gives texts that
    need not be read.
    """
    root = Path(folder)
    if not root.is_dir():
        what = "This is a file, not a folder." if root.exists() else "There is no such folder."
        raise BadInput([Problem(shown(root), "folder", what, remedy="Name the folder that holds the texts.")])
    reading = _Reading(root, suffixes, known)
    for path in _files(root, reading.refused):
        reading.take(path)
    return reading.done()


def holds_text(folder: Path | str) -> bool:
    """Whether a folder holds any text at all; the first one found decides."""
    root = Path(folder)
    reading = _Reading(root)
    for path in _files(root, reading.refused):
        reading.take(path)
        if reading.texts:
            return True
    return False


def read_source(path: Path, name: str) -> SourceText | Problem:
    """One file as a text, whatever its form, or the reason why it is none."""
    try:
        data = read_bytes(path, limits=SOURCE)
    except BadInput as refusal:
        return refusal.problems[0]
    digest = sha256(data).hexdigest()
    if path.suffix.lower() in OFFICE_SUFFIXES:
        taken = office_text(path, data)
        if isinstance(taken, str):
            return SourceText(name, unix_lines(taken), digest=digest)
        return Problem(shown(path), "whole file", taken[0], remedy=taken[1])
    read = decoded(data)
    if read is None:
        return Problem(shown(path), "whole file", "This is not a text.", remedy="Export it as UTF-8 text.")
    found = _spoken(path, read.text)
    return SourceText(name, found.text, read.encoding, found.turns, found.note, digest)


def _spoken(path: Path, text: str) -> Transcript:
    """The words of a file of captions, a web page or a chat; any other text as it stands."""
    suffix = path.suffix.lower()
    if suffix in _CAPTIONS:
        return captions(text)
    if suffix in _PAGES:
        return web_page(text)
    if suffix == ".json":
        return chat_export(text, path) or Transcript(text)
    return whatsapp(text) if suffix == ".txt" and is_whatsapp(text) else Transcript(text)


class _Reading:
    """One walk through a folder: what was read so far, and what was not."""

    def __init__(self, root: Path, suffixes: frozenset[str] = SUFFIXES, known: Known | None = None) -> None:
        self.root = root
        self._suffixes = suffixes
        self._known = known or (lambda _: None)
        self.texts: list[SourceText] = []
        self.left_out: list[Problem] = []
        self._unreadable: list[Problem] = []
        self._empty: list[str] = []
        self._bytes = 0

    def take(self, path: Path) -> None:
        """Read one file, or say why not."""
        name = path.relative_to(self.root).as_posix()
        fault = self._fault(path)
        if fault:
            self.left_out.append(Problem(shown(path), "whole file", *fault))
            return
        read = self._known(path) or read_source(path, shown(name))
        if isinstance(read, SourceText) and path.suffix.lower() == ".json" and read.turns is None:
            self.left_out.append(Problem(shown(path), "whole file", "This is no export of a chat that is known here."))
        elif isinstance(read, Problem):
            self.left_out.append(read)
            self._unreadable.append(read)
        elif read.text.strip():
            self.texts.append(read)
        else:
            self.left_out.append(Problem(shown(path), "whole file", "The file is empty."))
            self._empty.append(read.path)

    def refused(self, error: OSError) -> None:
        """Note a folder that may not be listed."""
        self.left_out.append(Problem(shown(error.filename), "folder", f"It cannot be listed: {error.strerror}."))

    def _fault(self, path: Path) -> tuple[str, str, str] | None:
        """What keeps a file from being read: what, value, remedy."""
        parts = path.relative_to(self.root).parts
        if any(part.startswith(".") for part in parts):
            return "Hidden files are not read.", "", "Rename it if it belongs to the texts."
        if path.is_dir():
            return "Links to folders are not followed.", "", "Copy the folder here."
        if path.suffix.lower() not in self._suffixes:
            read = ".txt and .md" if self._suffixes is SUFFIXES else "text, caption, web page, chat, Word and PDF"
            return f"Only {read} files are read.", path.suffix, "Export it as text."
        try:
            if not path.resolve().is_relative_to(self.root.resolve()):
                return "The link leads out of the folder.", "", "Copy the file into the folder."
            size = path.stat().st_size
        except (OSError, RuntimeError):  # a circle of links is a RuntimeError before Python 3.13
            return "The file cannot be read.", "", "Check the link and the permissions."
        if not path.is_file():  # a pipe would be waited for without end
            return "This is not a plain file.", "", "Copy the text into a file."
        if len(self.texts) >= MOST_FILES or self._bytes + size > MOST_BYTES:
            most = f"{MOST_FILES:,} files and {MOST_BYTES // MIB} MiB"
            return f"More than {most} are not allowed in one folder.", "", "Split the folder."
        self._bytes += size
        return None

    def done(self) -> FolderTexts:
        """What was read, with what a person should know about it."""
        names = [f"{Path(fault.file).name}: {fault.what}" for fault in self.left_out]
        left_out = [f"Left out: {_some(names, '; ')}"] if names else []
        read = FolderTexts(
            self.root,
            tuple(self.texts),
            tuple(self.left_out),
            unreadable=tuple(self._unreadable),
            empty=tuple(self._empty),
        )
        return replace(read, notes=tuple([read.guessed, *left_out] if read.guessed else left_out))


def _files(root: Path, refused: Callable[[OSError], None]) -> Iterator[Path]:
    """Every file below the folder in a fixed order; hidden and linked folders are given too, and not entered."""
    for place, folders, files in os.walk(root, onerror=refused):
        here = Path(place)
        closed = [name for name in folders if name.startswith(".") or (here / name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in closed)
        for name in sorted([*files, *closed]):
            yield here / name


def _some(names: list[str], between: str = ", ", most: int = 5) -> str:
    more = f"{between}and {len(names) - most} more" if len(names) > most else ""
    return between.join(names[:most]) + more


# About how many tokens a text is to a language model, where none is at hand to ask.


_BYTES_PER_TOKEN = 3.5  # English has some 4.3, Portuguese 3.6, Chinese 3 to 4: rather too many than too few


def tokens_in(text: str) -> int:
    """An estimate on the safe side, from the length in UTF-8."""
    return -(-len(text.encode("utf-8", "replace")) * 2 // int(_BYTES_PER_TOKEN * 2))
