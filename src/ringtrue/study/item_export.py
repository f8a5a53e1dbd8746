"""Write items into a file of their own, in the form they are read in."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ringtrue.files import write_json, write_jsonl, write_yaml
from ringtrue.terms import BadInput, Item, Problem

_WRITERS = {".yaml": write_yaml, ".yml": write_yaml, ".json": write_json, ".jsonl": write_jsonl}


def export_items(path: Path, items: Sequence[Item]) -> None:
    """Write the items; refused where the file is there already or its name says nothing of its form."""
    writer = _WRITERS.get(path.suffix.lower())
    if writer is None:
        remedy = f"name it one of {', '.join(_WRITERS)}"
        raise BadInput([Problem(str(path), "whole file", "There is no such form of items.", path.suffix, remedy)])
    if path.exists():
        raise BadInput([Problem(str(path), "whole file", "The file is there already.", remedy="Name another.")])
    writer(path, [entry_of(item) for item in items])


def entry_of(item: Item) -> dict[str, Any]:
    """An item as it stands in a file."""
    head: dict[str, Any] = {"id": item.id, "kind": item.kind, "prompt": item.prompt}
    tags = {"tags": _plain(item.tags)} if item.tags else {}
    fields = {name: _plain(value) for name, value in item.fields.items()}
    return head | tags | {"status": item.status} | fields


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
