"""ringtrue: tells, in numbers a sceptic accepts, whether an AI clone of a person rings true."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ringtrue import stats
    from ringtrue.study import Study

__all__ = ["Study", "stats"]


def __getattr__(name: str) -> Any:
    """Load what is public when it is first named, so that `ringtrue --help` does not pay for NumPy."""
    if name == "stats":
        return import_module("ringtrue.stats")
    if name == "Study":
        return import_module("ringtrue.study").Study
    raise AttributeError(f"module 'ringtrue' has no attribute {name!r}; it offers {', '.join(__all__)}")
