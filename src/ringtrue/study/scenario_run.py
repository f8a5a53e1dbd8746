"""A run of scenarios: each put to the clone, its answer to every judge, pipelined through one runner."""

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ringtrue.calls import Forecast, Journal, Limits, Runner, Stop, Watch, prices_of
from ringtrue.calls.loop import run
from ringtrue.collect import Asking
from ringtrue.judge.model import unscored
from ringtrue.protocols import load
from ringtrue.store import JudgmentRecord, StudyStore
from ringtrue.study.archive import DATABASE
from ringtrue.study.budget import by_set, check_budget
from ringtrue.study.collecting import asking_of
from ringtrue.study.model_judging import ModelJudge
from ringtrue.study.readiness import ready
from ringtrue.study.recording import Answered, Recording
from ringtrue.study.scenario_begin import refuse_changes
from ringtrue.study.scenario_inputs import RunInputs
from ringtrue.study.settings import DEFAULT_SEED
from ringtrue.study.study import Study
from ringtrue.terms import BadInput, Card, Item, Problem, Protocol, Response

_USUAL_ANSWER = "word " * 320  # as long as an answer usually is, where one has to be guessed at


class Ran(NamedTuple):
    """What became of a run: how many scenarios there are, how many have a score from every judge, and why it ended."""

    scenarios: int
    scored: int
    stop: Stop | None = None


