"""ringtrue: tells, in numbers a sceptic accepts, whether an AI clone of a person rings true."""

from collections.abc import Callable, Mapping
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


def on_demand(room: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a room out of which a program mostly needs one module: the others are loaded when named.

    `names` are what the room makes public, by module: {"knowledge": "KnowledgeBase Passage"}. None may be called as a
    module of the room is, for the module would stand in its place once it is loaded.
    """
    homes = {name: module for module, public in names.items() for name in public.split()}

    def found(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(f"{room}.{homes[name]}"), name)

    return found
