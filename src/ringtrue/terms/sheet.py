"""A sheet: the prompts of a multi-turn protocol in their order, its gap, its slots, and what each scope may claim."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ringtrue.terms.frozen import frozen_dict

GapKind = Literal["wait", "new", "summary"]


@dataclass(frozen=True, slots=True)
class SheetPrompt:
    """One prompt of a sheet, word for word; slots stand in it as their marks.

    An opening prompt has the `name` of what its answer is, such as the anchor; a trial has its `place` from 1 and its
    goal. `recalls` names the opening answer that a trial asks for again. `gap` is set where a pause comes before it.
    """

    id: str
    text: str
    title: str = ""
    name: str = ""
    place: int = 0
    goal: str = ""
    recalls: str = ""
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A gap in the wording that a study fills; `usual` is what stands there in a study that does not."""

    name: str
    mark: str
    about: str = ""
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """The pause before a trial: its seconds, what the subject is asked for where a summary alone is carried over.

    `carried` stands before that summary in the new thread.
    """

    seconds: float = 600.0
    summary: str = ""
    carried: str = ""


@dataclass(frozen=True, slots=True)
class ScopeRule:
    """What a scope claims: the gaps that fit it, the usual one first; whether messages see those before them."""

    name: str
    about: str = ""
    gaps: tuple[GapKind, ...] = ()
    threaded: bool = True
    environments: int = 1


@dataclass(frozen=True, slots=True)
class Sheet:
    """The conversation of a protocol.

    `sizes` are words for a number of trials, from the most down; `sessions` is the fewest whose interval says much;
    `share` is the weight of this sheet in the composite over several sheets of one scope.
    """

    version: str
    opening: tuple[SheetPrompt, ...]
    trials: tuple[SheetPrompt, ...]
    slots: Mapping[str, Slot] = field(default_factory=dict)
    gap: Gap = field(default_factory=Gap)
    scopes: Mapping[str, ScopeRule] = field(default_factory=dict)
    sizes: tuple[tuple[str, float | None], ...] = ()
    sessions: int = 1
    share: float | None = None
    source: str = ""
    changes: tuple[str, ...] = ()
    hash: str = ""

    def __post_init__(self) -> None:
        """Freeze the tables."""
        for name in ("slots", "scopes"):
            object.__setattr__(self, name, frozen_dict(getattr(self, name)))

    @property
    def prompts(self) -> tuple[SheetPrompt, ...]:
        """Everything that is asked, in order."""
        return (*self.opening, *self.trials)

    def slots_in(self, text: str) -> Iterator[Slot]:
        """The slots that a text has."""
        return (slot for slot in self.slots.values() if slot.mark in text)

    def filled(self, text: str, fillings: Mapping[str, str]) -> str:
        """A text with its slots filled; what fills a slot is not searched for others."""
        parts = [text]
        for slot in self.slots_in(text):
            given = fillings[slot.name]
            parts = [
                piece
                for place, part in enumerate(parts)
                for piece in ([part] if place % 2 else _around(part.split(slot.mark), given))
            ]
        return "".join(parts)

    def trials_for(self, scope: str) -> tuple[SheetPrompt, ...]:
        """The trials of a scope: where no gap can be claimed, those behind one are left out."""
        rule = self.scopes.get(scope)
        return tuple(one for one in self.trials if not one.gap or rule is None or rule.gaps)

    def size_of(self, trials: int) -> str:
        """The word for a number of trials."""
        return next((name for name, least in self.sizes if least is None or trials >= least), "")


def _around(pieces: list[str], given: str) -> list[str]:
    """Pieces of a text with what fills the slot between them, at the odd places."""
    whole = [pieces[0]]
    for piece in pieces[1:]:
        whole += [given, piece]
    return whole
