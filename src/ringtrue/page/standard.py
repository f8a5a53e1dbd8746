"""The built-in briefings: one data file for each language, and which of its parts fits a protocol."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from ringtrue.files import read_yaml
from ringtrue.page.briefing import Ask, Consent, Practice
from ringtrue.protocols import MECHANISMS
from ringtrue.terms import Kind, Protocol

_FOLDER = files("ringtrue.page") / "briefings"
_ENDING = ".yaml"

LANGUAGES: tuple[str, ...] = tuple(
    sorted(entry.name.removesuffix(_ENDING) for entry in _FOLDER.iterdir() if entry.name.endswith(_ENDING))
)


@cache
def standard(language: str) -> Mapping[str, Any]:
    """The words of a language, one of LANGUAGES."""
    with as_file(_FOLDER / f"{language}{_ENDING}") as path:
        data: Mapping[str, Any] = _plain(read_yaml(path).data)
    return data


def said(language: str, text: str) -> str:
    """A text of a protocol in this language; where there is no translation, as the protocol has it."""
    return str(standard(language).get("words", {}).get(text, text))


def audience(protocol: Protocol) -> str:
    """Who can rate: whoever has read the gold text ("sample"), or people who know the person ("acquainted")."""
    return "sample" if any(kind.gold for kind in protocol.kinds.values()) else "acquainted"


def standard_consent(
    language: str, protocol: Protocol, title: str, contact: str, attest: Mapping[str, str] | None = None
) -> Consent:
    """The consent text with what a rater of this protocol attests to, or with other attestations."""
    words = standard(language)
    given = words["consent"]
    paragraphs = [*given["paragraphs"], *([given["contact"]] if contact else [])]
    filled = tuple(text.replace("{title}", title).replace("{contact}", contact) for text in paragraphs)
    attested = words["attestations"][audience(protocol)] if attest is None else attest
    return Consent(words["version"], filled, given["statements"] | attested)


def standard_qualification(language: str, protocol: Protocol) -> tuple[Ask, ...]:
    """What a rater of this protocol is asked about himself."""
    return tuple(Ask(**given) for given in standard(language)["qualification"][audience(protocol)])


def standard_practice(language: str, protocol: Protocol) -> Practice:
    """A card to practise on: of the first kind that sets two texts side by side, else of the first kind."""
    compared = {name: found for name, kind in protocol.kinds.items() if (found := _comparing(protocol, kind))}
    name = next(iter(compared or protocol.kinds))
    kind = protocol.kinds[name]
    words = standard(language)["practice"]
    part = words[compared.get(name, "one")]
    texts = (part["texts"] * len(kind.show))[: max(1, len(kind.show))]
    things = tuple(part.get("things", words["one"]["things"]))
    feedback = {
        question.name: part["feedback"]
        for question in kind.questions
        if part["feedback"] and protocol.scales[question.scale].type == compared.get(name)
    }
    lists = {question.lists: things for question in kind.questions if question.lists}
    return Practice(name, part["prompt"], tuple(texts), lists, feedback, words["all"])


def _comparing(protocol: Protocol, kind: Kind) -> str | None:
    """The type of the scale by which a kind compares its two texts, None where it shows one."""
    types = (protocol.scales[question.scale].type for question in kind.questions)
    return next((type_ for type_ in types if len(kind.show) == 2 and MECHANISMS[type_].compares), None)


def _plain(value: Any) -> Any:
    """The value without what the reader hangs on to it; keys of tables as texts."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return str(value) if isinstance(value, str) else value
