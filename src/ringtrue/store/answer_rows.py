"""Answers to cards as rows of their table, and the other way round."""

from collections.abc import Iterator
from functools import cache, lru_cache
from json import loads
from math import isfinite
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, select

from ringtrue.store.canonical import as_document, frozen
from ringtrue.store.intake import value_text
from ringtrue.store.names import fault_of_name
from ringtrue.store.schema import answers as table
from ringtrue.store.schema import audit, packets, raters
from ringtrue.terms import Given

TAKEN_BACK = "null"
LONGEST_TEXT = 100_000  # characters of a comment or of an answer in words
_GIVEN = ("card", "question", "value", "shown", "seconds", "visible_seconds", "comment", "recognised", "position")


class GivenRecord(NamedTuple):
    """An answer as stored: of which packet, by whom, and when it was saved."""

    token: str
    rater: str
    given: Given
    at: str


def table_row(given: Given, packet: int) -> tuple[Any, ...]:
    """The answer as a row of the table, without its number."""
    return (
        packet,
        given.card,
        given.question,
        value_text(given.value),
        as_document(given.shown),
        _seconds(given.seconds),
        _seconds(given.visible_seconds),
        given.comment,
        int(given.recognised),
        given.position,
    )


def given_of(row: Any) -> Given:
    """The answer in a row that begins with the columns of an answer."""
    card, question, value, shown, seconds, visible, comment, recognised, position = tuple(row)[: len(_GIVEN)]
    return Given(card, question, _read(value), _read(shown), seconds, visible, comment, bool(recognised), position)


def record_of(row: Any) -> GivenRecord:
    """The record in a row of `selected`."""
    *_, token, rater, at = row
    return GivenRecord(token, rater, given_of(row), at)


@cache
def selected(*, every: bool, of_one: bool) -> Select[Any]:
    """Answers with token, rater and time in the order saved: the standing ones, or every change of them.

    Of the study and, with `of_one`, the packet given as parameters `study` and `token`.
    """
    columns = [*(table.c[name] for name in _GIVEN), packets.c.token, raters.c.name, audit.c.at]
    issued = (packets.c.study == table.c.study) & (packets.c.seq == table.c.packet)
    people = (raters.c.study == packets.c.study) & (raters.c.number == packets.c.rater)
    saved = (audit.c.study == table.c.study) & (audit.c.seq == table.c.act)
    asked = select(*columns).join(packets, issued).join(raters, people).join(audit, saved)
    asked = asked.where(table.c.study == bindparam("study")).order_by(table.c.seq)
    if of_one:
        asked = asked.where(packets.c.token == bindparam("token"))
    return asked if every else standing_only(asked)


def standing_only(asked: Select[Any]) -> Select[Any]:
    """Of each card's question the newest answer, where it was not taken back."""
    later = table.alias("later")
    same = [later.c[name] == table.c[name] for name in ("study", "packet", "card", "question")]
    newer = select(later.c.seq).where(*same, later.c.seq > table.c.seq)
    return asked.where(table.c.value != TAKEN_BACK, ~newer.exists())


def standing_givens(study: str, packet: int) -> Select[Any]:
    """The standing answers of one packet, for `given_of`."""
    asked = select(*(table.c[name] for name in _GIVEN)).where(table.c.study == study, table.c.packet == packet)
    return standing_only(asked.order_by(table.c.seq))


def faults(given: Given) -> Iterator[tuple[str, str]]:
    """What keeps an answer from being stored, each with the value at fault."""
    for what, name in (("card", given.card), ("question", given.question)):
        fault = fault_of_name(name)
        if fault:
            yield f"The {what} {fault}.", str(name)[:80]
    try:
        if len(value_text(given.value)) > LONGEST_TEXT:
            yield f"The answer is longer than {LONGEST_TEXT:,} characters.", ""
    except ValueError as error:
        yield f"The value cannot be stored: {error}.", str(given.value)[:80]
    if not isinstance(given.comment, str) or len(given.comment) > LONGEST_TEXT:
        yield f"The comment is no text of at most {LONGEST_TEXT:,} characters.", str(given.comment)[:80]
    for seconds in (given.seconds, given.visible_seconds):
        if seconds is not None and not (isfinite(seconds) and seconds >= 0):
            yield "The time taken is not a number of seconds.", str(seconds)


def _seconds(given: float | None) -> float | None:
    return None if given is None else float(given)


@lru_cache(maxsize=4096)
def _read(text: str) -> Any:
    """Answers and hashes of texts repeat."""
    return frozen(loads(text))
