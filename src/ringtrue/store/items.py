"""Items as they stood when they were recorded; a change makes a new version and keeps the old one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import chain
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, case, func, select

from ringtrue.files.problems import Problems
from ringtrue.store.canonical_json import as_document
from ringtrue.store.schema import items as table
from ringtrue.store.transaction import MOST_PROBLEMS, StudyPart, pieces
from ringtrue.terms.item import Citation, Item
from ringtrue.terms.problem import Problem
from ringtrue.terms.text import fault_of_name

_Content = tuple[int, str, str, str]  # position, kind, status, body
_PIECE = 200


def body_of(item: Item) -> str:
    """What is stored of an item in addition to its id, kind and status."""
    citations = [asdict(citation) for citation in item.citations]
    return as_document({"prompt": item.prompt, "citations": citations, "tags": item.tags, "fields": item.fields})


_BATCH = 500


def _rows_of(newest: Select[Any]) -> Select[Any]:
    last = newest.where(table.c.study == bindparam("study")).group_by(table.c.id).subquery()
    joined = (table.c.id == last.c.id) & (table.c.version == last.c.version)
    columns = (table.c[name] for name in ("id", "version", "position", "kind", "status", "body"))
    return select(*columns).join(last, joined).where(table.c.study == bindparam("study")).order_by(table.c.seq)


# Built once: putting a statement together costs more than the database takes for a short list.
_LAST = select(table.c.id, func.max(table.c.version).label("version"))
_NEWEST = _rows_of(_LAST)
_AS_OF = _rows_of(_LAST.where(table.c.act <= bindparam("as_of")))
_LEFT_OUT = table.c.position.is_(None) | table.c.status.in_(("rejected", "withdrawn"))
_EVER = select(func.sum(case((table.c.version == 1, 1), else_=0)), func.sum(case((_LEFT_OUT, 1), else_=0))).where(
    table.c.study == bindparam("study")
)


class ItemPart(StudyPart):
    """The items of a study."""

    def record_items(self, items: Iterable[Item], *, who: str, file: str = "items") -> int:
        """Take the whole list as it now is; returns how many are new, changed, moved or gone."""
        with self.acting("items recorded", who) as act:
            first = act.next_seq(table)
            recorded = {row[0]: (row[1], tuple(row[2:])) for row in self._rows(act.connection)}
            listed = _contents(items, file)
            changed = (
                (name, version + 1, *content)
                for name, content in listed.items()
                for version, known in [recorded.get(name, (0, None))]
                if known != content
            )
            gone = (
                (name, version + 1, None, *content[1:])
                for name, (version, content) in recorded.items()
                if name not in listed and content[0] is not None
            )
            for piece in pieces(chain(changed, gone), _PIECE):
                act.add(table, piece)
            act.detail["items"] = len(listed)
            act.empty = act.next_seq(table) == first
            return act.next_seq(table) - first

    def items(self, *, as_of: int | None = None) -> list[Item]:
        """The list in its order, as it is or as it was after a given act."""
        with self.database.reading() as connection:
            rows = [row for row in self._rows(connection, as_of) if row.position is not None]
        return [_item(row) for row in sorted(rows, key=lambda row: row.position)]

    def item_ids(self) -> list[str]:
        """The ids of all items that were ever recorded, in the order they came."""
        asked = select(table.c.id).where(table.c.study == self.id, table.c.version == 1).order_by(table.c.seq)
        with self.database.reading() as connection:
            return list(connection.execute(asked).scalars())

    def had_only(self, number: int) -> bool:
        """Whether no more than so many items were ever recorded, and none was ever left out: quick to ask."""
        with self.database.reading() as connection:
            ever, left_out = connection.execute(_EVER, {"study": self.id}).one()
        return bool((ever or 0) <= number and not left_out)

    def _rows(self, connection: Connection, as_of: int | None = None) -> Iterator[Any]:
        """Of each item the newest row, or that after a given act: id, version, position, kind, status and body."""
        asked, given = (_NEWEST, {}) if as_of is None else (_AS_OF, {"as_of": as_of})
        with connection.execute(asked, {"study": self.id, **given}, execution_options={"yield_per": _BATCH}) as rows:
            yield from rows


def _contents(items: Iterable[Item], file: str) -> dict[str, _Content]:
    """Validate a list of items: what is stored of each, by its id; BadInput with every fault."""
    problems = Problems(most=MOST_PROBLEMS)
    contents: dict[str, _Content] = {}
    for position, item in enumerate(items, start=1):
        fault = fault_of_name(item.id)
        if fault is None and item.id in contents:
            fault = "is that of an earlier item already"
        if fault is not None:
            problems.add(Problem(file, f"item {position}", f"The id {fault}.", str(item.id)[:80]))
            continue
        try:
            contents[item.id] = position, item.kind, item.status, body_of(item)
        except ValueError as error:
            remedy = "Write it as a text, in quotes."
            problems.add(Problem(file, f"item {item.id}", f"It cannot be stored: {error}.", remedy=remedy))
    problems.raise_if_any()
    return contents


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
