"""Time-outs for many calls with one timer: asyncio's own would cost a tenth of the call."""

import asyncio


class Deadline:
    """Cancels tasks that take longer than so many seconds (or up to a tenth more), and knows which it cancelled."""

    def __init__(self, seconds: float) -> None:
        """Nobody is watched yet."""
        self._seconds = seconds
        self._step = min(1.0, seconds / 10)
        self._loop = asyncio.get_running_loop()
        self._due: dict[asyncio.Task[object], float] = {}
        self._expired: set[asyncio.Task[object]] = set()
        self._ticking = False

    def begin(self, task: "asyncio.Task[object]") -> float:
        """Watch a task from now on; returns the moment, by the loop's clock."""
        now = self._loop.time()
        self._due[task] = now + self._seconds
        if not self._ticking:
            self._ticking = True
            self._loop.call_later(self._step, self._tick)
        return now

    def end(self, task: "asyncio.Task[object]") -> bool:
        """Stop watching; whether the task was cancelled from here, and from nowhere else."""
        self._due.pop(task, None)
        if task not in self._expired:
            return False
        self._expired.discard(task)
        return task.uncancel() == 0

    def _tick(self) -> None:
        now = self._loop.time()
        late = [task for task, due in self._due.items() if due <= now]
        for task in late:
            del self._due[task]
            self._expired.add(task)
            task.cancel()
        self._ticking = bool(self._due)
        if self._ticking:
            self._loop.call_later(self._step, self._tick)
