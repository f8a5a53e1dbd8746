"""Judgments read back: in full, or as the ratings that scoring needs of them."""

from collections.abc import Collection, Generator, Iterator
from contextlib import closing
from json import dumps, loads
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, case, distinct, func, select

from ringtrue.store.canonical_json import frozen
from ringtrue.store.judgment_records import AnswerId, JudgmentRecord
from ringtrue.store.provenance import AUDIT_COLUMNS, ProvenanceReader, written_by
from ringtrue.store.schema import audit, items, raters, unescaped
from ringtrue.store.schema import judgments as table
from ringtrue.store.transaction import StudyPart
from ringtrue.terms.answer import Rating

_PIECE = 500
_RATED = "rater, item, question, value, speaker, judge_kind, reason"
_ABOUT = ("value", "judge_kind", "seconds", "comment", "excerpt", "reason", "seq", "supersedes")
_COLUMNS = [table.c[name] for name in (*AnswerId._fields, *_ABOUT)]


def _of_the_study(asked: Select[Any]) -> Select[Any]:
    return asked.where(table.c.study == bindparam("study")).order_by(table.c.seq)


def _current(asked: Select[Any]) -> Select[Any]:
    later = table.alias("later")
    newer = select(later.c.seq).where(later.c.study == table.c.study, later.c.supersedes == table.c.seq)
    return asked.where(~newer.exists())


# Built once: putting a statement together costs more than the database takes for a short list.
_EVERY = _of_the_study(select(*_COLUMNS, *AUDIT_COLUMNS).join(audit, written_by(table)))
_CURRENT = _current(_EVERY)
_ON_CARDS = _CURRENT.where(table.c.card != "")
_TO_QUESTION = _CURRENT.where(table.c.question == bindparam("question"))
_CORRECTIONS = select(table.c.seq).where(table.c.study == bindparam("study"), table.c.supersedes.is_not(None)).limit(1)


def _on_items(asked: Select[Any]) -> Select[Any]:
    """What models said about items, and not to cards."""
    models = (table.c.judge_kind == "model") & (table.c.item != "") & (table.c.card == "")
    return asked.where(table.c.study == bindparam("study"), models)


def _counted(asked: Select[Any]) -> Select[Any]:
    """Card by card first, because a card has several questions; then how many there are, and how many on no item."""
    cards = asked.group_by(table.c.rater, table.c.speaker, table.c.item).subquery()
    strange = func.sum(case((items.c.id.is_(None), 1), else_=0))
    counts = select(cards.c.rater, cards.c.speaker, func.count(), func.sum(cards.c.open), strange)
    first = (items.c.study == bindparam("study")) & (items.c.id == cards.c.item) & (items.c.version == 1)
    return (
        counts.select_from(cards.outerjoin(items, first))
        .group_by(cards.c.rater, cards.c.speaker)
        .order_by(cards.c.rater, cards.c.speaker)
    )


_OPEN = func.max(case((table.c.value == "null", 1), else_=0)).label("open")
_BY_SPEAKER = _on_items(select(table.c.rater, table.c.speaker, table.c.item, _OPEN))
_JUDGED = {corrected: _counted(_current(_BY_SPEAKER) if corrected else _BY_SPEAKER) for corrected in (False, True)}
_CARDS = (
    _current(_on_items(select(table.c.item, table.c.rater, table.c.speaker, _OPEN)))
    .group_by(table.c.item, table.c.rater, table.c.speaker)
    .order_by(table.c.item, table.c.rater, table.c.speaker)
)
_LEFT_OPEN = _current(
    _on_items(select(func.count(distinct(table.c.item))))
    .join(raters, (raters.c.study == table.c.study) & (raters.c.number == table.c.rater))
    .where(raters.c.state == "active", table.c.value == "null")
    .where(table.c.speaker.in_(bindparam("speakers", expanding=True)))
)
_ON_ITEMS = _current(_on_items(select(table.c.rater, table.c.item, table.c.speaker, func.count()))).where(
    table.c.value != "null"
)
_ANSWERS = _ON_ITEMS.with_only_columns(table.c.rater, func.count()).group_by(table.c.rater)
_MARKED = _ON_ITEMS.where(table.c.reason == bindparam("mark")).group_by(table.c.rater, table.c.item, table.c.speaker)
_HOW_MANY = select(func.count()).where(table.c.study == bindparam("study"), table.c.card == "")
_BY_PEOPLE = (
    select(table.c.item)
    .where(table.c.study == bindparam("study"), table.c.judge_kind == "person", table.c.card == "")
    .distinct()
)
_PEOPLE = select(raters.c.number, raters.c.name, raters.c.state).where(raters.c.study == bindparam("study"))


