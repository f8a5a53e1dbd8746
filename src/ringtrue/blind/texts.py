"""What can stand on cards: the texts of each speaker to each item, and what is missing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ringtrue.terms import Item, Kind, Protocol, Response

_PROMPT_FIELDS = ("context", "prompt", "constraints")


@dataclass(frozen=True, slots=True)
class Missing:
    """A text a card would need and nobody gave."""

    item: str
    speaker: str
    why: str


class Texts:
    """The texts by item and speaker; the last response counts, and a text the item itself holds where there is none."""

    def __init__(self, responses: Iterable[Response]) -> None:
        """Take the responses in their order."""
        self._texts: dict[tuple[str, str], str] = {}
        self._errors: dict[tuple[str, str], str] = {}
        for response in responses:
            key = response.item, response.speaker
            if response.text is not None and response.text.strip():
                self._texts[key] = response.text
            else:
                self._errors[key] = response.error or "the response is empty"

    def find(self, item: Item, speaker: str) -> str | None:
        """What the speaker said to the item, None where there is nothing to show."""
        found = self._texts.get((item.id, speaker))
        return found if found is not None else _documented(item, speaker)

    def missing(self, item: Item, speakers: Sequence[str]) -> list[Missing]:
        """Whose texts are not there."""
        return [
            Missing(item.id, speaker, self._errors.get((item.id, speaker), "there is no response"))
            for speaker in speakers
            if self.find(item, speaker) is None
        ]


def prompt_of(item: Item) -> str:
    """What the speaker was asked: the situation, the prompt, the limits."""
    parts = [item.prompt if name == "prompt" else _as_text(item.fields.get(name)) for name in _PROMPT_FIELDS]
    return "\n\n".join([part for part in map(str.strip, parts) if part])


def lists_of(item: Item, kind: Kind) -> dict[str, tuple[str, ...]]:
    """What can be ticked on a card of the item, by the path each question names; lists it lacks are left out."""
    paths = [question.lists for question in kind.questions if question.lists is not None]
    found = {path: _listed(item, path) for path in paths}
    return {path: listed for path, listed in found.items() if listed}


def speakers_shown(protocol: Protocol, kind: str, stand_in: str | None = None) -> tuple[str, ...]:
    """The speakers of a kind of card; a control takes the candidate's place."""
    shown = protocol.kinds[kind].show
    return tuple(stand_in if stand_in and name == protocol.candidate else name for name in shown)


def _documented(item: Item, speaker: str) -> str | None:
    """A text recorded with the item: in its table of responses, or in the field named like the speaker."""
    recorded = item.fields.get("responses")
    given = recorded.get(speaker) if isinstance(recorded, Mapping) else None
    text = given if given is not None else item.fields.get(speaker)
    return text if isinstance(text, str) and text.strip() else None


def _listed(item: Item, path: str) -> tuple[str, ...]:
    found: object = item.fields
    for step in path.split("."):
        found = found.get(step) if isinstance(found, Mapping) else None
    return tuple(map(str, found)) if isinstance(found, list | tuple) else ()


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(f"- {one}" for one in value)
    return value if isinstance(value, str) else ""
