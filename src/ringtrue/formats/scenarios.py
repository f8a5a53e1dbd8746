"""Scenarios in files: test-scenarios.yaml, or JSON Lines for sets of any size, checked whole and then streamed."""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files import Problems
from ringtrue.files.repetition import repeated
from ringtrue.formats.scenarios_fields import (
    ADVISED,
    PREFIXES,
    Place,
    as_line,
    faults,
    is_left_out,
    is_out_of_family,
    is_sound,
    item_from,
    item_of,
    line_of,
    named,
)
from ringtrue.formats.scenarios_places import OfLine, is_header, records
from ringtrue.terms import BadInput, Item, Problem

FEWEST = 50
ADVISED_COUNTS = {"strategic": 15, "tactical": 15, "people": 10, "stress": 10}
_SHORT = 2000  # scenarios of a file of lines that are kept once read: reading them again takes longer than dealing them


@dataclass(frozen=True, slots=True)
class Scenarios:
    """A checked set of scenarios; the items come as a stream, as often as they are asked for."""

    path: Path
    sha256: str
    count: int
    types: Mapping[str, int]
    metadata: Mapping[str, Any]
    warnings: tuple[str, ...]
    kept: tuple[Item, ...] | None = field(default=None, repr=False)  # of YAML or a short file; else read anew

    def __iter__(self) -> Iterator[Item]:
        """The items in the order of the file."""
        return iter(self.kept) if self.kept is not None else map(item_of, self._records())

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """The same as lines of items.jsonl."""
        return map(as_line, self.kept) if self.kept is not None else map(line_of, self._records())

    def _records(self) -> Iterator[Mapping[str, Any]]:
        found = (data for data, _ in records(self.path, Problems()))
        return (data for data in found if not is_header(data) and not is_left_out(data))


def read_scenarios(path: Path | str, *, allow_small: bool = False, problems: Problems | None = None) -> Scenarios:
    """Check every scenario of a file; a refusal lists all that is wrong.

    With `problems`, what is wrong is added there and nothing is raised, so that a caller can list it with other faults.
    """
    found = Problems() if problems is None else problems
    before = len(found)
    place = Path(path)
    census = _Census()
    try:
        for data, where in records(place, found):
            census.take(data, where, found)
        digest = _digest(place)
    except BadInput as refusal:
        found.extend(refusal.problems)
        digest = ""
    else:
        found.extend(_repeats(place, census))
        if len(found) == before or census.count:
            found.extend(_size_faults(place, census.count, allow_small))
    if problems is None:
        found.raise_if_any()
    whole = len(found) == before and len(census.kept) == census.count
    kept = tuple(map(item_from, census.kept)) if whole else None
    return Scenarios(place, digest, census.count, dict(census.types), census.metadata, tuple(census.warnings()), kept)


class _Census:
    """What is counted while scenarios go by, in eight bytes for each."""

    def __init__(self) -> None:
        self.count = 0
        self.types: Counter[str] = Counter()
        self.metadata: dict[str, Any] = {}
        self.kept: list[Mapping[str, Any]] = []
        self.identities = array("q")
        self._strangers: list[str] = []
        self._stranger_count = 0
        self._silent: Counter[str] = Counter()
        self._left_out = 0

    def take(self, data: Any, place: Place, problems: Problems) -> None:
        if is_header(data):
            self.metadata = {str(key): value for key, value in data["metadata"].items()}
            return
        if is_left_out(data):
            self._left_out += 1
            return
        self.count += 1
        if not isinstance(data, Mapping):
            what, remedy = "a scenario is a table of keys and values", "write id, type, context, prompt ..."
            problems.add(place((), what, data, remedy))
            return
        found = named(data)
        wrong = [] if is_sound(found) else list(faults(found, place))
        problems.extend(wrong)
        if data.get("id") is not None:
            self.identities.append(hash(str(data["id"]).strip()))
        if wrong:
            return
        self.types[found["type"]] += 1
        for name in ADVISED:
            if not found.get(name):
                self._silent[name] += 1
        if is_out_of_family(str(found["id"]), found["type"]):
            self._stranger_count += 1
            self._strangers = [*self._strangers, str(found["id"])][:3]
        if not isinstance(place, OfLine) or self.count <= _SHORT:
            self.kept.append(found)
        else:
            self.kept.clear()

    def warnings(self) -> Iterator[str]:
        """What does not stop a run but should be known."""
        few = [f"{kind} {self.types[kind]} of {n}" for kind, n in ADVISED_COUNTS.items() if self.types[kind] < n]
        if few:
            yield f"fewer scenarios than advised: {', '.join(few)}"
        if self._left_out:
            yield f"{self._left_out} rejected or withdrawn scenarios are left out"
        for name, count in self._silent.items():
            yield f"{count} of {self.count} scenarios have no {name}: the judge has to guess it"
        if self._stranger_count:
            families = ", ".join(f"{kind} {prefix}" for kind, prefix in PREFIXES.items())
            named_ones = ", ".join(self._strangers) + (" ..." if self._stranger_count > len(self._strangers) else "")
            yield f"{self._stranger_count} ids do not begin as their type does ({families}): {named_ones}"
        told = self.metadata.get("total_scenarios")
        if isinstance(told, int) and told != self.count:
            yield f"metadata.total_scenarios says {told}, there are {self.count}"


def _size_faults(path: Path, count: int, allow_small: bool) -> Iterator[Problem]:
    if count == 0:
        yield Problem(str(path), "scenarios", "There are no scenarios.", "0", f"Write at least {FEWEST}.")
    elif count < FEWEST and not allow_small:
        remedy = f"Add {FEWEST - count}, or try it out with --allow-small."
        yield Problem(str(path), "scenarios", f"There are fewer than {FEWEST} scenarios.", str(count), remedy)


def _repeats(path: Path, census: _Census) -> Iterator[Problem]:
    """Ids given twice. Which they are is looked up in a second pass, and only where hashes say there are some."""
    doubled = repeated(census.identities)
    if not doubled:
        return
    first: dict[str, str] = {}
    for data, place in records(path, Problems()):
        identity = str(data.get("id", "")).strip() if isinstance(data, Mapping) else ""
        if not identity or hash(identity) not in doubled:
            continue
        problem = place(("id",), "", identity, "give every scenario an id of its own")
        if identity in first:
            what = f"the id is given twice, first on {first[identity].partition(',')[0]}"
            yield Problem(problem.file, problem.place, what, problem.value, problem.remedy)
        first.setdefault(identity, problem.place)


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 16):
            digest.update(piece)
    return digest.hexdigest()
