"""Values as Python's own types: what a YAML reader hangs on to them, lines and comments, is left behind."""

from collections.abc import Mapping
from typing import Any

_PLAIN = frozenset({str, int, float, bool, type(None)})
_TEXT = frozenset({str})


def plain(value: Any) -> Any:
    """The value in dicts, lists, texts and numbers alone; the value itself where it is that already."""
    if type(value) in _PLAIN:
        return value
    if type(value) is dict and _TEXT.issuperset(map(type, value)) and _PLAIN.issuperset(map(type, value.values())):
        return value  # as nearly all tables are
    if type(value) is list and _PLAIN.issuperset(map(type, value)):
        return value  # and nearly all lists
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, str):
        return str(value)
    return float(value) if isinstance(value, float) else int(value)
