"""The journal as the runner uses it: rows go to one writer thread, which commits whatever waits whenever it is idle."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread

from ringtrue.calls.answered import AnsweredKeys
from ringtrue.calls.faults import NotStored
from ringtrue.store import CallLog, CallRow, StudyStore

_Future = asyncio.Future[None]


class Journal:
    """Every attempt of a run, durable when `commit` is done.

    There is no timer: a row goes to the writer as soon as the event loop has had a turn that brought no more of them,
    and all that come while the disk is busy go together next. The disk never holds up the event loop.
    """

    def __init__(self, study: StudyStore, *, who: str) -> None:
        """The journal of a study; nothing is opened before `start`. `who` stands in the audit log."""
        self._study = study
        self._who = who
        self._log: CallLog | None = None
        self._rows: list[CallRow] = []  # not handed over yet
        self._waiting: list[_Future] = []  # for those rows
        self._seen = 0  # of those rows, when the loop's last turn began
        self._expecting = False  # whether a call has gone out
        self._busy = False  # whether the writer has rows, or is about to get some
        self._idle: _Future | None = None  # wanted by whoever closes the journal
        self._failure: NotStored | None = None
        self._batches: SimpleQueue[list[CallRow] | Callable[[], None] | None] = SimpleQueue()

    def start(self) -> None:
        """Open the log and start the writer, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._log = self._study.call_log(who=self._who)
        self._answered = AnsweredKeys(self._log.answered_keys())
        self._ended = self._loop.create_future()
        self._thread = Thread(target=self._write, args=(self._log,), name="ringtrue-journal", daemon=True)
        self._thread.start()

    def find(self, key: str, request: str) -> CallRow | None:
        """The attempt that answered this request under this key, None while there is none."""
        assert self._log is not None, "the journal was not started"  # noqa: S101
        return self._log.find(key, request) if key in self._answered else None

    def expect(self) -> None:
        """A call goes out: the run begins in the audit log while nothing has come back that waits for it."""
        if self._log is not None and not self._expecting:
            self._expecting = True
            self.also(partial(_begun, self._log))

    def add(self, row: CallRow) -> None:
        """Write a row some time soon: an attempt that failed and is made again."""
        self._rows.append(row)
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._when_quiet)

    def commit(self, row: CallRow) -> _Future:
        """Write a row; the future is done when it is on the disk, or has NotStored."""
        done = self._loop.create_future()
        if self._failure is not None:
            done.set_exception(self._failure)
            return done
        self._waiting.append(done)
        self.add(row)
        if row.error is None:
            self._answered.add(row.key)
        return done

    def also(self, work: Callable[[], None]) -> None:
        """Have the writer do something in its turn, which must not raise: one thread writes, nobody waits for locks."""
        self._batches.put(work)

    async def close(self) -> None:
        """Write what waits, seal the run, end the writer. NotStored if this, or an earlier write, failed."""
        if self._log is None:
            return
        if self._busy:
            self._idle = self._loop.create_future()
            await self._idle  # the writer answers, whatever becomes of the rows
        self._batches.put(None)
        await self._ended
        self._thread.join()
        self._log = None
        if self._failure is not None:
            raise self._failure

    def _when_quiet(self) -> None:
        """Give the writer all that waits, unless the turn brought more: then there is more to come, at no cost."""
        if len(self._rows) > self._seen:
            self._seen = len(self._rows)
            self._loop.call_soon(self._when_quiet)
            return
        self._seen = 0
        rows, self._rows = self._rows, []
        self._handed, self._waiting = self._waiting, []
        self._batches.put(rows)

    def _acknowledge(self, failure: NotStored | None) -> None:
        """The writer is done with a batch: tell those who wait. What their going on yields is in the next batch."""
        self._failure = self._failure or failure
        for done in self._handed:
            if done.done():  # nobody waits any more
                continue
            if failure is None:
                done.set_result(None)
            else:
                done.set_exception(failure)
        self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Hand over what has come meanwhile; otherwise the writer is idle until a row comes."""
        if self._rows:
            self._when_quiet()
            return
        self._busy = False
        if self._idle is not None:
            self._idle.set_result(None)

    def _write(self, log: CallLog) -> None:
        """The writer's life: take a batch, commit it, say so."""
        failure: NotStored | None = None
        while (rows := self._batches.get()) is not None:
            if not isinstance(rows, list):
                rows()
                continue
            try:
                if failure is None:
                    log.write(rows)
            except Exception as error:  # noqa: BLE001 - whichever driver's, the run must end with one clear message
                failure = self._fault(error)
            self._loop.call_soon_threadsafe(self._acknowledge, failure)
        try:
            log.close()
        except Exception as error:  # noqa: BLE001 - likewise
            failure = failure or self._fault(error)
        self._loop.call_soon_threadsafe(self._end, failure)

    def _end(self, failure: NotStored | None) -> None:
        self._failure = self._failure or failure
        self._ended.set_result(None)

    def _fault(self, error: Exception) -> NotStored:
        said = " ".join(str(error).split())
        what = f"The journal in {self._study.database.shown} cannot be written: {said}."
        return NotStored(what, "Make room or see to the database, then start the same command again.")


def _begun(log: CallLog) -> None:
    with suppress(Exception):  # the first row tries it again, and tells what is wrong
        log.begin()
