"""A run of scenarios: each put to the clone, its answer to every judge, pipelined through one runner.

With controls, some are put to a generic speaker too, and judged with the person's own answers, in an order drawn for
each scenario: no judge can tell from a card, or from when it comes, whose answer it shows.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ringtrue.blind.balance import SeededDraw
from ringtrue.calls.budget import Forecast, prices_of
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import Watch
from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import Asking
from ringtrue.judge.model.answer_parser import unscored
from ringtrue.protocols.loader import load
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.store.study_store import StudyStore
from ringtrue.study.backup import DATABASE
from ringtrue.study.batch_writer import AnsweredCards, AnswerKey, BatchWriter
from ringtrue.study.collect import asking_of
from ringtrue.study.model_judge import ModelJudge, note_judges
from ringtrue.study.scenarios.begin import refuse_changes
from ringtrue.study.scenarios.controls import NEUTRAL
from ringtrue.study.scenarios.inputs import PROTOCOL, RunInputs
from ringtrue.study.settings import DEFAULT_SEED
from ringtrue.study.speakers import by_set, check_budget, judges_of, ready
from ringtrue.study.study import Study
from ringtrue.terms.call import Call, Stop
from ringtrue.terms.item import Card, Item, Response, Speaker
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

_USUAL_ANSWER = "word " * 320  # as long as an answer usually is, where one has to be guessed at


class Ran(NamedTuple):
    """What became of a run: how many scenarios there are, how many have a score from every judge, and why it ended.

    `controls` are the answers of controls there are to judge.
    """

    scenarios: int
    scored: int
    stop: Stop | None = None
    controls: int = 0
    controls_scored: int = 0


@dataclass
class ScenarioRun:
    """Everything a run needs, put together; nothing is asked before `go`."""

    inputs: RunInputs
    folder: Path = field(default_factory=Path.cwd)  # relative paths on the command line are seen from here
    seed: int = DEFAULT_SEED
    protocol: Protocol = field(init=False)
    asked: dict[str, Asking] = field(init=False)  # the clone and, with controls, the generic speaker
    judges: list[ModelJudge] = field(init=False)
    _scored: Counter[str] = field(init=False, default_factory=Counter)  # answers by speaker, in this start

    def __post_init__(self) -> None:
        """Find the adapters, read the prompt, index the knowledge base; BadInput where somebody cannot be asked."""
        given = self.inputs.given
        self.protocol = load(PROTOCOL)
        problems: list[Problem] = []
        asked = [self._asking(speaker, problems) for speaker in self.inputs.speakers]
        judging = {"repeats": given.repeats, "language": given.language}
        speakers = [replace(judge, settings={**judge.settings, **judging}) for judge in self.inputs.judges]
        makers = [partial(ModelJudge, judge, self.protocol, self.folder, self.seed) for judge in speakers]
        judges = [ready(make, problems, file="command line", place="--judge") for make in makers]
        if problems:
            raise BadInput(problems)
        self.asked = {one.speaker.name: one for one in asked if one is not None}
        self.judges = [judge for judge in judges if judge is not None]

    def _asking(self, speaker: Speaker, problems: list[Problem]) -> Asking | None:
        """A speaker ready to be asked; the generic one has a prompt of ours, and the clone's faults are told once."""
        make = partial(asking_of, speaker, self.protocol, self.folder)
        if speaker.name == self.protocol.candidate:
            return ready(make, problems, file="command line", place="--speaker")
        told = problems if self.inputs.given.generic else []
        found = ready(make, told, file="command line", place="--generic")
        return found and replace(found, system=NEUTRAL)

    @property
    def raters(self) -> list[str]:
        """Every name judgments are recorded under."""
        return [rater for judge in self.judges for rater in judge.raters]

    @property
    def answers(self) -> dict[str, int]:
        """How many answers of each speaker are judged: the clone's to all scenarios, those of controls to some."""
        controls = self.inputs.controls.on if self.inputs.controls else {}
        some = {name: len(items) for name, items in controls.items() if items}
        return {self.protocol.candidate: self.inputs.scenarios.count, **some}

    @property
    def controls(self) -> frozenset[str]:
        """The names of the controls."""
        return frozenset(self.answers) - {self.protocol.candidate}

    def status(self, folder: Path) -> "RunStatus":
        """What has a score from every judge in this folder, nothing where there is no run yet."""
        if not (folder / DATABASE).is_file():
            return RunStatus()
        study = Study.open(folder)
        refuse_changes(study, self.inputs)
        with study.records() as records:
            return self._status(records)

    def _status(self, records: StudyStore) -> "RunStatus":
        return RunStatus.of(records, self.raters, self.inputs.controls.on if self.inputs.controls else {})

    def _pending(self, status: "RunStatus") -> Iterator[tuple[Item, list[str]]]:
        """Each scenario with the speakers whose answers to it have no score from every judge yet, in their order."""
        controls, draw = self.inputs.controls, SeededDraw(self.seed)
        for item in self.inputs.scenarios:
            names = [self.protocol.candidate]
            names += [name for name, on in controls.on.items() if item.id in on] if controls else []
            left = [name for name in names if (item.id, name) not in status.settled]
            if left:
                yield item, sorted(left, key=lambda name: draw.digest("order", item.id, name)) if left[1:] else left

    def forecast(self, status: "RunStatus | None" = None, *, of: Collection[str] = ()) -> dict[str, Forecast]:
        """What asking everything that is not settled will take, for each speaker and each judge.

        With `of` it is what the answers of these speakers will take.
        """
        everybody = [*(one.speaker for one in self.asked.values()), *(judge.speaker for judge in self.judges)]
        prices = {speaker.name: prices_of(speaker) for speaker in everybody}
        found = {speaker.name: Forecast() for speaker in everybody}
        for item, names in self._pending(status or RunStatus()):
            for about in names if not of else [name for name in names if name in of]:
                for name, call in self._calls(item, about):
                    found[name] += Forecast.of(call, prices[name])
        return found

    def _calls(self, item: Item, about: str) -> Iterator[tuple[str, Call]]:
        """The calls for one answer, as far as they are known before it came: its own, and those to the judges."""
        if about in self.asked:
            yield about, self.asked[about].call(item, self.asked[about].passages(item))
            guess = Response(item.id, about, _USUAL_ANSWER)
        else:
            guess = self._own(item)
        for judge in self.judges:
            for turn in judge.turns_on(item, guess):
                yield judge.speaker.name, judge.call(item, turn.card, turn.placement.take)

    def _own(self, item: Item) -> Response:
        """The person's own answer, which nobody has to be asked for."""
        assert self.inputs.controls is not None  # noqa: S101 - a control was named
        return self.inputs.controls.own_response(item)

    def check_budget(self, budget: float | None) -> None:
        """Refuse a budget that some endpoint would not count towards."""
        options = {self.protocol.candidate: "speaker", **dict.fromkeys(self.controls, "generic")}
        options |= dict.fromkeys((judge.speaker.name for judge in self.judges), "judge")
        # Without a name of its own the generic speaker is the clone's endpoint: what that lacks is told once.
        speakers = self.inputs.speakers if self.inputs.given.generic else (self.inputs.clone,)
        asked = [*speakers, *(judge.speaker for judge in self.judges)]
        check_budget(budget, asked, lambda one: by_set(options[one.name]))

    def go(
        self,
        study: Study,
        *,
        limits: Limits | None = None,
        budget: float | None = None,
        watch: Watch | None = None,
        resumed: bool = True,
    ) -> Ran:
        """Ask whatever has no score yet, and record it; what stops the run early is returned, not raised.

        Where a run is not `resumed`, nothing is looked for that it may have recorded before.
        """
        self.check_budget(budget)
        with study.records() as records:
            status = self._status(records) if resumed else RunStatus()
            note_judges(records, judges_of(study.settings).values(), who=study.who)
            stop = None
            try:
                with BatchWriter(records, who=study.who, open_answers=status.answered.open) as writer:
                    asyncio.run(self._ask(records, status, writer, study.who, limits, budget, watch))
            except Stop as why:
                stop = why
        scored = {name: status.scored(name) + self._scored[name] for name in self.answers}
        clone = self.protocol.candidate
        controls = [sum(counts[name] for name in self.controls) for counts in (self.answers, scored)]
        return Ran(self.answers[clone], scored[clone], stop, *controls)

    async def _ask(
        self,
        records: StudyStore,
        status: "RunStatus",
        writer: BatchWriter,
        who: str,
        limits: Limits | None,
        budget: float | None,
        watch: Watch | None,
    ) -> None:
        asked: list[Asking | ModelJudge] = [*self.asked.values(), *self.judges]
        prices = {one.adapter.label: found for one in asked if (found := prices_of(one.speaker)) is not None}
        journal = Journal(records, who=who)
        writer.hand_to = journal.also
        async with Runner(journal, limits=limits, prices=prices, budget=budget, watch=watch) as runner:
            left = {name: count - status.scored(name) for name, count in self.answers.items()}
            runner.expect(sum(count * (len(self.raters) + (name in self.asked)) for name, count in left.items()))
            jobs = (_Job(item, tuple(names)) for item, names in self._pending(status))
            await runner.each(jobs, lambda job: self._scenario(runner, job, status, writer))

    async def _scenario(self, runner: Runner, job: "_Job", status: "RunStatus", writer: BatchWriter) -> "_Job | None":
        """Have a scenario answered and judged; returns what failed, which is tried again at the end of the run."""
        left = _Job(job.item, (), job.said)
        for name in job.names:
            asked = self.asked.get(name)
            responses = await asked.responses(runner, job.item) if asked else [self._own(job.item)]
            if responses[-1].text is None and not runner.at_the_end:
                left.names += (name,)
                continue
            known = name in job.said or (job.item.id, name) in status.said
            if responses[-1].text is None or not known:
                writer.responses(responses)
                left.said |= {name}
            if not await self._judged(runner, job, responses[-1], status, writer):
                left.names += (name,)
        left.judged = job.judged
        return left if left.names else None

    async def _judged(
        self, runner: Runner, job: "_Job", response: Response, status: "RunStatus", writer: BatchWriter
    ) -> bool:
        """Have an answer judged; returns whether every judge is done with it."""
        item, done, whole = job.item, True, response.text is not None
        for judge in self.judges:
            if response.text is None:
                writer.judgments(self._nothing_said(judge, item, response))
                continue
            for turn in judge.turns_on(item, response):
                key = (turn.rater, item.id, turn.placement.about)
                if key in status.answered.valued or key in job.judged:
                    continue
                answers = await turn.answers(runner)
                if answers is None:
                    done = False
                    continue
                job.judged.add(key)
                whole &= None not in [answer.value for answer in answers]
                writer.judgments(answers)
        if done:
            self._scored[response.speaker] += whole
        return done

    def _nothing_said(self, judge: ModelJudge, item: Item, response: Response) -> list[JudgmentRecord]:
        """Answers without a value for an item that a speaker did not answer."""
        who = "clone" if response.speaker == self.protocol.candidate else f"{response.speaker} speaker"
        why = f"the {who} gave no answer: {response.error or 'no answer'}"
        card = Card("", item.kind, "", ())
        made = [
            record for rater in judge.raters for record in unscored(why, self.protocol, item, judge=rater, card=card)
        ]
        return [record._replace(item=item.id, speaker=response.speaker, card=None) for record in made]


