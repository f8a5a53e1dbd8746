"""Get something ready in a thread of its own, while the program waits, or does something else."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from importlib import import_module
from threading import Event, Thread

# Seconds in which the first questions go out: threads share one interpreter, and the answers are what takes long.
_HEAD_START = 0.03
_BY_HTTP = ("openai:", "anthropic:")


@contextmanager
def meanwhile(getting_ready: Callable[[], None], head_start: float = _HEAD_START) -> Iterator[None]:
    """Do this beside what is done within, which has a head start in seconds; at its end it is done."""
    over = Event()

    def get_ready() -> None:
        over.wait(head_start)
        getting_ready()

    thread = Thread(target=get_ready, name="getting ready")
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def loading_http(spellings: Iterable[str]) -> AbstractContextManager[None]:
    """Load what these speakers are reached by beside what is done within, where it is HTTP.

    When aiohttp is loaded it reads the system's certificates, a tenth of a second in which others can go on.
    """
    wanted = any(spelling.strip().startswith(_BY_HTTP) for spelling in spellings)
    return meanwhile(_load_http, head_start=0.0) if wanted else nullcontext()


def _load_http() -> None:
    with suppress(ImportError):  # whoever needs it is told in time
        import_module("aiohttp")
