"""A conversation held: sessions side by side, those of the floor too, each answer on disk before the next prompt."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ringtrue.calls.budget import Forecast, prices_of
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import Watch
from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import Asking
from ringtrue.collect.conversation import Conversation, Tell
from ringtrue.store.study_store import StudyStore
from ringtrue.study.batch_writer import BatchWriter
from ringtrue.study.collect import asking_of, prices_by_label
from ringtrue.study.conversation.begin import is_floor, note_of, opening_items, session_names
from ringtrue.study.conversation.inputs import ConversationInputs
from ringtrue.study.folder import StudyFolder
from ringtrue.study.model_judge import ModelJudge
from ringtrue.study.settings import DEFAULT_SEED
from ringtrue.study.speakers import by_set, check_budget, ready
from ringtrue.terms.call import Call, Stop
from ringtrue.terms.item import Item, Response, Speaker
from ringtrue.terms.problem import BadInput, Problem

_USUAL_ANSWER = "word " * 120  # as long as an answer usually is, where one has to be guessed at


def untold(session: str, seconds: float) -> None:
    """Let a pause pass without a word."""


@dataclass(frozen=True, slots=True)
class Held:
    """What became of it: sessions there are, sessions that are whole, prompts answered; why it ended early."""

    sessions: int
    whole: int
    prompts: int
    answered: int
    stop: Stop | None = None


@dataclass
class ConversationRun:
    """Everybody who is asked, put together; nothing is asked before `go`."""

    inputs: ConversationInputs
    folder: Path = field(default_factory=Path.cwd)  # relative paths on the command line are seen from here
    asking: Asking = field(init=False)
    elsewhere: Asking | None = field(init=False, default=None)
    floor: Asking | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Find the adapters; BadInput where somebody cannot be asked."""
        problems: list[Problem] = []
        inputs = self.inputs
        clone = self._ready(inputs.clone, "--speaker", problems)
        self.elsewhere = self._ready(inputs.elsewhere, "--elsewhere", problems)
        self.floor = self._ready(inputs.floor, "--floor", problems if inputs.given.floor else [])
        for judge in inputs.judges:  # looked at now, so that nobody is asked in vain
            make = partial(ModelJudge, judge, inputs.protocol, self.folder, DEFAULT_SEED)
            ready(make, problems, file="command line", place="--judge")
        if problems:
            raise BadInput(problems)
        assert clone is not None  # noqa: S101 - it was ready
        self.asking = clone

    def _ready(self, speaker: Speaker | None, place: str, problems: list[Problem]) -> Asking | None:
        if speaker is None:
            return None
        make = partial(asking_of, speaker, self.inputs.protocol, self.folder)
        return ready(make, problems, file="command line", place=place)

    def check_budget(self, budget: float | None) -> None:
        """Refuse a budget that some endpoint would not count towards."""
        asked = [one.speaker for one in (self.asking, self.elsewhere, self.floor) if one is not None]
        check_budget(budget, asked, lambda _: by_set("speaker"))

    def _conversations(self, study: StudyFolder) -> list[Conversation]:
        """Every session of the study, ready to be held."""
        note = note_of(study)
        trials: dict[str, list[Item]] = {}
        for item in study.items():
            if item.status not in ("rejected", "withdrawn"):
                trials.setdefault(str(item.tags.get("session", "")), []).append(item)
        return [self._conversation(name, trials.get(name, [])) for name in session_names(note.sessions, note.floor)]

    def _conversation(self, session: str, trials: list[Item]) -> Conversation:
        inputs = self.inputs
        on_floor = is_floor(session)
        asking = self.floor if on_floor and self.floor else self.asking
        places = {one.place for one in inputs.sheet.trials if one.gap}
        gaps = frozenset(item.id for item in trials if item.tags.get("trial") in places)
        return Conversation(
            session,
            asking,
            trials if on_floor else [*opening_items(inputs, session), *trials],
            gaps,
            inputs.pause,
            inputs.scope.threaded,
            None if on_floor else self.elsewhere,
        )

    def forecast(self) -> Forecast:
        """What holding all sessions from the beginning takes: each message holds all those before it."""
        inputs, total = self.inputs, Forecast()
        prices = prices_of(inputs.clone)
        for session in session_names(inputs.given.sessions, inputs.given.floor):
            thread: list[dict[str, str]] = []
            prompts = inputs.sheet.trials_for(inputs.scope.name)
            for one in prompts if is_floor(session) else (*inputs.sheet.opening, *prompts):
                thread.append({"role": "user", "content": inputs.sheet.filled(one.text, inputs.slots)})
                system = ({"role": "system", "content": inputs.prompt},) if inputs.prompt else ()
                shown = thread if inputs.scope.threaded else thread[-1:]
                total += Forecast.of(Call("", (*system, *shown), "", self.asking.settings), prices)
                thread.append({"role": "assistant", "content": _USUAL_ANSWER})
        return total

    def go(
        self,
        study: StudyFolder,
        *,
        limits: Limits | None = None,
        budget: float | None = None,
        watch: Watch | None = None,
        tell: Tell = untold,
    ) -> Held:
        """Hold what is not held yet; what stops it early is returned, not raised."""
        self.check_budget(budget)
        sessions = self._conversations(study)
        stop = None
        with study.records() as records:
            try:
                with BatchWriter(records, who=study.who) as writer:
                    asyncio.run(self._hold(records, sessions, writer, study.who, limits, budget, watch, tell))
            except Stop as why:
                stop = why
            said = _said(records)
        wanted = {one.session: [(item.id, one.asking.speaker.name) for item in one.prompts] for one in sessions}
        answered = {key for key, response in said.items() if response.text is not None}
        return Held(
            len(sessions),
            sum(answered.issuperset(keys) for keys in wanted.values()),
            sum(map(len, wanted.values())),
            sum(key in answered for keys in wanted.values() for key in keys),
            stop,
        )

    async def _hold(
        self,
        records: StudyStore,
        sessions: list[Conversation],
        writer: BatchWriter,
        who: str,
        limits: Limits | None,
        budget: float | None,
        watch: Watch | None,
        tell: Tell,
    ) -> None:
        journal = Journal(records, who=who)
        said = _said(records)
        asked = [one for one in (self.asking, self.elsewhere, self.floor) if one is not None]

        def record(response: Response) -> None:
            writer.responses([response])
            writer.flush()

        async def hold(one: Conversation) -> None:
            own = {item: response for (item, name), response in said.items() if name == one.asking.speaker.name}
            await one.hold(runner, own, record, tell)

        async with Runner(journal, limits=limits, prices=prices_by_label(asked), budget=budget, watch=watch) as runner:
            writer.hand_to = journal.also
            left = [one for one in sessions if not _is_whole(one, said)]
            runner.expect(sum(_open(one, said) for one in left))
            if left:
                await runner.each(left, hold, at_once=len(left))


def _said(records: StudyStore) -> Mapping[tuple[str, str], Response]:
    """The last answer to every prompt, by its id and who gave it."""
    return {(one.response.item, one.response.speaker): one.response for one in records.responses(last=True)}


def _open(one: Conversation, said: Mapping[tuple[str, str], Response]) -> int:
    """How many prompts of a session have no answer."""
    keys = ((item.id, one.asking.speaker.name) for item in one.prompts)
    return sum(key not in said or said[key].text is None for key in keys)


def _is_whole(one: Conversation, said: Mapping[tuple[str, str], Response]) -> bool:
    return _open(one, said) == 0
