"""A briefing: everything a rater reads in addition to the cards, in types."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from importlib.resources import as_file, files
from json import dumps
from typing import Any, Literal

from ringtrue.files.document import plain
from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.scales import MECHANISMS, TIE
from ringtrue.terms.protocol import Kind, Protocol, Scale

AskType = Literal["pick", "bipolar", "steps", "checklist", "anchored", "flag", "text", "number", "position"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question as the page puts it; `list` names the list of the card it is about, `ties`: a pick may be one.

    `even` is its wording after an answer that prefers neither text.
    """

    name: str
    text: str
    type: AskType
    required: bool = True
    low: float | None = None
    high: float | None = None
    step: float | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    list: str | None = None
    ties: bool = False
    even: str = ""

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
    """What a study's raters read. `minutes` is estimated from the cards where it is None; `check` None: none wanted.

    `questions` rewords questions of the protocol, `labels` the steps of their scales; `gold` is the sample of the true
    voice, empty where there is none.
    `person` is the name of the one it is about and a line on who they are; `guide` says what to go by on every card,
    `traits` what to listen for; `host` invites and thanks.
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
    person: tuple[str, str] = ("", "")
    host: str = ""
    guide: str = ""
    traits: tuple[str, ...] = ()
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


# The built-in briefings: one data file for each language, and which of its parts fits a protocol.


_FOLDER = files("ringtrue.page") / "briefings"
_ENDING = ".yaml"

LANGUAGES: tuple[str, ...] = tuple(
    sorted(entry.name.removesuffix(_ENDING) for entry in _FOLDER.iterdir() if entry.name.endswith(_ENDING))
)


@cache
def standard(language: str) -> Mapping[str, Any]:
    """The words of a language, one of LANGUAGES."""
    with as_file(_FOLDER / f"{language}{_ENDING}") as path:
        data: Mapping[str, Any] = plain(read_yaml(path).data)
    return data


def said(language: str, text: str) -> str:
    """A text of a protocol in this language; where there is no translation, as the protocol has it."""
    return str(standard(language).get("words", {}).get(text, text))


def audience(protocol: Protocol) -> str:
    """Who can rate: anyone who has read the gold text ("sample"), or people who know the person ("acquainted")."""
    return "sample" if any(kind.gold for kind in protocol.kinds.values()) else "acquainted"


def standard_consent(
    language: str, protocol: Protocol, title: str, contact: str, attest: Mapping[str, str] | None = None
) -> Consent:
    """The consent text with what a rater of this protocol attests to, or with other attestations."""
    words = standard(language)
    given = words["consent"]
    paragraphs = [*given["paragraphs"], *([given["contact"]] if contact else [])]
    filled = tuple(text.replace("{title}", title).replace("{contact}", contact) for text in paragraphs)
    attested = words["attestations"][audience(protocol)] if attest is None else attest
    return Consent(words["version"], filled, given["statements"] | attested)


def standard_guide(language: str, protocol: Protocol) -> str:
    """What a rater of this protocol goes by on every card."""
    return str(standard(language)["guide"][audience(protocol)])


def standard_qualification(language: str, protocol: Protocol) -> tuple[Ask, ...]:
    """What a rater of this protocol is asked about themselves."""
    return tuple(Ask(**given) for given in standard(language)["qualification"][audience(protocol)])


def standard_practice(language: str, protocol: Protocol) -> Practice:
    """A card to practise on: of the first kind that sets two texts side by side, else of the first kind."""
    compared = {name: found for name, kind in protocol.kinds.items() if (found := _comparing(protocol, kind))}
    name = next(iter(compared or protocol.kinds))
    kind = protocol.kinds[name]
    words = standard(language)["practice"]
    part = words[compared.get(name, "one")]
    texts = (part["texts"] * len(kind.show))[: max(1, len(kind.show))]
    things = tuple(part.get("things", words["one"]["things"]))
    feedback = {
        question.name: _feedback(part["feedback"], scale)
        for question in kind.questions
        if part["feedback"] and (scale := protocol.scales[question.scale]).type == compared.get(name)
    }
    lists = {question.lists: things for question in kind.questions if question.lists}
    return Practice(name, part["prompt"], tuple(texts), lists, feedback, part.get("all", words["all"]))


def _feedback(said: Mapping[str, str], scale: Scale) -> dict[str, str]:
    """What is said to each answer the scale takes."""
    return {answer: words for answer, words in said.items() if answer != TIE or scale.ties}


def _comparing(protocol: Protocol, kind: Kind) -> str | None:
    """The type of the scale by which a kind compares its two texts, None where it shows one."""
    types = (protocol.scales[question.scale].type for question in kind.questions)
    return next((type_ for type_ in types if len(kind.show) == 2 and MECHANISMS[type_].compares), None)


# A plain check that somebody read the gold text: find its sentences among others. No model makes it up.
#
# It is weak: a rater who skims can pass it. A study that wants more writes its own questions (`gold_check`).


_SENTENCE_ENDS = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|\n\s*\n")
_SHORTEST, _LONGEST = 30, 200
_OTHERS = 3


def standard_check(language: str, gold: str) -> tuple[Checked, ...]:
    """Two questions on a text with two sentences of a fit length, one or none on a shorter one.

    One sentence is from the middle, one from the last part, so that reading the beginning is not enough.
    """
    words = standard(language)["gold"]
    sentences = [sentence for sentence in sentences_of(gold) if _SHORTEST <= len(sentence) <= _LONGEST]
    places = sorted({(len(sentences) - 1) // 2, len(sentences) - 1}) if sentences else []
    others = [other for other in words["others"] if other not in gold]
    found = []
    for number, place in enumerate(places):
        wrong = others[number * _OTHERS : (number + 1) * _OTHERS]
        found.append(Checked(words["question"], shuffled([sentences[place], *wrong], gold), sentences[place]))
    return tuple(found)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, each once, white space folded."""
    parts = (" ".join(part.split()) for part in _SENTENCE_ENDS.split(text))
    return list(dict.fromkeys(part for part in parts if part))


def shuffled(options: Sequence[str], salt: str) -> tuple[str, ...]:
    """The options in an order that says nothing and is the same each time."""
    return tuple(sorted(options, key=lambda option: sha256(f"{salt}\x1f{option}".encode("utf-8", "replace")).digest()))


# The consent form on paper: the same text a rater agrees to on the page, with lines to sign.


_LINE = "_" * 40


def consent_form(consent: Consent, language: str, title: str) -> str:
    """The form as plain Markdown."""
    words = standard(language)["consent"]["form"]
    version = words["version"].replace("{version}", consent.version).replace("{hash}", consent.hash[:12])
    parts = [
        f"# {words['heading']}",
        f"**{title}**",
        *consent.paragraphs,
        words["agree"],
        "\n".join(f"- [ ] {text}" for text in consent.statements.values()),
        *(f"{name}: {_LINE}" for name in words["lines"]),
        version,
    ]
    return "\n\n".join(parts) + "\n"


# Undo hard line breaks of a sample: a file wrapped at some column would be ragged on a page of another width.


_WRAPPED = 60  # letters that every line but the last of a wrapped paragraph has; verses and lists are shorter


def unwrapped(text: str) -> str:
    """The text with the lines of wrapped paragraphs joined; all other line breaks stay."""
    return "\n\n".join(_joined(paragraph) for paragraph in re.split(r"\n[ \t]*\n", text))


def _joined(paragraph: str) -> str:
    lines = paragraph.split("\n")
    wrapped = all(len(line) >= _WRAPPED for line in lines[:-1])
    return " ".join(line.strip() for line in lines) if wrapped and len(lines) > 1 else paragraph
