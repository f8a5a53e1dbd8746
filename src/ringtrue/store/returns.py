"""A packet comes back: the answers that stand become blind judgments, in one act."""

from typing import Any

from sqlalchemy import select

from ringtrue.store.act import Act, StudyPart
from ringtrue.store.answer_rows import given_of, standing_givens
from ringtrue.store.conflicts import standing_answers
from ringtrue.store.intake import AnswerId, table_row
from ringtrue.store.judgment_record import JudgmentRecord
from ringtrue.store.packets import change_state
from ringtrue.store.provenance import Source
from ringtrue.store.refusal import refusal
from ringtrue.store.schema import judgments, packets, raters
from ringtrue.terms import Given


class ReturnPart(StudyPart):
    """Packets that come back."""

    def return_packet(self, token: str, *, who: str, partial: bool = False, source: Source | None = None) -> int:
        """Make the standing answers of a packet judgments and mark it as returned; returns how many are new or changed.

        A packet returned in part may be returned again: what was answered since is added, what was answered otherwise
        supersedes the earlier judgment, which stays stored.
        """
        file = source.name if source else "answers"
        with self.acting("packet returned", who, {"source": source.as_dict()} if source else {}) as act:
            if act.opened is not None:
                what = f"The answer key was opened (audit entry {act.opened}): a blind answer comes too late."
                raise refusal(file, "packet", what, remedy="Start a new study for further answers.")
            number = change_state(act, token, "partial" if partial else "returned", file=file)
            givens = [given_of(row) for row in act.connection.execute(standing_givens(self.id, number))]
            if not givens:
                remedy = "Withdraw the packet if nobody will answer it."
                raise refusal(file, "packet", "Nothing was answered in it.", remedy=remedy)
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
    standing = standing_answers(act, ids)
    rows = []
    for known_by, given in zip(ids, givens, strict=True):
        record = JudgmentRecord(
            name, None, given.question, given.value, card=given.card, seconds=given.seconds, comment=given.comment
        )
        old = standing.get(known_by)
        row = table_row(record, rater, version=old.version + 1 if old else 1, supersedes=old.seq if old else None)
        if old is None or (old.value, old.seconds, old.comment) != (row[6], row[8], row[9]):
            rows.append(row)
    return rows
