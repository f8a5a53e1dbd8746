"""What a report says besides the result itself: whose clone, which study, how it was computed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from ringtrue.terms import Measure, Protocol


@dataclass(frozen=True, slots=True)
class About:
    """The circumstances of a result.

    `note` says so where answers were simulated or recorded earlier. `definitions` holds what each estimate means, by
    name or by the name its `each` values begin with. `rank_by` lists the columns of items that tell weak from strong
    (higher is better), the first an item has being its score.
    """

    subject: str
    protocol_title: str = ""
    protocol_about: str = ""
    study_name: str = ""
    when: str = ""
    program_version: str = ""
    note: str = ""
    unit: str = ""
    seed: int | None = None
    replicates: int | None = None
    definitions: Mapping[str, str] = field(default_factory=dict)
    rank_by: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        protocol: Protocol,
        subject: str,
        *,
        study_name: str = "",
        when: str = "",
        program_version: str = "",
        note: str = "",
        seed: int | None = None,
        replicates: int | None = None,
    ) -> Self:
        """The circumstances with everything the protocol can tell about itself."""
        measures = protocol.measures.values()
        return cls(
            subject=subject,
            protocol_title=protocol.title or protocol.name,
            protocol_about=protocol.about,
            study_name=study_name,
            when=when,
            program_version=program_version,
            note=note,
            unit=protocol.unit,
            seed=seed,
            replicates=replicates,
            definitions={measure.name: _definition(measure) for measure in measures if measure.per == "study"},
            rank_by=tuple(measure.name for measure in measures if measure.per == "item" and measure.name != "passed"),
        )

    def definition(self, name: str) -> str:
        """What an estimate means: its own entry, or that of the longest name it begins with (NAME_VALUE)."""
        if name in self.definitions:
            return self.definitions[name]
        stems = [stem for stem in self.definitions if name.startswith(f"{stem}_")]
        return self.definitions[max(stems, key=len)] if stems else ""


def _definition(measure: Measure) -> str:
    """The measure in its author's words, or else as it is computed."""
    if measure.about:
        return measure.about
    if measure.formula is not None:
        return measure.formula
    if measure.crossed is not None:
        return f"mean of the single answers to {measure.crossed}"
    if measure.gate is not None:
        return f"equivalence of {measure.gate} within {measure.margin:g}"
    return f"{measure.statistic} of {' and '.join(measure.of)}"
