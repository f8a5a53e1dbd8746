"""Resolve a path written inside a file so that it cannot lead out of its folder."""

import re
from pathlib import Path, PureWindowsPath

from ringtrue.files.collector import WHOLE_FILE, refuse
from ringtrue.files.text_files import shown

_SEPARATOR = re.compile(r"[/\\]")


def inside(root: Path | str, relative: str, *, file: str | None = None, place: str = WHOLE_FILE) -> Path:
    """The real path of `relative` under `root`, all links followed; it need not exist.

    Refused: an empty or absolute path (of this or the other operating system), `..` that climbs out, a link that
    leads out, a character no file name can hold. `file` and `place` say where the path is written.
    """
    named_in = shown(root) if file is None else file
    reason = _fault(relative)
    if reason is None:
        try:
            base = Path(root).resolve()
            target = (base / relative).resolve()
        except (OSError, RuntimeError, ValueError):  # 3.11 and 3.12 report a circle of links as RuntimeError
            reason = "The path cannot be followed."
        else:
            if target.is_relative_to(base):
                return target
            reason = "The path follows a link out of its folder."
    remedy = f"Name something inside {shown(root)}, by a path relative to it."
    raise refuse(named_in, reason, place=place, value=shown(relative), remedy=remedy)


def _fault(relative: str) -> str | None:
    """What is wrong with the words of a path, before the disk is asked."""
    if not relative.strip():
        return "The path is empty."
    if any(ord(character) < 32 for character in relative):
        return "The path holds a control character."
    if relative.startswith(("/", "\\")) or PureWindowsPath(relative).drive:
        return "The path is absolute."
    level = 0
    for part in _SEPARATOR.split(relative):
        level += {"": 0, ".": 0, "..": -1}.get(part, 1)
        if level < 0:
            return "The path climbs out of its folder."
    return None
