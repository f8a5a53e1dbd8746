"""Which habits of style the replies do not share with the person, by the dimensions of a style checklist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ringtrue.voice.explain.usage import Usage

Dimension = Literal["vocabulary", "rhetoric", "tone", "cadence"]

# Comparisons (the checklist's fifth dimension) cannot be counted: a person has to read and list them.
DIMENSIONS: Mapping[str, Dimension] = {
    "word": "vocabulary",
    "phrase": "vocabulary",
    "opener": "rhetoric",
    "person": "rhetoric",
    "boilerplate": "rhetoric",
    "layout": "rhetoric",
    "hedge": "tone",
    "contraction": "tone",
    "rhythm": "cadence",
    "punctuation": "cadence",
    "length": "cadence",
}


@dataclass(frozen=True, slots=True)
class Deviation:
    """One habit that differs, as a line of a checklist, and the counts behind it."""

    dimension: Dimension
    line: str
    usage: "Usage"


@dataclass(frozen=True, slots=True)
class StyleCheck:
    """Habits that differ, the surest first, and what could not be told. A statistic: it counts, it does not read."""

    deviations: tuple[Deviation, ...]
    untold: tuple[str, ...] = ()

    def of(self, dimension: Dimension) -> tuple[Deviation, ...]:
        """The habits of one dimension."""
        return tuple(found for found in self.deviations if found.dimension == dimension)


def style_habits(
    own: Sequence[str], replies: Sequence[str], others: Mapping[str, Sequence[str]] | None = None
) -> StyleCheck:
    """What in the replies' words, openings, tone and rhythm departs from the person's own texts.

    Only what differs beyond the spread between texts is listed, at most one in ten of it by chance. Wording that
    belongs to a subject rather than to the person is left out.
    """
    from ringtrue.voice.explain.differences import explain_differences

    found = explain_differences(own, replies, others)
    deviations = [Deviation(DIMENSIONS[row.kind], _line(row), row) for row in found.rows if not row.topic_bound]
    return StyleCheck(tuple(deviations), tuple(f"{refused.what}: {refused.reason}" for refused in found.refused))


def _line(usage: "Usage") -> str:
    how = "too much" if usage.direction == "over" else "too little"
    return f"{usage.name}: {how} ({usage.replies:.3g} {usage.unit}, the person {usage.own:.3g})"
