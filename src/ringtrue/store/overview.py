"""Where packets and answers stand, read lightly: without texts, values and comments, for callers that look often."""

from collections.abc import Iterator, Mapping
from json import loads
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from ringtrue.store.answers import TAKEN_BACK, AnswerPart
from ringtrue.store.packets import PacketState
from ringtrue.store.schema import answers, audit, audit_heads, packet_states, packets, rater_notes, raters

# Built once: raters ask for these again and again.
_PEOPLE = (raters.c.study == packets.c.study) & (raters.c.number == packets.c.rater)
_THIS = (packets.c.study == bindparam("study")) & (packets.c.token == bindparam("token"))
_RATER = select(raters.c.name).join(packets, _PEOPLE).where(_THIS)
_NOTES = (
    select(rater_notes.c.kind, rater_notes.c.body)
    .join(packets, (packets.c.study == rater_notes.c.study) & (packets.c.rater == rater_notes.c.rater))
    .where(_THIS)
    .order_by(rater_notes.c.seq)
)
_OPENED = select(audit_heads.c.opened).where(audit_heads.c.study == bindparam("study"))
_PACKETS = (
    select(packets.c.seq, packets.c.token, raters.c.name, raters.c.state)
    .join(raters, _PEOPLE)
    .where(packets.c.study == bindparam("study"))
    .order_by(packets.c.seq)
)
_STATES = (
    select(packet_states.c.packet, packet_states.c.state)
    .where(packet_states.c.study == bindparam("study"))
    .order_by(packet_states.c.seq)
)


class PacketStatus(NamedTuple):
    """A packet without its texts: whose it is, what became of it, and its cards in no order."""

    token: str
    rater: str
    rater_state: str
    state: PacketState
    cards: frozenset[str]


class AnswerMark(NamedTuple):
    """That a question of a card was answered, or taken back, when, and after how many seconds; not what was said."""

    seq: int
    token: str
    card: str
    question: str
    is_there: bool
    seconds: float | None
    at: str


class OverviewPart(AnswerPart):
    """How far a study's packets are."""

    @property
    def is_opened(self) -> bool:
        """Whether the answer key was opened."""
        with self.database.reading() as connection:
            return connection.execute(_OPENED, {"study": self.id}).scalar_one() is not None

    def rater_of(self, token: str) -> str | None:
        """Whose packet it is, by the name the rater has now; None for a packet that was not issued here."""
        with self.database.reading() as connection:
            found = connection.execute(_RATER, {"study": self.id, "token": token})
            name: str | None = found.scalar_one_or_none()
        return name

    def notes_for(self, token: str) -> dict[str, Mapping[str, Any]]:
        """Of what was noted about the rater of a packet the newest of each kind."""
        with self.database.reading() as connection:
            notes = connection.execute(_NOTES, {"study": self.id, "token": token})
            return {kind: loads(body) for kind, body in notes}

    def packet_standings(self) -> list[PacketStatus]:
        """All packets in the order issued."""
        with self.database.reading() as connection:
            rows = connection.execute(_PACKETS, {"study": self.id}).all()
            states = {
                row.packet: row.state for row in connection.execute(_STATES, {"study": self.id})
            }  # of each the newest
            known = self._packets_known(connection, [row.token for row in rows])
        return [
            PacketStatus(token, rater, rater_state, states[seq], known[token].cards)
            for seq, token, rater, rater_state in rows
        ]

    def answer_marks(self, after: int = 0) -> Iterator[AnswerMark]:
        """That something was answered, change by change, from the one after a number on."""
        asked = (
            select(
                answers.c.seq,
                packets.c.token,
                answers.c.card,
                answers.c.question,
                answers.c.value != TAKEN_BACK,
                answers.c.seconds,
                audit.c.at,
            )
            .join(packets, (packets.c.study == answers.c.study) & (packets.c.seq == answers.c.packet))
            .join(audit, (audit.c.study == answers.c.study) & (audit.c.seq == answers.c.act))
            .where(answers.c.study == self.id, answers.c.seq > after)
            .order_by(answers.c.seq)
        )
        with self.database.reading() as connection, connection.execute(asked) as rows:
            for row in rows:
                yield AnswerMark(*row)
