"""The result of an offline page: told from other files, and read."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files import Limits, read_text
from ringtrue.files.collector import excerpt
from ringtrue.files.limits import MIB
from ringtrue.files.text_files import opened, shown
from ringtrue.judge.result_text import AGAIN, sound_result
from ringtrue.terms import BadInput, Problem

LIMITS = Limits(max_bytes=16 * MIB)
TOLD = ("consent", "qualification", "comprehension", "practice", "sitting")  # tables about the rater
_LONGEST_TOLD = 50_000  # characters
_LONGEST_WORD = 100
_HEAD = 65_536
_MARK = re.compile(r'"(ringtrue|checksum)"\s*:')


@dataclass(frozen=True, slots=True)
class ResultFile:
    """What a page gave back, unharmed: of which packet, the answers as they stand in it, and what was told besides."""

    file: str
    packet: str
    answers: tuple[Any, ...]
    told: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)  # started, finished, language, partial


def is_result_file(path: Path | str) -> bool:
    """Whether a file is, or was meant to be, the result of a page; a text can be nothing else."""
    suffix = Path(path).suffix.lower()
    if suffix == ".txt":
        return True
    if suffix != ".json":
        return False
    with opened(path) as stream:
        return _MARK.search(stream.read(_HEAD).decode("utf-8", "replace")) is not None


def read_result(path: Path | str) -> ResultFile:
    """The result in a file; BadInput where it is damaged, cut off, changed, too large, or no result."""
    file = shown(path)
    data = sound_result(file, read_text(path, limits=LIMITS), pasted=Path(path).suffix.lower() == ".txt")
    problems = [Problem(file, *fault) for fault in _faults(data)]
    if problems:
        raise BadInput(problems)
    told = {name: data[name] for name in TOLD if data.get(name)}
    about = {name: data[name] for name in ("started", "finished", "language", "partial") if data.get(name) is not None}
    return ResultFile(file, data["packet"], tuple(data["answers"]), told, about)


def _faults(data: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """What else is wrong: place, fault, value, remedy. The checksum fits, so a page of ours did not make it so."""
    if not isinstance(data["packet"], str) or not data["packet"]:
        yield "packet", "The packet's token is missing.", excerpt(str(data["packet"])), AGAIN
    if not isinstance(data.get("answers"), list) or not data["answers"]:
        yield "answers", "There are no answers in it.", "", "Ask the rater to answer some cards first."
    for name, (is_fit, fault) in _FIT.items():
        given = data.get(name)
        if given is not None and not is_fit(given):
            yield name, fault, excerpt(str(given)), AGAIN


def _is_told(value: Any) -> bool:
    return isinstance(value, dict) and len(json.dumps(value)) <= _LONGEST_TOLD


def _is_short(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_WORD


_FIT: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(TOLD, (_is_told, "It is not a table of reasonable size.")),
    **dict.fromkeys(("started", "finished", "language"), (_is_short, "It is not a short text.")),
    "partial": (lambda value: isinstance(value, bool), "It is neither true nor false."),
}
