"""API keys: read from the environment or a file when they are first needed, shown nowhere."""

import os
from pathlib import Path
from typing import NoReturn

from ringtrue.terms.call import Refused
from ringtrue.terms.item import Speaker

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
    if named:
        return key_in(str(named), whose=speaker.name)
    value = os.environ.get(usual, "").strip()
    return _checked(value, usual) if value else None


def key_in(variable: str, *, whose: str) -> Secret:
    """The key in a variable of the environment that somebody named; Refused where there is none."""
    value = os.environ.get(variable, "").strip()
    if not value:
        raise Refused(
            f"The variable {variable} should hold the key of {whose} and is not set.", f"export {variable}=..."
        )
    return _checked(value, variable)


def _from_file(path: Path, name: str) -> Secret:
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise Refused(
            f"{path} should contain the key of {name} and cannot be read: {why}.", "Check key_file."
        ) from None
    if not text:
        raise Refused(f"{path} should hold the key of {name} and is empty.", "Put the key in its first line.")
    return _checked(text, str(path))


def _checked(text: str, place: str) -> Secret:
    if not (text.isascii() and text.isprintable() and " " not in text):
        raise Refused(f"The key in {place} holds characters that no key has.", "Copy the key again, alone on one line.")
    return Secret(text)
