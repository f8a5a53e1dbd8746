"""Packets of cards: which raters got them, and their states."""

from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256
from json import loads
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, select

from ringtrue.files.problems import refusal
from ringtrue.store.canonical_json import as_document
from ringtrue.store.raters import numbers_of
from ringtrue.store.schema import audit, packet_states, raters
from ringtrue.store.schema import packets as table
from ringtrue.store.transaction import Act, StudyPart
from ringtrue.terms.item import Card, Packet
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.text import checked_name

# "partial": it came back with answers missing. It is not out any more, and a fuller result may complete it.
PacketState = Literal["out", "partial", "returned", "withdrawn"]
_MAY_BECOME: dict[str, tuple[str, ...]] = {
    "out": ("partial", "returned", "withdrawn"),
    "partial": ("partial", "returned", "withdrawn"),
    "returned": ("withdrawn",),
    "withdrawn": (),
}


class PacketRecord(NamedTuple):
    """A packet as issued, with its present state and the states it went through: (state, when, who)."""

    packet: Packet
    state: PacketState
    history: tuple[tuple[str, str, str], ...]


class PacketPart(StudyPart):
    """The packets of a study."""

    def issue_packets(self, packets: Iterable[Packet], *, who: str) -> None:
        """Record packets as out, all of them or none; refused once the answer key has been opened."""
        given = list(packets)
        file = self.database.shown
        with self.acting("packets issued", who) as act:
            if act.opened is not None:
                what = f"The answer key was opened (audit entry {act.opened}): no new blind ratings are possible."
                raise refusal(file, what, place="packets", remedy="Start a new study for further raters.")
            self._refuse_known(act.connection, given)
            numbers = numbers_of(act, [packet.rater for packet in given], file=file)
            first = act.next_seq(table)
            act.add(table, [(packet.token, numbers[packet.rater], _cards(packet)) for packet in given])
            act.add(packet_states, [(seq, "out") for seq in range(first, first + len(given))])
            act.detail["packets"] = [fingerprint(packet.token) for packet in given]
            act.empty = not given

    def change_packet(self, token: str, state: PacketState, *, who: str, why: str = "") -> None:
        """Record that a packet came back or is withdrawn; BadInput where it cannot become that."""
        with self.acting(f"packet {state}", who, {"why": why} if why else {}) as act:
            change_state(act, token, state, file=self.database.shown)

    def packets(self, token: str | None = None) -> list[PacketRecord]:
        """All packets in the order issued, or the one with this token."""
        asked = (
            select(table, raters.c.name)
            .join(raters, (raters.c.study == table.c.study) & (raters.c.number == table.c.rater))
            .where(table.c.study == self.id)
            .order_by(table.c.seq)
        )
        if token is not None:
            asked = asked.where(table.c.token == token)
        with self.database.reading() as connection:
            rows = connection.execute(asked).all()
            histories = self._histories(connection, rows[0].seq if token is not None and rows else None)
        return [_record(row, tuple(histories[row.seq])) for row in rows]

    def _histories(self, connection: Connection, packet: int | None) -> dict[int, list[tuple[str, str, str]]]:
        """What became of every packet, or of one, by its number."""
        asked = (
            select(packet_states.c.packet, packet_states.c.state, audit.c.at, audit.c.who)
            .join(audit, (audit.c.study == packet_states.c.study) & (audit.c.seq == packet_states.c.act))
            .where(packet_states.c.study == self.id)
            .order_by(packet_states.c.seq)
        )
        if packet is not None:
            asked = asked.where(packet_states.c.packet == packet)
        histories: dict[int, list[tuple[str, str, str]]] = {}
        for number, state, at, who in connection.execute(asked):
            histories.setdefault(number, []).append((state, at, who))
        return histories

    def _refuse_known(self, connection: Connection, given: list[Packet]) -> None:
        problems = []
        seen: set[str] = set()
        for packet in given:
            checked_name(packet.token, file=self.database.shown, place=f"packet of {packet.rater}")
            if packet.token in seen or _found(connection, self.id, packet.token) is not None:
                place = f"packet {fingerprint(packet.token)} of {packet.rater}"
                problems.append(Problem(self.database.shown, place, "A packet with this token was issued already."))
            seen.add(packet.token)
        if problems:
            raise BadInput(problems)


def _record(row: Row[Any], history: tuple[tuple[str, str, str], ...]) -> PacketRecord:
    cards = tuple(Card(**card | {"texts": tuple(card["texts"])}) for card in loads(row.cards))
    state: PacketState = history[-1][0]  # type: ignore[assignment]
    return PacketRecord(Packet(row.token, row.name, cards), state, history)


def change_state(act: Act, token: str, state: PacketState, *, file: str) -> int:
    """The change of state itself, inside whatever act it is part of; returns the packet's number."""
    found = _found(act.connection, act.study, token)
    place = f"packet {fingerprint(token)}"
    if found is None:
        raise refusal(file, "This study issued no such packet.", place=place, remedy="Check which study it belongs to.")
    seq, present = found
    if state not in _MAY_BECOME[present]:
        raise refusal(file, f"It is {present} already and cannot become {state}.", place=place, value=present)
    act.add(packet_states, [(seq, state)])
    act.detail["packet"] = fingerprint(token)
    return seq


def fingerprint(token: str) -> str:
    """Names a packet in the audit log without opening it: anyone who has the token can answer."""
    return sha256(token.encode()).hexdigest()[:16]


def _found(connection: Connection, study: str, token: str) -> tuple[int, str] | None:
    asked = (
        select(table.c.seq, packet_states.c.state)
        .join(packet_states, (packet_states.c.study == table.c.study) & (packet_states.c.packet == table.c.seq))
        .where(table.c.study == study, table.c.token == token)
        .order_by(packet_states.c.seq.desc())
        .limit(1)
    )
    row = connection.execute(asked).one_or_none()
    return None if row is None else (row.seq, row.state)


def _cards(packet: Packet) -> str:
    return as_document([asdict(card) for card in packet.cards])
