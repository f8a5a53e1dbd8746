"""study.yaml of a run: who speaks and who judges, files named as seen from its folder."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ringtrue.study.anchored import path_settings
from ringtrue.study.scenario_inputs import RunInputs
from ringtrue.study.settings import DEFAULT_SEED
from ringtrue.terms import Speaker

PROTOCOL = "scenarios"
PROMPT = "prompt.md"


def run_settings(folder: Path, inputs: RunInputs) -> dict[str, Any]:
    """study.yaml of a run: paths are written as seen from its folder."""
    given = inputs.given
    clone = _entry(inputs.clone, folder) | {"system": PROMPT}
    judging = ({"repeats": given.repeats} if given.repeats > 1 else {}) | {"language": given.language}
    settings: dict[str, Any] = {
        "protocol": PROTOCOL,
        "subject": {"name": _subject(inputs)},
        "speakers": {inputs.clone.name: clone},
        "judges": {judge.name: _entry(judge, folder) | judging for judge in inputs.judges},
        "seed": DEFAULT_SEED,
    }
    return settings | ({"note": inputs.note} if inputs.note else {})


def _subject(inputs: RunInputs) -> str:
    """Whose clone it is: the name of a card or a clone's folder, the prompt's first heading, or its file's name."""
    if inputs.subject:
        return inputs.subject[:80]
    lines = (line.strip() for line in inputs.prompt.splitlines())
    heading = next((line.lstrip("# ") for line in lines if line.startswith("#") and line.strip("# ")), "")
    return heading[:80] or inputs.given.prompt.resolve().stem


def _entry(speaker: Speaker, folder: Path) -> dict[str, Any]:
    """A speaker as study.yaml has it, with files named as seen from the study's folder."""
    paths = path_settings(speaker.kind)
    settings = {key: _unsealed(value) for key, value in speaker.settings.items()}
    found = {key: os.path.relpath(value, folder) for key, value in settings.items() if key in paths and value}
    return {"kind": speaker.kind, **settings, **found}


def _unsealed(value: Any) -> Any:
    """Tables and lists that a YAML writer takes."""
    if isinstance(value, Mapping):
        return {str(key): _unsealed(inner) for key, inner in value.items()}
    return [_unsealed(inner) for inner in value] if isinstance(value, list | tuple) else value
