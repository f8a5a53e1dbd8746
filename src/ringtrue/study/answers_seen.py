"""People's answers as the quality of raters needs them: opened where the key is open, blind where it is sealed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ringtrue.blind import opened
from ringtrue.blind.key import Placed, cards_of
from ringtrue.judge.quality import Seen
from ringtrue.judge.quality.seen import SeenRole
from ringtrue.protocols import normalised
from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.store.keys import opened_keys
from ringtrue.study.causes import is_word
from ringtrue.terms import Answer, Card, Given, Protocol, Question, Rating, Scale


@dataclass(frozen=True, slots=True)
class SeenAnswer:
    """An answer with the rating it became; no rating while it is blind, and none for an attention card."""

    seen: Seen
    rating: Rating | None


class AnswersSeen:
    """Reads the standing answers of people in one study."""

    def __init__(self, records: StudyStore, protocol: Protocol) -> None:
        """Read the key if it is open, the packets, and what was recorded beside each answer."""
        key = opened_keys(records)
        self._key = key or {}
        self._placed = cards_of(self._key)
        self._cards = {card.id: card for one in records.packets() for card in one.packet.cards}
        self._given = {(one.given.card, one.given.question): one.given for one in records.answers()}
        self._protocol = protocol
        self._scales = _scales(protocol)
        self._controls = {speaker: name for name, speaker in protocol.controls.items()}
        self.sealed = key is None and bool(self._cards)

    def __call__(self, records: StudyStore) -> Iterator[SeenAnswer]:
        """The answers in the order recorded, those on causes of failure left out."""
        for row in records.judgments():
            if row.judge_kind == "person" and not is_word(row) and row.question in self._scales:
                yield self._of_card(row) if row.card else self._of_item(row)

    def _of_item(self, row: JudgmentRecord) -> SeenAnswer:
        """An answer that came with its item named: there is no side to turn."""
        rating = row.as_rating()
        role = self._role(rating.speaker)
        seen = self._seen(row, f"{rating.item} {rating.speaker or ''}", role, self._right(rating, role))
        return SeenAnswer(seen, rating)

    def _of_card(self, row: JudgmentRecord) -> SeenAnswer:
        card = row.card or ""
        placed = self._placed.get(card)
        if placed is None:
            return SeenAnswer(self._seen(row, card, "item", None), None)
        if placed.role == "attention":
            return SeenAnswer(self._seen(row, card, "attention", _as_expected(row, placed)), None)
        role = self._role(placed.about)
        found = opened([row], self._key, self._protocol)
        if not found:  # a grade of the other text on a control's card, which counts on the item's own
            return SeenAnswer(self._seen(row, card, role, None), None)
        rating = found[0].rating
        return SeenAnswer(self._seen(row, card, role, self._right(rating, role)), rating)

    def _seen(self, row: JudgmentRecord, card: str, role: SeenRole, right: float | None) -> Seen:
        beside = self._given.get((card, row.question)) or Given(card, row.question, None)
        return Seen(
            row.rater,
            card,
            row.question,
            self._scales[row.question].type,
            row.value,
            role,
            right,
            seconds=row.seconds,
            visible_seconds=beside.visible_seconds,
            words=_words(self._cards.get(card)),
            comment=_words_of(row, self._scales) or beside.comment,
            recognised=beside.recognised,
        )

    def _role(self, speaker: str | None) -> SeenRole:
        name = self._controls.get(speaker or "", "item")
        return "self" if name == "self" else "generic" if name == "generic" else "item"

    def _right(self, rating: Rating, role: SeenRole) -> float | None:
        """Whether a pick found the person; on a generic card also whether a leaning leads away from the bot."""
        scale = self._scales[rating.question]
        if rating.value is None or (scale.type != "pick" and not (scale.type == "bipolar" and role == "generic")):
            return None
        value = normalised(scale, rating.value, self._shown(rating))
        if not isinstance(value, float):
            return None
        return value if scale.type == "pick" else 1.0 if value < 0 else 0.5 if value == 0 else 0.0

    def _shown(self, rating: Rating) -> list[str]:
        names = {name for kind in self._protocol.kinds.values() for name in kind.show}
        return sorted(names | {rating.speaker or self._protocol.candidate})


def _scales(protocol: Protocol) -> Mapping[str, Scale]:
    asked: Iterator[Question] = (question for kind in protocol.kinds.values() for question in kind.questions)
    names = [(name, one.scale) for one in asked for name in (one.name, one.answers) if name]
    return {name: protocol.scales[scale] for name, scale in names}


def _as_expected(row: JudgmentRecord, placed: Placed) -> float | None:
    if row.question not in placed.expect:
        return None
    return float(_plain(row.value) == _plain(placed.expect[row.question]))


def _plain(value: Answer | None) -> object:
    return tuple(value) if isinstance(value, list | tuple) else value


def _words(card: Card | None) -> int:
    return sum(len(text.split()) for text in card.texts) if card else 0


def _words_of(row: JudgmentRecord, scales: Mapping[str, Scale]) -> str:
    """A remark beside an answer, or an answer that is itself a text."""
    if row.comment:
        return row.comment
    return row.value if scales[row.question].type == "text" and isinstance(row.value, str) else ""
