"""The scenarios of a file one after the other, each with a way to say where in the file something of it stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files import Problems, iter_jsonl, read_json, read_yaml
from ringtrue.formats.scenarios_fields import Place
from ringtrue.terms import BadInput, Problem

MOST_YAML = 8 << 20  # bytes; YAML is read whole and slowly
_LINES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class OfLine:
    """Says where in a JSON Lines file something stands."""

    problem: Place

    def __call__(self, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
        """The problem at that place."""
        return self.problem(trail, what, value, remedy)


@dataclass(frozen=True, slots=True)
class Within:
    """Says where in a document something of one scenario stands."""

    outer: tuple[Any, ...]
    problem: Place

    def __call__(self, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
        """The problem at that place."""
        return self.problem((*self.outer, *trail), what, value, remedy)


def records(path: Path, problems: Problems) -> Iterator[tuple[Any, Place]]:
    """Each scenario, and the metadata before them, with a way to say where something of it stands."""
    if path.suffix in _LINES:
        for record in iter_jsonl(path, problems):
            yield record.data, OfLine(record.problem)
        return
    if path.suffix != ".json" and path.is_file() and path.stat().st_size > MOST_YAML:
        remedy = "Write one scenario a line into a .jsonl file: it is streamed and may be of any size."
        raise BadInput([Problem(str(path), "whole file", "The file is larger than 8 MiB.", remedy=remedy)])
    document = read_json(path) if path.suffix == ".json" else read_yaml(path)
    data: Any = document.data
    trail: tuple[str, ...] = ()
    if isinstance(data, Mapping):
        if isinstance(data.get("metadata"), Mapping):
            yield {"metadata": data["metadata"]}, Within(("metadata",), document.problem)
        data, trail = data.get("scenarios"), ("scenarios",)
    if not isinstance(data, list):
        remedy = "write scenarios: and below it one entry for each, beginning with a dash"
        raise BadInput([document.problem(trail, "there is no list of scenarios", "", remedy)])
    for number, one in enumerate(data):
        yield one, Within((*trail, number), document.problem)


def is_header(data: Any) -> bool:
    """Whether this is the metadata of a set, and no scenario."""
    return isinstance(data, dict) and "id" not in data and isinstance(data.get("metadata"), dict)
