"""Items as they stood when they were recorded; a change makes a new version and keeps the old one."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, func, select

from ringtrue.store.act import StudyPart
from ringtrue.store.canonical import as_document
from ringtrue.store.names import fault_of_name
from ringtrue.store.schema import items as table
from ringtrue.terms import BadInput, Citation, Item, Problem

_Content = tuple[int | None, str, str, str]  # position, kind, status, body


class ItemPart(StudyPart):
    """The items of a study."""

    def record_items(self, items: Iterable[Item], *, who: str, file: str = "items") -> int:
        """Take the whole list as it now is; returns how many items are new, changed, moved or gone."""
        given = self._checked(list(items), file)
        with self.acting("items recorded", who) as act:
            standing = {row.id: row for row in self._rows(act.connection, None)}
            rows = []
            for name, content in given.items():
                old = standing.get(name)
                if old is None or _content(old) != content:
                    rows.append((name, old.version + 1 if old else 1, *content))
            for name, old in standing.items():
                if name not in given and old.position is not None:
                    rows.append((name, old.version + 1, None, old.kind, old.status, old.body))
            act.add(table, rows)
            act.detail["items"] = len(given)
            act.empty = not rows
        return len(rows)

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

    def _rows(self, connection: Connection, as_of: int | None) -> list[Row[Any]]:
        newest = select(table.c.id, func.max(table.c.version).label("version")).where(table.c.study == self.id)
        if as_of is not None:
            newest = newest.where(table.c.act <= as_of)
        last = newest.group_by(table.c.id).subquery()
        joined = (table.c.id == last.c.id) & (table.c.version == last.c.version)
        asked = select(table).join(last, joined).where(table.c.study == self.id).order_by(table.c.seq)
        return list(connection.execute(asked))

    def _checked(self, items: list[Item], file: str) -> dict[str, _Content]:
        given: dict[str, _Content] = {}
        problems = []
        for position, item in enumerate(items, start=1):
            fault = fault_of_name(item.id)
            if fault is None and item.id in given:
                fault = f"is that of item {given[item.id][0]} already"
            if fault is not None:
                problems.append(Problem(file, f"item {position}", f"The id {fault}.", str(item.id)[:80]))
                continue
            try:
                given[item.id] = (position, item.kind, item.status, _body(item))
            except ValueError as error:
                remedy = "Write it as a text, in quotes."
                problems.append(Problem(file, f"item {item.id}", f"It cannot be stored: {error}.", remedy=remedy))
        if problems:
            raise BadInput(problems)
        return given


def _content(row: Row[Any]) -> _Content:
    return (row.position, row.kind, row.status, row.body)


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
