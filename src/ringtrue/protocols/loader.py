"""Load and check protocol files: every fault of form and of sense together, each with its line."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ringtrue.files import Document, Problems, nearest, read_yaml
from ringtrue.files.kept import kept
from ringtrue.protocols.canonical import hash_of
from ringtrue.protocols.reading import Reading, read
from ringtrue.protocols.section import Fault
from ringtrue.terms import BadInput, Problem, Protocol

_FOLDER = Path(__file__).parent
_ENDING = ".yaml"

BUILT_IN: tuple[str, ...] = tuple(
    sorted(entry.name.removesuffix(_ENDING) for entry in _FOLDER.iterdir() if entry.name.endswith(_ENDING))
)


def load(name_or_path: str | Path) -> Protocol:
    """The protocol of a built-in name or of a file; BadInput with every fault it has."""
    return (
        _built_in(name_or_path) if isinstance(name_or_path, str) and name_or_path in BUILT_IN else _read(name_or_path)
    )


@lru_cache(maxsize=len(BUILT_IN))
def _built_in(name: str) -> Protocol:
    """Read once, as it cannot change while the program runs, and not checked again where tests have checked it."""
    data = kept(_FOLDER, name)
    return _read(name) if data is None else _hashed(read(Document(name, data, lambda _: None)).protocol, data)


def _read(name_or_path: str | Path) -> Protocol:
    return from_document(read_yaml(_path(name_or_path)))


def from_document(document: Document) -> Protocol:
    """The protocol a document holds; BadInput with every fault it has."""
    reading = read(document)
    _problems(document, reading).raise_if_any()
    return _hashed(reading.protocol, document.data)


def _hashed(protocol: Protocol, data: Any) -> Protocol:
    return replace(protocol, hash=hash_of(data))


def check_file(path: str | Path) -> list[Problem]:
    """Every fault of a protocol file, in the order of its lines; none means that it can be used."""
    try:
        document = read_yaml(path)
    except BadInput as refusal:
        return list(refusal.problems)
    return list(_problems(document, read(document)))


def _path(name_or_path: str | Path) -> Path:
    if name_or_path in BUILT_IN:
        return _FOLDER / f"{name_or_path}{_ENDING}"
    path = Path(name_or_path)
    named = isinstance(name_or_path, str) and path.name == name_or_path and not path.suffix
    if named and not path.exists():
        near = nearest(path.name, BUILT_IN)
        remedy = (f"did you mean {near}? " if near else "") + f"built in: {', '.join(BUILT_IN)}; or name a file"
        raise BadInput([Problem("protocol", "name", "there is no such protocol", path.name, remedy)])
    return path


def _problems(document: Document, reading: Reading) -> Problems:
    from ringtrue.protocols.check_kinds import kind_faults  # checks need formulas, and these NumPy
    from ringtrue.protocols.check_measures import measure_faults
    from ringtrue.protocols.check_names import name_faults
    from ringtrue.protocols.check_rules import rule_faults
    from ringtrue.protocols.trial import Trial

    trial = Trial(reading)
    faults = [
        *reading.faults,
        *kind_faults(reading),
        *name_faults(reading),
        *measure_faults(reading, trial),
        *rule_faults(reading, trial),
    ]
    faults.sort(key=lambda fault: _line(document, fault))
    return Problems(document.problem(fault.trail, fault.what, fault.value, fault.remedy) for fault in faults)


def _line(document: Document, fault: Fault) -> int:
    """The line of a fault, or of the nearest thing around it that is there."""
    lines = (document.line(fault.trail[:length]) for length in range(len(fault.trail), -1, -1))
    return next((line for line in lines if line is not None), 1)
