"""Rater quality of a study: how people answered, and the main results without tired or screened raters."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.blind.unblinding import opened
from ringtrue.judge.quality.rater import CardRole, RaterAnswer, last_tenth
from ringtrue.judge.quality.screening import PanelQuality, panel_quality
from ringtrue.protocols.scales import normalised
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.keys import opened_keys
from ringtrue.store.study_store import StudyStore
from ringtrue.study.folder import StudyFolder
from ringtrue.study.ratings import is_word, ratings_in
from ringtrue.terms.answer import Answer, Given, Rating
from ringtrue.terms.item import Card
from ringtrue.terms.protocol import Protocol, Question, Scale
from ringtrue.terms.result import Estimate, Result

# People's answers as the quality of raters needs them: opened where the key is open, blind where it is sealed.


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """An answer with the rating it became; no rating while it is blind, and none for an attention card."""

    seen: RaterAnswer
    rating: Rating | None


class RaterAnswers:
    """Reads the current answers of people in one study."""

    def __init__(self, records: StudyStore, protocol: Protocol) -> None:
        """Read the key if it is open, the packets, and what was recorded beside each answer."""
        key = opened_keys(records)
        self._placed = cards_of(key or {})
        self._cards = {card.id: card for one in records.packets() for card in one.packet.cards}
        self._given = {(one.given.card, one.given.question): one.given for one in records.answers()}
        self._protocol = protocol
        self._scales = _scales(protocol)
        self._controls = {speaker: name for name, speaker in protocol.controls.items()}
        self.sealed = key is None and bool(self._cards)

    def __call__(self, records: StudyStore) -> Iterator[RatedAnswer]:
        """The answers in the order recorded, those on causes of failure left out."""
        for row in records.judgments():
            if row.judge_kind == "person" and not is_word(row) and row.question in self._scales:
                yield self._of_card(row) if row.card else self._of_item(row)

    def _of_item(self, row: JudgmentRecord) -> RatedAnswer:
        """An answer that came with its item named: there is no side to turn."""
        rating = row.as_rating()
        role = self._role(rating.speaker)
        seen = self._seen(row, f"{rating.item} {rating.speaker or ''}", role, self._right(rating, role))
        return RatedAnswer(seen, rating)

    def _of_card(self, row: JudgmentRecord) -> RatedAnswer:
        card = row.card or ""
        placed = self._placed.get(card)
        if placed is None:
            return RatedAnswer(self._seen(row, card, "item", None), None)
        if placed.role == "attention":
            return RatedAnswer(self._seen(row, card, "attention", _as_expected(row, placed)), None)
        role = self._role(placed.about)
        found = opened([row], self._placed, self._protocol)
        if not found:  # a grade of the other text on a control's card, which counts on the item's own
            return RatedAnswer(self._seen(row, card, role, None), None)
        rating = found[0].rating
        return RatedAnswer(self._seen(row, card, role, self._right(rating, role)), rating)

    def _seen(self, row: JudgmentRecord, card: str, role: CardRole, right: float | None) -> RaterAnswer:
        beside = self._given.get((card, row.question)) or Given(card, row.question, None)
        return RaterAnswer(
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

    def _role(self, speaker: str | None) -> CardRole:
        name = self._controls.get(speaker or "", "item")
        return "self" if name == "self" else "generic" if name == "generic" else "item"

    def _right(self, rating: Rating, role: CardRole) -> float | None:
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


def _as_expected(row: JudgmentRecord, placed: KeyEntry) -> float | None:
    if row.question not in placed.expect:
        return None
    return float(_plain(row.value) == _plain(placed.expect[row.question]))


def _plain(value: Answer | None) -> object:
    return tuple(value) if isinstance(value, list | tuple) else value


def _words(card: Card | None) -> int:
    return sum(len(text.split()) for text in card.texts) if card else 0


def _words_of(row: JudgmentRecord, scales: Mapping[str, Scale]) -> str:
    """The comment on an answer, or an answer that is itself a text."""
    if row.comment:
        return row.comment
    return row.value if scales[row.question].type == "text" and isinstance(row.value, str) else ""


# The quality of a study's raters, and the main numbers with and without the answers the rules would exclude.


REPLICATES = 500
_BOUNDS = ("_low", "_high")


@dataclass(frozen=True, slots=True)
class Compared:
    """One estimate with every answer, without tired tenths, without screened raters; None where nothing is left out."""

    name: str
    all: Estimate
    rested: Estimate | None
    kept: Estimate | None


@dataclass(frozen=True, slots=True)
class Quality:
    """What `panel_quality` found, the comparison, and notes on its limits."""

    panel: PanelQuality
    compared: tuple[Compared, ...]
    notes: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The findings as one JSON document."""
        compared = [
            {
                "estimate": one.name,
                "all": one.all.as_dict(),
                "without_tired_tenths": one.rested and one.rested.as_dict(),
                "without_screened_raters": one.kept and one.kept.as_dict(),
            }
            for one in self.compared
        ]
        return self.panel.as_dict() | {"compared": compared, "notes": list(self.notes)}


