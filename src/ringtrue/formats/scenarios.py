"""Scenarios in files: test-scenarios.yaml, or JSON Lines for sets of any size, checked whole and then streamed."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.document import plain
from ringtrue.files.json_file import iter_jsonl, read_json
from ringtrue.files.problems import Problems, nearest
from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.text import fault_of_name

# One scenario of a scenarios file: the names its fields may have, what is wrong with it, and the item it becomes.


Place = Callable[[tuple[Any, ...], str, object, str], Problem]  # trail within the scenario, what, value, remedy

KIND = "scenario"
PREFIXES = {"strategic": "STR", "tactical": "TAC", "people": "PEO", "stress": "EDG"}
NEEDED = ("context", "prompt", "expected_decision", "expected_reasoning")
VALUES = "expected_values"
ADVISED = ("expected_persona", VALUES)
_TYPES = dict.fromkeys(PREFIXES) | {"estratégico": "strategic", "estrategico": "strategic", "tático": "tactical"}
_TYPES |= {"tatico": "tactical", "pessoas": "people", "estresse": "stress"}
_ALIASES = {
    "tipo": "type",
    "titulo": "title",
    "contexto": "context",
    "decisao_esperada": "expected_decision",
    "raciocinio_esperado": "expected_reasoning",
    "persona_esperada": "expected_persona",
    "valores_esperados": "expected_values",
    "dificuldade": "difficulty",
}
_OWN = frozenset({"id", "kind", "prompt", "tags", "status", "type", "difficulty"})
_READ = frozenset(NEEDED + ADVISED)  # by a clone or a judge
_PREFIX = re.compile(r"[A-Za-z]+")
_TEXT = frozenset({str})
_NO_TEXT = (Mapping, list, tuple, bool)  # a number will do: somebody may be expected to say 42


def named(data: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario under the English names; what stands under `expected` or among the tags is brought up."""
    if _ALIASES.keys().isdisjoint(data) and _TEXT.issuperset(map(type, data)):
        found = dict(data)
    else:
        names = map(str, data)
        found = {_ALIASES.get(name, name): value for name, value in zip(names, data.values(), strict=True)}
    for group, prefix in (("tags", ""), ("expected", "expected_")):
        inner = found.get(group)
        if isinstance(inner, dict):
            found = {f"{prefix}{key}": value for key, value in inner.items()} | found
    if isinstance(found.get("expected"), dict):
        del found["expected"]
    known = group_of(found.get("type"))
    if known is not None:
        found["type"] = known
    return found


def group_of(given: object) -> str | None:
    """One of the four types, from its English or Portuguese name."""
    name = str(given).strip().casefold()
    return (_TYPES[name] or name) if name in _TYPES else None


