"""Put the items of a study to one speaker and record what it says, from wherever an earlier run stopped."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ringtrue.calls import Forecast, Prices, Runner
from ringtrue.collect.asking import Asking
from ringtrue.store import StudyStore
from ringtrue.terms import Item, Response

_AT_ONCE = 200  # responses that are written together, and items that are looked up together


@dataclass(slots=True)
class Collected:
    """How many items were asked about in this run, and what came of it."""

    answered: int = 0
    failed: int = 0
    off_length: int = 0  # of the answered: none of the answers was near the person's own in length


async def collect(runner: Runner, study: StudyStore, items: Iterable[Item], asking: Asking, *, who: str) -> Collected:
    """Ask the speaker about every item it has not answered yet; failed ones are asked again.

    Raises what stops the run, after everything that came in has been recorded.
    """
    book = _Book(study, who)

    async def work(item: Item) -> None:
        await book.add(await asking.responses(runner, item))

    try:
        await runner.each(unanswered(study, items, asking.speaker.name), work)
    finally:
        await book.write()
    return book.collected


def forecast(study: StudyStore, items: Iterable[Item], asking: Asking, prices: Prices | None = None) -> Forecast:
    """What collecting would take, before anything is sent."""
    total = Forecast()
    for item in unanswered(study, items, asking.speaker.name):
        total += Forecast.of(asking.call(item, asking.passages(item)), prices)
    return total


def unanswered(study: StudyStore, items: Iterable[Item], speaker: str) -> Iterator[Item]:
    """The items a speaker has not answered yet, as a stream."""
    piece: list[Item] = []
    for item in items:
        piece.append(item)
        if len(piece) == _AT_ONCE:
            yield from _open(study, piece, speaker)
            piece = []
    yield from _open(study, piece, speaker)


def _open(study: StudyStore, piece: list[Item], speaker: str) -> Iterator[Item]:
    said = study.texts([item.id for item in piece], speaker=speaker) if piece else {}
    yield from (item for item in piece if item.id not in said)


@dataclass
class _Book:
    """Responses on their way into the store; what is lost on the way is in the journal, and comes again."""

    study: StudyStore
    who: str
    collected: Collected = field(default_factory=Collected)
    _waiting: list[Response] = field(default_factory=list)

    async def add(self, responses: list[Response]) -> None:
        self._waiting += responses
        used = responses[-1]
        self.collected.answered += used.text is not None
        self.collected.failed += used.text is None
        wanted = used.meta.get("words_wanted")
        self.collected.off_length += wanted is not None and not wanted[0] <= used.meta["words"] <= wanted[1]
        if len(self._waiting) >= _AT_ONCE:
            await self.write()

    async def write(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting:
            await asyncio.to_thread(self.study.record_responses, waiting, who=self.who)
