"""Items of a study: import, check, accept, change and export them."""

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_bytes, write_text
from ringtrue.files.json_file import read_json, write_json, write_jsonl
from ringtrue.files.problems import Problems, nearest
from ringtrue.files.text_file import read_bytes, read_text, shown
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.formats.flag import Flag
from ringtrue.formats.pairs import (
    Pairs,
    is_answers,
    merged,
    read_pair_answers,
    read_pair_folder,
    read_pair_records,
    read_pair_suite,
)
from ringtrue.items.items_file import read_items
from ringtrue.study.folder import StudyFolder
from ringtrue.study.verification import changing
from ringtrue.terms.item import Item, ItemStatus
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

# Write items into a file of their own, in the form they are read in.


_WRITERS = {".yaml": write_yaml, ".yml": write_yaml, ".json": write_json, ".jsonl": write_jsonl}


def export_items(path: Path, items: Sequence[Item]) -> None:
    """Write the items; refused where the file is there already or its name says nothing of its form."""
    writer = _WRITERS.get(path.suffix.lower())
    if writer is None:
        remedy = f"name it one of {', '.join(_WRITERS)}"
        raise BadInput([Problem(str(path), "whole file", "There is no such form of items.", path.suffix, remedy)])
    if path.exists():
        raise BadInput([Problem(str(path), "whole file", "The file already exists.", remedy="Name another.")])
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


# Change fields, tags and status of items in the file they are written in, as one recorded act; the rest stays.


Changes = Mapping[str, Mapping[str, Any]]  # item -> its new fields; tags are merged, None takes away


def change_items(study: StudyFolder, changes: Changes, act: str) -> None:
    """Write the changes once the changed list has been read back without a fault, and record them under `act`.

    `act` is the reason too, where the study was dealt.
    """
    if not changes:
        return
    target = study.items_file
    with changing(study, act), tempfile.TemporaryDirectory(prefix="ringtrue-") as scratch:
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


# Bring pairs from other people's files into the list of items: nothing is overwritten, all come in or none.


KIND = "pair"
_RECORDS = (".csv", ".json", ".jsonl")


@dataclass(frozen=True, slots=True)
class Imported:
    """The ids that came in, and what should be known about the files they came from."""

    ids: tuple[str, ...]
    flags: tuple[Flag, ...]


def import_pairs(target: Path, protocol: Protocol, there: Sequence[Item], sources: Sequence[Path | str]) -> Imported:
    """Add the pairs of all sources to the items file; refused whole if one of them has the id of an item there."""
    if KIND not in protocol.kinds:
        what = f"A {protocol.name} study has no pairs."
        raise BadInput([Problem(shown(target), "protocol", what, remedy="Import into a pairs or lite study.")])
    problems = Problems()
    read: list[Pairs] = []
    for source in sources:
        try:
            read.append(_read(Path(source)))
        except BadInput as refusal:
            problems.extend(refusal.problems)
    problems.raise_if_any()
    together = merged(read)
    known = {item.id for item in there}
    for pair in together.pairs:
        if pair.id in known:
            what = "There is an item of this id already."
            problems.add(Problem(pair.source, pair.id, what, remedy="Import other pairs, or rename the item."))
    problems.raise_if_any()
    append_items(target, [pair.as_item() for pair in together.pairs], protocol, what="This pair")
    return Imported(tuple(pair.id for pair in together.pairs), together.flags)


def _read(source: Path) -> Pairs:
    if source.is_dir():
        return read_pair_folder(source)
    if source.suffix.lower() in (".yaml", ".yml"):
        return read_pair_suite(source)
    if source.suffix.lower() == ".jsonl" and is_answers(source):
        return read_pair_answers(source)
    if source.suffix.lower() in _RECORDS:
        return read_pair_records(source)
    what = "Pairs are read from a folder of texts, or from .json, .jsonl, .csv and .yaml files."
    raise BadInput([Problem(shown(source), "whole file", what, remedy="Name the file by what is in it.")])


def append_items(target: Path, entries: list[dict[str, Any]], protocol: Protocol, *, what: str) -> None:
    """Write the list with the new entries, once it has been read back without a fault; `what` each of them is."""
    with tempfile.TemporaryDirectory(prefix="ringtrue-") as scratch:
        trial = Path(scratch) / target.name
        _write_item_import(target, trial, entries)
        try:
            read_items(trial, protocol)
        except BadInput as refusal:
            what = f"{what} does not make an item"
            raise BadInput(
                Problem(shown(target), found.place, f"{what}: {found.what}", found.value, found.remedy)
                for found in refusal.problems
            ) from None
        write_bytes(target, read_bytes(trial))


def _write_item_import(source: Path, trial: Path, entries: list[dict[str, Any]]) -> None:
    """The list as it stands in `source`, comments kept, with the entries at its end."""
    if source.suffix == ".jsonl":
        before = read_text(source) if source.is_file() else ""
        ended = before if not before or before.endswith("\n") else f"{before}\n"
        lines = "".join(f"{json.dumps(entry, ensure_ascii=False, allow_nan=False)}\n" for entry in entries)
        write_bytes(trial, (ended + lines).encode())
        return
    is_json = source.suffix == ".json"
    data: Any = (read_json(source) if is_json else read_yaml(source)).data if source.is_file() else []
    listed = data["items"] if isinstance(data, dict) else data
    if listed is None:
        data = listed = []
    listed.extend(entries)
    (write_json if is_json else write_yaml)(trial, data)


# Change the status of items in the file they are written in; everything else in it stays as it was.


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


def record_statuses(study: StudyFolder, statuses: Mapping[str, ItemStatus], *, why: str = "") -> list[str]:
    """The same in the study's list of items and in its records; after dealing with a reason only."""
    with changing(study, why), study.records() as records:
        changed = set_statuses(study.items_file, study.settings.protocol, statuses)
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
