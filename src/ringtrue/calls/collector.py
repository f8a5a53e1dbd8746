"""Keep Python's garbage collector calm while many calls are under way."""

import gc

_FIRST = 100_000  # new objects before it looks; the usual 700 are a dozen calls in flight


class CalmCollector:
    """Raises the collector's first threshold; `restore` puts it back.

    A call in flight is some fifty objects that are freed when it ends, without the collector. With many in flight it
    would look through all of them again and again, for a tenth of the processor's time, and find nothing.
    """

    def __init__(self) -> None:
        """From now on."""
        self._before = gc.get_threshold()
        if 0 < self._before[0] < _FIRST:
            gc.set_threshold(_FIRST, *self._before[1:])

    def restore(self) -> None:
        """As it was."""
        gc.set_threshold(*self._before)
