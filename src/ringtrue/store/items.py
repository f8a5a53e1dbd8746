"""Items as they stood when they were recorded; a change makes a new version and keeps the old one."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from json import loads
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, case, func, select

from ringtrue.store.act import Act, StudyPart
from ringtrue.store.item_list import ItemTaking, Standing, StandingItems
from ringtrue.store.schema import items as table
from ringtrue.terms import Citation, Item

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
_LEFT_OUT = table.c.position.is_(None) | table.c.status.in_(("rejected", "withdrawn"))
_EVER = select(func.sum(case((table.c.version == 1, 1), else_=0)), func.sum(case((_LEFT_OUT, 1), else_=0))).where(
    table.c.study == bindparam("study")
)


class ItemPart(StudyPart):
    """The items of a study."""

    def record_items(self, items: Iterable[Item], *, who: str, file: str = "items") -> int:
        """Take the whole list as it now is, one after the other; returns how many are new, changed, moved or gone."""
        with self.acting("items recorded", who) as act:
            first = act.next_seq(table)
            for _ in self._taken(act, items, file):
                pass
            return act.next_seq(table) - first

    def items_recorded(self, items: Iterable[Item], *, who: str, file: str = "items") -> Generator[Item, None, None]:
        """The whole list, to go through once; it is recorded when the last has gone by.

        A first list is stored as it goes by. A later one is compared, and gone through again only if it has changed.
        """
        recorded = self.standing_items()
        if recorded:
            yield from recorded.passing(items)
            if not recorded.is_the_same:
                self.record_items(items, who=who, file=file)
            return
        with self.acting("items recorded", who) as act:
            yield from self._taken(act, items, file)

    def _taken(self, act: Act, items: Iterable[Item], file: str) -> Iterator[Item]:
        first = act.next_seq(table)
        standing = {row[0]: (row[1], hash(tuple(row[2:]))) for row in self._rows(act.connection)}
        taking = ItemTaking(act, standing, file)
        yield from taking.passing(items)
        act.add(table, list(self._gone(act.connection, taking.left)))
        act.detail["items"] = taking.seen
        act.empty = act.next_seq(table) == first

    def standing_items(self) -> StandingItems:
        """The list as it is recorded, to tell whether one that goes by is the same."""
        with self.database.reading() as connection:
            return StandingItems((row[2], hash((row[0], *row[2:]))) for row in self._rows(connection) if row[2])

    def _gone(self, connection: Connection, left: Mapping[str, Standing]) -> Iterator[tuple[Any, ...]]:
        """The rows that say that an item is not in the list any more."""
        for name, version, position, *content in self._rows(connection) if left else ():
            if name in left and position is not None:
                yield (name, version + 1, None, *content)

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