def faults(found: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    """Everything that keeps this, under its English names, from being a scenario."""
    yield from _identity_faults(found, place)
    if "type" in found and found["type"] not in tuple(PREFIXES):  # a list or a table has no hash
        near = nearest(str(found["type"]), PREFIXES)
        remedy = f"did you mean {near}?" if near else f"one of {', '.join(PREFIXES)}"
        yield place(("type",), "unknown type of scenario", found["type"], remedy)
    elif "type" not in found:
        yield place(("type",), "the scenario has no type", "", f"add type: one of {', '.join(PREFIXES)}")
    yield from _unsaid(found, place)
    if isinstance(tags := found.get("tags"), Mapping) and tags.get("control"):
        yield place(("tags", "control"), "a scenario is no control", tags["control"], "leave this tag out")
    if found.get("kind", KIND) != KIND:
        yield place(("kind",), "this is no scenario", found["kind"], "keep scenarios only, or leave kind out")


def is_sound(found: Mapping[str, Any]) -> bool:
    """Whether a short look shows that `faults` has nothing to say, as for nearly all: everything needed is a text."""
    return (
        type(found.get("id")) is str
        and fault_of_name(found["id"]) is None
        and found.get("type") in tuple(PREFIXES)
        and all(type(value := found.get(name)) is str and value.strip() for name in NEEDED)
        and "tags" not in found
        and "kind" not in found
    )


def _identity_faults(found: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    identity = found.get("id")
    if identity is None or not str(identity).strip():
        yield place(("id",), "the scenario has no id", "", "give it a short id of its own, like STR-001")
    elif isinstance(identity, bool) or not isinstance(identity, str | int):
        yield place(("id",), "an id is a short text", identity, "write it like STR-001")
    elif fault := fault_of_name(str(identity).strip()):
        yield place(("id",), f"the id {fault}", identity, "give it a short id of its own, like STR-001")


def _unsaid(found: Mapping[str, Any], place: Place) -> Iterator[Problem]:
    """What a scenario has to say and does not, or says as something that is no text."""
    together = found.get("expected")  # a table of them would have been brought up
    is_together = together is not None and not all(
        _is_said(found.get(name)) for name in NEEDED if name.startswith("expected")
    )
    if is_together:
        remedy = "write expected: {decision: ..., reasoning: ...}"
        yield place(("expected",), "expected is not a table", together, remedy)
    for name in NEEDED:
        value = found.get(name)
        if isinstance(value, _NO_TEXT):
            yield place((name,), f"the {name} is not a text", plain(value), f"write {name}: and one text")
        elif not _is_said(value) and not (is_together and name.startswith("expected")):
            yield place((name,), f"the scenario has no {name}", "", f"add {name}")


def _is_said(value: object) -> bool:
    return value is not None and not isinstance(value, _NO_TEXT) and bool(str(value).strip())


def is_left_out(data: Any) -> bool:
    """Whether somebody has taken this scenario out of the set without deleting it."""
    return isinstance(data, dict) and data.get("status") in ("rejected", "withdrawn")


def is_out_of_family(identity: str, kind: str) -> bool:
    """Whether an id does not begin as ids of its type do."""
    start = _PREFIX.match(identity)
    return start is None or start[0].upper() != PREFIXES.get(kind)


def item_of(data: Mapping[str, Any]) -> Item:
    """The item a sound scenario becomes; keys nobody knows are kept as fields."""
    return item_from(named(data))


def item_from(found: Mapping[str, Any]) -> Item:
    """The same for a scenario under its English names."""
    own, fields = _parts(found)
    return Item(**own, fields=fields)


def line_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The line of items.jsonl a sound scenario becomes."""
    own, fields = _parts(named(data))
    return own | fields


def _parts(found: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What every item has, in the order of a line, and the fields of this one."""
    given = found.get("tags")
    tags = {str(key): value for key, value in given.items()} if isinstance(given, dict) else {}
    tags |= {name: found[name] for name in ("type", "difficulty") if found.get(name) is not None}
    own = {
        "id": str(found["id"]).strip(),
        "kind": KIND,
        "prompt": str(found["prompt"]),
        "tags": plain(tags),
        "status": "accepted",
    }
    repeated = {key for key, value in tags.items() if key not in _READ and key in found and found[key] == value}
    fields = {key: plain(value) for key, value in found.items() if key not in _OWN and key not in repeated}
    return own, fields


def as_line(item: Item) -> dict[str, Any]:
    """The item as one line of items.jsonl."""
    own = {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": dict(item.tags), "status": item.status}
    return own | dict(item.fields)


# The scenarios of a file one after the other, each with a way to say where in the file something of it stands.


MOST_YAML = 8 << 20  # bytes; YAML is read whole and slowly
_LINES = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class OfLine:
    """Says where in a JSON Lines file something stands."""

    problem: Place

    def __call__(self, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
        """The problem at that place."""
        return self.problem(trail, what, value, remedy)


@dataclass(frozen=True, slots=True)
class Within:
    """Says where in a document something of one scenario stands."""

    outer: tuple[Any, ...]
    problem: Place

    def __call__(self, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> Problem:
        """The problem at that place."""
        return self.problem((*self.outer, *trail), what, value, remedy)


def records(path: Path, problems: Problems) -> Iterator[tuple[Any, Place]]:
    """Each scenario, and the metadata before them, with a way to say where something of it stands."""
    if path.suffix in _LINES:
        for record in iter_jsonl(path, problems):
            yield record.data, OfLine(record.problem)
        return
    if path.suffix != ".json" and path.is_file() and path.stat().st_size > MOST_YAML:
        remedy = "Write one scenario a line into a .jsonl file: it is streamed and may be of any size."
        raise BadInput([Problem(str(path), "whole file", "The file is larger than 8 MiB.", remedy=remedy)])
    document = read_json(path) if path.suffix == ".json" else read_yaml(path)
    data: Any = document.data
    trail: tuple[str, ...] = ()
    if isinstance(data, Mapping):
        if isinstance(data.get("metadata"), Mapping):
            yield {"metadata": data["metadata"]}, Within(("metadata",), document.problem)
        data, trail = data.get("scenarios"), ("scenarios",)
    if not isinstance(data, list):
        remedy = "write scenarios: and below it one entry for each, beginning with a dash"
        raise BadInput([document.problem(trail, "there is no list of scenarios", "", remedy)])
    for number, one in enumerate(data):
        yield one, Within((*trail, number), document.problem)


def is_header(data: Any) -> bool:
    """Whether this is the metadata of a set, and no scenario."""
    return isinstance(data, dict) and "id" not in data and isinstance(data.get("metadata"), dict)


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
    without_values: int = 0  # scenarios that do not say which values count
    kept: tuple[Item, ...] | None = field(default=None, repr=False)  # of YAML or a short file; else read again
    top_values: tuple[str, ...] = ()  # of the person, for scenarios that name none

    def __iter__(self) -> Iterator[Item]:
        """The items in the order of the file."""
        found = iter(self.kept) if self.kept is not None else map(item_of, self._records())
        return map(self._with_values, found) if self.top_values else found

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """The same as lines of items.jsonl."""
        if self.kept is not None or self.top_values:
            return map(as_line, self)
        return map(line_of, self._records())

    def with_top_values(self, values: tuple[str, ...]) -> "Scenarios":
        """The same scenarios, those that name no values with the person's own."""
        told = (
            f"{self.without_values} of {self.count} scenarios name no values: the judge is shown the person's top ones"
        )
        silent = tuple(text for text in self.warnings if f"have no {VALUES}:" not in text)
        return replace(self, top_values=values, warnings=(*silent, *([told] if self.without_values else [])))

    def _with_values(self, item: Item) -> Item:
        if item.fields.get(VALUES):
            return item
        return replace(item, fields={**item.fields, VALUES: list(self.top_values)})

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
        if len(found) == before or census.count:
            found.extend(_size_faults(place, census.count, allow_small))
    if problems is None:
        found.raise_if_any()
    whole = len(found) == before and len(census.kept) == census.count
    kept = tuple(map(item_from, census.kept)) if whole else None
    told, silent = tuple(census.warnings()), census.without(VALUES)
    return Scenarios(place, digest, census.count, dict(census.types), census.metadata, told, silent, kept)


class _Census:
    """What is counted while scenarios go by."""

    def __init__(self) -> None:
        self.count = 0
        self.types: Counter[str] = Counter()
        self.metadata: dict[str, Any] = {}
        self.kept: list[Mapping[str, Any]] = []
        self._first: dict[str, str] = {}  # id -> where it stands first
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
        wrong += self._repeated(data, place)
        problems.extend(wrong)
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

    def _repeated(self, data: Mapping[str, Any], place: Place) -> list[Problem]:
        """The fault of an id that an earlier scenario has."""
        identity = "" if data.get("id") is None else str(data["id"]).strip()
        if not identity:
            return []
        remedy = "give every scenario an id of its own"
        if identity in self._first:
            what = f"the id is given twice, first on {self._first[identity].partition(',')[0]}"
            return [place(("id",), what, identity, remedy)]
        self._first[identity] = place(("id",), "", identity, remedy).place
        return []

    def without(self, name: str) -> int:
        """How many scenarios say nothing under a name."""
        return self._silent[name]

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
        stated = self.metadata.get("total_scenarios")
        if isinstance(stated, int) and stated != self.count:
            yield f"metadata.total_scenarios says {stated}, there are {self.count}"


def _size_faults(path: Path, count: int, allow_small: bool) -> Iterator[Problem]:
    if count == 0:
        yield Problem(str(path), "scenarios", "There are no scenarios.", "0", f"Write at least {FEWEST}.")
    elif count < FEWEST and not allow_small:
        remedy = f"Add {FEWEST - count}, or try it out with --allow-small."
        yield Problem(str(path), "scenarios", f"There are fewer than {FEWEST} scenarios.", str(count), remedy)


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as stream:
        while piece := stream.read(1 << 16):
            digest.update(piece)
    return digest.hexdigest()
