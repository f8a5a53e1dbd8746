"""A language model as judge of a study: cards dealt blind, put to it through the runner, unblinded and recorded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ringtrue.blind import Deal, opened
from ringtrue.calls import Adapter, Runner, adapter_for, sampling_of
from ringtrue.collect import asked
from ringtrue.judge.model import AnswerReader, card_messages, response_format, scored, unscored
from ringtrue.store import JudgmentRecord
from ringtrue.study.dealing import Placing, deal_for, placings, placings_of_one, rater_name, repeats_of
from ringtrue.study.settings import FILE
from ringtrue.terms import BadInput, Call, Card, Item, Problem, Protocol, Response, Speaker
from ringtrue.terms.sealed import sealed

_ASKED_ONCE = ("recorded", "local")  # what was recorded stays as it is, and the embedded model does not get better


@dataclass
class ModelJudge:
    """One judge of a study, as many times over as it is asked to repeat itself."""

    speaker: Speaker
    protocol: Protocol
    folder: Path
    seed: int
    gold: str = ""
    adapter: Adapter = field(init=False)
    repeats: int = field(init=False)
    language: str = field(init=False)
    _settings: dict[str, Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the adapter; it opens nothing before the first call. BadInput for one that never could judge."""
        if self.speaker.kind == "documented":
            what = "Documented words judge nothing."
            remedy = "name a model, such as kind: openai"
            raise BadInput([Problem(FILE, f"judges.{self.speaker.name}", what, self.speaker.kind, remedy)])
        self.adapter = adapter_for(self.speaker, folder=self.folder)
        self.repeats = repeats_of(self.speaker)
        self.language = str(self.speaker.settings.get("language") or "en")

    @property
    def raters(self) -> list[str]:
        """The names its answers are recorded under: its own, and one for each repetition."""
        return [rater_name(self.speaker.name, take) for take in range(1, self.repeats + 1)]

    def dealt(self, items: Sequence[Item], responses: Iterable[Response], *, controls: int = 0) -> Deal:
        """The cards of some items for this judge, as often as it repeats itself; two takes of a pair are turned."""
        return deal_for(self.speaker, items, responses, self.protocol, self.seed, controls=controls)

    def turns(self, cards: Deal, items: Mapping[str, Item]) -> Iterator["Turn"]:
        """Each card with its item and the name it is answered under."""
        for placed in placings(cards):
            yield Turn(self, cards, items[placed.item], placed)

    def turns_on(self, item: Item, response: Response) -> Iterator["Turn"]:
        """The same for the cards of one response alone."""
        cards, placed = placings_of_one(self.speaker, item, response, self.protocol, self.seed)
        return (Turn(self, cards, item, one) for one in placed)

    def call(self, item: Item, card: Card, take: int) -> Call:
        """The question put to the model about one card."""
        kind = card.kind
        if kind not in self._settings:
            asks = {**sampling_of(self.speaker), "response_format": response_format(self.protocol, kind)}
            self._settings[kind] = sealed(asks)
        settings = self._settings[kind]
        if self.adapter.wants_item:  # no more than this: an item may hold the texts with their speakers' names
            settings = sealed({**settings, "item": {"id": item.id, "kind": item.kind, "card": card.id}})
        messages = card_messages(self.protocol, item, card, language=self.language, gold=self.gold)
        rater = rater_name(self.speaker.name, take)
        return Call(f"{rater} {card.id}", tuple(messages), item.id, settings, take)


class Turn(NamedTuple):
    """One card in front of one judge."""

    judge: ModelJudge
    deal: Deal | None  # None where the card has one side: then there is no key to open
    item: Item
    placed: Placing

    @property
    def card(self) -> Card:
        """What the judge sees."""
        return self.placed.card

    @property
    def rater(self) -> str:
        """The name it is answered under."""
        return rater_name(self.judge.speaker.name, self.placed.take)

    async def answers(self, runner: Runner) -> list[JudgmentRecord]:
        """Its answers, unblinded; unscored ones with the reason where none could be had."""
        judge, _, item, placed = self
        card, rater = placed.card, self.rater
        reader = AnswerReader(judge.protocol, item, card)
        call = judge.call(item, card, placed.take)
        check = None if judge.speaker.kind in _ASKED_ONCE else reader.fault
        outcome = await asked(runner, judge.adapter, call, check=check)
        read = [outcome.error or ""] if outcome.text is None else reader.read(outcome.text)
        if isinstance(read, list):
            why = f"the judge gave no usable answer: {'; '.join(read)}"
            blind = unscored(why, judge.protocol, item, judge=rater, card=card, seconds=outcome.seconds)
            return self._unblinded(blind)
        about = (placed.item, placed.about) if self._is_plain else None
        made = scored(read, judge=rater, card=card, seconds=outcome.seconds, about=about)
        return self._unblinded(made) if about is None else made

    @property
    def _is_plain(self) -> bool:
        """Whether the card has one side, so that no value can turn."""
        return self.deal is None or len(self.placed.speakers) < 2

    def _unblinded(self, blind: list[JudgmentRecord]) -> list[JudgmentRecord]:
        """The judgments with item and speaker in place of the card."""
        if self.deal is not None and not self._is_plain:
            shown = opened(blind, self.deal.key, self.judge.protocol, judge_kind="model")
            values = [one.rating.value for one in shown]
        else:
            values = [record.value for record in blind]
        item, about = self.placed.item, self.placed.about
        rows = zip(blind, values, strict=True)
        return [record._replace(item=item, value=value, speaker=about, card=None) for record, value in rows]
