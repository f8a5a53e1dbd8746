"""`collect`: the items of a study put to its speakers, whatever has no answer yet."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ringtrue.calls.adapter import adapter_for
from ringtrue.calls.budget import Forecast, Prices, prices_of
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.progress import Watch
from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import Asking
from ringtrue.collect.collecting import Collected, collect, forecast, unanswered
from ringtrue.store.study_store import StudyStore
from ringtrue.study.batch_writer import BatchWriter
from ringtrue.study.folder import StudyFolder
from ringtrue.study.manifest import is_sealed
from ringtrue.study.settings import FILE
from ringtrue.study.speakers import (
    check_budget,
    chosen,
    in_study_yaml,
    read_system_prompt,
    ready,
    setting_problems,
    speakers_of,
)
from ringtrue.terms.call import Stop
from ringtrue.terms.item import Item, Speaker
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol

_MOST_NAMED = 10  # items of a note


def asking_of(speaker: Speaker, protocol: Protocol, folder: Path) -> Asking:
    """A speaker ready to be asked; a knowledge base that is not there is done without.

    Paths in its settings (system, kb) are as seen from the folder.
    """
    settings = speaker.settings
    system = read_system_prompt(folder / str(settings["system"])).text if settings.get("system") else ""
    place = folder / str(settings.get("kb") or "")
    base = None
    if settings.get("kb") and place.is_dir():
        from ringtrue.sources.knowledge import KnowledgeBase  # words are looked up with NumPy

        base = KnowledgeBase.of(place)
    return Asking(speaker, adapter_for(speaker, folder=folder), protocol, system, base)


@dataclass(frozen=True, slots=True)
class CollectedAll:
    """What became of it: answers wanted, answers there are, answers much longer or shorter than the person's own.

    `stop` says why it ended early, where it did.
    """

    wanted: int
    there: int
    off_length: int = 0
    stop: Stop | None = None


class Collecting:
    """Speakers of a study and the items each of them answers."""

    def __init__(self, study: StudyFolder, speaker: str | None = None, *, again: Sequence[str] = ()) -> None:
        """Take one speaker or all of them; BadInput where there is nobody to ask or nothing to be asked.

        Only those who have something left to answer need to be ready. `again` are items to be asked once more, though
        they have answers: those stay recorded, and the newest counts.
        """
        protocol = study.settings.protocol
        group = speakers_of(study.settings)
        if speaker is not None:
            group = {speaker: chosen(group, speaker, "speakers")}
        if not group:
            what, remedy = "The study names no speaker.", "add speakers: {clone: {kind: openai, model: m, url: ...}}"
            raise BadInput([Problem(str(study.folder / FILE), "speakers", what, remedy=remedy)])
        _refuse_conversations(protocol, str(study.folder))
        self._study = study
        self.unused = tuple(name for name in group if name not in protocol.speakers)
        items = [item for item in study.items() if item.status not in ("rejected", "withdrawn")]
        self._again = bool(again)
        if again:
            _refuse_again(study, again, items)
            items = [item for item in items if item.id in set(again)]
        self._wanted = {name: [item for item in items if answers(protocol, one, item)] for name, one in group.items()}
        self._answering = [one for name, one in group.items() if self._wanted[name]]
        if not self._answering:
            raise BadInput([_nothing_to_answer(group, protocol, str(study.folder))])
        with study.records() as records:
            left = {
                name
                for name, items in self._wanted.items()
                if items and (again or any(unanswered(records, items, name)))
            }
        problems: list[Problem] = []
        self._asking: dict[str, Asking] = {}
        for name, one in group.items():
            if name not in left:  # what it lacks is no hindrance to the others
                continue
            faults = setting_problems(study.folder, "speakers", [one])
            problems += faults
            if faults:
                continue
            make = partial(asking_of, one, protocol, study.folder)
            asking = ready(make, problems, file=str(study.folder / FILE), place=f"speakers.{name}")
            if asking is not None:
                self._asking[name] = asking
        if problems:
            raise BadInput(problems)

    def check_budget(self, budget: float | None) -> None:
        """Refuse a budget that some endpoint would not count towards."""
        check_budget(budget, self._answering, in_study_yaml("speakers"))

    def forecast(self) -> dict[str, Forecast]:
        """What asking what is left will take, speaker by speaker."""
        with self._study.records() as records:
            asked = {
                name: forecast(records, self._wanted[name], one, prices_of(one.speaker), again=self._again)
                for name, one in self._asking.items()
            }
        return {name: asked.get(name, Forecast()) for name in self._wanted}

    def go(
        self, *, limits: Limits | None = None, budget: float | None = None, watch: Watch | None = None
    ) -> CollectedAll:
        """Ask, and record every answer; what stops it early is returned, not raised."""
        self.check_budget(budget)
        stop = None
        done: list[Collected] = []
        with self._study.records() as records:
            if self._again:
                asked = {name: [item.id for item in self._wanted[name]] for name in self._asking}
                records.note(AGAIN, {"asked": asked}, who=self._study.who)
            try:
                with BatchWriter(records, who=self._study.who) as writer:
                    asyncio.run(self._ask(records, writer, done, limits, budget, watch))
            except Stop as why:
                stop = why
            there = sum(len(_there(records, items, name)) for name, items in self._wanted.items())
        wanted = sum(map(len, self._wanted.values()))
        return CollectedAll(wanted, there, sum(one.off_length for one in done), stop)

    async def _ask(
        self,
        records: StudyStore,
        writer: BatchWriter,
        done: list[Collected],
        limits: Limits | None,
        budget: float | None,
        watch: Watch | None,
    ) -> None:
        journal = Journal(records, who=self._study.who)
        writer.hand_to = journal.also
        prices = prices_by_label(list(self._asking.values()))
        async with Runner(journal, limits=limits, prices=prices, budget=budget, watch=watch) as runner:
            there = 0 if self._again else self._before(records)
            runner.expect(sum(map(len, self._wanted.values())) - there)
            for name, one in self._asking.items():
                wanted = self._wanted[name]
                done.append(await collect(runner, records, wanted, one, record=writer.responses, again=self._again))
                writer.flush()

    def _before(self, records: StudyStore) -> int:
        return sum(len(_there(records, items, name)) for name, items in self._wanted.items())


AGAIN = "asked again"  # the act in the audit log


def _refuse_again(study: StudyFolder, again: Sequence[str], items: Sequence[Item]) -> None:
    """BadInput for items that cannot be asked again: those there are not, and all of a study that was dealt."""
    with study.records() as records:
        sealed = is_sealed(records)
    known = {item.id for item in items}
    remedy = f"ringtrue status {study.folder} lists the items"
    problems = [
        Problem(str(study.items_file), "--again", "There is no such item, or it does not count.", name, remedy)
        for name in dict.fromkeys(again)
        if name not in known
    ]
    if sealed:
        what = "The study was dealt or judged: the answers on its cards stay as they are."
        problems.append(Problem(str(study.folder), "--again", what, remedy="start a new study"))
    if problems:
        raise BadInput(problems)


def asked_again(records: StudyStore) -> list[str]:
    """A sentence for each speaker who was asked again for answers that were there: somebody chose among them."""
    again: dict[str, set[str]] = {}
    for entry in records.audit_entries(f"noted: {AGAIN}"):
        for name, items in entry.detail["note"]["asked"].items():
            again.setdefault(name, set()).update(items)
    return [
        f"{name} was asked again by hand about {len(items)} {'items' if len(items) > 1 else 'item'} that had an answer "
        f"({', '.join(sorted(items)[:_MOST_NAMED])}{', ...' if len(items) > _MOST_NAMED else ''}); the newest counts."
        for name, items in sorted(again.items())
    ]


def prices_by_label(asked: Sequence[Asking]) -> dict[str, Prices]:
    """The prices of some speakers, as a runner takes them."""
    found = {one.adapter.label: prices_of(one.speaker) for one in asked}
    return {label: price for label, price in found.items() if price is not None}


def answers(protocol: Protocol, speaker: Speaker, item: Item) -> bool:
    """Whether a speaker answers an item: its kind shows the speaker, or the speaker is a control.

    Control items are not put to the candidate: nobody sees them with it.
    """
    if item.tags.get("control") and speaker.name == protocol.candidate:
        return False
    kind = protocol.kinds[item.kind]
    return speaker.name in kind.show or speaker.name in protocol.controls.values()


def _refuse_conversations(protocol: Protocol, folder: str) -> None:
    if any(kind.history for kind in protocol.kinds.values()):
        what = f"The items of {protocol.name} are one conversation, and are not asked one by one."
        raise BadInput([Problem(folder, "protocol", what, remedy="use the command of the protocol")])


def _nothing_to_answer(group: dict[str, Speaker], protocol: Protocol, folder: str) -> Problem:
    known = ", ".join(protocol.speakers)
    what = "There is no item these speakers answer."
    return Problem(folder, "speakers", what, ", ".join(group), f"{protocol.name} shows {known}; or add items")


def _there(records: StudyStore, items: Sequence[Item], speaker: str) -> set[str]:
    """The items a speaker has answered."""
    found: set[str] = set()
    for start in range(0, len(items), 500):
        found |= records.texts([item.id for item in items[start : start + 500]], speaker=speaker).keys()
    return found
