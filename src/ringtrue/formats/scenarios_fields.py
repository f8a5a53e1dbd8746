"""One scenario of a scenarios file: the names its fields may have, what is wrong with it, and the item it becomes."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ringtrue.files import nearest
from ringtrue.files.plain import plain
from ringtrue.store.names import fault_of_name
from ringtrue.terms import Item, Problem

Place = Callable[[tuple[Any, ...], str, object, str], Problem]  # trail within the scenario, what, value, remedy

KIND = "scenario"
PREFIXES = {"strategic": "STR", "tactical": "TAC", "people": "PEO", "stress": "EDG"}
NEEDED = ("context", "prompt", "expected_decision", "expected_reasoning")
ADVISED = ("expected_persona", "expected_values")
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
    """Whether a short look tells that `faults` has nothing to say, as for nearly all: everything needed is a text."""
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
    told = together is not None and not all(_is_said(found.get(name)) for name in NEEDED if name.startswith("expected"))
    if told:
        remedy = "write expected: {decision: ..., reasoning: ...}"
        yield place(("expected",), "expected is not a table", together, remedy)
    for field in NEEDED:
        value = found.get(field)
        if isinstance(value, _NO_TEXT):
            yield place((field,), f"the {field} is not a text", plain(value), f"write {field}: and one text")
        elif not _is_said(value) and not (told and field.startswith("expected")):
            yield place((field,), f"the scenario has no {field}", "", f"add {field}")


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
    told = {key for key, value in tags.items() if key not in _READ and key in found and found[key] == value}
    fields = {key: plain(value) for key, value in found.items() if key not in _OWN and key not in told}
    return own, fields


def as_line(item: Item) -> dict[str, Any]:
    """The item as one line of items.jsonl."""
    own = {"id": item.id, "kind": item.kind, "prompt": item.prompt, "tags": dict(item.tags), "status": item.status}
    return own | dict(item.fields)
