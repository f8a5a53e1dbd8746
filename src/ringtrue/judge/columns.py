"""The column-mapping file: what the columns of a form's or a survey's CSV hold, in a few lines of YAML."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files import Document, Problems, nearest, read_yaml
from ringtrue.terms import BadInput

_NAMES = ("rater", "item", "question", "value", "speaker", "seconds", "comment")  # each is one column
_TABLES = ("columns", "questions", "words", "items", "sides")
_KEYS = (*_NAMES, *_TABLES, "pattern")
_PARTS = ("item", "question", "speaker")
_FORMS = "Give columns or pattern (a column for each question and card), questions, or question and value."


@dataclass(frozen=True, slots=True)
class Columns:
    """A mapping as it was read; one of `cells` and `pattern`, of `questions`, or of question and value is there."""

    file: str
    names: Mapping[str, str]  # rater, item ... -> its column
    cells: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # column -> its item, question, speaker
    pattern: re.Pattern[str] | None = None
    questions: Mapping[str, str] = field(default_factory=dict)  # question -> its column
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # question or * -> words in small letters
    items: Mapping[str, str] = field(default_factory=dict)  # what the survey calls an item -> its id
    sides: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # item -> who stood first, who second

    @property
    def is_wide(self) -> bool:
        """Whether a row holds all answers of one rater."""
        return bool(self.cells) or self.pattern is not None

    def meaning(self, question: str, text: str) -> Any:
        """What a cell's words mean as an answer to the question; the text itself where nothing is said of it."""
        word = text.strip().casefold()
        own = self.words.get(question, {})
        return own.get(word, self.words.get("*", {}).get(word, text))


def read_columns(path: Path | str) -> Columns:
    """The mapping in a YAML file; BadInput with every fault of it."""
    document = read_yaml(path)
    if not isinstance(document.data, dict):
        raise BadInput([document.problem((), "This is no table of columns.", remedy="Begin with rater: COLUMN.")])
    return _MapReader(document).columns()


class _MapReader:
    """Reads one mapping and gathers its faults."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._data: dict[Any, Any] = document.data
        self._problems = Problems()

    def columns(self) -> Columns:
        for key in self._data:
            if key not in _KEYS:
                near = nearest(str(key), _KEYS)
                self._fault((key,), "There is no such key.", f"Did you mean {near}?" if near else "Take it out.")
        names = {name: str(self._data[name]) for name in _NAMES if self._data.get(name) is not None}
        if "rater" not in names:
            self._fault((), "The column of the rater is missing.", "Say rater: COLUMN.")
        read = Columns(
            self._document.file,
            names,
            self._cells(),
            self._pattern(),
            {str(name): str(column) for name, column in self._table("questions").items()},
            self._words(),
            {str(name): str(item) for name, item in self._table("items").items()},
            self._sides(),
        )
        self._check_form(read)
        self._problems.raise_if_any()
        return read

    def _check_form(self, read: Columns) -> None:
        long = "question" in read.names and "value" in read.names
        if read.is_wide + bool(read.questions) + long != 1:
            self._fault((), "It does not say, in one way, where the answers are.", _FORMS)
        elif not read.is_wide and "item" not in read.names:
            self._fault((), "The column of the item is missing.", "Say item: COLUMN.")

    def _table(self, name: str) -> dict[Any, Any]:
        given = self._data.get(name) or {}
        if isinstance(given, dict):
            return given
        self._fault((name,), "This is not a table.", f"Write {name}: with one line for each entry below it.")
        return {}

    def _cells(self) -> dict[str, dict[str, str]]:
        found = {}
        for column, about in self._table("columns").items():
            if not isinstance(about, dict) or not {"item", "question"} <= about.keys() or set(about) - set(_PARTS):
                remedy = "Write COLUMN: {item: ID, question: NAME}, and speaker: NAME if need be."
                self._fault(("columns", column), "It must be said which item and question the column is.", remedy)
                continue
            found[str(column)] = {part: str(name) for part, name in about.items()}
        return found

    def _pattern(self) -> re.Pattern[str] | None:
        """A pattern like "{item}: {question}", as an expression that takes a column's name apart."""
        given = self._data.get("pattern")
        if given is None:
            return None
        pieces = re.split(r"\{(\w+)\}", str(given))
        parts = pieces[1::2]
        if sorted(parts) not in (["item", "question"], ["item", "question", "speaker"]):
            self._fault(("pattern",), "It names {item} and {question} once each.", 'Write like "{item}: {question}".')
            return None
        named = (f"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))
        return re.compile("".join(named))

    def _words(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for question, table in self._table("words").items():
            if not isinstance(table, dict):
                self._fault(("words", question), "This is not a table.", "Write QUESTION: {word: value}, or * for all.")
                continue
            found[str(question)] = {str(word).strip().casefold(): value for word, value in table.items()}
        return found

    def _sides(self) -> dict[str, tuple[str, str]]:
        found = {}
        for item, pair in self._table("sides").items():
            if not isinstance(pair, list) or len(pair) != 2:
                remedy = "Write ITEM: [who stood first, who second]."
                self._fault(("sides", item), "These are not two speakers.", remedy)
                continue
            found[str(item)] = (str(pair[0]), str(pair[1]))
        return found

    def _fault(self, trail: tuple[Any, ...], what: str, remedy: str) -> None:
        value = self._data.get(trail[0], "") if len(trail) == 1 else ""
        self._problems.add(self._document.problem(trail, what, value, remedy))
