"""Character cards inside PNG images and charx archives."""

import base64
import binascii
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath
from typing import NamedTuple
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from ringtrue.files.problems import refusal
from ringtrue.files.text_file import MIB
from ringtrue.formats.character_card_json import MOST_BYTES
from ringtrue.terms.problem import BadInput

# The card inside a PNG: text chunks found by hand, their checksums and sizes looked at before anything is believed.


SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEYWORDS = ("ccv3", "chara")  # the newer one first
_MOST_TEXT = MOST_BYTES * 4 // 3 + 4  # as base64
_WIDTH, _HEIGHT = 256, 384


class Block(NamedTuple):
    """One chunk of a PNG: its four letters, its data, and the place of its first byte."""

    kind: bytes
    data: bytes
    start: int


def embedded(picture: bytes, file: str) -> bytes:
    """The JSON of the card in a picture, of the newest version there is."""
    found: dict[str, bytes] = {}
    for block in blocks(picture, file):
        if block.kind in (b"tEXt", b"zTXt", b"iTXt"):
            keyword, _, rest = block.data.partition(b"\0")
            name = keyword.decode("latin-1").lower()
            if name in _KEYWORDS and name not in found:
                found[name] = _text(block.kind, rest, file)
    value = next((found[name] for name in _KEYWORDS if name in found), None)
    if value is None:
        what = "The picture holds no character card."
        raise refusal(file, what, remedy="Use the original file: copies made by other programs often lose the card.")
    return _decoded(value, file)


def embedding(picture: bytes, card: str, file: str) -> bytes:
    """The picture with a card put in, in place of any it held."""
    out = [SIGNATURE]
    for block in blocks(picture, file):
        keyword = block.data.partition(b"\0")[0].decode("latin-1").lower()
        if block.kind in (b"tEXt", b"zTXt", b"iTXt") and keyword in _KEYWORDS:
            continue
        if block.kind == b"IEND":
            out.append(_block(b"tEXt", b"ccv3\0" + base64.b64encode(card.encode("utf-8"))))
        out.append(_block(block.kind, block.data))
    return b"".join(out)


def plain_picture(name: str) -> bytes:
    """A picture of soft stripes whose colour follows from the name."""
    tint = zlib.crc32(name.encode("utf-8", "replace"))
    base = [120 + (tint >> shift & 63) for shift in (0, 8, 16)]
    rows = bytearray()
    for row in range(_HEIGHT):
        shade = bytes(min(255, level + row * 60 // _HEIGHT) for level in base)
        rows += b"\0" + shade * _WIDTH
    size = _WIDTH.to_bytes(4) + _HEIGHT.to_bytes(4) + b"\x08\x02\0\0\0"  # 8 bits, red, green and blue
    return SIGNATURE + _block(b"IHDR", size) + _block(b"IDAT", zlib.compress(bytes(rows), 9)) + _block(b"IEND", b"")


def blocks(picture: bytes, file: str) -> Iterator[Block]:
    """The chunks of a PNG up to its end; a file that is cut off or was altered is refused."""
    if not picture.startswith(SIGNATURE):
        raise refusal(file, "This is not a PNG picture.", remedy="Give the card's own file.")
    at = len(SIGNATURE)
    while at + 12 <= len(picture):
        length = int.from_bytes(picture[at : at + 4])
        kind = picture[at + 4 : at + 8]
        end = at + 12 + length
        if length > 0x7FFFFFFF or end > len(picture):
            raise _cut_off(file, at)
        data = picture[at + 8 : end - 4]
        if zlib.crc32(data, zlib.crc32(kind)) != int.from_bytes(picture[end - 4 : end]):
            raise refusal(
                file,
                "A part of the picture was altered: its checksum is wrong.",
                place=f"byte {at}",
                value=kind.decode("latin-1"),
                remedy="Download it again.",
            )
        yield Block(kind, data, at)
        if kind == b"IEND":
            return
        at = end
    raise _cut_off(file, at)


def _cut_off(file: str, at: int) -> BadInput:
    return refusal(file, "The picture is cut off.", place=f"byte {at}", remedy="Download it again.")


def _block(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(data, zlib.crc32(kind)).to_bytes(4)


def _text(kind: bytes, rest: bytes, file: str) -> bytes:
    """The value of a text chunk behind its keyword, unpacked where it is packed."""
    packed = False
    if kind == b"zTXt":
        packed, rest = True, rest[1:]
    elif kind == b"iTXt":
        packed, rest = rest[:1] == b"\x01", rest[2:].partition(b"\0")[2].partition(b"\0")[2]
    return _unpacked(rest, file) if packed else rest


def _unpacked(data: bytes, file: str) -> bytes:
    engine = zlib.decompressobj()
    try:
        value = engine.decompress(data, _MOST_TEXT + 1)
    except zlib.error:
        raise refusal(file, "The packed card cannot be unpacked.", remedy="Download it again.") from None
    if len(value) > _MOST_TEXT or not engine.eof:
        raise refusal(file, "The packed card is cut off or too large.", remedy="Download it again.")
    return value


def _decoded(value: bytes, file: str) -> bytes:
    """The JSON behind base64; some programs leave it plain."""
    plain = b"".join(value.split())
    if plain.startswith(b"{"):
        return value
    if len(plain) > _MOST_TEXT:
        raise refusal(file, "The card is too large.", remedy="Take out what is not text.")
    try:
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise refusal(file, "The card in the picture is not base64.", remedy="Export it again.") from None


# The card inside a charx file, a zip: only card.json is read, and nothing is ever unpacked to disk.


_NAME = "card.json"
_MOST_ENTRIES = 10_000
_ENCRYPTED = 0x1
_REMEDY = "Export the card again."


def archived(data: bytes, file: str) -> bytes:
    """The JSON of the card in an archive; BadInput for damage, tricks and bombs."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            _check_names(entries, file)
            entry = _card(entries, file)
            with archive.open(entry) as stream:
                read = stream.read(MOST_BYTES + 1)
    except (BadZipFile, LargeZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise refusal(file, "The archive is damaged or packed in an unknown way.", remedy=_REMEDY) from None
    if len(read) > MOST_BYTES:
        raise _too_large(file)
    return read


def _check_names(entries: list[ZipInfo], file: str) -> None:
    if len(entries) > _MOST_ENTRIES:
        raise refusal(file, f"The archive holds more than {_MOST_ENTRIES:,} files.", remedy=_REMEDY)
    for entry in entries:
        name = entry.filename.replace("\\", "/")
        if name.startswith("/") or ".." in PurePosixPath(name).parts or ":" in name.partition("/")[0]:
            what = "A file of the archive would be extracted outside the folder."
            raise refusal(file, what, place="archive", value=entry.filename, remedy="Do not trust this file.")


def _card(entries: list[ZipInfo], file: str) -> ZipInfo:
    cards = [entry for entry in entries if entry.filename == _NAME]
    if len(cards) != 1:
        what = f"The archive holds {len(cards) or 'no'} {_NAME}{'' if len(cards) < 2 else ' files'}."
        raise refusal(file, what, remedy="A charx file holds one card.json at its top.")
    if cards[0].flag_bits & _ENCRYPTED:
        raise refusal(file, "The card is encrypted.", remedy="Export it without a password.")
    if cards[0].file_size > MOST_BYTES:
        raise _too_large(file)
    return cards[0]


def _too_large(file: str) -> Exception:
    return refusal(file, f"{_NAME} is larger than {MOST_BYTES // MIB} MiB.", remedy="Take out what is not text.")
