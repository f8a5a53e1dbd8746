"""Get something ready in a thread of its own, while the program waits for the network."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

# Seconds in which the first questions go out: threads share one interpreter, and the answers are what takes long.
_HEAD_START = 0.03


@contextmanager
def meanwhile(getting_ready: Callable[[], None]) -> Iterator[None]:
    """Do this beside what is done within, which has a head start; at its end it is done."""
    over = Event()

    def get_ready() -> None:
        over.wait(_HEAD_START)
        getting_ready()

    thread = Thread(target=get_ready, name="getting ready")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
