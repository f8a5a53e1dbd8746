"""What stands in a table of items: any value an item may carry, as one line of text."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ringtrue.report.escape import plain
from ringtrue.report.figures import MISSING, figure, is_whole


def shown(value: Any) -> str:
    """A value as people read it: yes and no, numbers as in the rest of the report, lists by commas."""
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{plain(key)}: {shown(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown(part) for part in value)
    return plain(value)


@lru_cache(maxsize=1024)
def _number(value: float) -> str:
    """Scores repeat: a scale has few points. The cache takes -0 for 0, and so do readers."""
    value = value or 0.0
    return f"{value:.0f}" if is_whole(value) else figure(value)
