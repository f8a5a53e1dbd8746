"""Put the items of a study to one speaker and record what it says, from wherever an earlier run stopped."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ringtrue.calls.budget import Forecast, Prices
from ringtrue.calls.runner import Runner
from ringtrue.collect.asking import Asking
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.item import Item, Response

_AT_ONCE = 200  # items that are looked up together


Record = Callable[[list[Response]], None]


@dataclass(slots=True)
class Collected:
    """How many items were asked about in this run, and what came of it."""

    answered: int = 0
    failed: int = 0
    off_length: int = 0  # of the answered: none of the answers was near the person's own in length

    def count(self, used: Response) -> None:
        """Count the response that is used for an item."""
        self.answered += used.text is not None
        self.failed += used.text is None
        wanted = used.meta.get("words_wanted")
        self.off_length += wanted is not None and not wanted[0] <= used.meta["words"] <= wanted[1]


async def collect(
    runner: Runner, study: StudyStore, items: Iterable[Item], asking: Asking, *, record: Record, again: bool = False
) -> Collected:
    """Ask the speaker about every item it has not answered yet; failed ones are asked again.

    With `again` the items it has answered are asked once more, and only those. `record` is given the responses to each
    item. Raises what stops the run, after everything that came in was given.
    """
    collected = Collected()

    async def work(item: Item) -> Item | None:
        before = list(study.responses(item=item.id, speaker=asking.speaker.name)) if again else []
        responses = await asking.responses(runner, item, [one.response for one in before])
        if responses[-1].text is None and not runner.at_the_end:
            return item
        record(responses)
        collected.count(responses[-1])
        return None

    await runner.each(items if again else unanswered(study, items, asking.speaker.name), work)
    return collected


def forecast(
    study: StudyStore, items: Iterable[Item], asking: Asking, prices: Prices | None = None, *, again: bool = False
) -> Forecast:
    """What collecting would take, before anything is sent."""
    total = Forecast()
    for item in items if again else unanswered(study, items, asking.speaker.name):
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
