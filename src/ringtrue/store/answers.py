"""Answers as raters give them to cards: saved one by one or many at once, every change kept, the newest stands."""

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from json import loads
from math import isfinite
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, select

from ringtrue.files.problems import refusal
from ringtrue.store.canonical_json import as_document, frozen
from ringtrue.store.judgment_records import AnswerId, JudgmentRecord, value_text
from ringtrue.store.judgment_records import table_row as table_row_returns
from ringtrue.store.judgments import current_answers
from ringtrue.store.packets import change_state, fingerprint
from ringtrue.store.provenance import Source
from ringtrue.store.schema import answers as table
from ringtrue.store.schema import audit, judgments, packet_states, packets, raters
from ringtrue.store.transaction import Act, StudyPart
from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.text import fault_of_name

# Answers to cards as rows of their table, and the other way round.


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
    """Answers with token, rater and time in the order saved: the current ones, or every change of them.

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
    return asked if every else current_only(asked)


def current_only(asked: Select[Any]) -> Select[Any]:
    """Of each card's question the newest answer, where it was not taken back."""
    later = table.alias("later")
    same = [later.c[name] == table.c[name] for name in ("study", "packet", "card", "question")]
    newer = select(later.c.seq).where(*same, later.c.seq > table.c.seq)
    return asked.where(table.c.value != TAKEN_BACK, ~newer.exists())


def current_givens(study: str, packet: int) -> Select[Any]:
    """The current answers of one packet, for `given_of`."""
    asked = select(*(table.c[name] for name in _GIVEN)).where(table.c.study == study, table.c.packet == packet)
    return current_only(asked.order_by(table.c.seq))


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


def _read(text: str) -> Any:
    return frozen(loads(text))


Save = tuple[str, Sequence[Given]]  # a packet's token, and what was answered
_PACKETS = select(packets).where(
    packets.c.study == bindparam("study"), packets.c.token.in_(bindparam("tokens", expanding=True))
)
_CHANGED = (
    select(packet_states.c.packet, packet_states.c.state)
    .where(packet_states.c.study == bindparam("study"), packet_states.c.state != "out")
    .order_by(packet_states.c.seq)
)
_WITHDRAWN = select(raters.c.number).where(raters.c.study == bindparam("study"), raters.c.state == "withdrawn")


class PacketClosed(BadInput):
    """Answers refused whatever they say: the packet is not out, or the answer key was opened."""


class _Issued(NamedTuple):
    """What never changes about a packet: its number, its rater's, and its cards."""

    number: int
    rater: int
    cards: frozenset[str]


class _PacketState(NamedTuple):
    """What may have changed: the packet's state, and its rater's."""

    state: str
    rater_state: str


class AnswerPart(StudyPart):
    """The answers to the cards of a study."""

    def save_answers(self, token: str, givens: Sequence[Given], *, who: str, completing: bool = False) -> None:
        """Save what a rater answered; it is on the disk when this returns. Refused as a whole or not at all.

        `completing` also takes answers to a packet that came back in part.
        """
        refused = self.save_many([(token, givens)], who=who, completing=completing)[0]
        if refused is not None:
            raise refused

    def save_many(self, saves: Sequence[Save], *, who: str, completing: bool = False) -> list[BadInput | None]:
        """Save what many raters answered in one transaction, which is on the disk when this returns.

        A bad save is refused alone; in the order of the saves: None, or why it was refused.
        """
        open_states = ("out", "partial") if completing else ("out",)
        with self.acting("answers saved", who) as act:
            tokens = dict.fromkeys(token for token, _ in saves)
            issued = self._packets_known(act.connection, list(tokens))
            states = _packet_states(act.connection, self.id, issued)
            outcomes: list[BadInput | None] = []
            rows = []
            for token, givens in saves:
                refused = _closed(act, token, states.get(token), open_states) or _faulty(token, givens, issued[token])
                outcomes.append(refused)
                if refused is None:
                    rows += [table_row(given, issued[token].number) for given in givens]
            act.add(table, rows)
            act.empty = not rows
        return outcomes

    def answers(self, token: str | None = None, *, all: bool = False) -> Iterator[GivenRecord]:  # noqa: A002
        """The current answers in the order saved, of one packet or of all, as a stream; `all`: with every change."""
        asked = selected(every=all, of_one=token is not None)
        given = {"study": self.id} | ({} if token is None else {"token": token})
        with self.database.reading() as connection, connection.execute(asked, given) as rows:
            for row in rows:
                yield record_of(row)

    @cached_property
    def _issued(self) -> dict[str, _Issued]:
        """Packets met so far: their cards hold long texts, which a save need not read again."""
        return {}

    def _packets_known(self, connection: Connection, tokens: list[str]) -> dict[str, _Issued]:
        new = [token for token in tokens if token not in self._issued]
        if new:
            for row in connection.execute(_PACKETS, {"study": self.id, "tokens": new}):
                cards = frozenset(card["id"] for card in loads(row.cards))
                self._issued[row.token] = _Issued(row.seq, row.rater, cards)
        return {token: self._issued[token] for token in tokens if token in self._issued}


