"""Settings of speakers and judges given on the command line: `--set speaker.temperature=0.2`."""

import json
import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, NoReturn

from ringtrue.calls.known_settings import KNOWN, SettingFault, is_secret, setting_faults
from ringtrue.calls.shown_values import shown
from ringtrue.files import Problems
from ringtrue.terms import Problem

_FILE, _PLACE = "command line", "--set"
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_OPTIONS = {"system": "--prompt", "kb": "--kb", "repeats": "--repeats", "language": "--language"}


def merged(settings: dict[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with others put over them, tables within them key by key."""
    for key, value in overrides.items():
        inner = settings.get(key)
        settings[key] = {**inner, **value} if isinstance(inner, Mapping) and isinstance(value, Mapping) else value
    return settings


def read_overrides(texts: Sequence[str], problems: Problems) -> dict[str, dict[str, Any]]:
    """`speaker.temperature=0.2` and the like as tables: who -> key -> value, every setting known and within its range.

    What stands behind the equals sign is repeated in a problem only where a setting is known to hold no key.
    """
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        path, equals, value = text.partition("=")
        who, *keys = path.strip().split(".")
        if not equals or who not in ("speaker", "judge") or not keys or not all(keys):
            remedy = "write --set speaker.temperature=0.2 or --set judge.key_env=NAME"
            problems.add(Problem(_FILE, _PLACE, "It does not say what to set.", shown(path), remedy))
        elif is_secret(keys[-1], _value(value)):
            remedy = f"name the environment variable that holds it: --set {who}.key_env=NAME"
            problems.add(Problem(_FILE, _PLACE, "A secret has no place here.", path, remedy))
        elif keys[0] in _OPTIONS:
            remedy = f"use {_OPTIONS[keys[0]]}"
            problems.add(Problem(_FILE, _PLACE, f"{keys[0]} has an option of its own.", path, remedy))
        else:
            _put(found.setdefault(who, {}), who, keys, value, problems)
    for who, settings in found.items():
        problems.extend(_problem(fault, _PLACE, who) for fault in setting_faults(settings))
    return found


def unfit(settings: Mapping[str, Any], overrides: Mapping[str, Any], option: str) -> list[Problem]:
    """What study.yaml would refuse of a speaker named by an option, but for the faults of --set, which are told."""
    told = {fault.trail for fault in setting_faults(overrides)}
    return [_problem(fault, option) for fault in setting_faults(settings) if fault.trail not in told]


def _problem(fault: SettingFault, place: str, who: str = "") -> Problem:
    path = ".".join((*filter(None, [who]), *fault.trail))
    told = f"{path}={fault.value}" if fault.value else path
    return Problem(_FILE, place, f"{fault.what[0].upper()}{fault.what[1:]}.", told, fault.remedy)


def _put(table: Any, who: str, keys: list[str], value: str, problems: Problems) -> None:
    """Put a value where its keys lead to."""
    for depth, key in enumerate(keys[:-1], 1):
        table = table.setdefault(key, {})
        if not isinstance(table, dict):
            path = ".".join((who, *keys[:depth]))
            what = f"{path} was set to something that is no table."
            problems.add(Problem(_FILE, _PLACE, what, ".".join((who, *keys)), "keep one of the two"))
            return
    known = KNOWN.get(keys[0]) if len(keys) == 1 else None
    table[keys[-1]] = _value(value, is_text=known is not None and known.is_text)


def _value(text: str, *, is_text: bool = False) -> Any:
    """JSON where it is some, a number however it is written, else the text itself; a model may be called 7."""
    try:
        found = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        number = _NUMBER.fullmatch(text.strip())
        found = float(text) if number and isfinite(float(text)) else text
    return text if is_text and isinstance(found, bool | int | float) else found


def _finite(digits: str) -> float:
    """The number; one beyond all numbers would be read as infinity, which JSON has not."""
    number = float(digits)
    return number if isfinite(number) else _refuse(digits)


def _refuse(constant: str) -> NoReturn:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(constant)
