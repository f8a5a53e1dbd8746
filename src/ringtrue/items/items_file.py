"""Read items.yaml, items.json or items.jsonl: every fault of every item together, with its line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

from ringtrue.files.document import plain
from ringtrue.files.json_file import iter_jsonl, read_json
from ringtrue.files.problems import Problems, nearest
from ringtrue.files.yaml_file import read_yaml
from ringtrue.terms.item import Item, ItemStatus
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol

_STATUSES: tuple[str, ...] = get_args(ItemStatus)
_OWN = frozenset({"id", "kind", "prompt", "tags", "status"})
Place = Callable[[tuple[Any, ...], str, object, str], Problem]  # trail within the item, what, value, remedy


def read_items(path: Path | str, protocol: Protocol) -> list[Item]:
    """The items in their order, or a refusal that lists every fault.

    What is not one of id, kind, prompt, tags and status belongs to the item's kind and is kept as a field. A field
    the kind needs may also stand among the tags.
    """
    problems = Problems()
    items: list[Item] = []
    first: dict[str, int] = {}  # id -> the number of the item that has it
    for number, (data, place) in enumerate(_records(Path(path), problems), 1):
        faults = list(_faults(data, place, protocol))
        identity = _identity(data)
        if identity and first.setdefault(identity, number) < number:
            what = f"item {first[identity]} has this id already"
            faults.append(place(("id",), what, identity, "give every item an id of its own"))
        problems.extend(faults)
        if not faults:
            items.append(_item(data))
    problems.raise_if_any()
    return items


def _identity(data: Any) -> str:
    return str(data.get("id", "")) if isinstance(data, dict) else ""


def _records(path: Path, problems: Problems) -> Iterator[tuple[Any, Place]]:
    """Each item with a way to say where in the file something of it stands."""
    if path.suffix == ".jsonl":
        for record in iter_jsonl(path, problems):
            yield record.data, record.problem
        return
    document = read_json(path) if path.suffix == ".json" else read_yaml(path)
    data = document.data
    trail: tuple[str, ...] = ()
    if isinstance(data, dict) and "items" in data:
        data, trail = data["items"], ("items",)
    if data is None:
        return
    if not isinstance(data, list):
        raise BadInput([document.problem((), "items are a list", type(data).__name__, "begin each item with a dash")])
    for number, one in enumerate(data):
        yield one, _within((*trail, number), document.problem)


def _within(outer: tuple[Any, ...], problem: Place) -> Place:
    return lambda trail, what, value, remedy: problem((*outer, *trail), what, value, remedy)


def _faults(data: Any, place: Place, protocol: Protocol) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield place((), "an item is a table of keys and values", data, "write id, kind, prompt ...")
        return
    if not isinstance(data.get("id"), str | int) or not str(data["id"]).strip():
        yield place(("id",), "an item needs an id", data.get("id", ""), "give a short text that is its own")
    kind = protocol.kinds.get(str(data.get("kind")))
    if kind is None:
        known = ", ".join(protocol.kinds)
        near = nearest(str(data.get("kind", "")), protocol.kinds)
        remedy = (f"did you mean {near}? " if near else "") + f"{protocol.name} has: {known}"
        yield place(("kind",), "no such kind of item", data.get("kind", ""), remedy)
    tags = data.get("tags", {})
    if not isinstance(tags, dict):
        yield place(("tags",), "tags are a table", tags, "write tags: {domain: ...}")
        tags = {}
    if data.get("status", "pending") not in _STATUSES:
        yield place(("status",), "no such status", data["status"], f"one of {', '.join(_STATUSES)}")
    yield from _field_faults(data, tags, kind, place)


def _field_faults(data: dict[str, Any], tags: dict[str, Any], kind: Kind | None, place: Place) -> Iterator[Problem]:
    """What is wrong with the fields of the item's kind, and with the length it asks for."""
    for field in kind.needs if kind else ():
        if data.get(field, tags.get(field)) in (None, "", [], {}):
            yield place((field,), f"an item of kind {data['kind']} needs {field}", "", f"add {field}")
    for field in kind.numbers if kind else ():
        if not isinstance(data.get(field, 0.0), int | float) or isinstance(data.get(field), bool):
            yield place((field,), f"{field} is a number", data[field], "write a number or leave it out")
    if "words" in data and not _is_length(data["words"]):
        yield place(
            ("words",), "words says how long an answer is", data["words"], "write words: 55 or words: [200, 500]"
        )


def _is_length(words: Any) -> bool:
    """Whether this is a number of words, or the fewest and the most."""
    ends = words if isinstance(words, list) and len(words) == 2 else [words, words]
    return all(isinstance(end, int) and not isinstance(end, bool) and end > 0 for end in ends) and ends[0] <= ends[1]


def _item(data: dict[str, Any]) -> Item:
    return Item(
        id=str(data["id"]),
        kind=str(data["kind"]),
        prompt=str(data.get("prompt", "")),
        tags=plain(data.get("tags", {})),
        fields={
            key: value if type(value) is str else plain(value)  # nearly all are texts
            for key, value in data.items()
            if key not in _OWN
        },
        status=data.get("status", "pending"),
    )
