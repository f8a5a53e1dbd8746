"""Group commit of answers: one writer thread puts all that waits into one transaction.

A save is acknowledged once it is on the disk, never before.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from ringtrue.terms.answer import Given
from ringtrue.terms.problem import BadInput

Save = tuple[str, Sequence[Given]]
SaveMany = Callable[[Sequence[Save]], Sequence[BadInput | None]]
_MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class _Waiting:
    """One rater's save and the future that reports how it went."""

    save: Save
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Saver:
    """The writer. It takes whatever waits as soon as it is idle: under load more goes into one commit."""

    def __init__(self, save_many: SaveMany) -> None:
        """Start the thread; `save_many` has everything on the disk when it returns."""
        self._save_many = save_many
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = Thread(target=self._write, name="ringtrue-saver", daemon=True)
        self._thread.start()
        self.commits = 0

    async def save(self, token: str, givens: Sequence[Given]) -> None:
        """Return when the answers are on the disk; BadInput where the store refuses them."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting((token, givens), loop, loop.create_future())
        self._queue.put(waiting)
        await waiting.done

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        last = False
        while not last:
            batch = [self._queue.get()]
            while len(batch) < _MOST_AT_ONCE:
                try:
                    batch.append(self._queue.get_nowait())
                except Empty:
                    break
            last = None in batch
            self._commit([one for one in batch if one is not None])

    def _commit(self, batch: list[_Waiting]) -> None:
        if not batch:
            return
        try:
            errors: Sequence[BaseException | None] = self._save_many([one.save for one in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, everybody who waits must get it
            errors = [error] * len(batch)
        self.commits += 1
        batch[0].loop.call_soon_threadsafe(_report, batch, errors)


def _report(batch: Sequence[_Waiting], errors: Sequence[BaseException | None]) -> None:
    for waiting, error in zip(batch, errors, strict=True):
        if waiting.done.done():  # the client has gone
            continue
        if error is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(error)
