"""Rooms whose public names are loaded when they are first named, so that a program pays for what it uses."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


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
