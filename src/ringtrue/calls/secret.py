"""API keys: read from the environment or a file when they are first needed, shown nowhere."""

import os
from pathlib import Path
from typing import NoReturn

from ringtrue.calls.faults import Refused
from ringtrue.terms import Speaker

_SHORTEST_HIDDEN = 8  # a key of a local server may be "x" or "none": that is no secret, and hiding it would garble text
HIDDEN = "[key]"


class Secret:
    """A text that is never shown: not by repr, not by pickle; `hide` takes it out of other people's words."""

    __slots__ = ("_text", "is_hidden")

    def __init__(self, text: str) -> None:
        """Keep it; `is_hidden` says whether it is long enough to be a secret."""
        self._text = text
        self.is_hidden = len(text) >= _SHORTEST_HIDDEN

    def reveal(self) -> str:
        """The text itself, for the one place that sends it."""
        return self._text

    def hide(self, words: str) -> str:
        """The words without the secret in them."""
        if not self.is_hidden or self._text not in words:
            return words
        return words.replace(self._text, HIDDEN)

    def __repr__(self) -> str:
        """Say that there is one, and no more."""
        return "Secret(...)"

    def __reduce__(self) -> NoReturn:
        """A pickle is a file."""
        raise TypeError("a secret is not written anywhere")


def key_of(speaker: Speaker, folder: Path, *, usual: str) -> Secret | None:
    """The key of a speaker: the file `key_file`, the variable `key_env`, or the `usual` variable; None without one."""
    if speaker.settings.get("key_file"):
        return _from_file(folder / str(speaker.settings["key_file"]), speaker.name)
    named = speaker.settings.get("key_env")
    value = os.environ.get(str(named or usual), "").strip()
    if named and not value:
        raise Refused(
            f"The variable {named} should hold the key of {speaker.name} and is not set.", f"export {named}=..."
        )
    return _checked(value, str(named or usual)) if value else None


def _from_file(path: Path, name: str) -> Secret:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise Refused(f"{path} should hold the key of {name} and cannot be read: {why}.", "Check key_file.") from None
    if not text:
        raise Refused(f"{path} should hold the key of {name} and is empty.", "Put the key in its first line.")
    return _checked(text, str(path))


def _checked(text: str, place: str) -> Secret:
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise Refused(f"The key in {place} holds characters that no key has.", "Copy the key again, alone on one line.")
    return Secret(text)
