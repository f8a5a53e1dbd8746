"""Time-outs for many calls with one timer: asyncio's own would cost a tenth of the call."""

import asyncio


class Deadline:
    """Cancels tasks that take longer than so many seconds (or up to a tenth more), and knows which it cancelled.

    Time in which the event loop itself was held up does not count: an answer may have come and not been read.
    """

    def __init__(self, seconds: float) -> None:
        """Nobody is watched yet."""
        self._seconds = seconds
        self._step = min(1.0, seconds / 10)
        self._loop = asyncio.get_running_loop()
        self._due: dict[asyncio.Task[object], float] = {}
        self._expired: set[asyncio.Task[object]] = set()
        self._ticking = False
        self._next = 0.0  # when the timer is due

    def begin(self, task: "asyncio.Task[object]") -> float:
        """Watch a task from now on; returns the moment, by the loop's clock."""
        now = self._loop.time()
        self._due[task] = now + self._seconds
        if not self._ticking:
            self._wait(now)
        return now

    def end(self, task: "asyncio.Task[object]") -> bool:
        """Stop watching; whether the task was cancelled from here, and from nowhere else."""
        self._due.pop(task, None)
        if task not in self._expired:
            return False
        self._expired.discard(task)
        return task.uncancel() == 0

    def _wait(self, now: float) -> None:
        self._ticking = True
        self._next = now + self._step
        self._loop.call_at(self._next, self._tick)

    def _tick(self) -> None:
        now = self._loop.time()
        held_up = now - self._next
        if held_up > self._step:
            self._due = {task: due + held_up for task, due in self._due.items()}
        late = [task for task, due in self._due.items() if due <= now]
        for task in late:
            del self._due[task]
            self._expired.add(task)
            task.cancel()
        self._ticking = False
        if self._due:
            self._wait(now)
