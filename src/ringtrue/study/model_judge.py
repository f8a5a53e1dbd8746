"""A model judge: its cards dealt blind, its calls, and the names its answers are recorded under."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from ringtrue.blind.dealing import Deal, deal
from ringtrue.blind.key import KeyEntry, cards_of
from ringtrue.blind.unblinding import opened
from ringtrue.calls.adapter import Adapter, adapter_for, sampling_of
from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import asked
from ringtrue.judge.model.answer_parser import AnswerReader, Scores, scored, unscored
from ringtrue.judge.model.prompt import card_messages, repair_messages, response_format
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.settings import FILE
from ringtrue.terms.call import Call
from ringtrue.terms.frozen import frozen_dict
from ringtrue.terms.item import Card, Item, Response, Speaker
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

_CONTROLS = 6  # cards of each control that a judge of a whole study gets, where the protocol does not say it
_MARK = "~"  # between a judge's name and the number of its take


class CardPlacement(NamedTuple):
    """A card, its entry in the answer key, and which take of the same card it is. Never shown to a judge."""

    card: Card
    entry: KeyEntry
    take: int

    @property
    def item(self) -> str:
        """The item of the card."""
        return self.entry.item

    @property
    def about(self) -> str:
        """The speaker it is about."""
        return self.entry.about


def deal_for(
    judge: Speaker,
    items: Sequence[Item],
    responses: Iterable[Response],
    protocol: Protocol,
    seed: int,
    *,
    controlled: bool = False,
) -> Deal:
    """What is dealt to a model judge; the same for the same arguments, so that it can be dealt again at any time.

    With `controlled` control cards are among them. A model has no memory: it may get suite items as controls.
    """
    takes = repeats_of(judge)
    controls = (None if protocol.cards.usual else _CONTROLS) if controlled else 0
    return deal(
        items, responses, protocol, [judge.name], seed, session=None, controls=controls, takes=takes, forgets=True
    )


def repeats_of(judge: Speaker) -> int:
    """How often a judge is asked about the same card; once, where study.yaml does not say it in a number."""
    try:
        return max(1, int(judge.settings.get("repeats") or 1))
    except (TypeError, ValueError, OverflowError):  # reported when the judge is asked; scoring goes on
        return 1


def placements(cards: Deal) -> Iterator[CardPlacement]:
    """Each card of a deal with its entry in the key, takes counted in the order dealt."""
    entries = cards_of(cards.key)
    takes: Counter[tuple[str, str]] = Counter()
    for card in cards.cards:
        entry = entries[card.id]
        takes[entry.item, entry.about] += 1
        yield CardPlacement(card, entry, takes[entry.item, entry.about])


def rater_name(judge: str, take: int) -> str:
    """The name of a judge's first, second ... answer to the same card."""
    return judge if take == 1 else f"{judge}{_MARK}{take}"


def judge_of(rater: str) -> str:
    """The judge behind a name that answers are recorded under."""
    name, mark, take = rater.rpartition(_MARK)
    return name if mark and name and take.isdecimal() else rater


def take_of(rater: str) -> int:
    """Which of a judge's answers to the same card the name stands for, from 1."""
    return 1 if judge_of(rater) == rater else int(rater.rpartition(_MARK)[2])


_SOURCES = ("program", "function", "file", "speaker")  # what answers, where no model is named


def model_of(judge: Speaker) -> str:
    """What answers behind a judge: a model has the same name at another address and with other settings.

    A maker's name before a slash, or the folder of a file of weights, is no part of it.
    """
    model = str(judge.settings.get("model") or "").strip()
    if model:
        return re.split(r"[/\\]", model)[-1].casefold()
    return " ".join([judge.kind, *(str(judge.settings[name]) for name in _SOURCES if judge.settings.get(name))])


_ASKED = "judges asked"  # the note in the audit log: the model behind each name


def note_judges(records: StudyStore, judges: Iterable[Speaker], *, who: str) -> None:
    """Record the model behind each judge before it is asked, unless that is known; study.yaml may be edited later.

    BadInput where another model answered under the same name before: nobody could tell their answers apart.
    """
    known = judges_asked(records)
    asked = {judge.name: model_of(judge) for judge in judges}
    problems = []
    for name, model in asked.items():
        if known.get(name, model) != model:
            what = f"{name} was {known[name]} when it was first asked: answers of two models have no common name."
            problems.append(Problem(FILE, f"judges.{name}", what, model, "give the new judge a name of its own"))
    if problems:
        raise BadInput(problems)
    new = {name: model for name, model in asked.items() if name not in known}
    if new:
        records.note(_ASKED, new, who=who)


def judges_asked(records: StudyStore) -> dict[str, str]:
    """The model behind each judge as it was when it was first asked."""
    found: dict[str, str] = {}
    for entry in records.audit_entries(f"noted: {_ASKED}"):
        found = {**entry.detail["note"], **found}
    return found


def models_behind(judges: Mapping[str, Speaker], asked: Mapping[str, str] = frozen_dict({})) -> Callable[[str], str]:
    """The model behind the name of a rater: as recorded when it was `asked`, else as study.yaml has it.

    Judges that neither names count as one: nobody can tell.
    """
    known = {name: model_of(judge) for name, judge in judges.items()} | dict(asked)
    return lambda rater: known.get(judge_of(rater), "")


_ASKED_ONCE = ("recorded", "local")  # a retry changes no recorded answer and does not improve the embedded model


