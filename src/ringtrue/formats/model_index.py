"""The model index of compressed personas as a table: what each row measured, and which rows to believe."""

from collections.abc import Mapping
from dataclasses import dataclass

from ringtrue.formats.flag import Flag

HALF = "half the cosine of embeddings, half the mean score of model raters (0-10) divided by 10"
COSINE = "the plain cosine of embeddings"
OTHER = "neither the cosine nor half cosine and half rater scores"
UNCLEAR = "the cosine, or half cosine and half rater scores: both fit these rows"

Key = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One comparison of a regime's answer with the full persona's; `line` is where it stands in the file."""

    line: int
    persona: str
    regime: str
    domain: str
    run: int
    cosine: float
    scores: tuple[float | None, ...] = ()  # by rater, in the order of ModelIndex.raters
    pfi: float | None = None
    drift: float | None = None
    decimals: int = 15  # digits the cosine was written with, which says how exactly it can be compared

    @property
    def key(self) -> Key:
        """What was compared."""
        return self.persona, self.regime, self.domain, self.run

    @property
    def measured(self) -> tuple[float | None, ...]:
        """Everything somebody measured: the cosine and the score of each rater."""
        return self.cosine, *self.scores

    @property
    def half(self) -> float | None:
        """The index by half cosine and half rater scores; None without a score."""
        known = [score for score in self.scores if score is not None]
        return 0.5 * (self.cosine + sum(known) / len(known) / 10) if known else None


@dataclass(frozen=True, slots=True)
class ModelIndex:
    """The rows of one file with what a quality check has to say about them.

    `definition` says what the file calls pfi. Rows flagged constant, and those a later row of the same comparison
    takes the place of, stay in `rows` and are not in `believed`.
    """

    file: str
    raters: tuple[str, ...]
    rows: tuple[IndexRow, ...]
    definition: str
    flags: tuple[Flag, ...] = ()

    @property
    def believed(self) -> Mapping[Key, IndexRow]:
        """For each comparison the last row that is not a constant of a dry run."""
        constant = {line for flag in self.flags if flag.kind == "constant" for line in flag.lines}
        return {row.key: row for row in self.rows if row.line not in constant}

    @property
    def notes(self) -> tuple[str, ...]:
        """The flags as sentences."""
        return tuple(flag.sentence() for flag in self.flags)
