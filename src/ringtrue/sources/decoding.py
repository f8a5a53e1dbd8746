"""Bytes of a source as text: people keep transcripts in whatever encoding their recorder wrote."""

import codecs
from typing import NamedTuple

from ringtrue.files.text_files import unix_lines

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

    A byte order mark decides; then UTF-16 without a mark, told by its zero bytes; then UTF-8; what is left is read as
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
