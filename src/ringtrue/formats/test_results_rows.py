"""What test_results.yaml holds: one row for each scenario, and the figures over all."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

from ringtrue.terms.protocol import DIGITS

UNSCORED = "execution_error"  # the document's word for a scenario without a score
TOLERANCE = 0.01


class ScenarioRow(NamedTuple):
    """The result of one scenario; one that could not be scored has zeros and the cause execution_error."""

    scenario_id: str
    scenario_type: str
    clone_response: str
    scores: Mapping[str, float]
    weighted_score: float
    passed: bool
    failure_classification: str | None

    @classmethod
    def unscored(
        cls, scenario_id: str, scenario_type: str, clone_response: str, dimensions: Iterable[str]
    ) -> "ScenarioRow":
        """The row of a scenario whose call failed: zero, as the document asks, and never without its cause."""
        zeros = dict.fromkeys(dimensions, 0.0)
        return cls(scenario_id, scenario_type, clone_response, zeros, 0.0, False, UNSCORED)


class ResultsHead(NamedTuple):
    """The figures that stand above the rows."""

    executed_at: str
    scenario_file: str
    system_prompt: str
    total_scenarios: int
    passed: int
    failed: int
    aggregate_fidelity: float


def as_written(figure: float) -> float:
    """The number in the file for a figure."""
    return round(figure, DIGITS)


def as_dict(row: ScenarioRow) -> dict[str, Any]:
    """The row as the document writes it, keys in its order."""
    return {
        "scenario_id": row.scenario_id,
        "scenario_type": row.scenario_type,
        "clone_response": row.clone_response,
        "scores": dict(row.scores),
        "weighted_score": as_written(row.weighted_score),
        "passed": row.passed,
        "failure_classification": row.failure_classification,
    }


def texts_of(head: ResultsHead) -> Iterator[tuple[str, Any]]:
    """The keys of metadata, in the document's order."""
    for name in ("executed_at", "scenario_file", "system_prompt", "total_scenarios", "passed", "failed"):
        yield name, getattr(head, name)


# test_results.yaml line by line: written in the document's layout, and read back from it in flat memory.


# What YAML does not take as it stands inside quotes, or reads as a line break: controls, byte order marks, half pairs.
_ODD = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_HALF = re.compile("[\ud800-\udfff]")
_ENTRY = re.compile(r"((?:  )*)(- )?([a-z_]+):(?: (.+))?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_QUOTED = json.JSONEncoder(ensure_ascii=False).encode
_VALUES = ("null", "true", "false")  # words that are none, in whatever case
_OLD_VALUES = (*_VALUES, "yes", "no", "on", "off", "y", "n")  # to readers of YAML 1.1
_TABLES = ("metadata", "results", "scores")


class NotOurLayout(Exception):
    """The file is not laid out as ringtrue writes it, and has to be read as any YAML."""


def head_text(head: ResultsHead) -> str:
    """Everything above the first row."""
    metadata = "".join(f"  {name}: {_written(value)}\n" for name, value in texts_of(head))
    return f"metadata:\n{metadata}\naggregate_fidelity: {_written(head.aggregate_fidelity)}\n\nresults:\n"


def row_text(row: ScenarioRow) -> str:
    """One row, with an empty line behind it."""
    scores = "".join([f"      {dimension}: {_written(score)}\n" for dimension, score in row.scores.items()])
    return (
        f"  - scenario_id: {_written(row.scenario_id)}\n"
        f"    scenario_type: {_type(row.scenario_type)}\n"
        f"    clone_response: {_written(row.clone_response)}\n"
        f"    scores:\n{scores}"
        f"    weighted_score: {_decimal(row.weighted_score)}\n"
        f"    passed: {_written(row.passed)}\n"
        f"    failure_classification: {_written(row.failure_classification)}\n\n"
    )


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One row as it was read, and the line each of its values stands on."""

    data: dict[str, Any]
    lines: dict[tuple[str, ...], int]


def read_rows(stream: BinaryIO, head: ReadRow) -> Iterator[ReadRow]:
    """The rows of a file in our layout; what stands above them goes into `head`."""
    row: ReadRow | None = None
    trail: tuple[str, ...] = ()
    for number, raw in enumerate(stream, 1):
        line = raw.decode("utf-8").rstrip("\n")
        if not line:
            continue
        entry = _ENTRY.fullmatch(line)
        if entry is None or (entry[2] and row is None and trail != ("results",)):
            raise NotOurLayout(f"line {number}")
        indent, dash, key, value = entry.groups()
        if dash:
            if row is not None:
                yield row
            row, trail = ReadRow({}, {(): number}), ()
        depth = len(indent) // 2 + bool(dash) - (0 if row is None else 2)
        trail = _place(row or head, trail[:depth], depth, key, value)
        (row or head).lines[trail] = number
    if row is not None:
        yield row


def _place(table: ReadRow, outer: tuple[str, ...], depth: int, key: str, value: str | None) -> tuple[str, ...]:
    """Put one entry where it belongs; gives the trail of keys that leads to it."""
    if depth not in (0, 1) or len(outer) != depth or "results" in outer or (value is None) != (key in _TABLES):
        raise NotOurLayout(key)
    inside = table.data if depth == 0 else table.data[outer[0]]
    if not isinstance(inside, dict) or key in inside:
        raise NotOurLayout(key)
    inside[key] = {} if value is None else _read(value)
    return (*outer, key)


def _read(value: str) -> Any:
    if _is_word(value, but=_VALUES):
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        raise NotOurLayout(value[:40]) from None
    if isinstance(found, dict | list):  # we write none on one line, and more lines may follow
        raise NotOurLayout(value[:40])
    return found


def _is_word(value: str, *, but: tuple[str, ...]) -> bool:
    """Whether a text stands without quotes and is still a text."""
    return _WORD.fullmatch(value) is not None and value.lower() not in but


def _type(kind: str) -> str:
    """The type of a scenario, of which there are few; without quotes where it can do without."""
    return kind if _is_word(kind, but=_OLD_VALUES) else _written(kind)


def _written(value: Any) -> str:
    """A value on one line, as both YAML and JSON read it."""
    if isinstance(value, float):
        return _decimal(value).removesuffix(".00") if value.is_integer() else _decimal(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if not isinstance(value, str):
        return json.dumps(value)
    if value.isascii() and "\x7f" not in value:  # most texts, and nothing in them is odd
        return _QUOTED(value)
    whole = _HALF.sub("\ufffd", value)  # half of a surrogate pair is no character, and no file can hold it
    return _ODD.sub(lambda odd: f"\\u{ord(odd[0]):04x}", _QUOTED(whole))


def _decimal(value: float) -> str:
    """A number in full, with two decimals at least: 86.75, 49.00, 79.996."""
    whole, _, rest = f"{value or 0.0:.{DIGITS}f}".partition(".")  # no -0
    return f"{whole}.{rest[:2]}{rest[2:].rstrip('0')}"
