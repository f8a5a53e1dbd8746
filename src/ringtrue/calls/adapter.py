"""Adapters: what the runner asks of one, the registry that finds one by its name, careful parsing of replies."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Protocol

from ringtrue.calls import adapters
from ringtrue.files.problems import nearest
from ringtrue.terms.call import Call, Reply
from ringtrue.terms.item import Speaker
from ringtrue.terms.problem import BadInput, Problem


class Adapter(Protocol):
    """The way to one speaker or judge. It opens nothing until the first call, and can be used again after `close`.

    Nothing it shows, raises or returns holds an API key.
    """

    label: str  # for people: openai:m@http://127.0.0.1:8080/v1
    model: str  # what answers, as the request hash names it: the same model at another address is the same request
    wants_item: bool = False  # whether `settings["item"]` must hold the whole item
    most_at_once: int | None = None  # how many calls it can take at a time; more of them wait, before their clock runs

    def check(self) -> None:
        """Look, before anything is asked, whether what it needs is there; raises Refused where it is not.

        Nothing is sent and no answer asked for.
        """
        return None  # noqa: RET501 - most need nothing; a body, so that they need not say so

    async def answer(self, call: Call) -> Reply:
        """The reply of one attempt. Raises Retry where another attempt may help, Refused where none will."""
        ...

    async def close(self) -> None:
        """Close connections and programs."""
        ...


# The registry: speakers as people write them on the command line, and the adapter that reaches each.


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


# Careful parsing of what endpoints send: they differ, and some lie.


_TEXT_PARTS = ("text", "output_text")


def text_of(content: object) -> str:
    """The text of a message: as it is, or of its text parts; what a model thought to itself is no part of it."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = (part for part in content if isinstance(part, dict) and part.get("type", "text") in _TEXT_PARTS)
    return "".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def count(value: object) -> int | None:
    """A number of tokens, where that is what stands there."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None


def word(value: object) -> str | None:
    """A short text, such as a model's name for itself, where that is what stands there."""
    return value[:200] if isinstance(value, str) else None


def about(model: str | None, finish: str | None, *, refused: bool = False) -> dict[str, Any]:
    """What a reply says about itself, as meta data."""
    return {"model": model, "finish": finish} | ({"refusal": True} if refused else {})
