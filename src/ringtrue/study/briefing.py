"""The `rating:` part of study.yaml: what raters are told and asked besides the cards; everything has a default."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from ringtrue.files import Problems, nearest, read_yaml
from ringtrue.page import (
    LANGUAGES,
    Briefing,
    Checked,
    Consent,
    standard,
    standard_check,
    standard_consent,
    standard_practice,
    standard_qualification,
)
from ringtrue.study.briefing_files import read_consent, read_practice
from ringtrue.study.briefing_questions import read_check, read_qualification
from ringtrue.study.gold import gold_text
from ringtrue.study.settings import FILE, Settings
from ringtrue.terms import BadInput

_TEXTS = ("language", "title", "contact")
_FILES = ("consent", "gold_check", "practice", "qualification", "attention")
_KEYS = (*_TEXTS, "minutes", "breaks", *_FILES, "questions", "attest")
_BREAKS = 20
_T = TypeVar("_T")


def read_briefing(folder: Path, settings: Settings) -> Briefing:
    """What the study tells its raters; BadInput lists every fault of the key and of the files it names."""
    return _Reading(folder, settings).briefing()


class _Reading:
    """One pass over the key, all its problems gathered."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self.document = read_yaml(folder / FILE)
        self.problems = Problems()
        given = settings.data.get("rating")
        self.given: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
        if given is not None and not isinstance(given, Mapping):
            self._fault((), "rating is a table", given, "write rating: {language: en}")

    def briefing(self) -> Briefing:
        """The briefing, or the refusal."""
        protocol = self.settings.protocol
        self._check_keys()
        language = self._language()
        gold = self._tried(lambda: gold_text(self.folder, self.settings), "")
        practice = standard_practice(language, protocol)
        qualification = standard_qualification(language, protocol)
        found = Briefing(
            language,
            self._title(language),
            str(self.given.get("contact") or ""),
            self._number("minutes", None),
            int(self._number("breaks", _BREAKS) or 0),
            self._consent(language),
            self._file("qualification", read_qualification, qualification, ()),
            gold,
            self._check(language, gold),
            self._file("practice", lambda path: read_practice(path, protocol, practice.otherwise), practice, None),
            self._questions(),
        )
        self.problems.raise_if_any()
        return found

    def _fault(self, trail: tuple[Any, ...], what: str, value: object, remedy: str) -> None:
        self.problems.add(self.document.problem(("rating", *trail), what, value, remedy))

    def _check_keys(self) -> None:
        for key in self.given:
            if key not in _KEYS:
                near = nearest(str(key), _KEYS)
                remedy = f"did you mean {near}?" if near else f"known: {', '.join(_KEYS)}"
                self._fault((key,), "unknown key", key, remedy)
        for key in _TEXTS:
            if not isinstance(self.given.get(key) or "", str):
                self._fault((key,), f"{key} is a text", self.given[key], "put it in quotes")

    def _language(self) -> str:
        language = self.given.get("language") or "en"
        if language in LANGUAGES:
            return str(language)
        self._fault(("language",), "no such language", language, f"one of {', '.join(LANGUAGES)}")
        return "en"

    def _title(self, language: str) -> str:
        return str(self.given.get("title") or standard(language)["title"])

    def _number(self, key: str, default: float | None) -> float | None:
        value = self.given.get(key, default)
        if value is None:
            return None
        least = 1 if key == "minutes" else 0
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= 1000:
            self._fault((key,), f"{key} is a number from {least} to 1000", value, f"write {key}: 10, or leave it out")
            return None
        return int(value) if value == int(value) else float(value)

    def _consent(self, language: str) -> Consent | None:
        title, contact = self._title(language), str(self.given.get("contact") or "")
        texts = self.given.get("attest")
        attest = None
        if texts is not None:
            if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
                self._fault(("attest",), "attest is a list of sentences", texts, "write attest: [I will not ...]")
                texts = []
            attest = {f"attest-{number}": str(text) for number, text in enumerate(texts, 1)}
        usual = standard_consent(language, self.settings.protocol, title, contact, attest)
        return self._file("consent", lambda path: read_consent(path, usual, title, contact), usual, None)

    def _check(self, language: str, gold: str) -> tuple[Checked, ...]:
        return self._file("gold_check", read_check, standard_check(language, gold), ())

    def _questions(self) -> dict[str, str]:
        """Other words for questions, by the protocol's names or, where both texts are graded, by each text's own."""
        given = self.given.get("questions") or {}
        if not isinstance(given, Mapping):
            self._fault(("questions",), "questions is a table", given, "write questions: {vibe: What ...?}")
            return {}
        asked = [question for kind in self.settings.protocol.kinds.values() for question in kind.questions]
        known = {name for question in asked for name in (question.name, question.answers) if name}
        for name, text in given.items():
            if name not in known:
                near = nearest(str(name), known)
                remedy = (f"did you mean {near}? " if near else "") + f"asked are: {', '.join(sorted(known))}"
                self._fault(("questions", name), "the protocol asks no such question", name, remedy)
            elif not isinstance(text, str) or not text.strip():
                self._fault(("questions", name), "the wording of a question is a text", text, "put it in quotes")
        return {str(name): str(text) for name, text in given.items()}

    def _file(self, key: str, read: Callable[[Path], _T], usual: _T, none: _T) -> _T:
        """What the file of a key says; the usual where the key is not there, none where it is `false`."""
        named = self.given.get(key)
        if named is None or named is True:
            return usual
        if named is False:
            return none
        if not isinstance(named, str):
            self._fault((key,), f"{key} is the name of a file, or false", named, "name a file beside study.yaml")
            return none
        return self._tried(lambda: read(self.folder / named), none)

    def _tried(self, read: Callable[[], _T], otherwise: _T) -> _T:
        try:
            return read()
        except BadInput as refusal:
            self.problems.extend(refusal.problems)
            return otherwise