def _packet_states(connection: Connection, study: str, issued: dict[str, _Issued]) -> dict[str, _PacketState]:
    """States as they are now. Only those that are not as they began are asked for: a long IN costs more than they."""
    states = {packet: state for packet, state in connection.execute(_CHANGED, {"study": study})}  # noqa: C416 - rows, the newest last
    withdrawn = set(connection.execute(_WITHDRAWN, {"study": study}).scalars())
    return {
        token: _PacketState(states.get(one.number, "out"), "withdrawn" if one.rater in withdrawn else "active")
        for token, one in issued.items()
    }


def _closed(act: Act, token: str, packet: _PacketState | None, open_states: tuple[str, ...]) -> BadInput | None:
    """Why nothing is taken for this packet, None where it is open."""
    if packet is None:
        what, remedy = "This study issued no such packet.", "Check which study it belongs to."
    elif act.opened is not None:
        what = f"The answer key was opened (audit entry {act.opened}): blind answers are no longer accepted."
        remedy = "Start a new study for further answers."
    elif packet.rater_state == "withdrawn":
        what, remedy = "The rater was withdrawn.", "Deal to another rater."
    elif packet.state not in open_states:
        what, remedy = f"The packet is {packet.state}: it accepts no more answers.", "Nothing needs to be done."
    else:
        return None
    return PacketClosed([Problem("answers", f"packet {fingerprint(token)}", what, remedy=remedy)])


def _faulty(token: str, givens: Sequence[Given], issued: _Issued) -> BadInput | None:
    """What is wrong with the answers themselves."""
    place = f"packet {fingerprint(token)}, answer"
    problems = []
    for number, given in enumerate(givens, start=1):
        problems += [Problem("answers", f"{place} {number}", what, value) for what, value in faults(given)]
        if given.card not in issued.cards:
            remedy = "Answer the cards of the packet."
            what = "There is no such card in the packet."
            problems.append(Problem("answers", f"{place} {number}", what, str(given.card)[:80], remedy))
    return BadInput(problems) if problems else None


# A packet comes back: the answers that stand become blind judgments, in one act.


class ReturnPart(StudyPart):
    """Packets that come back."""

    def return_packet(self, token: str, *, who: str, partial: bool = False, source: Source | None = None) -> int:
        """Make the current answers of a packet judgments and mark it as returned; returns how many are new or changed.

        A packet returned in part may be returned again: what was answered since is added, what was answered otherwise
        supersedes the earlier judgment, which stays stored.
        """
        file = source.name if source else "answers"
        with self.acting("packet returned", who, {"source": source.as_dict()} if source else {}) as act:
            if act.opened is not None:
                what = f"The answer key was opened (audit entry {act.opened}): blind answers are no longer accepted."
                raise refusal(file, what, place="packet", remedy="Start a new study for further answers.")
            number = change_state(act, token, "partial" if partial else "returned", file=file)
            givens = [given_of(row) for row in act.connection.execute(current_givens(self.id, number))]
            if not givens:
                remedy = "Withdraw the packet if nobody will answer it."
                raise refusal(file, "Nothing was answered in it.", place="packet", remedy=remedy)
            rows = _rows(act, number, givens)
            act.add(judgments, rows)
            act.detail |= {"answers": len(givens), "partial": partial}
        return len(rows)


def _rows(act: Act, packet: int, givens: list[Given]) -> list[tuple[Any, ...]]:
    """The rows that bring the judgments of a packet to what its answers say now."""
    asked = select(raters.c.number, raters.c.name).join(
        packets, (packets.c.study == raters.c.study) & (packets.c.rater == raters.c.number)
    )
    rater, name = act.connection.execute(asked.where(packets.c.study == act.study, packets.c.seq == packet)).one()
    ids = [AnswerId(rater, "", given.question, "", given.card) for given in givens]
    current = current_answers(act, ids)
    rows = []
    for known_by, given in zip(ids, givens, strict=True):
        record = JudgmentRecord(
            name, None, given.question, given.value, card=given.card, seconds=given.seconds, comment=given.comment
        )
        old = current.get(known_by)
        row = table_row_returns(
            record, rater, version=old.version + 1 if old else 1, supersedes=old.seq if old else None
        )
        if old is None or (old.value, old.seconds, old.comment) != (row[6], row[8], row[9]):
            rows.append(row)
    return rows
