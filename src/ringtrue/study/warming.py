"""Load what scoring and the files of a run will need, while there is still something else to wait for."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

# NumPy brings the last two in by itself when random numbers and quantiles are first asked for.
_NEEDED = (
    "ringtrue.score",
    "ringtrue.study.scoring_act",
    "ringtrue.study.scenario_outputs",
    "numpy.random",
    "numpy.ma",
)
_THREADS = "OPENBLAS_NUM_THREADS"


def warm_scoring() -> None:
    """Import all of it; safe in a thread of its own, and nothing where it is there already."""
    with _without_threads_of_numpy():
        for name in _NEEDED:
            import_module(name)


@contextmanager
def _without_threads_of_numpy() -> Iterator[None]:
    """NumPy starts none when it is loaded within: they would turn for a tenth of a second, waiting for work.

    Scoring has none for them: its sums are small. Programs that are started with what is in `os.environ`, as those of
    speakers are, see nothing of it.
    """
    if "numpy" in sys.modules or _THREADS in os.environ:
        yield
        return
    os.putenv(_THREADS, "1")
    try:
        yield
    finally:
        os.unsetenv(_THREADS)
