"""The `rating:` part of study.yaml, validated: what raters read and are asked around the cards; all has a default."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar, cast, get_args

from ringtrue.files.document import Document
from ringtrue.files.problems import Problems
from ringtrue.files.section import NUMBER, TEXT, Field, Section, is_text, number, read_list, suggestion
from ringtrue.files.text_file import read_text
from ringtrue.files.yaml_file import read_yaml
from ringtrue.page.briefing import (
    LANGUAGES,
    Ask,
    AskType,
    Briefing,
    Checked,
    Consent,
    Practice,
    standard,
    standard_check,
    standard_consent,
    standard_guide,
    standard_practice,
    standard_qualification,
)
from ringtrue.protocols.reader import read_labels
from ringtrue.protocols.scales import MECHANISMS
from ringtrue.study.settings import FILE, Settings, gold_text, person_of
from ringtrue.terms.problem import BadInput
from ringtrue.terms.protocol import Protocol, Question

# The texts a study may write for its raters itself: its consent text, and a card to practise on.


_TABLES = (".yaml", ".yml")
_OWN = "own"
_T = TypeVar("_T")
_TEXTS = Field("a list of texts", lambda given: isinstance(given, list) and bool(given) and all(map(is_text, given)))
_BY_VALUE = Field("a table by value", lambda given: isinstance(given, dict), "write {QUESTION: {VALUE: TEXT}}")


def read_consent(path: Path, usual: Consent, title: str, contact: str) -> Consent:
    """A consent text: paragraphs between blank lines, or YAML with version, paragraphs and statements (id: sentence).

    What the file leaves out stays as usual; {title} and {contact} are filled in.
    """
    if path.suffix in _TABLES:
        version, paragraphs, statements = _consent_table(path, usual)
    else:
        parts = re.split(r"\n\s*\n", read_text(path))
        version, statements = _OWN, dict(usual.statements)
        paragraphs = [" ".join(part.split()) for part in parts if part.strip()]
    filled = (text.replace("{title}", title).replace("{contact}", contact) for text in paragraphs)
    return Consent(version, tuple(filled), statements)


def _consent_table(path: Path, usual: Consent) -> tuple[str, Iterable[str], dict[str, str]]:
    document = read_yaml(path)
    top = Section.of(document, "give version, paragraphs, statements")
    paragraphs = top.texts("paragraphs") or usual.paragraphs
    statements = top.table("statements").each(TEXT) or dict(usual.statements)
    top.refuse(document)
    return str(top.data.get("version", _OWN)), paragraphs, {name: str(text) for name, text in statements.items()}


def read_practice(path: Path, protocol: Protocol, otherwise: str) -> Practice:
    """A practice card: YAML with kind, prompt, texts, and where wanted lists and feedback by question and value."""
    document = read_yaml(path)
    top = Section.of(document, "give kind, prompt, texts", blank=True)
    kind = protocol.kinds.get(top.one_of("kind", protocol.kinds) or "")
    prompt = top.text("prompt", required=True)
    texts = top.texts("texts", required=True)
    if kind and texts and len(texts) != len(kind.show):
        what = f"a {kind.name} card shows {len(kind.show)} text(s)"
        top.fault(what, "texts", value=list(texts), remedy="write texts: [...]")
    lists = top.table("lists").each(_TEXTS)
    feedback = dict(top.table("feedback").data)
    every = str(feedback.pop("*", otherwise))
    tables = Section(feedback, ("feedback",), top.faults).each(_BY_VALUE)
    top.refuse(document)
    return Practice(
        kind.name if kind else "",
        prompt,
        texts,
        {name: tuple(map(str, things)) for name, things in lists.items()},
        {name: {str(value): str(said) for value, said in table.items()} for name, table in tables.items()},
        every,
    )


# Questions a study writes for its raters itself: on their qualification, and on the gold text.


_ABOUT_A_CARD = {"checklist", "position", *(name for name, mechanism in MECHANISMS.items() if mechanism.compares)}
_TYPES = tuple(name for name in get_args(AskType) if name not in _ABOUT_A_CARD)
_RANGED = ("steps", "anchored")
_KEYS = ("name", "text", "type", "required", "low", "high", "step", "labels")
_OPTIONS = Field(
    "a list of two or more different texts",
    lambda given: isinstance(given, list) and len(given) > 1 and len(set(map(str, given))) == len(given),
    "write options: [.., ..]",
)


def read_qualification(path: Path) -> tuple[Ask, ...]:
    """Questions to the rater: a YAML list of name, text, type, and where wanted required, low, high, step, labels."""
    names: set[str] = set()
    return read_list(read_yaml(path), "begin each question with a dash, then text: ...", lambda one: _ask(one, names))


def read_check(path: Path) -> tuple[Checked, ...]:
    """Questions on the gold text: a YAML list of text, options and answer, which is one of the options."""
    return read_list(read_yaml(path), "begin each question with a dash, then text: ...", _checked)


def _ask(given: Section, names: set[str]) -> Ask:
    given.only(_KEYS)
    name = given.text("name", required=True)
    if name in names:
        given.fault("there is such a question already", "name", value=name, remedy="rename one")
    names.add(name or str(given.trail))
    kind = given.one_of("type", _TYPES)
    low, high, step = (given.value(key, NUMBER, required=kind in _RANGED) for key in ("low", "high", "step"))
    if low is not None and high is not None and low >= high:
        given.fault("the high end is not above the low end", "high", value=high, remedy="swap them")
    if step is not None and step <= 0:
        given.fault("a step is above 0", "step", value=step, remedy="write step: 1")
    labels = {str(point): str(label) for point, label in given.table("labels").data.items()}
    text, required = given.text("text", required=True), given.truth("required", default=True)
    return Ask(name, text, cast(AskType, kind), required, low, high, step, labels)


def _checked(given: Section) -> Checked:
    text = given.text("text", required=True)
    options = tuple(map(str, given.value("options", _OPTIONS, (), required=True)))
    answer = str(given.data.get("answer", ""))
    if options and answer not in options:
        given.fault("the answer is none of the options", "answer", value=answer, remedy="repeat the right option")
    return Checked(text, options, answer)


# The section itself.


_RATING_KEYS = (
    *("language", "title", "contact", "minutes", "breaks", "consent", "gold_check", "practice", "qualification"),
    *("attention", "questions", "labels", "attest", "host", "guide", "traits"),
)
_BREAKS = 20
_LINE = Field("a text", lambda given: isinstance(given, str), "put it in quotes", may_be_empty=True)
_MINUTES = number(1, 1000, "write minutes: 10, or leave it out")
_CARDS = number(0, 1000, "write breaks: 10, or leave it out")
_FILE_NAME = Field(
    "the name of a file, or false", lambda given: isinstance(given, str | bool), "name a file beside study.yaml"
)


def read_briefing(folder: Path, settings: Settings) -> Briefing:
    """The briefing of the study's raters; BadInput lists every fault of the section and of the files it names."""
    return _RatingSection(folder, settings).briefing()


