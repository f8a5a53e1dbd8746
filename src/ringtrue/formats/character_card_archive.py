"""The card inside a charx file, a zip: only card.json is read, and nothing is ever unpacked to disk."""

import zlib
from io import BytesIO
from pathlib import PurePosixPath
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from ringtrue.files.collector import refuse
from ringtrue.files.limits import MIB
from ringtrue.formats.character_card_json import MOST_BYTES

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
        raise refuse(file, "The archive is damaged or packed in an unknown way.", remedy=_REMEDY) from None
    if len(read) > MOST_BYTES:
        raise _too_large(file)
    return read


def _check_names(entries: list[ZipInfo], file: str) -> None:
    if len(entries) > _MOST_ENTRIES:
        raise refuse(file, f"The archive holds more than {_MOST_ENTRIES:,} files.", remedy=_REMEDY)
    for entry in entries:
        name = entry.filename.replace("\\", "/")
        if name.startswith("/") or ".." in PurePosixPath(name).parts or ":" in name.partition("/")[0]:
            what = "A file of the archive would lie outside of it."
            raise refuse(file, what, place="archive", value=entry.filename, remedy="Do not trust this file.")


def _card(entries: list[ZipInfo], file: str) -> ZipInfo:
    cards = [entry for entry in entries if entry.filename == _NAME]
    if len(cards) != 1:
        what = f"The archive holds {len(cards) or 'no'} {_NAME}{'' if len(cards) < 2 else ' files'}."
        raise refuse(file, what, remedy="A charx file holds one card.json at its top.")
    if cards[0].flag_bits & _ENCRYPTED:
        raise refuse(file, "The card is encrypted.", remedy="Export it without a password.")
    if cards[0].file_size > MOST_BYTES:
        raise _too_large(file)
    return cards[0]


def _too_large(file: str) -> Exception:
    return refuse(file, f"{_NAME} is larger than {MOST_BYTES // MIB} MiB.", remedy="Take out what is not text.")
