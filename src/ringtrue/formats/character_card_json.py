"""The JSON of a character card, read permissively in every version and written as version 3."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ringtrue.files.problems import refusal
from ringtrue.files.text_file import MIB
from ringtrue.terms.frozen import frozen_dict

# A character as cards describe it, whatever version and file they come in.


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
        """Freeze the tables."""
        object.__setattr__(self, "extensions", frozen_dict(self.extensions))
        object.__setattr__(self, "more", frozen_dict(self.more))


TEXTS = tuple(one.name for one in fields(CharacterCard) if one.type is str)
LISTS = ("alternate_greetings", "tags")


MOST_BYTES = 16 * MIB
_DEEPEST = 64
_EARLY = {  # what cards were called before there were versions
    "name": "char_name",
    "description": "char_persona",
    "scenario": "world_scenario",
    "first_mes": "char_greeting",
    "mes_example": "example_dialogue",
}
_KNOWN = frozenset({*TEXTS, *LISTS, "character_book", "extensions", "data", "spec", "spec_version"})
_VERSIONS = {"chara_card_v2": 2, "chara_card_v3": 3}


def card_of(data: bytes, file: str) -> CharacterCard:
    """The card in some JSON; BadInput where it is none."""
    document = _parsed(data, file)
    inner = document.get("data") if isinstance(document, dict) else None
    if not isinstance(document, dict) or (inner is not None and not isinstance(inner, dict)):
        raise refusal(file, "This is not a character card.", remedy="A card is a table with a name and a description.")
    version = _VERSIONS.get(str(document.get("spec")), 2 if inner is not None else 1)
    table = {**{old: document[old] for old in document if old != "data"}, **(inner or {})}
    texts: dict[str, Any] = {name: _text(table.get(name)) or _text(table.get(_EARLY.get(name, ""))) for name in TEXTS}
    if not texts["name"].strip():
        raise refusal(file, "The card has no name.", remedy="Check that the file is a character card.")
    lists: dict[str, Any] = {name: tuple(map(_text, _list(table.get(name)))) for name in LISTS}
    extensions = table.get("extensions")
    more = {key: value for key, value in (inner or {}).items() if key not in _KNOWN}
    return CharacterCard(
        **texts,
        **lists,
        lore=_lore(table.get("character_book")),
        extensions=extensions if isinstance(extensions, dict) else {},
        more=more,
        version=version,
    )


def as_json(card: CharacterCard) -> str:
    """The card as version 3, one JSON document."""
    data: dict[str, Any] = {name: getattr(card, name) for name in TEXTS if name != "nickname"}
    data |= {name: list(getattr(card, name)) for name in LISTS}
    data |= {"group_only_greetings": [], "extensions": card.extensions}
    if card.nickname:
        data["nickname"] = card.nickname
    if card.lore:
        data["character_book"] = {"extensions": {}, "entries": [_entry(entry) for entry in card.lore]}
    data |= {key: value for key, value in card.more.items() if key not in _KNOWN}
    document = {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)


def _parsed(data: bytes, file: str) -> Any:
    if len(data) > MOST_BYTES:
        raise refusal(file, f"The card is larger than {MOST_BYTES // MIB} MiB.", remedy="Take out what is not text.")
    try:
        parsed = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        what = f"The card is not UTF-8 text (byte {error.start})."
        raise refusal(file, what, remedy="Save it again as UTF-8.") from None
    except json.JSONDecodeError as error:
        what = f"The card is not JSON: {error.msg.lower()}."
        raise refusal(file, what, place=f"line {error.lineno}", remedy="Export the card again.") from None
    except (RecursionError, ValueError):  # an integer of thousands of digits is a ValueError
        raise refusal(file, "The card is nested too deep, or a number too long.", remedy="Export it again.") from None
    if _is_deep(parsed):
        raise refusal(file, f"The card is nested more than {_DEEPEST} deep.", remedy="Export it again.")
    return parsed


def _no_number(word: str) -> None:
    """NaN and the infinities are not JSON; editors that write them mean nothing by it."""


def _is_deep(parsed: Any) -> bool:
    level = [parsed]
    for _ in range(_DEEPEST):
        tables = [one for one in level if isinstance(one, dict | list)]
        level = [inner for one in tables for inner in (one.values() if isinstance(one, dict) else one)]
        if not level:
            return False
    return True


def _lore(book: Any) -> tuple[LoreEntry, ...]:
    """The entries of a lorebook in the order they are put in."""
    given = book.get("entries") if isinstance(book, dict) else None
    entries = list(given.values()) if isinstance(given, dict) else _list(given)  # some editors number them
    read = [_read_entry(one) for one in entries if isinstance(one, dict)]
    return tuple(sorted(read, key=lambda entry: entry.order))


def _read_entry(one: Mapping[str, Any]) -> LoreEntry:
    order = one.get("insertion_order", one.get("order", 0))
    return LoreEntry(
        content=_text(one.get("content")),
        keys=tuple(map(_text, _list(one.get("keys", one.get("key"))))),
        constant=one.get("constant") is True,
        enabled=one.get("enabled", True) is not False and one.get("disable") is not True,
        order=float(order) if isinstance(order, int | float) and abs(order) < 1e300 else 0.0,
        before=one.get("position") != "after_char",
        name=_text(one.get("name")) or _text(one.get("comment")),
    )


def _entry(entry: LoreEntry) -> dict[str, Any]:
    return {
        "keys": list(entry.keys),
        "content": entry.content,
        "extensions": {},
        "enabled": entry.enabled,
        "insertion_order": int(entry.order) if entry.order.is_integer() else entry.order,
        "use_regex": False,
        "constant": entry.constant,
        "position": "before_char" if entry.before else "after_char",
        "name": entry.name,
    }


def _text(value: Any) -> str:
    """A text as it stands; numbers written out, anything else is none; halves of characters are replaced."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
