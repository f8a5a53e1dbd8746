"""Report, Section and what a section holds: texts, tables, figures, verdicts, item cards. Values without any markup.

Whoever makes a report says what stands in it; `markdown.py`, `html.py` and the terminal say how it looks. Texts of
other people are data here: each rendering escapes them its own way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Tone = Literal["plain", "strong", "note", "alarm"]
Outcome = Literal["good", "bad", "open", "none"]  # what a label means for the clone: a colour and a sign
ColumnKind = Literal["text", "number", "name", "item"]  # a number stands right, a name is code, an item is a link
Role = Literal["first", "next", "caution", "main", "items", "appendix"]  # where a section stands


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or a few, as a paragraph; `title` stands before it."""

    words: str
    tone: Tone = "plain"
    title: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """Sentences that belong together, as a list; `title` stands over a list that is set apart."""

    lines: tuple[str, ...]
    tone: Tone = "plain"
    title: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    kind: ColumnKind = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; `title` names it where a section has several, `more` says what was left out."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    more: str = ""
    long: bool = False  # to be folded where a rendering can


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture as SVG whose text is text, with its title, what it shows in words, and its data as a table.

    `file` is where Markdown finds it, beside the report.
    """

    name: str
    title: str
    svg: str = ""
    words: str = ""
    data: Table | None = None
    file: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the verdicts that stand beside each other: by which numbers, its label, what decided it."""

    title: str
    label: str
    outcome: Outcome
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts side by side, with the reason for a difference."""

    sides: tuple[Side, ...]
    difference: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A line that leads to the card of an item."""

    item: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Links:
    """Items to look at, the first first; `otherwise` is said where there is none."""

    links: tuple[Link, ...]
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Another file, named as seen from the report."""

    words: str
    file: str


@dataclass(frozen=True, slots=True)
class Pages:
    """Files to open, in rows: whose they are, and each of them."""

    rows: tuple[tuple[str, tuple[Page, ...]], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Who said what of which item: a shade from 0 (bad) to 1 (good) for each row and column, None where nothing."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]  # item, shades
    words: str = ""


# The card of one item: all there is to read about it.


@dataclass(frozen=True, slots=True)
class Passage:
    """A text under a heading: the question, what was expected, a line of a source. `mark` are words to point out.

    `wrong` is a text nobody should say, such as the trap of an edge case.
    """

    title: str
    text: str
    mark: tuple[str, ...] = ()
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """A criterion, and by how many of how many raters it was met; `met` is how it counts, None for a tie."""

    text: str
    yes: int
    of: int
    met: bool | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one rater answered to one question, with the reason and the words quoted."""

    rater: str
    question: str
    answer: str
    reason: str = ""
    quote: str = ""
    verified: bool | None = None  # whether the quote stands in the answer


@dataclass(frozen=True, slots=True)
class ItemCard:
    """One item with question, answers, expectation, sources, criteria and opinions.

    `answers` are what was said, by whom: the clone's first. `compare` asks for the words in which the first two differ.
    """

    id: str
    kind: str = ""
    title: str = ""
    outcome: Outcome = "none"
    score: str = ""
    why: str = ""  # in a few words, for a list
    asked: tuple[Passage, ...] = ()
    answers: tuple[Passage, ...] = ()
    expected: tuple[Passage, ...] = ()
    sources: tuple[Passage, ...] = ()
    ticks: tuple[Tick, ...] = ()
    opinions: tuple[Opinion, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    compare: bool = False


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a report, those to look at first first; `shown` is how many a short rendering prints in full."""

    cards: tuple[ItemCard, ...]
    shown: int = 10


Block = Text | Points | Table | Figure | Verdicts | Links | Pages | Grid | Cards


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report with a title; `name` is what protocols call it by."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    role: Role = "main"

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it."""
        return not self.blocks


@dataclass(frozen=True, slots=True)
class Report:
    """A document: its title, what it says in one sentence, what to know before reading on, and its sections."""

    title: str
    headline: str
    sections: tuple[Section, ...]
    label: str = ""  # the word of the headline that stands out
    outcome: Outcome = "none"
    notes: tuple[Text | Points, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    def with_role(self, *roles: Role) -> tuple[Section, ...]:
        """Its sections of these roles, in their order."""
        return tuple(section for section in self.sections if section.role in roles)

    def cards(self) -> Iterator[ItemCard]:
        """Every item card, in the order they stand in the report."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Cards):
                    yield from block.cards

    def as_dict(self) -> dict[str, Any]:
        """The report as one JSON document; what a block is stands under `block`. Pictures are left out."""
        return {
            "title": self.title,
            "headline": self.headline,
            "label": self.label,
            "outcome": self.outcome,
            "notes": [_block(note) for note in self.notes],
            "facts": dict(self.facts),
            "sections": [
                {
                    "name": section.name,
                    "title": section.title,
                    "role": section.role,
                    "blocks": [_block(block) for block in section.blocks],
                }
                for section in self.sections
            ],
        }


def _block(block: Block) -> dict[str, Any]:
    fields = {key: value for key, value in asdict(block).items() if key != "svg"}
    return {"block": type(block).__name__.lower(), **fields}


def columns(*titles: str, numbers: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[Column, ...]:
    """Columns by their titles, those listed apart as numbers or names."""
    return tuple(
        Column(title, "number" if title in numbers else "name" if title in names else "text") for title in titles
    )
