"""`judge`: a language model of study.yaml judges every card of a study that it has not judged yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from ringtrue.blind import Deal
from ringtrue.calls import Forecast, Journal, Limits, Runner, Stop, Watch, prices_of
from ringtrue.calls.loop import run
from ringtrue.store import StudyStore
from ringtrue.study.budget import check_budget, in_study_yaml
from ringtrue.study.dealing import CONTROLS
from ringtrue.study.folder import StudyFolder
from ringtrue.study.gold import gold_text, without_sample
from ringtrue.study.model_judging import ModelJudge, Turn
from ringtrue.study.readiness import ready
from ringtrue.study.recording import Answered, Recording
from ringtrue.study.settings import FILE
from ringtrue.study.speaker_check import setting_problems
from ringtrue.study.speakers import chosen, judges_of
from ringtrue.terms import BadInput, Item, Problem


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
            responses = (one.response for one in records.responses(last=True))
            self._deal: Deal = self.judge.dealt(list(self._items.values()), responses, controls=CONTROLS)
            self._before = Answered.of(records, self.judge.raters)
        if not self._deal.cards:
            remedy = f"collect answers first: ringtrue collect {study.folder}; and accept the items"
            raise BadInput([Problem(str(study.folder), "responses", "There is no card to judge.", remedy=remedy)])

    def check_budget(self, budget: float | None) -> None:
        """Refuse a budget that the judge would not count towards."""
        check_budget(budget, [self.judge.speaker], in_study_yaml("judges"))

    def forecast(self) -> Forecast:
        """What judging what is left will take."""
        prices = prices_of(self.judge.speaker)
        calls = (self.judge.call(turn.item, turn.card, turn.placed.take) for turn in self._left())
        return sum((Forecast.of(call, prices) for call in calls), start=Forecast())

    def go(self, *, limits: Limits | None = None, budget: float | None = None, watch: Watch | None = None) -> Judged:
        """Ask, and record every answer; what stops it early is told, not raised."""
        self.check_budget(budget)
        left = self._left()
        stop = None
        with self._study.records() as records:
            try:
                with Recording(records, who=self._study.who, open_answers=self._before.open) as recording:
                    run(self._ask(records, left, recording, limits, budget, watch))
            except Stop as why:
                stop = why
            done = len(Answered.of(records, self.judge.raters).valued)
        return Judged(len(self._deal.cards), done, len(self._deal.missing), self._deal.notes, stop)

    def _left(self) -> list[Turn]:
        turns = self.judge.turns(self._deal, self._items)
        return [turn for turn in turns if (turn.rater, turn.item.id, turn.placed.about) not in self._before.valued]

    async def _ask(
        self,
        records: StudyStore,
        turns: list[Turn],
        recording: Recording,
        limits: Limits | None,
        budget: float | None,
        watch: Watch | None,
    ) -> None:
        prices = prices_of(self.judge.speaker)
        journal = Journal(records, who=self._study.who)
        recording.behind = journal.also

        async def answer(turn: Turn) -> None:
            recording.judgments(await turn.answers(runner))

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