@dataclass
class ModelJudge:
    """One judge of a study, with all its repeats."""

    speaker: Speaker
    protocol: Protocol
    folder: Path
    seed: int
    gold: str = ""
    histories: Mapping[str, Sequence[Mapping[str, str]]] = field(
        default_factory=dict
    )  # item -> the conversation before
    adapter: Adapter = field(init=False)
    repeats: int = field(init=False)
    language: str = field(init=False)
    _settings: dict[str, Any] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the adapter; it opens nothing before the first call. BadInput for a speaker that cannot judge."""
        if self.speaker.kind == "documented":
            what = "A documented speaker cannot judge."
            remedy = "name a model, such as kind: openai"
            raise BadInput([Problem(FILE, f"judges.{self.speaker.name}", what, self.speaker.kind, remedy)])
        self.adapter = adapter_for(self.speaker, folder=self.folder)
        self.repeats = repeats_of(self.speaker)
        self.language = str(self.speaker.settings.get("language") or "en")

    @property
    def raters(self) -> list[str]:
        """The names its answers are recorded under: its own, and one for each repetition."""
        return [rater_name(self.speaker.name, take) for take in range(1, self.repeats + 1)]

    def dealt(self, items: Sequence[Item], responses: Iterable[Response], *, controlled: bool = False) -> Deal:
        """The cards of some items for this judge, once per repeat; two takes of a pair show both orders."""
        return deal_for(self.speaker, items, responses, self.protocol, self.seed, controlled=controlled)

    def turns(self, cards: Deal, items: Mapping[str, Item]) -> Iterator["Turn"]:
        """Each card with its item and the name it is answered under."""
        for placement in placements(cards):
            yield Turn(self, items[placement.item], placement)

    def turns_on(self, item: Item, response: Response) -> Iterator["Turn"]:
        """The same for the cards of one response alone, of the candidate or of a control."""
        controlled = response.speaker != self.protocol.candidate
        return self.turns(self.dealt([item], [response], controlled=controlled), {item.id: item})

    def call(self, item: Item, card: Card, take: int) -> Call:
        """The question put to the model about one card."""
        kind = card.kind
        if kind not in self._settings:
            asks = {**sampling_of(self.speaker), "response_format": response_format(self.protocol, kind)}
            self._settings[kind] = frozen_dict(asks)
        settings = self._settings[kind]
        if self.adapter.wants_item:  # no more than this: an item may hold the texts with their speakers' names
            settings = frozen_dict({**settings, "item": {"id": item.id, "kind": item.kind, "card": card.id}})
        history = self.histories.get(item.id, ())
        messages = card_messages(self.protocol, item, card, language=self.language, gold=self.gold, history=history)
        rater = rater_name(self.speaker.name, take)
        return Call(f"{rater} {card.id}", tuple(messages), item.id, settings, take)

    def repair(self, call: Call, answer: str, scores: Scores) -> Call:
        """The question put to the model again, for quotes and reasons that hold."""
        messages = repair_messages(call.messages, answer, scores.doubtful, language=self.language)
        return replace(call, key=f"{call.key} repair", messages=tuple(messages))


class Turn(NamedTuple):
    """One card in front of one judge."""

    judge: ModelJudge
    item: Item
    placement: CardPlacement

    @property
    def card(self) -> Card:
        """What the judge sees."""
        return self.placement.card

    @property
    def rater(self) -> str:
        """The name it is answered under."""
        return rater_name(self.judge.speaker.name, self.placement.take)

    async def answers(self, runner: Runner) -> list[JudgmentRecord] | None:
        """Its answers, unblinded; unscored ones with the reason if there is no usable answer.

        None where there is none yet and it is asked again at the end of the run. A quote that does not stand in the
        text costs one repair; then the score stays, with a mark.
        """
        judge, item, card = self.judge, self.item, self.card
        reader = AnswerReader(judge.protocol, item, card)
        call = judge.call(item, card, self.placement.take)
        asked_again = judge.speaker.kind not in _ASKED_ONCE
        outcome = await asked(runner, judge.adapter, call, check=reader.fault if asked_again else None)
        read = [outcome.error or ""] if outcome.text is None else reader.read(outcome.text)
        if isinstance(read, list):
            if not runner.at_the_end:
                return None
            why = f"the judge gave no usable answer: {'; '.join(read)}"
            blind = unscored(why, judge.protocol, item, judge=self.rater, card=card, seconds=outcome.seconds)
        else:
            if read.doubtful and asked_again:
                repair = await runner.ask(judge.adapter, judge.repair(call, outcome.text or "", read), attempts=1)
                read = read.mended(reader.read(repair.text) if repair.text is not None else [])
            blind = scored(read, judge=self.rater, card=card, seconds=outcome.seconds)
        return self._unblinded(blind)

    def _unblinded(self, blind: list[JudgmentRecord]) -> list[JudgmentRecord]:
        """The judgments with item and speaker in place of the card; on a card with one side no value is turned.

        A control of an item of the suite shows a text that was graded on the item's own card: that grade counts.
        """
        entry = self.placement.entry
        if len(entry.speakers) < 2:
            return [record._replace(item=entry.item, speaker=entry.about, card=None) for record in blind]
        shown = opened(blind, {self.card.id: entry}, self.judge.protocol, judge_kind="model")
        rows = zip(blind, (one.rating for one in shown), strict=True)
        return [
            record._replace(item=one.item, question=one.question, value=one.value, speaker=one.speaker, card=None)
            for record, one in rows
            if one.speaker == entry.about or entry.role == "item" or self.item.tags.get("control")
        ]
