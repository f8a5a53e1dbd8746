"""The slot table of an older page: which speaker's text stood in which of its two slots, scenario by scenario."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files import Document, Problems, read_yaml
from ringtrue.terms import BadInput

_KEYS = ("slots", "items", "raters")
_SHAPE = "Write slots: with a line SCENARIO: [speaker in slot 1, speaker in slot 2] for each scenario of the page."


@dataclass(frozen=True, slots=True)
class Slots:
    """Scenario -> its two speakers; and the item and the rater a scenario or a file stands for, where it is said."""

    slots: Mapping[str, tuple[str, str]]
    items: Mapping[str, str] = field(default_factory=dict)
    raters: Mapping[str, str] = field(default_factory=dict)


def read_slots(path: Path | str) -> Slots:
    """The table in a YAML file; BadInput with every fault of it."""
    document = read_yaml(path)
    problems = Problems()
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("slots"), dict):
        raise BadInput([document.problem((), "There is no table of slots in it.", remedy=_SHAPE)])
    for key in (key for key in data if key not in _KEYS):
        problems.add(document.problem((key,), "There is no such key.", remedy=f"Known: {', '.join(_KEYS)}."))
    slots = {}
    for scenario, pair in data["slots"].items():
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
            problems.add(document.problem(("slots", scenario), "These are not two speakers.", pair, _SHAPE))
            continue
        slots[str(scenario)] = (str(pair[0]), str(pair[1]))
    found = Slots(slots, _names(document, "items", problems), _names(document, "raters", problems))
    problems.raise_if_any()
    return found


def _names(document: Document, key: str, problems: Problems) -> dict[str, str]:
    given: Any = document.data.get(key) or {}
    if not isinstance(given, dict):
        problems.add(document.problem((key,), "This is not a table.", given, f"Write {key}: with one line for each."))
        return {}
    return {str(name): str(meant) for name, meant in given.items()}
