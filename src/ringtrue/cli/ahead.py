"""Load modules ahead of their use, in a thread of its own, while the program waits for the network."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread


@contextmanager
def loading_ahead(*modules: str) -> Iterator[None]:
    """Load these modules beside what is done within; at its end they are loaded.

    What cannot be loaded is not told here: whoever needs it will say so.
    """
    thread = Thread(target=_load, args=modules, name="loading ahead")
    thread.start()
    try:
        yield
    finally:
        thread.join()


def _load(*modules: str) -> None:
    for module in modules:
        with suppress(ImportError):
            import_module(module)
