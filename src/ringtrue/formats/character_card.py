"""Character cards, versions 1 to 3: read from JSON, PNG or charx, written as version 3."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from ringtrue.files import Limits, read_bytes, write_bytes
from ringtrue.files.limits import MIB
from ringtrue.files.text_files import shown
from ringtrue.terms.sealed import sealed

CARD = Limits(max_bytes=64 * MIB)
_PNG = b"\x89PNG\r\n\x1a\n"
_ZIP = b"PK"


@dataclass(frozen=True, slots=True)
class LoreEntry:
    """One entry of a card's lorebook; a constant one always holds, others wait for one of their keys."""

    content: str
    keys: tuple[str, ...] = ()
    constant: bool = False
    enabled: bool = True
    order: float = 0.0
    before: bool = True  # before the character's description, or after it
    name: str = ""


@dataclass(frozen=True, slots=True)
class CharacterCard:
    """A character as its card describes it; `more` holds, under its own keys, what no version we know speaks of."""

    name: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_mes: str = ""
    mes_example: str = ""
    creator_notes: str = ""
    system_prompt: str = ""
    post_history_instructions: str = ""
    alternate_greetings: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    creator: str = ""
    character_version: str = ""
    nickname: str = ""
    lore: tuple[LoreEntry, ...] = ()
    extensions: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)
    version: int = 3

    def __post_init__(self) -> None:
        """Seal the tables."""
        object.__setattr__(self, "extensions", sealed(self.extensions))
        object.__setattr__(self, "more", sealed(self.more))


TEXTS = tuple(one.name for one in fields(CharacterCard) if one.type is str)
LISTS = ("alternate_greetings", "tags")


def read_card(path: Path | str) -> CharacterCard:
    """The card in a file, whatever holds it: its first bytes decide. BadInput where there is none."""
    from ringtrue.formats.character_card_archive import archived
    from ringtrue.formats.character_card_json import card_of
    from ringtrue.formats.character_card_png import embedded

    file = shown(path)
    data = read_bytes(path, limits=CARD)
    if data.startswith(_PNG):
        return card_of(embedded(data, file), file)
    if data.startswith(_ZIP) or file.lower().endswith(".charx"):
        return card_of(archived(data, file), file)
    return card_of(data, file)


def write_json(path: Path | str, card: CharacterCard) -> None:
    """Write a card as version 3 JSON."""
    from ringtrue.formats.character_card_json import as_json

    write_bytes(path, as_json(card).encode("utf-8") + b"\n")


def write_png(path: Path | str, card: CharacterCard, picture: bytes | None = None) -> None:
    """Write a card as version 3 into a PNG; without a picture a plain one is drawn. BadInput for a broken picture."""
    from ringtrue.formats.character_card_json import as_json
    from ringtrue.formats.character_card_png import embedding, plain_picture

    drawn = plain_picture(card.name) if picture is None else picture
    write_bytes(path, embedding(drawn, as_json(card), shown(path)))
