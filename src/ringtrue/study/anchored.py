"""Paths a person typed, made independent of where they were typed: a run may be taken up again from anywhere."""

from collections.abc import Mapping
from os.path import isfile
from pathlib import Path
from typing import Any

PATHS = ("file", "kb", "ca", "key_file")
_PROGRAM = "program"


def path_settings(kind: str) -> tuple[str, ...]:
    """The settings of a kind of speaker that are paths."""
    return (*PATHS, "model") if kind == "local" else PATHS


def anchored(kind: str, settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """A speaker's settings with full paths; relative ones are seen from `folder`.

    Of a program and its arguments those words are paths that name a file there: `./judge.sh`, `python3 judge.py`.
    """
    paths = path_settings(kind)
    found = {name: _full(value, folder) if name in paths else value for name, value in settings.items()}
    words = found.get(_PROGRAM)
    if isinstance(words, list | tuple):
        found[_PROGRAM] = [_word(word, folder) if isinstance(word, str) else word for word in words]
    return found


def _full(value: Any, folder: Path) -> Any:
    """The full path; what can be none stays as it is, to be refused with other faults."""
    if not isinstance(value, str) or not value.strip():
        return value
    try:
        return str((folder / value).resolve())
    except (OSError, ValueError):
        return value


def _word(word: str, folder: Path) -> str:
    """A bare name may be a program on the path of the system too: only what stands in a folder is a file for sure."""
    place = folder / word
    is_path = "/" in word or "." in word.strip(".")
    is_there = is_path and not word.startswith("-") and isfile(place)  # noqa: PTH113 - takes words too long for a Path
    return str(_full(word, folder)) if is_there else word
