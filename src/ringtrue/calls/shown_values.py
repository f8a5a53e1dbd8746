"""Wrong values as they may be repeated to whoever gave them: short, fit to be printed, and never a key."""

import re
from typing import Any

from ringtrue.calls.setting_values import KEY_STARTS
from ringtrue.calls.spelling import hidden_address
from ringtrue.files.collector import excerpt

# Rather one value too many is hidden than a key shown: shorter ones count here than where a value is refused.
_STARTS = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(KEY_STARTS)})|\bbearer\s", re.IGNORECASE)
_RUNS = re.compile(r"[A-Za-z0-9_]{20,}|[A-Za-z0-9_-]{32,}")


def shown(value: Any) -> str:
    """The value as text, nothing where there may be a key in it."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # more digits than Python writes, or more lists within lists
        return ""
    if may_hold_key(text):
        return ""
    return excerpt(hidden_address(text).encode("utf-8", "backslashreplace").decode("utf-8"))


def may_hold_key(text: str) -> bool:
    """Whether something in a text begins as keys do, or is as long and mixed as they are."""
    return _STARTS.search(text) is not None or any(map(_is_mixed, _RUNS.findall(text)))


def _is_mixed(run: str) -> bool:
    return any(map(str.isdigit, run)) and any(map(str.isalpha, run))
