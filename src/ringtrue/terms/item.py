"""Items, and the citations that tie them to a source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ringtrue.terms.sealed import sealed

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
    """One thing put to speakers; `fields` holds what its kind adds (a topic, criteria, a trap ...)."""

    id: str
    kind: str
    prompt: str
    citations: tuple[Citation, ...] = ()
    tags: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    status: ItemStatus = "pending"

    def __post_init__(self) -> None:
        """Seal the tables."""
        object.__setattr__(self, "tags", sealed(self.tags))
        object.__setattr__(self, "fields", sealed(self.fields))
