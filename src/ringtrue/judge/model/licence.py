"""A judge's licence: a file that says which judge was calibrated, on what, and with which result."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from json import dumps
from pathlib import Path
from typing import Any, Self

from ringtrue.files.json_file import read_json, write_json
from ringtrue.judge.model.calibration import Calibration
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Estimate

FOLDER = "licences"
_FORM = 1


@dataclass(frozen=True, slots=True)
class Binding:
    """What a licence holds for; where one of these is another, it says nothing."""

    model: str
    sampling: str  # temperature and the like, as JSON
    rubric: str  # its hash
    language: str
    shown: str  # the digest of instructions, questions, scales and fields

    @property
    def digest(self) -> str:
        """All of it in a few characters, for the name of the file."""
        return sha256(dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:10]

    @property
    def file(self) -> str:
        """The name of the licence's file."""
        return f"{re.sub(r'[^a-z0-9.-]+', '-', self.model.casefold()).strip('-.')[:60] or 'judge'}-{self.digest}.json"

    def differences(self, other: "Binding") -> tuple[str, ...]:
        """What is another, in words."""
        words = {"sampling": "settings", "shown": "what it is shown"}
        return tuple(words.get(name, name) for name, value in asdict(self).items() if value != getattr(other, name))


@dataclass(frozen=True, slots=True)
class Licence:
    """The outcome of one calibration, granted or refused."""

    judge: str
    protocol: str
    question: str
    basis: str
    granted: bool
    refusals: tuple[str, ...]
    worth: str
    binding: Binding
    estimates: Mapping[str, Estimate]
    at: str
    place: str = ""  # the file it was read from

    @classmethod
    def of(cls, found: Calibration, judge: str, protocol: str, binding: Binding) -> Self:
        """The licence a calibration comes to."""
        at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        estimates = dict(found.estimates)
        outcome = (found.granted, found.refusals, found.worth)
        return cls(judge, protocol, found.question, found.basis, *outcome, binding, estimates, at)

    def as_dict(self) -> dict[str, Any]:
        """The licence as its file holds it."""
        estimates = {name: one.as_dict() for name, one in self.estimates.items()}
        table = {
            name: getattr(self, name) for name in ("judge", "protocol", "question", "basis", "granted", "worth", "at")
        }
        more = {"refusals": list(self.refusals), "binding": asdict(self.binding), "estimates": estimates}
        return {"licence": _FORM, **table, **more}

    def write(self, folder: Path) -> Path:
        """Write the file, in place of an earlier one of the same judge and binding."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / self.binding.file
        write_json(path, self.as_dict())
        return path


def read_licence(path: Path) -> Licence:
    """The licence in a file; BadInput for a file that is none."""
    data = read_json(path).data
    try:
        estimates = {name: Estimate.from_dict(one) for name, one in data["estimates"].items()}
        return Licence(
            judge=str(data["judge"]),
            protocol=str(data["protocol"]),
            question=str(data["question"]),
            basis=str(data["basis"]),
            granted=data["granted"] is True,
            refusals=tuple(map(str, data["refusals"])),
            worth=str(data["worth"]),
            binding=Binding(**{name: str(value) for name, value in data["binding"].items()}),
            estimates=estimates,
            at=str(data["at"]),
            place=str(path),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        remedy = "Write it anew: ringtrue judge calibrate DIR."
        what = f"This is no licence of a judge ({type(error).__name__}: {error})."
        raise BadInput([Problem(str(path), "whole file", what, remedy=remedy)]) from error


def licences_in(folders: Iterable[Path]) -> Iterator[Licence]:
    """Every licence in some folders, those of the first folder first."""
    for folder in folders:
        for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
            yield read_licence(path)