class _RatingSection:
    """One pass over the section and its files, all problems collected."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self.document: Document = read_yaml(folder / FILE)
        self.top = Section.of(self.document, "begin with protocol: NAME", blank=True)
        self.given = self.top.table("rating")
        self.elsewhere = Problems()  # in the files it names

    def briefing(self) -> Briefing:
        """The briefing, or the refusal."""
        protocol = self.settings.protocol
        self.given.only(_RATING_KEYS)
        self.given.value("attention", _FILE_NAME)  # read when cards are dealt
        language = self.given.one_of("language", LANGUAGES, "en") or "en"
        title = str(self.given.value("title", _LINE) or standard(language)["title"])
        contact = str(self.given.value("contact", _LINE, ""))
        gold = self._tried(lambda: gold_text(self.folder, self.settings), "")
        practice = standard_practice(language, protocol)
        found = Briefing(
            language,
            title,
            contact,
            _plain(self.given.value("minutes", _MINUTES)),
            int(self.given.value("breaks", _CARDS, _BREAKS)),
            self._consent(language, title, contact),
            self._file("qualification", read_qualification, standard_qualification(language, protocol), ()),
            gold,
            self._file("gold_check", read_check, standard_check(language, gold), ()),
            self._file("practice", lambda path: read_practice(path, protocol, practice.otherwise), practice, None),
            self._questions(),
            person_of(self.folder, self.settings),
            str(self.given.value("host", _LINE, "")),
            str(self.given.value("guide", _LINE, standard_guide(language, protocol))),
            self.given.texts("traits"),
            self._labels(),
        )
        Problems([*self.top.problems(self.document), *self.elsewhere]).raise_if_any()
        return found

    def _consent(self, language: str, title: str, contact: str) -> Consent | None:
        texts = self.given.texts("attest")
        attest = {f"attest-{place}": text for place, text in enumerate(texts, 1)}
        own = attest if self.given.data.get("attest") is not None else None
        usual = standard_consent(language, self.settings.protocol, title, contact, own)
        return self._file("consent", lambda path: read_consent(path, usual, title, contact), usual, None)

    def _questions(self) -> dict[str, str]:
        """Other words for questions, by the protocol's names or, where both texts are graded, by each text's own."""
        table = self.given.table("questions")
        self._known(table)
        return {name: str(text) for name, text in table.each(TEXT).items()}

    def _labels(self) -> dict[str, dict[str, str]]:
        """Other words for the steps of a question's scale, by the same names and by step."""
        table = self.given.table("labels")
        known = self._known(table)
        found: dict[str, dict[str, str]] = {}
        for name, labels in table.tables():
            if name not in known:
                continue
            scale = self.settings.protocol.scales[known[name].scale]
            if scale.low is None:
                table.fault("the question has no steps", name, value=name, remedy="leave it out")
            else:
                found[name] = {f"{point:g}": text for point, text in sorted(read_labels(labels, scale).items())}
        return found

    def _known(self, table: Section) -> dict[str, Question]:
        """The protocol's questions by name; a name in the table that is none is noted."""
        asked = [question for kind in self.settings.protocol.kinds.values() for question in kind.questions]
        known = {name: question for question in asked for name in (question.name, question.answers) if name}
        for name in table.data:
            if name not in known:
                remedy = suggestion(str(name), sorted(known))
                table.fault("the protocol asks no such question", name, value=name, remedy=remedy)
        return known

    def _file(self, key: str, read: Callable[[Path], _T], usual: _T, none: _T) -> _T:
        """What the file of a key says; the usual where the key is not there, none where it is `false`."""
        named = self.given.value(key, _FILE_NAME, True)
        if isinstance(named, bool):
            return usual if named else none
        return self._tried(lambda: read(self.folder / named), none)

    def _tried(self, read: Callable[[], _T], otherwise: _T) -> _T:
        try:
            return read()
        except BadInput as refusal:
            self.elsewhere.extend(refusal.problems)
            return otherwise


def _plain(minutes: float | None) -> float | None:
    """A whole number of minutes as one."""
    return int(minutes) if minutes is not None and minutes == int(minutes) else minutes
