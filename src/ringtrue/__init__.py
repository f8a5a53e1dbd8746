"""ringtrue: tells, in numbers a sceptic accepts, whether an AI clone of a person rings true."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringtrue import stats, voice
    from ringtrue.study.study import Study

__all__ = ["Study", "stats", "voice"]


def __getattr__(name: str) -> Any:
    """Lazy import of a public name when it is first used, so that `ringtrue --help` does not load NumPy."""
    if name == "Study":
        return import_module("ringtrue.study.study").Study
    if name in __all__:
        return import_module(f"ringtrue.{name}")
    raise AttributeError(f"module 'ringtrue' has no attribute {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    """The public names, for completion in IPython."""
    return __all__
