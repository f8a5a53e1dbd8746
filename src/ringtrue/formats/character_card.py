"""Character cards, versions 1 to 3: read from JSON, PNG or charx, written as version 3."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ringtrue.files.atomic_write import write_bytes
from ringtrue.files.text_file import MIB, ReadLimits, read_bytes, shown
from ringtrue.formats.character_card_files import archived, embedded, embedding, plain_picture
from ringtrue.formats.character_card_json import CharacterCard, LoreEntry, as_json, card_of

CARD = ReadLimits(max_bytes=64 * MIB)
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


# A character card as one system prompt: its sections in order, names filled in, and what was left out.


_OPENING = "You are {{char}}. Answer {{user}} in {{char}}'s own voice and never step out of it."
_MACRO = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}|<(char|bot|user)>", re.IGNORECASE)
_SILENT = ("//", "comment:", "hidden_key:")
_START = re.compile(r"^[ \t]*<START>[ \t]*$", re.IGNORECASE | re.MULTILINE)


class CardPrompt(NamedTuple):
    """The prompt, and what a person should know about it."""

    text: str
    notes: tuple[str, ...]


def system_prompt(card: CharacterCard, user: str = "User") -> CardPrompt:
    """The prompt a card stands for; `{{char}}` and `{{user}}` are filled in, in any letter case.

    Lorebook entries that always hold are added; those that wait for a keyword are left out, for a single question has
    no conversation to find keywords in.
    """
    filling = _Filling(card, user)
    opening = card.system_prompt.strip() or _OPENING
    parts = [filling.text(opening.replace("{{original}}", _OPENING))]
    for heading, text in _sections(card):
        filled = filling.text(text).strip()
        if filled:
            parts.append(f"{filling.text(heading)}\n\n{filled}" if heading else filled)
    return CardPrompt("\n\n".join(parts) + "\n", (*filling.notes(), *_left_out(card)))


def _sections(card: CharacterCard) -> Iterator[tuple[str, str]]:
    """Headings and texts in the order a reader needs them."""
    always = [entry for entry in card.lore if _is_always_there(entry)]
    yield "", _joined(entry for entry in always if entry.before)
    yield "# Who {{char}} is", card.description
    yield "# Character", card.personality
    yield "# Where {{char}} is", card.scenario
    yield "", _joined(entry for entry in always if not entry.before)
    yield "# How {{char}} begins", card.first_mes
    yield "# How {{char}} talks: examples", _START.sub("(another conversation)", card.mes_example)
    yield "# Keep in mind", card.post_history_instructions.replace("{{original}}", "")


class _Filling:
    """Fills in names, once and never within what was filled in; remembers what it does not know."""

    def __init__(self, card: CharacterCard, user: str) -> None:
        self._names = {"char": card.nickname or card.name, "bot": card.nickname or card.name, "user": user}
        self._unknown: dict[str, None] = {}

    def text(self, text: str) -> str:
        """The text with its macros filled in."""
        return _MACRO.sub(self._value, text)

    def notes(self) -> Iterator[str]:
        """A note where macros were left as they stand."""
        if self._unknown:
            yield f"Left unchanged: {', '.join(list(self._unknown)[:5])}."

    def _value(self, macro: re.Match[str]) -> str:
        word = (macro[1] if macro[1] is not None else macro[2]).strip()
        if word.lower().startswith(_SILENT):
            return ""
        known = self._names.get(word.lower())
        if known is None:
            self._unknown[macro[0]] = None
            return macro[0]
        return known


def _is_always_there(entry: LoreEntry) -> bool:
    marks = _marks(entry.content)
    return entry.enabled and "@@dont_activate" not in marks and (entry.constant or "@@activate" in marks)


def _marks(content: str) -> list[str]:
    """The lines at the head of an entry that tell programs how to use it."""
    lines = content.lstrip("\n").split("\n")
    heads = [line.strip() for line in lines]
    count = next((at for at, line in enumerate(heads) if not line.startswith("@@")), len(heads))
    return heads[:count]


def _joined(entries: Iterable[LoreEntry]) -> str:
    texts = (entry.content.lstrip("\n").split("\n")[len(_marks(entry.content)) :] for entry in entries)
    return "\n\n".join("\n".join(lines).strip() for lines in texts)


def _left_out(card: CharacterCard) -> Iterator[str]:
    waiting = sum(entry.enabled and not _is_always_there(entry) for entry in card.lore)
    if waiting:
        yield f"{waiting} lorebook {'entry' if waiting == 1 else 'entries'} that wait for a keyword left out."
    if card.alternate_greetings:
        yield f"Other greetings left out: {len(card.alternate_greetings)}."
