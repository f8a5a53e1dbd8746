"""Get something ready in a thread of its own, while the program waits for the network."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread


@contextmanager
def meanwhile(getting_ready: Callable[[], None]) -> Iterator[None]:
    """Do this beside what is done within; at its end it is done."""
    thread = Thread(target=getting_ready, name="getting ready")
    thread.start()
    try:
        yield
    finally:
        thread.join()
