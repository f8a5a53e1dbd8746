"""Settings of speakers and judges given on the command line: `--set speaker.temperature=0.2`."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ringtrue.files import Problems
from ringtrue.study.settings import SECRET
from ringtrue.terms import Problem


def merged(settings: dict[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with others put over them, tables within them key by key."""
    for key, value in overrides.items():
        inner = settings.get(key)
        settings[key] = {**inner, **value} if isinstance(inner, Mapping) and isinstance(value, Mapping) else value
    return settings


def read_overrides(texts: Sequence[str], problems: Problems) -> dict[str, dict[str, Any]]:
    """`speaker.temperature=0.2` and the like as tables: who -> key -> value."""
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        path, equals, value = text.partition("=")
        who, *keys = path.strip().split(".")
        if not equals or who not in ("speaker", "judge") or not keys or not all(keys):
            remedy = "write --set speaker.temperature=0.2 or --set judge.key_env=NAME"
            problems.add(Problem("command line", "--set", "It does not say what to set.", text, remedy))
            continue
        if keys[-1] in SECRET:
            remedy = f"name the environment variable that holds it: --set {who}.key_env=NAME"
            problems.add(Problem("command line", "--set", "A secret has no place here.", path, remedy))
            continue
        table: Any = found.setdefault(who, {})
        for depth, key in enumerate(keys[:-1], 1):
            table = table.setdefault(key, {})
            if not isinstance(table, dict):
                what = f"{'.'.join((who, *keys[:depth]))} was set to something that is no table."
                problems.add(Problem("command line", "--set", what, text, "keep one of the two"))
                break
        else:
            table[keys[-1]] = _value(value)
    return found


def _value(text: str) -> Any:
    """JSON where it is some, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
