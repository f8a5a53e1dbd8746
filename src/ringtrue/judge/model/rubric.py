"""Rubrics: the words a model judge is told, one data file for each language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files import nearest, read_yaml
from ringtrue.files.kept import kept
from ringtrue.terms import BadInput, Kind, Problem, Protocol

_FOLDER = Path(__file__).parent / "rubrics"
_ENDING = ".yaml"

LANGUAGES: tuple[str, ...] = tuple(
    sorted(entry.name.removesuffix(_ENDING) for entry in _FOLDER.iterdir() if entry.name.endswith(_ENDING))
)


@dataclass(frozen=True, slots=True)
class Rubric:
    """One language's wording; `hash` names it in what is recorded with a score.

    `parts` are the paragraphs of the instruction, `scales` how each type of scale is asked, `headings` what stands
    above the blocks of a card, `fields` the headings of an item's fields, `words` translations of protocols' texts.
    """

    language: str
    parts: Mapping[str, str]
    scales: Mapping[str, str]
    headings: Mapping[str, str]
    fields: Mapping[str, str]
    words: Mapping[str, str]
    hash: str

    def said(self, text: str) -> str:
        """A text of a protocol in this language; where there is no translation, as the protocol has it."""
        return self.words.get(text, text)


@cache
def rubric(language: str) -> Rubric:
    """The rubric of a language; BadInput names those there are."""
    if language not in LANGUAGES:
        near = nearest(language, LANGUAGES)
        remedy = (f"Did you mean {near}? " if near else "") + f"There are: {', '.join(LANGUAGES)}."
        raise BadInput([Problem("judge", "language", "There is no rubric in this language.", language, remedy)])
    source = _FOLDER / f"{language}{_ENDING}"
    data = kept(_FOLDER, language)
    if data is None:
        data = read_yaml(source).data
    tables = {key: _texts(value) for key, value in data.items() if isinstance(value, Mapping)}
    parts = _texts({key: value for key, value in data.items() if isinstance(value, str)})
    digest = sha256(source.read_bytes()).hexdigest()
    return Rubric(language, parts=parts, hash=digest, **tables)


def untranslated(protocol: Protocol, language: str) -> tuple[str, ...]:
    """Texts of the protocol that a judge in this language reads as the protocol has them, in their order."""
    kinds = protocol.kinds.values()
    return tuple(dict.fromkeys(text for kind in kinds for text in foreign(rubric(language), protocol, kind)))


def foreign(wording: Rubric, protocol: Protocol, kind: Kind) -> list[str]:
    """Texts of one kind that the rubric does not translate; protocols are written in English."""
    if wording.language == "en":
        return []
    scales = [protocol.scales[question.scale] for question in kind.questions]
    asked = [question.text for question in kind.questions]
    labels = [label for scale in scales for label in scale.labels.values()]
    return [text for text in [*asked, *labels] if text not in wording.words]


def _texts(table: Mapping[Any, Any]) -> dict[str, str]:
    return {str(key): str(value) for key, value in table.items()}
