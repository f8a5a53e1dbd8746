"""Change the status of items in the file they are written in; everything else in it stays as it was."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.files import nearest, read_json, read_text, read_yaml, write_json, write_text, write_yaml
from ringtrue.files.text_files import shown
from ringtrue.items import read_items
from ringtrue.study.folder import StudyFolder
from ringtrue.terms import BadInput, ItemStatus, Problem, Protocol


def set_statuses(path: Path, protocol: Protocol, statuses: Mapping[str, ItemStatus]) -> list[str]:
    """Give items a status, all of them or none; returns the ids of those whose status changed."""
    there = {item.id: item.status for item in read_items(path, protocol)}
    problems = []
    for name in statuses:
        if name not in there:
            near = nearest(name, there)
            remedy = f"did you mean {near}?" if near else f"look it up in {path.name}"
            problems.append(Problem(shown(path), name, "There is no such item.", name, remedy))
    if problems:
        raise BadInput(problems)
    changed = {name: status for name, status in statuses.items() if there[name] != status}
    if changed:
        _rewrite_lines(path, changed) if path.suffix == ".jsonl" else _rewrite(path, changed)
    return list(changed)


def record_statuses(study: StudyFolder, statuses: Mapping[str, ItemStatus]) -> list[str]:
    """The same in the study's list of items and in its records."""
    changed = set_statuses(study.items_file, study.settings.protocol, statuses)
    with study.records() as records:
        records.record_items(study.items(), who=study.who, file=study.items_file.name)
    return changed


def _rewrite(path: Path, changed: Mapping[str, ItemStatus]) -> None:
    is_json = path.suffix == ".json"
    data: Any = (read_json(path) if is_json else read_yaml(path)).data
    for entry in data["items"] if isinstance(data, dict) else data:
        if str(entry["id"]) in changed:
            entry["status"] = changed[str(entry["id"])]
    (write_json if is_json else write_yaml)(path, data)


def _rewrite_lines(path: Path, changed: Mapping[str, ItemStatus]) -> None:
    lines = []
    for line in read_text(path).splitlines(keepends=True):
        entry = json.loads(line) if line.strip() else {}
        status = changed.get(str(entry.get("id")))
        lines.append(json.dumps(entry | {"status": status}, ensure_ascii=False) + "\n" if status else line)
    write_text(path, "".join(lines))
