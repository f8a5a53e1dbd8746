"""The journal as the runner uses it: one writer, which commits whatever waits whenever it is idle."""

import asyncio
from collections.abc import Callable
from functools import partial

from ringtrue.calls.answered import AnsweredKeys
from ringtrue.calls.faults import NotStored
from ringtrue.calls.writer import Writer
from ringtrue.store import Busy, CallLog, CallRow, StudyStore

_Future = asyncio.Future[None]


class Journal:
    """Every attempt of a run, durable when `commit` is done.

    There is no timer: a row goes to the writer as soon as the event loop has had a turn that brought no more of them,
    and all that come while the disk is busy go together next. A slow disk does not hold up the event loop.
    """

    def __init__(self, study: StudyStore, *, who: str) -> None:
        """The journal of a study; nothing is opened before `start`. `who` stands in the audit log."""
        self._study = study
        self._who = who
        self._log: CallLog | None = None
        self._rows: list[CallRow] = []  # not handed over yet
        self._waiting: list[_Future] = []  # for those rows
        self._seen = 0  # of those rows, when the loop's last turn began
        self._busy = False  # whether the writer has rows, or is about to get some
        self._idle: _Future | None = None  # wanted by whoever closes the journal
        self._failure: NotStored | None = None

    def start(self) -> None:
        """Open the log and start the writer, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._log = self._study.call_log(who=self._who)
        self._answered = AnsweredKeys(self._log.answered_keys())
        self._writer = Writer(self._loop)

    def find(self, key: str, request: str) -> CallRow | None:
        """The attempt that answered this request under this key, None while there is none."""
        assert self._log is not None, "the journal was not started"  # noqa: S101
        return self._log.find(key, request) if key in self._answered else None

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
        """Have the writer do something in its turn, which must not raise: one writes, nobody waits for locks."""
        self._writer.do(partial(self._beside, work), lambda _: None)

    async def close(self) -> None:
        """Write what waits, seal the run, end the writer. NotStored if this, or an earlier write, failed."""
        if self._log is None:
            return
        if self._busy:
            self._idle = self._loop.create_future()
            await self._idle  # the writer answers, whatever becomes of the rows
        self._writer.do(partial(self._beside, self._log.close), self._fail)
        await self._writer.close()
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
        self._writer.do(partial(self._write, rows), self._acknowledge)

    def _acknowledge(self, failure: Exception | None) -> None:
        """The writer is done with a batch: tell those who wait. What their going on yields is in the next batch."""
        self._fail(failure)
        for done in self._handed:
            if done.done():  # nobody waits any more
                continue
            if self._failure is None:
                done.set_result(None)
            else:
                done.set_exception(self._failure)
        self._loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Hand over what has come meanwhile; otherwise the writer is idle until a row comes."""
        if self._rows:
            self._when_quiet()
            return
        self._busy = False
        if self._idle is not None:
            self._idle.set_result(None)

    def _write(self, rows: list[CallRow], wait: bool) -> None:
        assert self._log is not None  # noqa: S101 - it is closed after the last row
        if self._failure is None:
            self._log.write(rows, wait=wait)

    def _beside(self, work: Callable[[], None], wait: bool) -> None:
        """Work that would wait for another program that writes: not in the loop."""
        assert self._log is not None  # noqa: S101 - likewise
        if not wait and not self._log.is_free():
            raise Busy
        work()

    def _fail(self, failure: Exception | None) -> None:
        if failure is not None and self._failure is None:
            self._failure = self._fault(failure)

    def _fault(self, error: Exception) -> NotStored:
        said = " ".join(str(error).split())
        what = f"The journal in {self._study.database.shown} cannot be written: {said}."
        return NotStored(what, "Make room or see to the database, then start the same command again.")
