"""The event loop a run turns in: uvloop where there is one, which takes a tenth off the processor time of a call."""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
_TURN = 0.0005  # seconds a thread may go on while another waits


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, as `asyncio.run` does."""
    with _threads_in_turn(), asyncio.Runner(loop_factory=_factory()) as runner:
        return runner.run(work)


@contextmanager
def _threads_in_turn() -> Iterator[None]:
    """Threads that work meanwhile, such as the journal's, give way to the loop sooner than they usually would.

    Each time it has something to do it would wait five milliseconds for them, a tenth of what a quick answer takes.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(min(before, _TURN))
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def _factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """How loops are made; None is Python's own way, as on Windows, for which there is no uvloop."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop
