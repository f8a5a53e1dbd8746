"""Answers as raters give them to cards: saved one by one or many at once, every change kept, the newest stands."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from json import loads
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from ringtrue.store.act import Act, StudyPart
from ringtrue.store.answer_rows import GivenRecord, faults, record_of, selected, table_row
from ringtrue.store.packets import fingerprint
from ringtrue.store.schema import answers as table
from ringtrue.store.schema import packet_states, packets, raters
from ringtrue.terms import BadInput, Given, Problem

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


class _Standing(NamedTuple):
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
            standing = _standings(act.connection, self.id, issued)
            outcomes: list[BadInput | None] = []
            rows = []
            for token, givens in saves:
                refused = _closed(act, token, standing.get(token), open_states) or _faulty(token, givens, issued[token])
                outcomes.append(refused)
                if refused is None:
                    rows += [table_row(given, issued[token].number) for given in givens]
            act.add(table, rows)
            act.empty = not rows
        return outcomes

    def answers(self, token: str | None = None, *, all: bool = False) -> Iterator[GivenRecord]:  # noqa: A002
        """The standing answers in the order saved, of one packet or of all, as a stream; `all`: with every change."""
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


def _standings(connection: Connection, study: str, issued: dict[str, _Issued]) -> dict[str, _Standing]:
    """States as they are now. Only those that are not as they began are asked for: a long IN costs more than they."""
    states = {packet: state for packet, state in connection.execute(_CHANGED, {"study": study})}  # noqa: C416 - rows, the newest last
    withdrawn = set(connection.execute(_WITHDRAWN, {"study": study}).scalars())
    return {
        token: _Standing(states.get(one.number, "out"), "withdrawn" if one.rater in withdrawn else "active")
        for token, one in issued.items()
    }


def _closed(act: Act, token: str, standing: _Standing | None, open_states: tuple[str, ...]) -> BadInput | None:
    """Why nothing is taken for this packet, None where it is open."""
    if standing is None:
        what, remedy = "This study issued no such packet.", "Check which study it belongs to."
    elif act.opened is not None:
        what = f"The answer key was opened (audit entry {act.opened}): a blind answer comes too late."
        remedy = "Start a new study for further answers."
    elif standing.rater_state == "withdrawn":
        what, remedy = "The rater was withdrawn.", "Deal to another rater."
    elif standing.state not in open_states:
        what, remedy = f"The packet is {standing.state}: it takes no more answers.", "Nothing is to be done."
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
