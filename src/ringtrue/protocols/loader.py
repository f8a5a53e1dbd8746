"""Load and check protocol files: every fault of form and of sense together, each with its line."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.document import Document
from ringtrue.files.problems import Problems, nearest
from ringtrue.files.section import Fault
from ringtrue.files.text_file import read_text
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.protocols.inheritance import ProtocolSource, resolve
from ringtrue.protocols.reader import ReadProtocol, read
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol, Question

# The canonical form of a protocol file and its hash: what the file says, however it is laid out.


_NO_PART = ("same_numbers", "wording")  # keys that say nothing about how a number is computed


def hash_of(data: Any) -> str:
    """SHA-256 of what a protocol file says, in hexadecimal.

    Comments, quotes, line breaks and the order of keys do not count, nor does 5 or 5.0. The order of measures counts,
    because later ones use earlier ones, and so does the order of every list, rules among them. `same_numbers` does not
    count, because it is about other texts, nor does `wording`, because no number depends on it.
    """
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if key not in _NO_PART}
    if isinstance(data, dict) and isinstance(data.get("measures"), dict):
        data = {**data, "measures": [[name, measure] for name, measure in data["measures"].items()]}
    text = json.dumps(_plain(data), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()


def _plain(data: Any) -> Any:
    """The data in types of JSON; numbers as floats, so that 5 and 5.0 are the same."""
    if isinstance(data, dict):
        return {json.dumps(_plain(key)): _plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_plain(value) for value in data]
    if isinstance(data, bool) or data is None:
        return data
    return float(data) if isinstance(data, int | float) else str(data)


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
    """Read once, into a cache: it cannot change while the program runs, and tests have checked it."""
    return _unchecked(_resolved(read_yaml(_path(name))))


def _read(name_or_path: str | Path) -> Protocol:
    return from_document(read_yaml(_path(name_or_path)))


def from_document(document: Document) -> Protocol:
    """The protocol a document holds; BadInput with every fault it has."""
    source = _resolved(document)
    reading = read(source.data)
    _problems(source, reading).raise_if_any()
    return _hashed(reading.protocol, source.data)


def data_of(name_or_path: str | Path) -> dict[str, Any]:
    """What a protocol says after `extends`, as one file without it would."""
    data: dict[str, Any] = _bare(_resolved(read_yaml(_path(name_or_path))).data)
    return data


def write_whole(name_or_path: str | Path, target: Path) -> None:
    """Write a protocol after `extends` into a file of its own; one that extends nothing is copied as it is."""
    path = _path(name_or_path)
    text = read_text(path)
    if len(_resolved(read_yaml(path)).documents) > 1:
        write_yaml(target, data_of(name_or_path))
    else:
        write_text(target, text)


def _bare(value: Any) -> Any:
    """The value in Python's own types, without the lines and comments a YAML reader keeps."""
    if isinstance(value, dict):
        return {_bare(key): _bare(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_bare(inner) for inner in value]
    kind = next((kind for kind in (bool, int, float, str) if isinstance(value, kind)), None)
    return value if kind is None else kind(value)


def load_kept(path: Path) -> Protocol:
    """The protocol a study keeps: checked when the study was made, so only its form is checked again.

    What it says of other texts (`same_numbers`) does not count: an edited one could claim to be the one that was kept.
    """
    source = _resolved(read_yaml(path))
    reading = read(source.data)
    if reading.faults:
        raise BadInput(_worded(source, reading.faults))
    return replace(_hashed(reading.protocol, source.data), same_numbers=())


def _resolved(document: Document) -> ProtocolSource:
    return resolve(document, _base)


def _base(name: str, folder: Path) -> Document:
    """The document a file extends: a built-in protocol by its name, or a file beside it."""
    beside = folder / name
    return read_yaml(beside if name not in BUILT_IN and beside.is_file() else _path(name))


def _unchecked(source: ProtocolSource) -> Protocol:
    return _hashed(read(source.data).protocol, source.data)


def _hashed(protocol: Protocol, data: Any) -> Protocol:
    sheet = protocol.sheet and replace(protocol.sheet, hash=hash_of(data["sheet"]))
    return replace(protocol, sheet=sheet, hash=hash_of(data))


def check_file(path: str | Path) -> list[Problem]:
    """Every fault of a protocol file, in the order of its lines; none means that it can be used."""
    try:
        source = _resolved(read_yaml(path))
    except BadInput as refusal:
        return list(refusal.problems)
    return list(_problems(source, read(source.data)))


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


def _problems(source: ProtocolSource, reading: ReadProtocol) -> Problems:
    from ringtrue.protocols.check import kind_faults, measure_faults, name_faults, rule_faults
    from ringtrue.protocols.trial_run import TrialRun

    trial = TrialRun(reading)
    faults = [
        *reading.faults,
        *kind_faults(reading),
        *name_faults(reading),
        *measure_faults(reading, trial),
        *rule_faults(reading, trial),
    ]
    return Problems(_worded(source, faults))


def _worded(source: ProtocolSource, faults: Iterable[Fault]) -> Iterator[Problem]:
    """The faults as problems, in the order of files and lines."""
    for fault in sorted(faults, key=lambda fault: source.order(fault.trail)):
        yield source.problem(fault.trail, fault.what, fault.value, fault.remedy)


# A protocol as one study uses it: design, preset, ties or none, both texts of a pair graded or the preferred one.


_SIDES = "ab"


def designed(protocol: Protocol, design: str) -> Protocol:
    """The protocol with what the design shows, controls and decides by; the hash stays that of the file."""
    chosen = protocol.designs[design]
    kinds = {
        name: replace(kind, show=chosen.show[name]) if name in chosen.show else kind
        for name, kind in protocol.kinds.items()
    }
    return replace(
        protocol,
        kinds=kinds,
        controls=chosen.controls or protocol.controls,
        sound_verdict=chosen.sound_verdict or protocol.sound_verdict,
    )


def sized(protocol: Protocol, preset: str) -> Protocol:
    """The protocol with the suite rules, verdict and criteria of a preset, where it has its own."""
    chosen = protocol.presets[preset]
    return replace(
        protocol,
        suite=chosen.suite or protocol.suite,
        verdict=chosen.verdict or protocol.verdict,
        checks=chosen.checks or protocol.checks,
    )


def with_ties(protocol: Protocol, *, allowed: bool) -> Protocol:
    """The protocol with a tie allowed, or not, wherever one of two texts is picked."""
    scales = {
        name: replace(scale, ties=allowed) if scale.type == "pick" else scale for name, scale in protocol.scales.items()
    }
    return replace(protocol, scales=scales)


def grades_both(protocol: Protocol) -> bool:
    """Whether the protocol can ask of each text what it asks of the preferred one."""
    return any(question.both for kind in protocol.kinds.values() for question in kind.questions)


def graded_both(protocol: Protocol) -> Protocol:
    """The protocol as it is asked where both texts of a pair are graded: vibe becomes vibe_a and vibe_b."""
    kinds = {name: _both(kind) for name, kind in protocol.kinds.items()}
    return replace(protocol, kinds=kinds)


def _both(kind: Kind) -> Kind:
    if len(kind.show) != len(_SIDES):
        return kind
    return replace(kind, questions=tuple(one for question in kind.questions for one in _sides(question)))


def _sides(question: Question) -> Iterator[Question]:
    if not question.both:
        yield question
        return
    for side, letter in enumerate(_SIDES):
        text = question.both.replace("{side}", letter.upper())
        yield replace(question, name=f"{question.name}_{letter}", text=text, side=side, answers=question.name, even="")