@dataclass
class _Job:
    """A scenario, whose answers to it are wanted, and what of that was done before in this start of the run."""

    item: Item
    names: tuple[str, ...]
    said: frozenset[str] = frozenset()  # the speakers whose answer is recorded
    judged: set[AnswerKey] = field(default_factory=set)


class RunStatus(NamedTuple):
    """What earlier starts of a run have recorded: what was said, who judged it, and what stayed without a value.

    Answers are named by their scenario and speaker.
    """

    said: frozenset[tuple[str, str]] = frozenset()
    answered: AnsweredCards = AnsweredCards()
    settled: frozenset[tuple[str, str]] = frozenset()

    @classmethod
    def of(cls, records: StudyStore, raters: list[str], controls: Mapping[str, Collection[str]]) -> "RunStatus":
        """The status for these raters; of controls only what is on their scenarios."""
        given = (one.response for one in records.responses(last=True))
        said = frozenset((response.item, response.speaker) for response in given if response.text is not None)
        answered = AnsweredCards.of(records, raters)
        cards = {(item, name) for _, item, name in answered.valued if name not in controls or item in controls[name]}
        whole = (card for card in cards if all((rater, *card) in answered.valued for rater in raters))
        return cls(said, answered, frozenset(whole))

    def scored(self, speaker: str) -> int:
        """How many answers of a speaker have a score from every judge."""
        return sum(name == speaker for _, name in self.settled)
