"""Speakers as people write them on the command line, and the adapter that reaches each."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from ringtrue.calls import adapters
from ringtrue.calls.adapter import Adapter
from ringtrue.files import nearest
from ringtrue.terms import BadInput, Problem, Speaker

SAMPLING = ("temperature", "max_tokens", "seed", "top_p", "stop", "presence_penalty", "frequency_penalty", "extra")


def kinds() -> list[str]:
    """Every kind of speaker there is: the modules of `calls/adapters`."""
    return sorted(module.name for module in iter_modules(adapters.__path__) if not module.name.startswith("_"))


def speaker_named(spelling: str, *, name: str) -> Speaker:
    """The speaker meant by `openai:MODEL@URL`, `anthropic:MODEL`, `local`, `command:PROGRAM ARGS` and so on."""
    kind, _, rest = spelling.strip().partition(":")
    settings: dict[str, Any] = _module(kind, file="--speaker", place=kind).spelled(rest.strip())
    return Speaker(name, kind, settings)


def adapter_for(speaker: Speaker, *, folder: Path) -> Adapter:
    """The way to a speaker; relative paths in its settings are taken from `folder`. Nothing is opened yet."""
    place = f"speakers, {speaker.name}"
    adapter: Adapter = _module(speaker.kind, file="study.yaml", place=place).adapter(speaker, folder)
    return adapter


def sampling_of(speaker: Speaker) -> dict[str, Any]:
    """The sampling settings of a speaker: what a call to it carries and a response records."""
    return {name: speaker.settings[name] for name in SAMPLING if speaker.settings.get(name) is not None}


def _module(kind: str, *, file: str, place: str) -> ModuleType:
    known = kinds()
    if kind not in known:
        near = nearest(kind, known)
        remedy = f"Did you mean {near}?" if near else f"One of {', '.join(known)}."
        raise BadInput([Problem(file, place, "There is no such kind of speaker.", kind, remedy)])
    return import_module(f"{adapters.__name__}.{kind}")
