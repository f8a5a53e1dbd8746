"""Read JSON and JSON Lines: the fast decoder first, a slow look at the text only where something is wrong.

Refused beyond what the format itself forbids: repeated keys, NaN and infinities (1e400 among them), integers of more
than 308 digits, halves of surrogate pairs (no UTF-8 file could hold them), and nesting deeper than the limit.
"""

import json
import re
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any

from ringtrue.files.collector import Problems, excerpt, refuse
from ringtrue.files.document import Document, Record, worded
from ringtrue.files.json_places import JsonPlaces, integer
from ringtrue.files.json_words import in_plain_words
from ringtrue.files.limits import JSON, JSONL_LINE, MIB, Limits
from ringtrue.files.text_files import Lines, decode, opened, read_text, shown
from ringtrue.terms import BadInput, Problem

# A string that is never closed runs to the end: no attempt is made twice, so hostile text costs no more than any.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
_STRING_OR_BRACKET = re.compile(rf"{_STRING.pattern}|[\[\]{{}}]", re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(path: Path | str, *, limits: Limits = JSON) -> Document:
    """The one value a JSON file holds. Lines are looked up only when a place is asked for."""
    text = read_text(path, limits=limits)
    if not text.strip():
        raise refuse(shown(path), "The file is empty.", remedy="Give one JSON value.")
    data = _Reader(shown(path), limits).value(text, 1)
    return Document(shown(path), data, JsonPlaces(text).line)


def read_jsonl(path: Path | str, *, limits: Limits = JSON) -> list[Record]:
    """Every record of a JSON Lines file, or a refusal that lists every bad line. An empty file has no records."""
    problems = Problems()
    line = limits._replace(max_bytes=min(limits.max_bytes, JSONL_LINE.max_bytes))
    records = list(iter_jsonl(path, problems, limits=line, max_bytes=limits.max_bytes))
    problems.raise_if_any()
    return records


def iter_jsonl(
    path: Path | str, problems: Problems, *, limits: Limits = JSONL_LINE, max_bytes: int | None = None
) -> Iterator[Record]:
    """The records of a JSON Lines file one by one, in flat memory; bad lines are added to `problems` and left out.

    Blank lines are skipped. `limits` holds for one line, `max_bytes` for the file.
    """
    file = shown(path)
    reader = _Reader(file, limits)
    for number, start, raw in _lines(path, file, problems, limits, max_bytes):
        try:
            text = decode(raw.rstrip(b"\r\n"), file, first_line=number, first_byte=start)
            if not text.strip():
                continue
            data = reader.value(text, number)
        except BadInput as refusal:
            problems.extend(refusal.problems)
        else:
            yield Record(file, number, data)


class _Reader:
    """Decodes the values of one file and refuses what is wrong with them."""

    def __init__(self, file: str, limits: Limits) -> None:
        self._file = file
        self._limits = limits
        self._suspect = False
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._table,
            parse_float=lambda text: self._number(float(text)),
            parse_int=lambda text: self._number(integer(text)),
            parse_constant=lambda text: self._number(float(text)),
        )

    def value(self, text: str, first_line: int) -> Any:
        """The value of a text that begins on the given line of the file."""
        self._suspect = False
        self._refuse_too_many(text, first_line)
        try:
            data = self._decoder.decode(text)
        except json.JSONDecodeError as error:
            raise self._syntax(error, first_line) from None
        except RecursionError:
            raise self._too_deep(text, first_line) from None
        most = self._limits.max_depth
        if text.count("[") + text.count("{") > most and _is_deeper(data, most):
            raise self._too_deep(text, first_line)
        if self._suspect or (_SURROGATE.search(text) and not _is_encodable(data)):
            raise BadInput(
                Problem(
                    self._file,
                    worded(fault.line + first_line - 1, fault.trail),
                    fault.what,
                    excerpt(fault.value),
                    fault.remedy,
                )
                for fault in JsonPlaces(text).faults()
            )
        return data

    def _table(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        self._suspect |= len(table) != len(pairs)
        return table

    def _number(self, number: float) -> float:
        self._suspect |= not isfinite(number)
        return number

    def _refuse_too_many(self, text: str, line: int) -> None:
        """Count before decoding, when memory is still unspent; strings are taken out only if that may decide."""
        most = self._limits.max_nodes
        if len(text) < most:  # every value but the first has a character of its own
            return
        if _count_values(text) > most and _count_values(_STRING.sub("", text)) > most:
            what = f"There are more than {most:,} values."
            raise refuse(self._file, what, place=f"line {line}", remedy="Split it, or write one record per line.")

    def _syntax(self, error: json.JSONDecodeError, first_line: int) -> BadInput:
        what, remedy = in_plain_words(error.msg)
        place = f"line {error.lineno + first_line - 1}, character {error.colno}"
        written = error.doc[error.pos : error.pos + 40].partition("\n")[0]
        return refuse(self._file, what, place=place, value=written, remedy=remedy)

    def _too_deep(self, text: str, first_line: int) -> BadInput:
        depth = 0
        most = self._limits.max_depth
        position = 0
        for token in _STRING_OR_BRACKET.finditer(text):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(token[0], 0)
            position = token.start()
            if depth > most:
                break
        place = f"line {Lines(text).at(position) + first_line - 1}"
        what = f"Lists and objects are nested more than {most} deep."
        return refuse(self._file, what, place=place, remedy="Flatten the data.")


def _lines(
    path: Path | str, file: str, problems: Problems, limits: Limits, max_bytes: int | None
) -> Iterator[tuple[int, int, bytes]]:
    """The lines of a file with their number and the byte they begin at; LF, CRLF and CR end a line."""
    number = start = 0
    with opened(path, max_bytes=max_bytes) as stream:
        while chunk := stream.readline(limits.max_bytes + 1):
            if len(chunk) > limits.max_bytes:
                number += 1
                what = f"The line is longer than {limits.max_bytes / MIB:g} MiB."
                problems.add(Problem(file, f"line {number}", what, remedy="Split the record."))
                start += len(chunk)
                while not chunk.endswith(b"\n") and (chunk := stream.readline(limits.max_bytes)):
                    start += len(chunk)
                continue
            for raw in chunk.splitlines(keepends=True):  # of bytes: at LF, CRLF and CR alone
                number += 1
                yield number, start, raw
                start += len(raw)


def _count_values(text: str) -> int:
    return 1 + text.count(",") + text.count("[") + text.count("{")


def _is_deeper(data: Any, most: int) -> bool:
    level = [data] if isinstance(data, (dict, list)) else []
    for _ in range(most):
        level = [
            value
            for container in level
            for value in (container.values() if isinstance(container, dict) else container)
            if isinstance(value, (dict, list))
        ]
        if not level:
            return False
    return True


def _is_encodable(data: Any) -> bool:
    try:
        json.dumps(data, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
