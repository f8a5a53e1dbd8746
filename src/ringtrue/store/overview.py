"""Where packets and answers stand, read lightly: without texts, values and comments, for whoever looks often."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select

from ringtrue.store.answer_rows import TAKEN_BACK
from ringtrue.store.answers import AnswerPart
from ringtrue.store.packets import PacketState
from ringtrue.store.schema import answers, audit, audit_heads, packet_states, packets, raters


@dataclass(frozen=True, slots=True)
class PacketStanding:
    """A packet without its texts: whose it is, what became of it, and its cards in no order."""

    token: str
    rater: str
    rater_state: str
    state: PacketState
    cards: frozenset[str]


@dataclass(frozen=True, slots=True)
class AnswerMark:
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
            asked = select(audit_heads.c.opened).where(audit_heads.c.study == self.id)
            return connection.execute(asked).scalar_one() is not None

    def rater_of(self, token: str) -> str | None:
        """Whose packet it is, by the name the rater has now; None for a packet that was not issued here."""
        people = (raters.c.study == packets.c.study) & (raters.c.number == packets.c.rater)
        asked = select(raters.c.name).join(packets, people)
        with self.database.reading() as connection:
            found = connection.execute(asked.where(packets.c.study == self.id, packets.c.token == token))
            name: str | None = found.scalar_one_or_none()
        return name

    def packet_standings(self) -> list[PacketStanding]:
        """All packets in the order issued."""
        people = (raters.c.study == packets.c.study) & (raters.c.number == packets.c.rater)
        asked = select(packets.c.seq, packets.c.token, raters.c.name, raters.c.state).join(raters, people)
        changes = select(packet_states.c.packet, packet_states.c.state).where(packet_states.c.study == self.id)
        with self.database.reading() as connection:
            rows = connection.execute(asked.where(packets.c.study == self.id).order_by(packets.c.seq)).all()
            states = {row.packet: row.state for row in connection.execute(changes.order_by(packet_states.c.seq))}
            known = self._packets_known(connection, [row.token for row in rows])
        return [
            PacketStanding(token, rater, rater_state, states[seq], known[token].cards)
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
