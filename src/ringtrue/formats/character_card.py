"""Character cards, versions 1 to 3: read from JSON, PNG or charx, written as version 3."""

from pathlib import Path

from ringtrue.files import Limits, read_bytes, write_bytes
from ringtrue.files.limits import MIB
from ringtrue.files.text_files import shown
from ringtrue.formats.character import CharacterCard
from ringtrue.formats.character_card_archive import archived
from ringtrue.formats.character_card_json import as_json, card_of
from ringtrue.formats.character_card_png import embedded, embedding, plain_picture

CARD = Limits(max_bytes=64 * MIB)
_PNG = b"\x89PNG\r\n\x1a\n"
_ZIP = b"PK"


def read_card(path: Path | str) -> CharacterCard:
    """The card in a file, whatever holds it: its first bytes decide. BadInput where there is none."""
    file = shown(path)
    data = read_bytes(path, limits=CARD)
    if data.startswith(_PNG):
        return card_of(embedded(data, file), file)
    if data.startswith(_ZIP) or file.lower().endswith(".charx"):
        return card_of(archived(data, file), file)
    return card_of(data, file)


def write_json(path: Path | str, card: CharacterCard) -> None:
    """Write a card as version 3 JSON."""
    write_bytes(path, as_json(card).encode("utf-8") + b"\n")


def write_png(path: Path | str, card: CharacterCard, picture: bytes | None = None) -> None:
    """Write a card as version 3 into a PNG; without a picture a plain one is drawn. BadInput for a broken picture."""
    drawn = plain_picture(card.name) if picture is None else picture
    write_bytes(path, embedding(drawn, as_json(card), shown(path)))
