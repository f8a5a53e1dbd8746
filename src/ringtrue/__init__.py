"""ringtrue: tells, in numbers a sceptic accepts, whether an AI clone of a person rings true."""

from importlib import import_module
from types import ModuleType

__all__ = ["stats"]


def __getattr__(name: str) -> ModuleType:
    """Load a public room when it is first named, so that `ringtrue --help` does not pay for NumPy."""
    if name in __all__:
        return import_module(f"ringtrue.{name}")
    raise AttributeError(f"module 'ringtrue' has no attribute {name!r}; it offers {', '.join(__all__)}")
