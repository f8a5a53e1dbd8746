"""Items, and the citations that tie them to a source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ringtrue.terms.frozen import frozen_dict

ItemStatus = Literal["pending", "accepted", "rejected", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Citation:
    """Where in the sources something stands: a path, and the lines where they are given (counted from 1)."""

    path: str
    first_line: int | None = None
    last_line: int | None = None

    def __post_init__(self) -> None:
        """Refuse lines that run backwards or start before the file does."""
        if self.first_line is None and self.last_line is not None:
            raise ValueError(f"citation of {self.path}: a last line without a first one")
        if self.first_line is not None and self.first_line < 1:
            raise ValueError(f"citation of {self.path}: lines are counted from 1, got {self.first_line}")
        if self.first_line is not None and self.last_line is not None and self.last_line < self.first_line:
            raise ValueError(f"citation of {self.path}: line {self.last_line} comes before {self.first_line}")


@dataclass(frozen=True, slots=True)
class Item:
    """A task put to speakers; `fields` holds what its kind adds (a topic, criteria, a trap ...)."""

    id: str
    kind: str
    prompt: str
    citations: tuple[Citation, ...] = ()
    tags: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    status: ItemStatus = "pending"

    def __post_init__(self) -> None:
        """Freeze the tables."""
        object.__setattr__(self, "tags", frozen_dict(self.tags))
        object.__setattr__(self, "fields", frozen_dict(self.fields))

    def listed(self, path: str) -> tuple[str, ...]:
        """What the field at a dotted path lists, () where it lists nothing."""
        found: object = self.fields
        for step in path.split("."):
            found = found.get(step) if isinstance(found, Mapping) else None
        return tuple(map(str, found)) if isinstance(found, list | tuple) else ()

    def texts(self, names: Sequence[str]) -> tuple[str, ...]:
        """The texts of these fields, () unless all of them are there."""
        found = [self.fields.get(name) for name in names]
        texts = tuple(text.strip() for text in found if isinstance(text, str) and text.strip())
        return texts if len(texts) == len(names) else ()


# Speakers, and what they said.


@dataclass(frozen=True, slots=True)
class Speaker:
    """A source of answers to items: a person's documents, a clone, a compressed clone, a control."""

    name: str
    kind: str  # documented, openai, anthropic, local, command, python, recorded
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze the settings."""
        object.__setattr__(self, "settings", frozen_dict(self.settings))


@dataclass(frozen=True, slots=True)
class Response:
    """What one speaker answered to one item, unedited; a failed call has no text and an error."""

    item: str
    speaker: str
    text: str | None
    error: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Freeze the meta data; a response is a text or an error, never neither."""
        object.__setattr__(self, "meta", frozen_dict(self.meta))
        if (self.text is None) == (self.error is None):
            raise ValueError(f"response of {self.speaker} to {self.item}: either a text or an error")


# Cards and packets: what a judge sees, with nothing that shows whose words they are.


@dataclass(frozen=True, slots=True)
class Card:
    """One item's texts as shown: neutral id, sides in the order dealt, no speaker anywhere.

    `lists` is what can be ticked, by the path of the list that a question of the kind names ("checklist.tone");
    `beside` what the person would decide or say, by its heading, where the kind shows that.
    """

    id: str
    kind: str
    prompt: str
    texts: tuple[str, ...]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    beside: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("lists", "beside"):
            if getattr(self, name):
                object.__setattr__(self, name, frozen_dict(getattr(self, name)))


@dataclass(frozen=True, slots=True)
class Packet:
    """The cards of one judge, in the order they are shown."""

    token: str
    rater: str
    cards: tuple[Card, ...]
