"""Read text and bytes within limits of size; safe relative paths."""

import os
import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PureWindowsPath
from typing import BinaryIO, NamedTuple

from ringtrue.files.problems import WHOLE_FILE, nearest, refusal
from ringtrue.terms.problem import BadInput

# How large, deep and wide an input may be, so that a hostile or mistaken file is refused before it does harm.


MIB = 1024 * 1024


class ReadLimits(NamedTuple):
    """What one input may cost: bytes of the file, lists and tables inside one another, values in all."""

    max_bytes: int = 64 * MIB
    max_depth: int = 64
    max_nodes: int = 1_000_000


TEXT = ReadLimits()
YAML = ReadLimits(max_bytes=8 * MIB)  # the reader that keeps comments manages about 0.1 MB a second
JSON = ReadLimits(max_nodes=10_000_000)
JSONL_LINE = ReadLimits(max_bytes=8 * MIB)  # of one line: the file itself is streamed and may be of any length
CSV = ReadLimits(max_bytes=256 * MIB)


# Read a text file: UTF-8, within its size, every way it can go wrong said in plain words.


_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # how UTF-16 and, by its first two bytes, little-endian UTF-32 begin
_SAVE_AS_UTF8 = "Save the file as UTF-8 text."


def read_text(path: Path | str, *, limits: ReadLimits = TEXT) -> str:
    """The text of a file, with a leading byte order mark dropped and every line end (CRLF, CR) turned into LF.

    Nothing else is edited. Line n of an editor is line n of the result split at LF.
    """
    return unix_lines(decode(read_bytes(path, limits=limits), shown(path)))


def read_bytes(path: Path | str, *, limits: ReadLimits = TEXT) -> bytes:
    """The bytes of a file; what is missing, a folder, unreadable or too large is refused."""
    with opened(path, max_bytes=limits.max_bytes) as stream:
        # A pipe has no size and a file may grow: never read more than one byte over the limit.
        data = stream.read(limits.max_bytes + 1)
    if len(data) > limits.max_bytes:
        raise _too_large(shown(path), limits.max_bytes)
    return data


@contextmanager
def opened(path: Path | str, *, max_bytes: int | None = None) -> Iterator[BinaryIO]:
    """An open file, its size looked at before anything is read; what the disk refuses is a BadInput."""
    try:
        with _open(path) as stream:
            if max_bytes is not None and os.fstat(stream.fileno()).st_size > max_bytes:
                raise _too_large(shown(path), max_bytes)
            yield stream
    except OSError as error:
        raise _unreadable(path, error) from None


def decode(data: bytes, file: str, *, first_line: int = 1, first_byte: int = 0) -> str:
    """UTF-8 bytes as text without a leading byte order mark; line ends are left alone.

    `first_line` and `first_byte` say where in the file the bytes begin.
    """
    if data.startswith(_WIDE_MARKS):
        place = f"line {first_line}"
        raise refusal(file, "The text is UTF-16 or UTF-32, not UTF-8.", place=place, remedy=_SAVE_AS_UTF8)
    nul = data.find(b"\0")
    if nul >= 0:
        raise refusal(
            file,
            f"There is a NUL byte (byte {first_byte + nul}): this is not a text file.",
            place=f"line {first_line + _breaks(data, nul)}",
            remedy="Give a text file in UTF-8; spreadsheets and documents have to be exported first.",
        )
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise refusal(
            file,
            f"The bytes are not UTF-8 text (byte {first_byte + error.start}).",
            place=f"line {first_line + _breaks(data, error.start)}",
            value=data[error.start : error.start + 8].hex(" "),
            remedy=_SAVE_AS_UTF8,
        ) from None


def unix_lines(text: str) -> str:
    """The text with CRLF and CR line ends turned into LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class Lines:
    """Turns positions in a text with LF line ends into lines, counted from 1; one pass, at the first question."""

    def __init__(self, text: str) -> None:
        """Remember the text."""
        self._text = text
        self._ends: array[int] | None = None

    def at(self, index: int) -> int:
        """The line of a position."""
        if self._ends is None:
            self._ends = array("q", (match.start() for match in re.finditer("\n", self._text)))
        return bisect_left(self._ends, index) + 1


def shown(path: Path | str) -> str:
    """The path as the user named it; bytes of a name that are not UTF-8 are escaped, so that it can be printed."""
    return os.fspath(path).encode("utf-8", "backslashreplace").decode("utf-8")


def _open(path: Path | str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except ValueError:  # a NUL or half a surrogate pair in the name
        raise refusal(shown(path), "This cannot be the name of a file.", remedy="Check the path.") from None


def _unreadable(path: Path | str, error: OSError) -> BadInput:
    file = shown(path)
    match error:
        case FileNotFoundError():
            return refusal(file, "There is no such file.", remedy=_similar_file(Path(path)))
        case IsADirectoryError():
            return refusal(file, "This is a folder, not a file.", remedy="Name a file inside it.")
        case PermissionError():
            return refusal(
                file, "The file cannot be read: no permission.", remedy="Give yourself permission to read it."
            )
    return refusal(file, f"The file cannot be read: {error.strerror or error}.", remedy="Check the path.")


def _too_large(file: str, max_bytes: int) -> BadInput:
    size = f"{max_bytes // MIB} MiB" if max_bytes >= MIB else f"{max_bytes} bytes"
    return refusal(file, f"The file is larger than {size}.", remedy="Split it, or hand in only what is needed.")


def _breaks(data: bytes, index: int) -> int:
    """How many lines end before a byte, whichever line ends are used."""
    before = data[:index]
    return before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")


def _similar_file(path: Path) -> str:
    try:
        near = nearest(path.name, sorted(entry.name for entry in path.parent.iterdir()))
    except OSError:
        return f"The folder {shown(path.parent)} cannot be listed either: check the path."
    return f"Did you mean {shown(near)}?" if near else "Check the name and the folder."


# Resolve a path written inside a file so that it cannot lead out of its folder.


_SEPARATOR = re.compile(r"[/\\]")


def inside(root: Path | str, relative: str, *, file: str | None = None, place: str = WHOLE_FILE) -> Path:
    """The real path of `relative` under `root`, all links followed; it need not exist.

    Refused: an empty or absolute path (of this or the other operating system), `..` that climbs out, a link that
    leads out, a character no file name can hold. `file` and `place` say where the path is written.
    """
    named_in = shown(root) if file is None else file
    reason = _fault(relative)
    if reason is None:
        try:
            base = Path(root).resolve()
            target = (base / relative).resolve()
        except (OSError, RuntimeError, ValueError):  # 3.11 and 3.12 report a circle of links as RuntimeError
            reason = "The path cannot be followed."
        else:
            if target.is_relative_to(base):
                return target
            reason = "The path follows a link out of its folder."
    remedy = f"Name something inside {shown(root)}, by a path relative to it."
    raise refusal(named_in, reason, place=place, value=shown(relative), remedy=remedy)


def _fault(relative: str) -> str | None:
    """What is wrong with the words of a path, before the disk is asked."""
    if not relative.strip():
        return "The path is empty."
    if any(ord(character) < 32 for character in relative):
        return "The path holds a control character."
    if relative.startswith(("/", "\\")) or PureWindowsPath(relative).drive:
        return "The path is absolute."
    level = 0
    for part in _SEPARATOR.split(relative):
        level += {"": 0, ".": 0, "..": -1}.get(part, 1)
        if level < 0:
            return "The path climbs out of its folder."
    return None
