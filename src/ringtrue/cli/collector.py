"""Python's garbage collector, kept from looking again and again at what a program has loaded and keeps to its end."""

import atexit
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_NEW_OBJECTS = 100_000  # before the collector looks; with Python's 700 it keeps looking at what is being loaded


def calm() -> Callable[[], None]:
    """Let it look rarely, and not at all while the program ends; returns what makes all but the last as it was.

    When a program ends, its memory goes back whole. To take apart first, one by one, some hundred thousand objects that
    hold each other takes a tenth of a second.
    """
    before = gc.get_threshold()
    gc.set_threshold(_NEW_OBJECTS)
    atexit.unregister(gc.freeze)  # once is enough, however often commands are called in one process
    atexit.register(gc.freeze)

    def restore() -> None:
        gc.freeze()  # so that what is new counts as old too: here most programs end, and it is no time to look
        gc.unfreeze()
        gc.set_threshold(*before)

    return restore


@contextmanager
def while_loading() -> Iterator[None]:
    """It does not look within, and never at what was made within: what is loaded is no garbage."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()
