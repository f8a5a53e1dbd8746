"""Scores as judgments to be stored, and judgments without a value where there is no score."""

from collections.abc import Sequence

from ringtrue.judge.model.asked import questions_of
from ringtrue.judge.model.scores import Scores
from ringtrue.store import JudgmentRecord
from ringtrue.terms import Card, Item, Protocol

_LONGEST_REASON = 500


def scored(
    scores: Scores, *, judge: str, card: Card, seconds: float | None = None, about: tuple[str, str] | None = None
) -> list[JudgmentRecord]:
    """One blind judgment for each question answered; the reason becomes its comment, the quote its excerpt.

    A card with one side has nothing to unblind: with `about`, its item and speaker, the judgments name those at once.
    """
    item, speaker = about or (None, None)
    known_by = card.id if about is None else None
    return [
        JudgmentRecord(judge, item, question, one.value, speaker, "model", known_by, seconds, one.reason, one.quote)
        for question, one in scores.items()
    ]


def unscored(
    faults: str | Sequence[str], protocol: Protocol, item: Item, *, judge: str, card: Card, seconds: float | None = None
) -> list[JudgmentRecord]:
    """A judgment without a value, and why, for every question that had to be answered (for all, where none had to)."""
    reason = faults if isinstance(faults, str) else "; ".join(faults)
    reason = (reason.strip() or "the judge gave no usable answer")[:_LONGEST_REASON]
    asked = questions_of(protocol, item)
    due = [one for one in asked if one.needed] or [one for one in asked if one.scale.type != "text"]
    return [
        JudgmentRecord(judge, None, one.name, None, judge_kind="model", card=card.id, seconds=seconds, reason=reason)
        for one in due
    ]
