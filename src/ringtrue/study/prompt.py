"""The system prompt of a speaker from whatever a clone builder has: Markdown, a clone's folder, or a character card."""

from pathlib import Path

from ringtrue.files.text_files import shown
from ringtrue.sources.prompt import SystemPrompt, read_prompt

_CARDS = (".png", ".apng", ".charx", ".json")


def read_system_prompt(path: Path | str, *, user: str = "User") -> SystemPrompt:
    """The prompt in a file or folder; `user` is who asks, for cards that speak of the one they talk to.

    BadInput where there is none, or where a card is broken.
    """
    place = Path(path)
    if place.is_dir() or place.suffix.lower() not in _CARDS:
        return read_prompt(place)
    from ringtrue.formats.character_card import read_card
    from ringtrue.formats.character_card_prompt import system_prompt

    card = read_card(place)
    prompt = system_prompt(card, user)
    origin = f"{shown(place)} (character card of {card.name})"
    return SystemPrompt(prompt.text, origin, prompt.notes, card.name)
