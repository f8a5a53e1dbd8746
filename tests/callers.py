"""Asking a model server in a test: adapters, calls, a clock, and a runner that tries again at once."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from ringtrue.calls.adapter import Adapter, adapter_for
from ringtrue.calls.journal import Journal
from ringtrue.calls.limits import Limits
from ringtrue.calls.runner import Runner
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, Outcome, Reply
from ringtrue.terms.item import Speaker

T = TypeVar("T")
QUICK = {"backoff": 0.001, "timeout": 30.0, "grace": 30.0}


class Clock:
    """A clock that stands still until it is moved, or somebody sleeps."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def openai(url: str, **settings: Any) -> Adapter:
    """An OpenAI-compatible speaker; paths are seen from the root."""
    return adapter_for(Speaker("clone", "openai", {"model": "m", "url": url, **settings}), folder=Path("/"))


def call(name: str = "STR-1", *, said: str = "", **settings: Any) -> Call:
    """A question about an item."""
    messages = ({"role": "system", "content": "You are Ada."}, {"role": "user", "content": said or f"Case {name}?"})
    return Call(f"clone {name} 1", messages, name, settings)


def calls(count: int) -> list[Call]:
    """Some different questions."""
    return [call(f"STR-{n}") for n in range(count)]


def run(study: StudyStore, work: Callable[[Runner], Awaitable[T]], **given: Any) -> T:
    """Do something with a runner that journals into a study; limits and the runner's settings by name."""
    limits = Limits(**(QUICK | {name: given.pop(name) for name in list(given) if name in Limits.__dataclass_fields__}))

    async def go() -> T:
        async with Runner(Journal(study, who="lab"), limits=limits, **given) as runner:
            return await work(runner)

    return asyncio.run(go())


def ask_all(study: StudyStore, adapter: Adapter, asked: Iterable[Call], **given: Any) -> dict[str, Outcome]:
    """The outcome of every call, by item, through `each`."""
    check = given.pop("check", None)
    outcomes: dict[str, Outcome] = {}

    async def work(runner: Runner) -> None:
        async def one(call: Call) -> None:
            outcomes[call.item] = await runner.ask(adapter, call, check=check)

        await runner.each(asked, one)

    run(study, work, **given)
    return outcomes


class Scripted(Adapter):
    """An adapter that does what a function says, without a network."""

    label = model = "scripted"

    def __init__(self, answer: Callable[[Call], Any]) -> None:
        self._answer = answer
        self.asked: list[str] = []
        self.closed = 0

    async def answer(self, call: Call) -> Reply:
        self.asked.append(call.key)
        made = self._answer(call)
        made = await made if asyncio.iscoroutine(made) else made
        return made if isinstance(made, Reply) else Reply(made)

    async def close(self) -> None:
        self.closed += 1
