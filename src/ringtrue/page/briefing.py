"""A briefing: everything a rater reads besides the cards, in types."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from json import dumps
from typing import Any, Literal

AskType = Literal["pick", "bipolar", "steps", "checklist", "anchored", "flag", "text", "number"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question as the page puts it; `list` names the list of the card it is about."""

    name: str
    text: str
    type: AskType
    required: bool = True
    low: float | None = None
    high: float | None = None
    step: float | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    list: str | None = None

    def as_document(self) -> dict[str, Any]:
        """The question in JSON's types, all its keys always there."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Consent:
    """The text a rater agrees to, paragraph by paragraph, and the statements to tick, by their ids."""

    version: str
    paragraphs: tuple[str, ...]
    statements: Mapping[str, str]

    @property
    def hash(self) -> str:
        """Names the text to the letter: what a rater agreed to can be proved later."""
        whole = {"version": self.version, "paragraphs": self.paragraphs, "statements": list(self.statements.items())}
        return sha256(dumps(whole, ensure_ascii=True).encode()).hexdigest()

    def as_document(self) -> dict[str, Any]:
        """The consent in JSON's types."""
        statements = [{"id": id_, "text": text} for id_, text in self.statements.items()]
        return {
            "version": self.version,
            "hash": self.hash,
            "paragraphs": list(self.paragraphs),
            "statements": statements,
        }


@dataclass(frozen=True, slots=True)
class Checked:
    """One question on the gold text, with its options; `answer` is one of them."""

    text: str
    options: tuple[str, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Practice:
    """The card to practise on, and what is said to an answer: by question and value, or `otherwise`."""

    kind: str
    prompt: str
    texts: tuple[str, ...]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    feedback: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a study tells its raters. `minutes` is reckoned from the cards where it is None; `check` None: none wanted.

    `questions` rewords questions of the protocol; `gold` is the sample of the true voice, empty where there is none.
    """

    language: str
    title: str
    contact: str = ""
    minutes: float | None = None
    breaks: int = 20
    consent: Consent | None = None
    qualification: tuple[Ask, ...] = ()
    gold: str = ""
    check: tuple[Checked, ...] = ()
    practice: Practice | None = None
    questions: Mapping[str, str] = field(default_factory=dict)
