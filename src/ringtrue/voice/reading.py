"""A whole account of a set of replies: the estimate, hints by reply, flags, copied passages, spread, the bare model."""

from dataclasses import dataclass
from typing import Literal

from ringtrue.terms import Estimate
from ringtrue.voice.estimate import VoiceEstimate
from ringtrue.voice.overlaps import Overlap

HINT = "a hint where to look, not a verdict: one reply alone says little"

FlagKind = Literal["caricature", "copying", "all alike"]


@dataclass(frozen=True, slots=True)
class Hint:
    """Where one reply alone lies between impostors (0) and the person (1); None where nothing can be said.

    `reply` is its number in the list given, from 0.
    """

    reply: int
    place: float | None
    note: str
    warning: str = HINT


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that makes a high score suspicious, why it was raised, and examples from the replies."""

    kind: FlagKind
    why: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bare:
    """The same model without the persona: where it stands, and where the replies stand with it as the floor."""

    estimate: VoiceEstimate
    anchored: Estimate


@dataclass(frozen=True, slots=True)
class Reading:
    """What the instrument has to say about a set of replies.

    `spread` is how much the replies vary among themselves, as a share of how much the person's own passages of that
    length do. `notes` say what weakens the account.
    """

    estimate: VoiceEstimate
    hints: tuple[Hint, ...]
    flags: tuple[Flag, ...]
    overlaps: tuple[Overlap, ...]
    spread: Estimate
    bare: Bare | None
    notes: tuple[str, ...]
