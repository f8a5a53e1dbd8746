"""test_results.yaml: written so that the document's post-conditions hold, and verified on reading."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import replacing
from ringtrue.files.text_file import opened
from ringtrue.files.yaml_file import read_yaml
from ringtrue.formats.scenarios import Scenarios
from ringtrue.formats.test_results_audit import Place, ResultsAudit, roll_faults
from ringtrue.formats.test_results_rows import (
    NotOurLayout,
    ReadRow,
    ResultsHead,
    ScenarioRow,
    as_dict,
    as_written,
    head_text,
    read_rows,
    row_text,
    texts_of,
)
from ringtrue.protocols.loader import load
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.result import Check

FILE = "test_results.yaml"
PROTOCOL = "scenarios"  # the one such files are of
_Read = tuple[ResultsAudit, Mapping[str, Any], Callable[[], Iterator[tuple[Any, Place]]]]  # audit, head, rows once more
_PIECE = 1 << 16  # bytes read at a time


@dataclass(frozen=True, slots=True)
class Verified:
    """What holding a file to the post-conditions gave."""

    problems: tuple[Problem, ...]
    checks: tuple[Check, ...]
    head: Mapping[str, Any]
    count: int


def write_test_results(
    path: Path, head: ResultsHead, rows: Iterable[ScenarioRow], *, scenarios: int, protocol: Protocol
) -> tuple[Check, ...]:
    """Write the file row by row; the post-conditions are checked on what is written, before it takes its name.

    Results that contradict themselves are refused, and the file that was there before stays. Once it has its name it
    is read back, and must hold the very bytes that were checked.
    """
    audit, written = ResultsAudit(protocol), sha256()
    with replacing(path) as stream:
        for text in _texts(str(path), head, rows, audit):
            data = text.encode("utf-8")
            written.update(data)
            stream.write(data)
        figures = {"metadata": dict(texts_of(head)), "aggregate_fidelity": as_written(head.aggregate_fidelity)}
        audit.finish(figures, _placed(str(path)), scenarios)
        audit.refuse_doubled(_placed(str(path)))
        audit.problems.raise_if_any()
    found = sha256()
    with opened(path) as stream:
        while data := stream.read(_PIECE):
            found.update(data)
    if found.digest() != written.digest():
        remedy = "Look whether another program writes there, and whether the disk is sound."
        raise BadInput([Problem(str(path), "", "The file does not hold what was written into it.", remedy=remedy)])
    return audit.checks(written=True, note=path.name)


def _texts(file: str, head: ResultsHead, rows: Iterable[ScenarioRow], audit: ResultsAudit) -> Iterator[str]:
    """The text of the file in pieces, each row checked before it is written."""
    yield head_text(head)
    place = _placed(file, where=lambda: f"result {audit.count}")
    for row in rows:
        audit.take(as_dict(row), place)
        yield row_text(row)


def verify_test_results(
    path: Path | str, *, scenarios: Scenarios | int | None = None, protocol: Protocol | None = None
) -> Verified:
    """Hold an existing file to the post-conditions; every breach is named with its scenario, value and what to expect.

    `scenarios` are those the results are of, compared by id and type, or how many there should be; without either the
    file's own total is taken. The protocol is the installed one, unless another is given. A file that cannot be read
    at all is refused.
    """
    place = Path(path)
    held_to = protocol or load(PROTOCOL)
    count = scenarios.count if isinstance(scenarios, Scenarios) else scenarios
    try:
        audit, head, rows = _of_our_layout(place, count, held_to)
    except (NotOurLayout, UnicodeDecodeError):
        audit, head, rows = _of_any_yaml(place, count, held_to)
    listed = scenarios if isinstance(scenarios, Scenarios) else None
    if listed is not None or audit.doubled:
        audit.call_roll(roll_faults(str(place), rows(), listed, audit.doubled))
    checks = audit.checks(written=True, note=str(place.name))
    return Verified(tuple(audit.problems), checks, head, audit.count)


def _of_our_layout(path: Path, scenarios: int | None, protocol: Protocol) -> _Read:
    audit = ResultsAudit(protocol)
    head = ReadRow({}, {(): 1})
    for row, place in _our_rows(path, head):
        audit.take(row, place)
    if "results" not in head.data:
        raise NotOurLayout("no results")
    audit.finish(head.data, _placed(str(path), head.lines), scenarios)
    return audit, head.data, lambda: _our_rows(path, ReadRow({}, {(): 1}))


def _our_rows(path: Path, head: ReadRow) -> Iterator[tuple[Any, Place]]:
    with opened(path) as stream:
        for row in read_rows(stream, head):
            yield row.data, _placed(str(path), row.lines)


def _of_any_yaml(path: Path, scenarios: int | None, protocol: Protocol) -> _Read:
    document = read_yaml(path)
    data = document.data
    rows = data.get("results") if isinstance(data, Mapping) else None
    if not isinstance(rows, list):
        remedy = "results: and below it one entry for each scenario"
        raise BadInput([document.problem(("results",), "there is no list of results", "", remedy)])
    audit = ResultsAudit(protocol)
    placed = [(row, _inside(("results", number), document.problem)) for number, row in enumerate(rows)]
    for row, place in placed:
        audit.take(row, place)
    audit.finish(data, document.problem, scenarios)
    return audit, data, lambda: iter(placed)


def _inside(outer: tuple[Any, ...], problem: Callable[..., Problem]) -> Place:
    return lambda trail, what, value, remedy: problem((*outer, *trail), what, value, remedy)


def _placed(file: str, lines: Mapping[tuple[str, ...], int] | None = None, where: Callable[[], str] = str) -> Place:
    """Says where in the file something stands; before it is written, in which result."""

    def problem(trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
        line = where() if lines is None else f"line {lines.get(trail, lines[()])}"
        return Problem(file, ", ".join(filter(None, (line, ".".join(map(str, trail))))), what, str(value)[:200], remedy)

    return problem
