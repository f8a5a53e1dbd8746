"""`judge`: a language model of study.yaml judges every card of a study that it has not judged yet."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ringtrue.calls.budget import Forecast, prices_of
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import Watch
from ringtrue.calls.runner import Runner
from ringtrue.store.study_store import StudyStore
from ringtrue.study.batch_writer import AnsweredCards, BatchWriter
from ringtrue.study.conversation.transcript import Shown, shown_to_judges, transcripts_of
from ringtrue.study.folder import StudyFolder
from ringtrue.study.manifest import is_sealed, seal_manifest
from ringtrue.study.model_judge import ModelJudge, Turn, note_judges
from ringtrue.study.settings import FILE, gold_text, without_sample
from ringtrue.study.speakers import check_budget, chosen, in_study_yaml, judges_of, ready, setting_problems
from ringtrue.study.verification import refuse_altered
from ringtrue.terms.call import Stop
from ringtrue.terms.item import Item, Response
from ringtrue.terms.problem import BadInput, Problem


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of it: cards there are, cards with an answer, items that could not be dealt, why it ended early."""

    cards: int
    answered: int
    missing: int
    notes: tuple[str, ...] = ()
    stop: Stop | None = None


class ModelJudging:
    """One judge in front of a whole study."""

    def __init__(self, study: StudyFolder, name: str) -> None:
        """Find the judge in study.yaml and deal its cards; BadInput where there is nothing to judge."""
        refuse_altered(study)
        settings = study.settings
        speaker = chosen(judges_of(settings), name, "judges")
        self._study = study
        gold = gold_text(study.folder, settings)
        problems = setting_problems(study.folder, "judges", [speaker])
        if problems:
            raise BadInput(problems)
        make = partial(ModelJudge, speaker, settings.protocol, study.folder, settings.seed, gold)
        judge = ready(make, problems, file=str(study.folder / FILE), place=f"judges.{name}")
        if judge is None:
            raise BadInput(problems)
        self.judge = judge
        self._items: Mapping[str, Item] = {item.id: item for item in study.items()}
        self.warning = without_sample(settings.protocol, self._items.values(), self.judge.gold)
        with study.records() as records:
            responses = [one.response for one in records.responses(last=True)]
            shown = shown_to_judges(transcripts_of(study, records))
            self._before = AnsweredCards.of(records, self.judge.raters)
        self.judge.histories = shown.histories
        self._items = {**self._items, **shown.items}
        self._missing, self._notes = 0, tuple[str, ...]()
        self._turns = self._in_order(responses, shown) if shown.items else self._dealt(responses)
        if not self._turns:
            remedy = f"collect answers first: ringtrue collect {study.folder}; and accept the items"
            raise BadInput([Problem(str(study.folder), "responses", "There is no card to judge.", remedy=remedy)])

    def _dealt(self, responses: Sequence[Response]) -> list[Turn]:
        """Every card of the study, with control cards among them, in the order dealt."""
        deal = self.judge.dealt(list(self._items.values()), responses, controlled=True)
        self._missing, self._notes = len(deal.missing), deal.notes
        return list(self.judge.turns(deal, self._items))

    def _in_order(self, responses: Sequence[Response], shown: Shown) -> list[Turn]:
        """Every trial of a conversation in its order, those of the floor too: a scorer follows what was said."""
        said = {response.item: response for response in responses if response.text is not None}
        there = [(item, said[name]) for name, item in shown.items.items() if name in said and item.status == "accepted"]
        self._missing = len(shown.items) - len(there)
        return [turn for item, response in there for turn in self.judge.turns_on(item, response)]

    def check_budget(self, budget: float | None) -> None:
        """Refuse a budget that the judge would not count towards."""
        check_budget(budget, [self.judge.speaker], in_study_yaml("judges"))

    def forecast(self) -> Forecast:
        """What judging what is left will take."""
        prices = prices_of(self.judge.speaker)
        calls = (self.judge.call(turn.item, turn.card, turn.placement.take) for turn in self._left())
        return sum((Forecast.of(call, prices) for call in calls), start=Forecast())

    def go(self, *, limits: Limits | None = None, budget: float | None = None, watch: Watch | None = None) -> Judged:
        """Ask, and record every answer; what stops it early is returned, not raised."""
        self.check_budget(budget)
        left = self._left()
        stop = None
        with self._study.records() as records:
            if not is_sealed(records):
                records.record_items(self._items.values(), who=self._study.who, file=self._study.items_file.name)
                seal_manifest(self._study, records, list(self._items.values()))
            if left:
                note_judges(records, [self.judge.speaker], who=self._study.who)
            try:
                with BatchWriter(records, who=self._study.who, open_answers=self._before.open) as writer:
                    asyncio.run(self._ask(records, left, writer, limits, budget, watch))
            except Stop as why:
                stop = why
            left = self._left(AnsweredCards.of(records, self.judge.raters))
        cards = len(self._turns)
        return Judged(cards, cards - len(left), self._missing, self._notes, stop)

    def _left(self, answered: AnsweredCards | None = None) -> list[Turn]:
        """The cards without an answer, by default those of before; grades of the other text make no card."""
        valued = (answered or self._before).valued
        return [turn for turn in self._turns if (turn.rater, turn.item.id, turn.placement.about) not in valued]

    async def _ask(
        self,
        records: StudyStore,
        turns: list[Turn],
        writer: BatchWriter,
        limits: Limits | None,
        budget: float | None,
        watch: Watch | None,
    ) -> None:
        prices = prices_of(self.judge.speaker)
        journal = Journal(records, who=self._study.who)
        writer.hand_to = journal.also

        async def answer(turn: Turn) -> Turn | None:
            answers = await turn.answers(runner)
            if answers is None:
                return turn
            writer.judgments(answers)
            return None

        async with Runner(journal, limits=limits, prices=prices, budget=budget, watch=watch) as runner:
            runner.expect(len(turns))
            await runner.each(turns, answer)


def judge_by_model(
    study: StudyFolder,
    name: str,
    *,
    limits: Limits | None = None,
    budget: float | None = None,
    watch: Watch | None = None,
) -> Judged:
    """Let a judge of study.yaml answer every card it has not answered yet."""
    return ModelJudging(study, name).go(limits=limits, budget=budget, watch=watch)