@dataclass
class ScenarioRun:
    """Everything a run needs, put together; nothing is asked before `go`."""

    inputs: RunInputs
    folder: Path = field(default_factory=Path.cwd)  # relative paths on the command line are seen from here
    seed: int = DEFAULT_SEED
    protocol: Protocol = field(init=False)
    clone: Asking = field(init=False)
    judges: list[ModelJudge] = field(init=False)
    _scored: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Find the adapters, read the prompt, index the knowledge base; BadInput where somebody cannot be asked."""
        given = self.inputs.given
        self.protocol = load("scenarios")
        problems: list[Problem] = []
        asked = partial(asking_of, self.inputs.clone, self.protocol, self.folder)
        clone = ready(asked, problems, file="command line", place="--speaker")
        judging = {"repeats": given.repeats, "language": given.language}
        speakers = [replace(judge, settings={**judge.settings, **judging}) for judge in self.inputs.judges]
        makers = [partial(ModelJudge, judge, self.protocol, self.folder, self.seed) for judge in speakers]
        judges = [ready(make, problems, file="command line", place="--judge") for make in makers]
        if problems or clone is None:
            raise BadInput(problems)
        self.clone = clone
        self.judges = [judge for judge in judges if judge is not None]

    @property
    def raters(self) -> list[str]:
        """Every name judgments are recorded under."""
        return [rater for judge in self.judges for rater in judge.raters]

    def settled(self, folder: Path) -> frozenset[str]:
        """The scenarios that have a score from every judge in this folder, none where there is no run yet."""
        if not (folder / DATABASE).is_file():
            return frozenset()
        study = Study.open(folder)
        refuse_changes(study, self.inputs)
        with study.records() as records:
            return Standing.of(records, self.raters, self.protocol.candidate).settled

    def forecast(self, settled: frozenset[str] = frozenset()) -> dict[str, Forecast]:
        """What asking everything that is not settled will take, for the clone and for each judge."""
        speakers = [self.clone.speaker, *(judge.speaker for judge in self.judges)]
        prices = {speaker.name: prices_of(speaker) for speaker in speakers}
        found = {speaker.name: Forecast() for speaker in speakers}
        for item in (item for item in self.inputs.scenarios if item.id not in settled):
            name = self.clone.speaker.name
            found[name] += Forecast.of(self.clone.call(item, self.clone.passages(item)), prices[name])
            guess = Response(item.id, self.protocol.candidate, _USUAL_ANSWER)
            for judge in self.judges:
                name = judge.speaker.name
                for turn in judge.turns_on(item, guess):
                    found[name] += Forecast.of(judge.call(item, turn.card, turn.placed.take), prices[name])
        return found

    def check_budget(self, budget: float | None) -> None:
        """Refuse a budget that some endpoint would not count towards."""
        clone = self.clone.speaker
        asked = [clone, *(judge.speaker for judge in self.judges)]
        check_budget(budget, asked, lambda one: by_set("speaker" if one is clone else "judge"))

    def go(
        self,
        study: Study,
        *,
        limits: Limits | None = None,
        budget: float | None = None,
        watch: Watch | None = None,
        resumed: bool = True,
    ) -> Ran:
        """Ask whatever has no score yet, and record it; what stops the run early is told, not raised.

        Where a run is not `resumed`, nothing is looked for that it may have recorded before.
        """
        self.check_budget(budget)
        with study.records() as records:
            standing = Standing.of(records, self.raters, self.protocol.candidate) if resumed else Standing()
            stop = None
            study.record_kept_items(records)
            try:
                with Recording(records, who=study.who, open_answers=standing.answered.open) as recording:
                    run(self._ask(records, standing, recording, study.who, limits, budget, watch))
            except Stop as why:
                stop = why
        return Ran(self.inputs.scenarios.count, len(standing.settled) + self._scored, stop)

    async def _ask(
        self,
        records: StudyStore,
        standing: "Standing",
        recording: Recording,
        who: str,
        limits: Limits | None,
        budget: float | None,
        watch: Watch | None,
    ) -> None:
        asked: list[Asking | ModelJudge] = [self.clone, *self.judges]
        prices = {one.adapter.label: found for one in asked if (found := prices_of(one.speaker)) is not None}
        journal = Journal(records, who=who)
        recording.behind = journal.also
        async with Runner(journal, limits=limits, prices=prices, budget=budget, watch=watch) as runner:
            left = self.inputs.scenarios.count - len(standing.settled)
            runner.expect(left * (1 + len(self.raters)))
            pending = (item for item in self.inputs.scenarios if item.id not in standing.settled)
            await runner.each(pending, lambda item: self._scenario(runner, item, standing, recording))

    async def _scenario(self, runner: Runner, item: Item, standing: "Standing", recording: Recording) -> None:
        responses = await self.clone.responses(runner, item)
        response = responses[-1]
        if response.text is None or item.id not in standing.said:
            recording.responses(responses)
        whole = response.text is not None
        for judge in self.judges:
            if response.text is None:
                recording.judgments(self._nothing_said(judge, item, response.error or "no answer"))
                continue
            for turn in judge.turns_on(item, response):
                if (turn.rater, item.id, turn.placed.about) not in standing.answered.valued:
                    answers = await turn.answers(runner)
                    whole &= None not in [answer.value for answer in answers]
                    recording.judgments(answers)
        self._scored += whole

    def _nothing_said(self, judge: ModelJudge, item: Item, error: str) -> list[JudgmentRecord]:
        """Answers without a value for an item the clone did not answer."""
        why = f"the clone gave no answer: {error}"
        card = Card("", item.kind, "", ())
        made = [
            record for rater in judge.raters for record in unscored(why, self.protocol, item, judge=rater, card=card)
        ]
        return [record._replace(item=item.id, speaker=self.protocol.candidate, card=None) for record in made]


class Standing(NamedTuple):
    """What earlier starts of a run have recorded: what was said, who judged it, and what stayed without a value."""

    said: frozenset[str] = frozenset()
    answered: Answered = Answered()
    settled: frozenset[str] = frozenset()

    @classmethod
    def of(cls, records: StudyStore, raters: list[str], speaker: str) -> "Standing":
        """How things stand for these raters."""
        said = frozenset(
            one.response.item for one in records.responses(speaker=speaker, last=True) if one.response.text is not None
        )
        answered = Answered.of(records, raters)
        items = {item for _, item, _ in answered.valued}
        whole = (item for item in items if all((rater, item, speaker) in answered.valued for rater in raters))
        return cls(said, answered, frozenset(whole))
