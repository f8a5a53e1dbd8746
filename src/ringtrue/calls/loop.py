"""The event loop a run turns in: uvloop where there is one, which takes a tenth off the processor time of a call."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=_factory()) as runner:
        return runner.run(work)


def _factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """How loops are made; None is Python's own way, as on Windows, for which there is no uvloop."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop
