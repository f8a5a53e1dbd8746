"""A pair: one prompt answered by the full persona, by the compressed one and perhaps by a control."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ringtrue.formats.flag import Flag

_COMPRESSED = re.compile(r"T\d+", re.IGNORECASE)
_SPEAKERS = {"FULL": "full", "GAMMA": "control"}


def speaker_of(regime: str) -> str | None:
    """Whose text a regime's is: FULL full, T3 and its like compressed, GAMMA (the name alone) control; or None."""
    return "compressed" if _COMPRESSED.fullmatch(regime) else _SPEAKERS.get(regime.upper())


def pair_id(persona: str, domain: str, run: int) -> str:
    """The name of a pair where none is given."""
    return f"{persona}_{domain}_run{run}"


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair as read; `texts` by speaker, `definition` what its model index is, `extra` keys nobody here knows."""

    id: str
    persona: str
    domain: str
    run: int
    texts: Mapping[str, str] = field(default_factory=dict)
    prompt: str = ""
    pfi_model: float | None = None
    definition: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""  # the file or folder, for problems

    def as_item(self) -> dict[str, Any]:
        """The pair as an entry of items.yaml."""
        item: dict[str, Any] = {"id": self.id, "kind": "pair", "prompt": self.prompt, "domain": self.domain}
        if self.texts:
            item["responses"] = dict(self.texts)
        if self.pfi_model is not None:
            item["pfi_model"] = self.pfi_model
            item["pfi_model_definition"] = self.definition or "as the file gives it"
        return {
            **item,
            **{key: self.extra[key] for key in self.extra if key not in item},
            "tags": {"persona": self.persona, "run": self.run},
        }


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of one file or folder, with what should be known about them."""

    pairs: tuple[Pair, ...]
    flags: tuple[Flag, ...] = ()
