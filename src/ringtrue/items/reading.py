"""Read items.yaml, items.json or items.jsonl: every fault of every item together, with its line."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

from ringtrue.files import Problems, iter_jsonl, nearest, read_json, read_yaml
from ringtrue.files.plain import plain
from ringtrue.files.repetition import repeated
from ringtrue.terms import BadInput, Item, ItemStatus, Problem, Protocol

_STATUSES: tuple[str, ...] = get_args(ItemStatus)
_SHORT = 500  # items
_OWN = frozenset({"id", "kind", "prompt", "tags", "status"})
Place = Callable[[tuple[Any, ...], str, object, str], Problem]  # trail within the item, what, value, remedy


def read_items(path: Path | str, protocol: Protocol) -> list[Item]:
    """The items in their order, or a refusal that lists every fault.

    What is not one of id, kind, prompt, tags and status belongs to the item's kind and is kept as a field. A field
    the kind needs may also stand among the tags.
    """
    return list(iter_items(path, protocol))


def iter_items(path: Path | str, protocol: Protocol) -> Iterator[Item]:
    """The same one by one, in flat memory where the file has one item a line; the refusal comes at the end."""
    problems = Problems()
    hashes = array("q")  # of the ids, which would take ten times as much
    for data, place in _records(Path(path), problems):
        faults = list(_faults(data, place, protocol))
        identity = _identity(data)
        if identity:
            hashes.append(hash(identity))
        if faults:
            problems.extend(faults)
        else:
            yield _item(data)
    problems.extend(_repetitions(Path(path), hashes))
    problems.raise_if_any()


class ItemFile(Iterable[Item]):
    """The items of a file as often as they are asked for: a short list is read once, a long one anew each time."""

    def __init__(self, path: Path, protocol: Protocol) -> None:
        """Nothing is read yet."""
        self._path = path
        self._protocol = protocol
        self._kept: list[Item] | None = None

    def __iter__(self) -> Iterator[Item]:
        """The items in their order, or a refusal at the end."""
        if self._kept is not None:
            yield from self._kept
            return
        kept: list[Item] | None = []
        for item in iter_items(self._path, self._protocol):
            if kept is not None:
                kept.append(item)
                if len(kept) > _SHORT:
                    kept = None
            yield item
        self._kept = kept


def _repetitions(path: Path, hashes: "array[int]") -> Iterator[Problem]:
    """The faults of ids that an earlier item has. Two ids may have the same hash, so the file is gone through again."""
    doubled = repeated(hashes)
    if not doubled:
        return
    first: dict[str, int] = {}
    for number, (data, place) in enumerate(_records(path, Problems()), 1):
        identity = _identity(data)
        if identity and hash(identity) in doubled and first.setdefault(identity, number) < number:
            what = f"item {first[identity]} has this id already"
            yield place(("id",), what, identity, "give every item an id of its own")


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
    for field in kind.needs if kind else ():
        if data.get(field, tags.get(field)) in (None, "", [], {}):
            yield place((field,), f"an item of kind {data['kind']} needs {field}", "", f"add {field}")
    for field in kind.numbers if kind else ():
        if not isinstance(data.get(field, 0.0), int | float) or isinstance(data.get(field), bool):
            yield place((field,), f"{field} is a number", data[field], "write a number or leave it out")


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
