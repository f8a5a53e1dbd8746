"""Read pairs from records (JSON or JSON Lines) and tables (CSV): with texts, without them, or a whole model index."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ringtrue.files import Problems, Table, read_csv, read_json, read_jsonl
from ringtrue.files.text_files import shown
from ringtrue.formats.model_index_csv import is_model_index, read_model_index
from ringtrue.formats.pair import Pair, Pairs, pair_id, speaker_of
from ringtrue.formats.pair_record import PairRecord
from ringtrue.terms import BadInput, Problem

_NAMED = ("pair_id", "persona", "domain")
_PLACED = tuple[Any, str]  # a record, and where it stands


def read_pair_records(path: Path | str) -> Pairs:
    """Pairs {pair_id, persona, domain, run, PFI_model, FULL_text, T3_text, prompt}, or every fault of them.

    A CSV may leave the texts out, or be a model index: the last measured row of a comparison gives a pair's value.
    """
    if Path(path).suffix.lower() == ".csv":
        table = read_csv(path)
        if is_model_index(tuple(table.columns)):
            return _of_model_index(path)
        return _pairs(_rows(table), table.file)
    lines = Path(path).suffix.lower() == ".jsonl"
    return _pairs(_records(path) if lines else _listed(path), shown(path))


def _pairs(records: Iterator[_PLACED], file: str) -> Pairs:
    problems = Problems()
    found: dict[str, Pair] = {}
    for data, place in records:
        pair = PairRecord(data, file, place, problems).pair()
        if pair and pair.id in found:
            what = "There is a pair of this name already."
            problems.add(Problem(file, place, what, pair.id, "Give every pair a name of its own."))
        elif pair:
            found[pair.id] = pair
    problems.raise_if_any()
    return Pairs(tuple(found.values()))


def _records(path: Path | str) -> Iterator[_PLACED]:
    for record in read_jsonl(path):
        yield record.data, f"line {record.line}"


def _listed(path: Path | str) -> Iterator[_PLACED]:
    """The objects of a list, or of a list under the key pairs."""
    document = read_json(path)
    data: Any = document.data
    trail: tuple[str, ...] = ()
    if isinstance(data, dict) and isinstance(data.get("pairs"), list):
        data, trail = data["pairs"], ("pairs",)
    if not isinstance(data, list):
        raise BadInput([document.problem((), "This is not a list of pairs.", remedy="Give a list of records.")])
    for number, one in enumerate(data):
        yield one, document.place((*trail, number))


def _rows(table: Table) -> Iterator[_PLACED]:
    """The rows of a table, empty cells left out."""
    if not any(name in table.columns for name in _NAMED[:2]) or _NAMED[2] not in table.columns:
        what = "This is neither a table of pairs nor a model index."
        remedy = "A table of pairs has the columns pair_id, persona, domain, run, PFI_model."
        raise BadInput([Problem(table.file, "header", what, ", ".join(table.columns)[:200], remedy)])
    for line, cells in zip(table.lines, zip(*table.columns.values(), strict=True), strict=True):
        yield {name: cell for name, cell in zip(table.columns, cells, strict=True) if cell.strip()}, f"line {line}"


def _of_model_index(path: Path | str) -> Pairs:
    """The compressed regime's rows as pairs that have a model index and no texts."""
    index = read_model_index(path)
    pairs = [
        Pair(
            pair_id(row.persona, row.domain, row.run),
            row.persona,
            row.domain,
            row.run,
            pfi_model=row.cosine if row.pfi is None else row.pfi,
            definition=index.definition,
            source=index.file,
        )
        for row in index.believed.values()
        if speaker_of(row.regime) == "compressed"
    ]
    return Pairs(tuple(pairs), index.flags)
