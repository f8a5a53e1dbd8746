"""Bring pairs from other people's files into the list of items: nothing is overwritten, all come in or none."""

import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ringtrue.files import Problems, read_bytes, read_json, read_text, read_yaml, write_bytes, write_json, write_yaml
from ringtrue.files.text_files import shown
from ringtrue.formats import (
    Flag,
    Pairs,
    is_answers,
    merged,
    read_pair_answers,
    read_pair_folder,
    read_pair_records,
    read_pair_suite,
)
from ringtrue.items import read_items
from ringtrue.terms import BadInput, Item, Problem, Protocol

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
    _append(target, [pair.as_item() for pair in together.pairs], protocol)
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


def _append(target: Path, entries: list[dict[str, Any]], protocol: Protocol) -> None:
    """Write the list with the new entries, once it has been read back without a fault."""
    with tempfile.TemporaryDirectory(prefix="ringtrue-") as scratch:
        trial = Path(scratch) / target.name
        _write(target, trial, entries)
        try:
            read_items(trial, protocol)
        except BadInput as refusal:
            what = "This pair does not make an item"
            raise BadInput(
                Problem(shown(target), found.place, f"{what}: {found.what}", found.value, found.remedy)
                for found in refusal.problems
            ) from None
        write_bytes(target, read_bytes(trial))


def _write(source: Path, trial: Path, entries: list[dict[str, Any]]) -> None:
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
