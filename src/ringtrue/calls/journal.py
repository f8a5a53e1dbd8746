"""The journal of calls: request hash, one writer thread with a queue and batched commits, outcomes from rows."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from json import JSONEncoder, loads
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from ringtrue.store.calls import CallLog, CallRow
from ringtrue.store.study_store import StudyStore
from ringtrue.terms.call import Call, NotStored, Outcome

_Future = asyncio.Future[None]
_Work = Callable[[], None]


class _Entry(NamedTuple):
    """A row for the writer thread, and the future of the caller that waits until it is on the disk."""

    row: CallRow
    done: _Future | None = None


class Journal:
    """Every attempt of a run, durable when the future of `commit` is done.

    One thread writes. It commits whatever is in its queue in one transaction, and all that comes while the disk is busy
    goes together in the next: there is no timer, and a slow disk does not hold up the event loop.
    """

    def __init__(self, study: StudyStore, *, who: str) -> None:
        """The journal of a study; nothing is opened before `start`. `who` is named in the audit log."""
        self._study = study
        self._who = who
        self._log: CallLog | None = None
        self._queue: SimpleQueue[_Entry | _Work | None] = SimpleQueue()  # None ends the thread
        self._failure: NotStored | None = None

    def start(self) -> None:
        """Open the log and start the writer thread, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._log = self._study.call_log(who=self._who)
        self._answered = set(self._log.answered_keys())
        self._thread = Thread(target=self._run, args=(self._log,), name="ringtrue-journal", daemon=True)
        self._thread.start()

    def find(self, key: str, request: str) -> CallRow | None:
        """The attempt that answered this request under this key, None while there is none."""
        assert self._log is not None, "the journal was not started"  # noqa: S101
        return self._log.find(key, request) if key in self._answered else None

    def add(self, row: CallRow) -> None:
        """Write a row some time soon: an attempt that failed and is made again."""
        self._queue.put(_Entry(row))

    def commit(self, row: CallRow) -> _Future:
        """Write a row; the future is done when it is on the disk, or has NotStored."""
        done = self._loop.create_future()
        if self._failure is not None:
            done.set_exception(self._failure)
            return done
        self._queue.put(_Entry(row, done))
        if row.error is None:
            self._answered.add(row.key)
        return done

    def also(self, work: _Work) -> None:
        """Queue work for the writer thread: one thread writes, nobody waits for locks."""
        self._queue.put(work)

    async def close(self) -> None:
        """Write what waits, seal the run, end the thread. NotStored if this, or an earlier write, failed."""
        if self._log is None:
            return
        self._log = None
        self._queue.put(None)
        await asyncio.shield(asyncio.to_thread(self._thread.join))
        if self._failure is not None:
            raise self._failure

    def _run(self, log: CallLog) -> None:
        """The writer thread: one batch after the other until the end of the queue, then the seal."""
        ended = False
        while not ended:
            batch = self._next_batch()
            self._write(log, [one for one in batch if isinstance(one, _Entry)])
            for one in batch:
                if one is None:
                    ended = True
                elif not isinstance(one, _Entry):
                    self._try(one)
        self._try(log.close)

    def _write(self, log: CallLog, entries: Sequence[_Entry]) -> None:
        """Commit the rows of a batch and wake up their waiting callers; after a failure nothing more is written."""
        if entries and self._failure is None:
            self._try(partial(log.write, [one.row for one in entries]))
        waiting = [one.done for one in entries if one.done is not None]
        if waiting:
            self._loop.call_soon_threadsafe(_acknowledge, waiting, self._failure)

    def _next_batch(self) -> list[_Entry | _Work | None]:
        """Everything in the queue, at least one."""
        batch = [self._queue.get()]
        try:
            while True:
                batch.append(self._queue.get_nowait())
        except Empty:
            return batch

    def _try(self, work: _Work) -> None:
        """Do it; the first failure is kept."""
        try:
            work()
        except Exception as error:  # noqa: BLE001 - whichever driver's: the run must end with one clear message
            self._failure = self._failure or self._not_stored(error)

    def _not_stored(self, error: Exception) -> NotStored:
        said = " ".join(str(error).split())
        what = f"The journal in {self._study.database.shown} cannot be written: {said}."
        return NotStored(what, "Free some space or check the database, then start the same command again.")


def _acknowledge(waiting: Sequence[_Future], failure: NotStored | None) -> None:
    """In the event loop: a batch is on the disk, or failed; a cancelled caller no longer waits."""
    for done in waiting:
        if done.done():
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)


# Outcomes from rows, and the JSON in them.


encode = JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def outcome_of(row: CallRow, *, repeated: bool = False, meta: Mapping[str, Any] | None = None) -> Outcome:
    """The outcome a row of the journal stands for; `meta`, if it is available, saves parsing it again."""
    text = row.text if row.error is None else None
    if meta is None:
        meta = loads(row.meta)
    return Outcome(
        row.key, text, row.error, row.attempt, row.tokens_in, row.tokens_out, row.seconds, meta, repeated=repeated
    )


# The hash of a request: the same for the same question to the same model, from any caller and wherever it is served.


def request_hash(model: str, call: Call) -> str:
    """The sha256 of model, settings and messages; no API key and no address is part of it."""
    parts = [("model", model), ("settings", encode(call.settings))]
    if not call.messages:
        parts.append(("", ""))
    parts += [(message["role"], message["content"]) for message in call.messages]
    return sha256(b"".join([_part(name, text) for name, text in parts])).hexdigest()


def _part(name: str, text: str) -> bytes:
    """A text with its length: what is in one message cannot be shifted into the next unnoticed."""
    encoded = text.encode("utf-8", "surrogatepass")
    return b"%s %d\n%s" % (name.encode("utf-8", "surrogatepass"), len(encoded), encoded)
