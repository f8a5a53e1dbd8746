"""What is known of how a person thinks: items in layers, the words that show them, and links between layers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ringtrue.sources.citation import chunk_key
from ringtrue.sources.dna_layers import plain
from ringtrue.terms.sealed import sealed


@dataclass(frozen=True, slots=True)
class Evidence:
    """Words that show an item, and where they were said."""

    quote: str = ""
    chunk: str = ""
    source: str = ""
    title: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DnaItem:
    """One philosophy, model, rule ...; `more` holds what this file says beyond what all share, under its own keys."""

    id: str
    layer: str  # L1 .. L8
    name: str = ""
    statement: str = ""
    domains: tuple[str, ...] = ()
    weight: float | None = None  # 0..1
    evidence: tuple[Evidence, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""

    def __post_init__(self) -> None:
        """Seal the table."""
        object.__setattr__(self, "more", sealed(self.more))


@dataclass(frozen=True, slots=True)
class Link:
    """How an item of one layer bears on an item of another."""

    from_layer: str
    from_id: str
    to_layer: str
    to_id: str
    relationship: str

    @property
    def contradicts(self) -> bool:
        """Whether the two are at odds."""
        return plain(self.relationship).startswith(("contradi", "conflict", "conflito", "tension", "tensao"))


@dataclass(frozen=True, slots=True)
class Paradox:
    """Two things a person holds at once, and how he or she lives with both."""

    id: str
    thesis: str
    antithesis: str
    synthesis: str = ""


@dataclass(frozen=True, slots=True)
class Dna:
    """All layers of one person; `headers` is what each file says of itself."""

    items: tuple[DnaItem, ...] = ()
    links: tuple[Link, ...] = ()
    headers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def layer(self, code: str) -> tuple[DnaItem, ...]:
        """The items of one layer."""
        return tuple(item for item in self.items if item.layer == code)

    def paradoxes(self) -> tuple[Paradox, ...]:
        """The paradoxes written out with both sides."""
        found = ((item, _side(item, "thesis", "tese"), _side(item, "antithesis", "antitese")) for item in self.items)
        return tuple(
            Paradox(item.id, thesis, antithesis, _side(item, "synthesis", "sintese"))
            for item, thesis, antithesis in found
            if thesis and antithesis
        )

    def contradictions(self) -> tuple[Link, ...]:
        """The links whose ends are at odds."""
        return tuple(link for link in self.links if link.contradicts)

    def chunks(self) -> dict[str, str]:
        """What is quoted from each chunk, by the chunk's name as it is compared."""
        quoted: dict[str, list[str]] = {}
        for evidence in (one for item in self.items for one in item.evidence):
            if evidence.chunk and evidence.quote:
                quoted.setdefault(chunk_key(evidence.chunk), []).append(evidence.quote)
        return {name: "\n".join(dict.fromkeys(quotes)) for name, quotes in quoted.items()}

    @classmethod
    def joined(cls, parts: Iterable["Dna"]) -> "Dna":
        """Several files as one."""
        read = list(parts)
        headers = {name: header for part in read for name, header in part.headers.items()}
        items = tuple(item for part in read for item in part.items)
        return cls(items, tuple(link for part in read for link in part.links), sealed(headers))


def _side(item: DnaItem, *names: str) -> str:
    return next((str(value) for key, value in item.more.items() if plain(key) in names and value), "")