class CardsJudged(NamedTuple):
    """How many items a model was asked about for each speaker, and how many of these it left without a value somewhere.

    `strange` are those that never were in the list of items as it was recorded.
    """

    rater: str
    speaker: str
    asked: int
    open: int
    strange: int


class CardJudged(NamedTuple):
    """That a model was asked about a speaker on an item, and whether it left something without a value."""

    item: str
    rater: str
    speaker: str
    is_open: bool


class MarkedAnswers(NamedTuple):
    """How many of a model's answers about a speaker on an item bear a mark."""

    rater: str
    item: str
    speaker: str
    number: int


class JudgmentReading(StudyPart):
    """What judges have said, as it is recorded."""

    def judgments(self, *, superseded: bool = False, withdrawn: bool = False) -> Generator[JudgmentRecord, None, None]:
        """Current answers in the order recorded, as a stream of flat memory.

        `superseded` adds those that were corrected, `withdrawn` those of withdrawn raters.
        """
        return self._read(_EVERY if superseded else _CURRENT, withdrawn=withdrawn)

    def judgments_on_cards(self) -> Iterator[JudgmentRecord]:
        """Of the current answers those that were given to cards."""
        return self._read(_ON_CARDS)

    def judgments_to(self, question: str) -> Iterator[JudgmentRecord]:
        """Of the current answers those to one question."""
        return self._read(_TO_QUESTION, question=question)

    def ratings(self, items: Collection[str] | None = None) -> Iterator[Rating]:
        """Of the current answers those that were given to no card, as ratings: all that scoring needs, and quickly.

        With `items` those on these items alone.
        """
        given = {"study": self.id}
        with self.database.reading() as connection:
            names = self._names(connection)
            corrected = connection.execute(_CORRECTIONS, given).first() is not None
            for number, item, question, value, speaker, kind, reason in self._rated(
                connection, items, corrected=corrected
            ):
                if number in names:
                    why = reason and unescaped(reason)
                    yield Rating(names[number], item, question, _value(value), speaker or None, kind, why)

    def cards_judged(self) -> list[CardsJudged]:
        """What models were asked and have answered, counted by the database: rater by rater, speaker by speaker."""
        with self.database.reading() as connection:
            names = self._names(connection)
            corrected = connection.execute(_CORRECTIONS, {"study": self.id}).first() is not None
            rows = connection.execute(_JUDGED[corrected], {"study": self.id}).all()
        return [CardsJudged(names[rater], *counts) for rater, *counts in rows if rater in names]

    def model_cards(self) -> Generator[CardJudged, None, None]:
        """The same card by card, those of one item together: a stream of flat memory."""
        with self.database.reading() as connection:
            names = self._names(connection)
            with connection.execute(_CARDS, {"study": self.id}) as rows:
                for item, rater, speaker, is_open in rows:
                    if rater in names:
                        yield CardJudged(item, names[rater], speaker, bool(is_open))

    def model_answers(self) -> dict[str, int]:
        """How many answers with a value each model gave about items."""
        with self.database.reading() as connection:
            names = self._names(connection)
            rows = connection.execute(_ANSWERS, {"study": self.id}).all()
        return {names[rater]: count for rater, count in rows if rater in names}

    def marked_answers(self, mark: str) -> list[MarkedAnswers]:
        """Where models' answers have a value and this mark as their reason."""
        with self.database.reading() as connection:
            names = self._names(connection)
            rows = connection.execute(_MARKED, {"study": self.id, "mark": mark}).all()
        return [MarkedAnswers(names[rater], *about) for rater, *about in rows if rater in names]

    def rating_count(self) -> int:
        """How many answers were given to no card, corrected ones and those of withdrawn raters among them: quickly."""
        with self.database.reading() as connection:
            return int(connection.execute(_HOW_MANY, {"study": self.id}).scalar_one())

    def items_rated_by_people(self) -> list[str]:
        """The items people have answered about, in no order; cards apart."""
        with self.database.reading() as connection:
            return list(connection.execute(_BY_PEOPLE, {"study": self.id}).scalars())

    def items_left_open(self, speakers: Collection[str]) -> int:
        """On how many items models left something without a value that was about one of these."""
        given = {"study": self.id, "speakers": list(speakers)}
        with self.database.reading() as connection:
            return int(connection.execute(_LEFT_OPEN, given).scalar_one())

    def _rated(
        self, connection: Connection, items: Collection[str] | None, *, corrected: bool
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of `ratings` as the driver gives them: to handle each takes SQLAlchemy as long as all the rest."""
        driver: Any = connection.connection.driver_connection
        is_sqlite = connection.dialect.name == "sqlite"
        with closing(driver.cursor() if is_sqlite else driver.cursor("ratings")) as cursor:  # a named one has no copy
            asked = _ratings_asked("?" if is_sqlite else "%s", corrected=corrected, some=items is not None)
            cursor.execute(asked, (self.id,) if items is None else (self.id, dumps(list(items))))
            while rows := cursor.fetchmany(_PIECE):
                yield from rows

    def _read(
        self, asked: Select[Any], *, withdrawn: bool = False, **given: str
    ) -> Generator[JudgmentRecord, None, None]:
        reader = ProvenanceReader()
        with self.database.reading() as connection:
            names = self._names(connection, withdrawn=withdrawn)
            with connection.execute(asked, {"study": self.id, **given}) as rows:
                for row in rows:
                    if row[0] in names:
                        yield _record(row, names, reader)

    def _names(self, connection: Connection, *, withdrawn: bool = False) -> dict[int, str]:
        people = connection.execute(_PEOPLE, {"study": self.id}).all()
        return {number: name for number, name, state in people if withdrawn or state == "active"}


def _record(row: Any, names: dict[int, str], reader: ProvenanceReader) -> JudgmentRecord:
    """The record in a row of `_COLUMNS` and the audit's; by place, because by name takes twice as long."""
    number, item, question, speaker, card, value, kind, *rest = row
    seconds, comment, excerpt, reason, seq, supersedes, *written = rest
    return JudgmentRecord(
        names[number],
        item or None,
        question,
        _value(value),
        speaker or None,
        kind,
        card or None,
        seconds,
        comment,
        excerpt,
        reason,
        seq,
        supersedes,
        reader.read(*written),
    )


def _ratings_asked(mark: str, *, corrected: bool, some: bool) -> str:
    """Answers to no card; where nothing was corrected, nothing is looked for that takes an answer's place."""
    newer = "SELECT 1 FROM judgments later WHERE later.study = judgments.study AND later.supersedes = judgments.seq"
    current = f" AND NOT EXISTS ({newer})" if corrected else ""
    listed = "SELECT value FROM json_each(?)" if mark == "?" else f"SELECT json_array_elements_text({mark}::json)"
    chosen = f" AND item IN ({listed})" if some else ""
    return f"SELECT {_RATED} FROM judgments WHERE study = {mark} AND card = ''{chosen}{current} ORDER BY seq"  # noqa: S608


def _value(text: str) -> Any:
    return frozen(loads(text))
