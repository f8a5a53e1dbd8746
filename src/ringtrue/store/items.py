"""Items as they stood when they were recorded; a change makes a new version and keeps the old one."""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, func, select

from ringtrue.files import Problems
from ringtrue.store.act import StudyPart
from ringtrue.store.canonical import as_document
from ringtrue.store.names import fault_of_name
from ringtrue.store.pieces import pieces
from ringtrue.store.refusal import MOST_PROBLEMS
from ringtrue.store.schema import items as table
from ringtrue.terms import Citation, Item, Problem

_Content = tuple[int | None, str, str, str]  # position, kind, status, body
_Standing = tuple[int, int]  # version, hash of the content
_PIECE = 500


def _rows_of(newest: Select[Any]) -> Select[Any]:
    last = newest.where(table.c.study == bindparam("study")).group_by(table.c.id).subquery()
    joined = (table.c.id == last.c.id) & (table.c.version == last.c.version)
    columns = (table.c[name] for name in ("id", "version", "position", "kind", "status", "body"))
    return select(*columns).join(last, joined).where(table.c.study == bindparam("study")).order_by(table.c.seq)


# Built once: putting a statement together costs more than the database takes for a short list.
_LAST = select(table.c.id, func.max(table.c.version).label("version"))
_NEWEST = _rows_of(_LAST)
_AS_OF = _rows_of(_LAST.where(table.c.act <= bindparam("as_of")))


class StandingItems:
    """A recorded list of items, of each no more than a hash."""

    def __init__(self, rows: Iterable[tuple[int, int]]) -> None:
        """Take position and hash of each item."""
        positions, hashes = array("q"), array("q")
        for position, found in rows:
            positions.append(position)
            hashes.append(found)
        order = sorted(range(len(positions)), key=positions.__getitem__)
        self._hashes = array("q", (hashes[place] for place in order))
        self._same = 0
        self._seen = 0

    def passing(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items as they are, each compared with what is recorded in its place."""
        for position, item in enumerate(items, start=1):
            self._seen = position
            if position <= len(self._hashes) and self._hashes[position - 1] == _hash(position, item):
                self._same += 1
            yield item

    @property
    def is_the_same(self) -> bool:
        """Whether the list that went by is the recorded one."""
        return self._same == self._seen == len(self._hashes)


def _hash(position: int, item: Item) -> int | None:
    try:
        return hash((item.id, position, item.kind, item.status, _body(item)))
    except ValueError:  # it cannot be recorded, and whoever records it says why
        return None


class ItemPart(StudyPart):
    """The items of a study."""

    def record_items(self, items: Iterable[Item], *, who: str, file: str = "items") -> int:
        """Take the whole list as it now is, one after the other; returns how many are new, changed, moved or gone."""
        with self.acting("items recorded", who) as act:
            standing = {row[0]: (row[1], hash(tuple(row[2:]))) for row in self._rows(act.connection)}
            given = _Given(file)
            changed = 0
            for piece in pieces(given.checked(items), _PIECE):
                rows = [(name, version, *content) for name, version, content in _changes(piece, standing)]
                act.add(table, rows)
                changed += len(rows)
            given.problems.raise_if_any()
            gone = list(self._gone(act.connection, standing, given.names))
            act.add(table, gone)
            act.detail["items"] = len(given.names)
            act.empty = not changed and not gone
        return changed + len(gone)

    def standing_items(self) -> StandingItems:
        """The list as it is recorded, to tell whether one that goes by is the same."""
        with self.database.reading() as connection:
            return StandingItems((row[2], hash((row[0], *row[2:]))) for row in self._rows(connection) if row[2])

    def _gone(
        self, connection: Connection, standing: Mapping[str, _Standing], given: set[str]
    ) -> Iterator[tuple[Any, ...]]:
        """The rows that say that an item is not in the list any more."""
        if standing.keys() <= given:
            return
        for name, version, position, *content in self._rows(connection):
            if name not in given and position is not None:
                yield (name, version + 1, None, *content)

    def items(self, *, as_of: int | None = None) -> list[Item]:
        """The list in its order, as it is or as it was after a given act."""
        with self.database.reading() as connection:
            rows = [row for row in self._rows(connection, as_of) if row.position is not None]
        return [_item(row) for row in sorted(rows, key=lambda row: row.position)]

    def item_versions(self, item: str) -> list[Item]:
        """Every version of one item, the first one first."""
        asked = select(table).where(table.c.study == self.id, table.c.id == item).order_by(table.c.version)
        with self.database.reading() as connection:
            return [_item(row) for row in connection.execute(asked)]

    def _rows(self, connection: Connection, as_of: int | None = None) -> Iterator[Any]:
        """Of each item the newest row, or that after a given act: id, version, position, kind, status and body."""
        asked, given = (_NEWEST, {}) if as_of is None else (_AS_OF, {"as_of": as_of})
        with connection.execute(asked, {"study": self.id, **given}, execution_options={"yield_per": _PIECE}) as rows:
            yield from rows


class _Given:
    """The list as it goes by: every fault of it, and the ids there were."""

    def __init__(self, file: str) -> None:
        self.problems = Problems(most=MOST_PROBLEMS)
        self.names: set[str] = set()
        self._file = file

    def checked(self, items: Iterable[Item]) -> Iterator[tuple[str, _Content]]:
        """Each sound item as it is stored."""
        for position, item in enumerate(items, start=1):
            fault = fault_of_name(item.id)
            if fault is None and item.id in self.names:
                fault = "is that of an earlier item already"
            if fault is not None:
                self.problems.add(Problem(self._file, f"item {position}", f"The id {fault}.", str(item.id)[:80]))
                continue
            self.names.add(item.id)
            try:
                yield item.id, (position, item.kind, item.status, _body(item))
            except ValueError as error:
                remedy = "Write it as a text, in quotes."
                what = f"It cannot be stored: {error}."
                self.problems.add(Problem(self._file, f"item {item.id}", what, remedy=remedy))


def _changes(
    piece: Iterable[tuple[str, _Content]], standing: Mapping[str, _Standing]
) -> Iterator[tuple[str, int, _Content]]:
    """What is new or not as it was, with its version."""
    for name, content in piece:
        version, known = standing.get(name, (0, None))
        if known != hash(content):
            yield name, version + 1, content


def _body(item: Item) -> str:
    citations = [asdict(citation) for citation in item.citations]
    return as_document({"prompt": item.prompt, "citations": citations, "tags": item.tags, "fields": item.fields})


def _item(row: Row[Any]) -> Item:
    body: Mapping[str, Any] = loads(row.body)
    return Item(
        id=row.id,
        kind=row.kind,
        prompt=body["prompt"],
        citations=tuple(Citation(**citation) for citation in body["citations"]),
        tags=body["tags"],
        fields=body["fields"],
        status=row.status,
    )
