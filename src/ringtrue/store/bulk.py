"""Insert many rows at the driver's own speed; SQLAlchemy's handling of parameters would take three times as long."""

from functools import cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.exc import IntegrityError

from ringtrue.store.schema import digested
from ringtrue.store.words import Words, escaped, is_storable

_FEW = 50


def insert_rows(connection: Connection, table: Table, study: str, act: int, rows: list[tuple[Any, ...]]) -> None:
    """Insert rows of the `digested` columns, in their order, under a study and an act."""
    worded = _worded(table)
    values = [(study, act, *row) for row in rows]
    for place, row in enumerate(values):
        if not _is_storable(row, worded):
            values[place] = tuple(escaped(v) if c in worded and v else v for c, v in enumerate(row))
    insert_stored(connection, table.name, ("study", "act", *digested(table)), values)


def _is_storable(row: tuple[Any, ...], worded: tuple[int, ...]) -> bool:
    for column in worded:
        text = row[column]
        if text and not is_storable(text):
            return False
    return True


def insert_stored(connection: Connection, table: str, columns: tuple[str, ...], values: list[tuple[Any, ...]]) -> None:
    """Insert values that already are as they are stored."""
    names = ", ".join(columns)
    if connection.dialect.name == "postgresql" and len(values) > _FEW:
        _copy(connection, f"COPY {table} ({names}) FROM STDIN", values)
        return
    marks = ", ".join(["?" if connection.dialect.name == "sqlite" else "%s"] * len(columns))
    connection.exec_driver_sql(f"INSERT INTO {table} ({names}) VALUES ({marks})", values)  # noqa: S608 - our own tables


def _copy(connection: Connection, statement: str, values: list[tuple[Any, ...]]) -> None:
    """PostgreSQL's own way for many rows, several times as fast as statements."""
    driver: Any = connection.connection.driver_connection
    try:
        with driver.cursor() as cursor, cursor.copy(statement) as copy:
            for row in values:
                copy.write_row(row)
    except connection.dialect.loaded_dbapi.IntegrityError as error:
        raise IntegrityError(statement, None, error) from error


@cache
def _worded(table: Table) -> tuple[int, ...]:
    """The places of the columns that hold free text, counted behind study and act."""
    types = (table.c[name].type for name in digested(table))
    return tuple(place for place, kind in enumerate(types, start=2) if isinstance(kind, Words))
