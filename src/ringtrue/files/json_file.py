"""Parse and write JSON and JSON Lines, with the line of every value; JSON Lines are streamed."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import inf, isfinite
from pathlib import Path
from typing import Any, NamedTuple

from ringtrue.files.atomic_write import replacing
from ringtrue.files.document import Document, Record, worded
from ringtrue.files.problems import Problems, excerpt, refusal
from ringtrue.files.text_file import JSON, JSONL_LINE, MIB, Lines, ReadLimits, decode, opened, read_text, shown
from ringtrue.terms.problem import BadInput, Problem

# Find positions in a JSON text on demand: where a value stands, and every fault the decoder lets through.
#
# The decoder written in C skips over values, so a place in a large file costs about one reading of that file, once.


_LONGEST_INTEGER = 308  # digits; every longer integer is beyond the largest floating-point number, or close to it
_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"[^\s,\]}]*")

Trail = tuple[str | int, ...]


class JsonFault(NamedTuple):
    """Something JSON can say and we refuse: where, the trail to it, what, the words, what to do."""

    line: int
    trail: Trail
    what: str
    value: str
    remedy: str


class _Member(NamedTuple):
    """One entry of an object or list: its key or index, where that stands, and where and what the value is."""

    key: str | int
    start: int
    value_start: int
    value: Any


def integer(digits: str) -> float:
    """An integer as it is in a text, infinite where it is too large to be counted with."""
    return int(digits) if len(digits.lstrip("-")) <= _LONGEST_INTEGER else inf


class JsonPlaces:
    """Positions in one valid JSON text."""

    def __init__(self, text: str) -> None:
        """Remember the text; nothing is scanned yet."""
        self._text = text
        self._lines = Lines(text)
        self._scan = json.JSONDecoder(parse_int=integer).scan_once  # type: ignore[attr-defined]
        self._known: dict[int, dict[str | int, tuple[int, int]]] = {}

    def line(self, trail: tuple[Any, ...]) -> int | None:
        """The line of the key (in an object) or item (in a list) at the end of the trail; None if it is not there."""
        start = here = self._skip(0)
        for step in trail:
            if here not in self._known:
                self._known[here] = {entry.key: (entry.start, entry.value_start) for entry in self._members(here)}
            found = self._known[here].get(step)
            if found is None or isinstance(step, bool):  # True is 1 to a table, but no index
                return None
            start, here = found
        return self._lines.at(start)

    def faults(self) -> list[JsonFault]:
        """Every repeated key, number that is not finite, and broken character, by line."""
        start = self._skip(0)
        top = _Member("", start, start, self._scan(self._text, start)[0])
        found = list(self._value_faults(top, ()))
        waiting: list[tuple[int, Trail]] = [(start, ())]
        while waiting:
            container, trail = waiting.pop()
            seen: dict[str | int, int] = {}
            for entry in self._members(container):
                there = (*trail, entry.key)
                found += self._key_faults(entry, there, seen.setdefault(entry.key, entry.start))
                found += self._value_faults(entry, there)
                if isinstance(entry.value, (dict, list)):
                    waiting.append((entry.value_start, there))
        return sorted(found, key=lambda fault: fault.line)

    def _key_faults(self, entry: _Member, trail: Trail, first: int) -> Iterator[JsonFault]:
        if first != entry.start:
            what = f"The key is given twice; the first time on line {self._lines.at(first)}."
            written = self._string(entry.start)
            yield JsonFault(self._lines.at(entry.start), trail, what, written, "Keep one of them.")
        if isinstance(entry.key, str) and _is_broken(entry.key):
            yield self._broken_text(entry.start, trail[:-1])

    def _value_faults(self, entry: _Member, trail: Trail) -> Iterator[JsonFault]:
        value, start = entry.value, entry.value_start
        if isinstance(value, float) and not isfinite(value):
            written = _NUMBER.match(self._text, start)
            what = "This number is not finite, or too large to be counted with."
            remedy = "Give a finite number, or null."
            yield JsonFault(self._lines.at(start), trail, what, written[0] if written else "", remedy)
        elif isinstance(value, str) and _is_broken(value):
            yield self._broken_text(start, trail)

    def _broken_text(self, start: int, trail: Trail) -> JsonFault:
        what = "The text holds half of a surrogate pair (\\ud800 to \\udfff), which is no character."
        remedy = "Write the character itself, or both halves."
        return JsonFault(self._lines.at(start), trail, what, self._string(start), remedy)

    def _string(self, start: int) -> str:
        return self._text[start : self._scan(self._text, start)[1]]

    def _members(self, start: int) -> Iterator[_Member]:
        """The entries of the object or list that begins at `start`; none if something else begins there."""
        text = self._text
        opening = text[start]
        position = self._skip(start + 1)
        if opening not in "{[" or text[position] in "}]":
            return
        index = 0
        while True:
            key: str | int = index
            key_start = position
            if opening == "{":
                key, position = self._scan(text, position)
                position = self._skip(self._skip(position) + 1)
            value, end = self._scan(text, position)
            yield _Member(key, key_start, position, value)
            position = self._skip(end)
            if text[position] != ",":
                return
            position = self._skip(position + 1)
            index += 1

    def _skip(self, position: int) -> int:
        space = _SPACE.match(self._text, position)
        return space.end() if space else position


def _is_broken(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


# Say what the JSON decoder complains about in words a person can act on.


_WORDS = {
    "Expecting value": ("A value is missing here.", "Give a value, or take away the comma before it."),
    "Expecting property name enclosed in double quotes": (
        "A key in double quotes is missing here.",
        'Write keys as "key", and no comma after the last entry.',
    ),
    "Expecting ':' delimiter": ("A colon is missing after the key.", 'Write "key": value.'),
    "Expecting ',' delimiter": ("A comma or a closing bracket is missing here.", "Add it before this place."),
    "Illegal trailing comma before end of object": ("The last entry is followed by a comma.", "Take the comma away."),
    "Illegal trailing comma before end of array": ("The last entry is followed by a comma.", "Take the comma away."),
    "Unexpected UTF-8 BOM (decode using utf-8-sig)": (
        "An invisible mark (U+FEFF) stands before the value.",
        "Take it away: save the text as UTF-8 without a byte order mark.",
    ),
    "Extra data": ("More text follows after the value.", "Keep one value; for many, write one per line as .jsonl."),
    "Unterminated string starting at": ("A text is not closed.", "Close it with a double quote."),
    "Invalid control character at": (
        "A text holds a raw line break or control character.",
        "Close the text with a double quote; inside it write \\n for a line break, \\t for a tab.",
    ),
    "Invalid \\escape": ("A backslash is followed by a letter that means nothing.", "Write \\\\ for a backslash."),
    "Invalid \\uXXXX escape": ("After \\u four hexadecimal digits are needed.", "Write \\\\ for a backslash."),
}


def in_plain_words(complaint: str) -> tuple[str, str]:
    """What is wrong and what to do about it, for a message of the decoder."""
    return _WORDS.get(complaint.removesuffix(": "), (f"This is not JSON: {complaint}.", "Fix the text here."))


# Read JSON and JSON Lines: the fast decoder first, a slow look at the text only where something is wrong.
#
# Refused beyond what the format itself forbids: repeated keys, NaN and infinities (1e400 among them), integers of more
# than 308 digits, halves of surrogate pairs (no UTF-8 file could hold them), and nesting deeper than the limit.


# A string that is never closed runs to the end: no attempt is made twice, so hostile text costs no more than any.
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
_STRING_OR_BRACKET = re.compile(rf"{_STRING.pattern}|[\[\]{{}}]", re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_json(path: Path | str, *, limits: ReadLimits = JSON) -> Document:
    """The one value a JSON file holds. Lines are looked up only when a place is asked for."""
    text = read_text(path, limits=limits)
    if not text.strip():
        raise refusal(shown(path), "The file is empty.", remedy="Give one JSON value.")
    data = _Reader(shown(path), limits).value(text, 1)
    return Document(shown(path), data, JsonPlaces(text).line)


def read_jsonl(path: Path | str, *, limits: ReadLimits = JSON) -> list[Record]:
    """Every record of a JSON Lines file, or a refusal that lists every bad line. An empty file has no records."""
    problems = Problems()
    line = limits._replace(max_bytes=min(limits.max_bytes, JSONL_LINE.max_bytes))
    records = list(iter_jsonl(path, problems, limits=line, max_bytes=limits.max_bytes))
    problems.raise_if_any()
    return records


def iter_jsonl(
    path: Path | str, problems: Problems, *, limits: ReadLimits = JSONL_LINE, max_bytes: int | None = None
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

    def __init__(self, file: str, limits: ReadLimits) -> None:
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
            raise refusal(self._file, what, place=f"line {line}", remedy="Split it, or write one record per line.")

    def _syntax(self, error: json.JSONDecodeError, first_line: int) -> BadInput:
        what, remedy = in_plain_words(error.msg)
        place = f"line {error.lineno + first_line - 1}, character {error.colno}"
        written = error.doc[error.pos : error.pos + 40].partition("\n")[0]
        return refusal(self._file, what, place=place, value=written, remedy=remedy)

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
        return refusal(self._file, what, place=place, remedy="Flatten the data.")


def _lines(
    path: Path | str, file: str, problems: Problems, limits: ReadLimits, max_bytes: int | None
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


# Write JSON and JSON Lines, piece by piece: a long list need never be in memory as a whole.


_INDENTED = json.JSONEncoder(indent=2, ensure_ascii=False, allow_nan=False)
_TOGETHER = 5000  # tokens of JSON in one piece


def write_json(path: Path | str, data: Any) -> None:
    """Write one value, indented, in UTF-8, in one step. Keys become strings, as JSON has it.

    Raises ValueError for NaN, infinities and lone surrogates, TypeError for what JSON has no word for.
    """
    with replacing(path) as stream:
        for piece in json_pieces(data):
            stream.write(piece.encode("utf-8"))


def json_pieces(data: Any) -> Iterator[str]:
    """Serialize as `write_json` does, in pieces: the text of a long list need not be in memory as a whole."""
    tokens = _INDENTED.iterencode(data)
    while some := list(islice(tokens, _TOGETHER)):
        yield "".join(some)
    yield "\n"


def write_jsonl(path: Path | str, records: Iterable[Any]) -> None:
    """Write one value per line, as `write_json` does, taking the records one by one."""
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    with replacing(path) as stream:
        for record in records:
            stream.write(encode(record).encode("utf-8") + b"\n")
