"""Write JSON and JSON Lines, piece by piece: a long list need never stand in memory as a whole."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ringtrue.files.atomic import replacing

_INDENTED = json.JSONEncoder(indent=2, ensure_ascii=False, allow_nan=False)
_FLAT = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_FIELDS = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",\n      ", ": ")).encode
_NAMES = frozenset({str})
_SINGLE = frozenset({str, int, float, bool, type(None)})
_TOGETHER = 500
_LONG = 8192  # characters


def write_json(path: Path | str, data: Any) -> None:
    """Write one value, indented, in UTF-8, in one step. Keys become strings, as JSON has it.

    Raises ValueError for NaN, infinities and lone surrogates, TypeError for what JSON has no word for.
    """
    with replacing(path) as stream:
        for piece in json_pieces(data):
            stream.write(piece.encode("utf-8"))


def json_pieces(data: Any) -> Iterator[str]:
    """The text that `write_json` writes, in pieces of some kilobytes.

    A sequence in a table at the top that is no list is written row by row: it may make its rows when they are wanted.
    """
    waiting: list[str] = []
    for piece in _pieces(data):
        waiting.append(piece)
        if len(waiting) >= _TOGETHER or len(piece) > _LONG:
            yield "".join(waiting)
            waiting = []
    yield "".join(waiting)


def write_jsonl(path: Path | str, records: Iterable[Any]) -> None:
    """Write one value per line, as `write_json` does, taking the records one by one."""
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    with replacing(path) as stream:
        for record in records:
            stream.write(encode(record).encode("utf-8") + b"\n")


def _pieces(data: Any) -> Iterator[str]:
    if not isinstance(data, Mapping) or not data:
        yield from _INDENTED.iterencode(data)
        yield "\n"
        return
    for place, (key, value) in enumerate(data.items()):
        (name,) = json.loads(_FLAT({key: 0}))  # as JSON has it: a number becomes a text
        yield f"{',' if place else '{'}\n  {_FLAT(name)}: "
        if isinstance(value, Sequence) and not isinstance(value, str | list | tuple):
            yield from _rows(value)
        else:
            yield from (piece.replace("\n", "\n  ") for piece in _INDENTED.iterencode(value))
    yield "\n}\n"


def _is_flat(row: Any) -> bool:
    """Whether this is a table of nothing but single values."""
    if not row or not isinstance(row, dict):
        return False
    return _NAMES.issuperset(map(type, row)) and _SINGLE.issuperset(map(type, row.values()))


def _rows(rows: Sequence[Any]) -> Iterator[str]:
    """A list of tables; those without tables inside, as nearly all are, go the quick way."""
    if not rows:
        yield "[]"
        return
    start = "["
    stream = iter(rows)
    while some := list(islice(stream, _TOGETHER)):
        if all(map(_is_flat, some)):
            # No text in JSON has a line break, so what is replaced stands between two rows and nowhere else.
            body = _FIELDS(some)[2:-2].replace("},\n      {", "\n    },\n    {\n      ")
            yield f"{start}\n    {{\n      {body}\n    }}"
        else:
            yield start + ",".join("\n    " + _INDENTED.encode(row).replace("\n", "\n    ") for row in some)
        start = ","
    yield "\n  ]"
