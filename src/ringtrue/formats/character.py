"""A character as cards describe it, whatever version and file they come in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ringtrue.terms.sealed import sealed


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
