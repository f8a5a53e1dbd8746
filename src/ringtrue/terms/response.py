"""Speakers, and what they said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ringtrue.terms.sealed import sealed


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whoever answers items: a person's documents, a clone, a compressed clone, a control."""

    name: str
    kind: str  # documented, openai, anthropic, local, command, python, recorded
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Seal the settings."""
        object.__setattr__(self, "settings", sealed(self.settings))


@dataclass(frozen=True, slots=True)
class Response:
    """What one speaker answered to one item, unedited; a failed call has no text and an error."""

    item: str
    speaker: str
    text: str | None
    error: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Seal the meta data; a response is a text or an error, never neither."""
        object.__setattr__(self, "meta", sealed(self.meta))
        if (self.text is None) == (self.error is None):
            raise ValueError(f"response of {self.speaker} to {self.item}: either a text or an error")
