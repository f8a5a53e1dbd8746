"""Change fields, tags and status of items in the file they are written in, as one recorded act; the rest stays."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.files import read_bytes, read_json, read_text, read_yaml, write_bytes, write_json, write_yaml
from ringtrue.items import read_items
from ringtrue.study.folder import StudyFolder

Changes = Mapping[str, Mapping[str, Any]]  # item -> its new fields; tags are merged, None takes away


def change_items(study: StudyFolder, changes: Changes, act: str) -> None:
    """Write the changes once the changed list has been read back without a fault, and record them under `act`."""
    if not changes:
        return
    target = study.items_file
    with tempfile.TemporaryDirectory(prefix="ringtrue-") as scratch:
        trial = Path(scratch) / target.name
        _write(target, trial, changes)
        items = read_items(trial, study.settings.protocol)
        write_bytes(target, read_bytes(trial))
    with study.records() as records:
        records.record_items(items, who=study.who, file=target.name)
        records.note(act, {"items": len(changes)}, who=study.who)


def _write(source: Path, trial: Path, changes: Changes) -> None:
    if source.suffix == ".jsonl":
        lines = (_changed_line(line, changes) for line in read_text(source).splitlines())
        write_bytes(trial, "".join(f"{line}\n" for line in lines).encode())
        return
    is_json = source.suffix == ".json"
    data: Any = (read_json(source) if is_json else read_yaml(source)).data
    for entry in data["items"] if isinstance(data, dict) else data:
        if str(entry["id"]) in changes:
            _change(entry, changes[str(entry["id"])])
    (write_json if is_json else write_yaml)(trial, data)


def _changed_line(line: str, changes: Changes) -> str:
    entry = json.loads(line) if line.strip() else {}
    name = str(entry.get("id"))
    if name not in changes:
        return line
    _change(entry, changes[name])
    return json.dumps(entry, ensure_ascii=False)


def _change(entry: dict[str, Any], new: Mapping[str, Any]) -> None:
    for key, value in new.items():
        if key == "tags":
            tags = entry.setdefault("tags", {})
            _merge(tags, value)
            if not tags:
                del entry["tags"]
        else:
            _merge(entry, {key: value})


def _merge(entry: dict[str, Any], new: Mapping[str, Any]) -> None:
    for key, value in new.items():
        if value is None:
            entry.pop(key, None)
        else:
            entry[key] = value