def quality_of(study: StudyFolder, *, compare: bool = True, result: Result | None = None) -> Quality:
    """How the people of a study answered, pilots left out. Nothing is left out of any result by it.

    `result` is the one it stands beside: its estimates are those with every answer, so that each has one interval.
    """
    protocol = study.settings.protocol
    with study.records() as records:
        reader = RaterAnswers(records, protocol)
        answers = list(reader(records))
        dealt: dict[str, int] = {}
        pilots = records.pilots()
        for one in records.packets():
            if one.state != "withdrawn" and one.packet.rater not in pilots:
                dealt[one.packet.rater] = dealt.get(one.packet.rater, 0) + len(one.packet.cards)
    panel = panel_quality((one.seen for one in answers), dealt or None, minutes=protocol.minutes)
    notes = _notes(reader.sealed, answers)
    compared = () if reader.sealed or not compare else tuple(_compared(study, panel, answers, result))
    return Quality(panel, compared, notes)


def _notes(sealed: bool, answers: Sequence[RatedAnswer]) -> tuple[str, ...]:
    notes = []
    if sealed:
        notes.append("The key is sealed: right and wrong answers are known only after unblinding.")
    if answers and all(one.seen.seconds is None for one in answers):
        notes.append("No times were recorded with the answers.")
    return tuple(notes)


def _compared(
    study: StudyFolder, panel: PanelQuality, answers: Sequence[RatedAnswer], result: Result | None
) -> Iterator[Compared]:
    tired = {rater.name for rater in panel.raters if rater.fatigue is not None and rater.fatigue.fires}
    if not tired and not panel.screened:
        return
    late = {(name, *pick) for name in tired for pick in last_tenth(_of_rater(answers, name))}
    dropped = {
        _known(one.rating)
        for one in answers
        if one.rating is not None and (one.seen.rater, one.seen.card, one.seen.question) in late
    }
    full = result or _scored(study, lambda _: True)
    rested = _scored(study, lambda rating: _known(rating) not in dropped) if tired else None
    kept = _scored(study, lambda rating: rating.rater not in panel.screened) if panel.screened else None
    for name in _deciding(study.settings.protocol, full.estimates):
        versions = (version.estimates.get(name) if version else None for version in (rested, kept))
        yield Compared(name, full.estimates[name], *versions)


def _of_rater(answers: Iterable[RatedAnswer], name: str) -> list[Any]:
    return [one.seen for one in answers if one.seen.rater == name]


def _known(rating: Rating) -> tuple[str, str, str, str | None]:
    return rating.rater, rating.item, rating.question, rating.speaker


def _scored(study: StudyFolder, keep: Callable[[Rating], bool]) -> Result:
    from ringtrue.score.scoring import score

    ratings = [rating for rating in ratings_in(study) if keep(rating)]
    settings = study.settings
    return score(settings.scored, study.items(), ratings, replicates=REPLICATES, seed=settings.seed)


def _deciding(protocol: Protocol, estimates: Collection[str]) -> list[str]:
    """The estimates that the verdicts rest on, and single picks where there are any, in the order of the results."""
    from ringtrue.score.measures import formula

    rules = (*protocol.verdict, *protocol.sound_verdict)
    named = {name for rule in rules for condition in rule.conditions for name in formula(condition).names}
    for bound in _BOUNDS:
        named |= {name.removesuffix(bound) for name in named}
    return [name for name in estimates if name in named or name == "found_share"]
