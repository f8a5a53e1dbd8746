"""Parse the CSV of a form or survey into judgments, by a column mapping: one row a rater, an item, or an answer."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.problems import Problems, excerpt, nearest
from ringtrue.files.section import Field, Section
from ringtrue.files.yaml_file import read_yaml
from ringtrue.judge.older_files import turned
from ringtrue.protocols.scales import as_number
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol, Scale

# The column-mapping file: what the columns of a form's or a survey's CSV hold, in a few lines of YAML.


_NAMES = ("rater", "item", "question", "value", "speaker", "seconds", "comment")  # each is one column
_TABLES = ("columns", "questions", "words", "items", "sides")
_KEYS = (*_NAMES, *_TABLES, "pattern")
_PARTS = ("item", "question", "speaker")
_FORMS = "give columns or pattern (a column for each question and card), questions, or question and value"
_CELL_FORM = "COLUMN: {item: ID, question: NAME}"
_COLUMN = Field("a name", lambda given: given is not None and not isinstance(given, dict | list))
_CELL = Field(
    "the item and question of a column",
    lambda given: isinstance(given, dict) and {"item", "question"} <= given.keys() <= set(_PARTS),
    f"write {_CELL_FORM}, and speaker: NAME if need be",
)
_PATTERN = Field(
    "a pattern with {item} and {question} once each",
    lambda given: sorted(_pieces(given)[1::2]) in (["item", "question"], ["item", "question", "speaker"]),
    'write like "{item}: {question}"',
)
_MEANINGS = Field(
    "a table of words and values", lambda given: isinstance(given, dict), "write QUESTION: {word: value}, or * for all"
)
_SPEAKERS = Field(
    "a list of two speakers",
    lambda given: isinstance(given, list) and len(given) == 2,
    "write ITEM: [who is shown first, who second]",
)


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
    """The mapping in a YAML file, validated; BadInput with every fault of it."""
    document = read_yaml(path)
    top = Section.of(document, "begin with rater: COLUMN", blank=True)
    top.refuse(document)
    top.only(_KEYS)
    names = {name: str(column) for name in _NAMES if (column := top.value(name, _COLUMN)) is not None}
    read = Columns(
        document.file,
        names,
        _cells(top),
        _pattern(top),
        _scalars(top, "questions", "write questions: {QUESTION: COLUMN}"),
        _words(top),
        _scalars(top, "items", "write items: {NAME IN THE SURVEY: ID}"),
        _sides(top),
    )
    _check_form(top, read)
    top.refuse(document)
    return read


def _check_form(top: Section, read: Columns) -> None:
    """Whether it says, in one way, where rater, item and answers are."""
    if "rater" not in read.names:
        top.fault("the column of the rater is missing", remedy="write rater: COLUMN")
    long = "question" in read.names and "value" in read.names
    if read.is_wide + bool(read.questions) + long != 1:
        top.fault("it does not say, in one way, where the answers are", remedy=_FORMS)
    elif not read.is_wide and "item" not in read.names:
        top.fault("the column of the item is missing", remedy="write item: COLUMN")


def _scalars(top: Section, key: str, remedy: str) -> dict[str, str]:
    return {name: str(value) for name, value in top.table(key, remedy=remedy).each(_COLUMN).items()}


def _cells(top: Section) -> dict[str, dict[str, str]]:
    table = top.table("columns", remedy=f"write columns: {{{_CELL_FORM}}}")
    return {column: {part: str(name) for part, name in about.items()} for column, about in table.each(_CELL).items()}


def _pattern(top: Section) -> re.Pattern[str] | None:
    """A pattern like "{item}: {question}", as an expression that takes a column's name apart."""
    given = top.value("pattern", _PATTERN)
    if given is None:
        return None
    pieces = _pieces(given)
    named = (f"(?P<{piece}>.+?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces))
    return re.compile("".join(named))


def _pieces(pattern: object) -> list[str]:
    """By turns the text between the parts, and the name of a part."""
    return re.split(r"\{(\w+)\}", str(pattern))


def _words(top: Section) -> dict[str, dict[str, Any]]:
    tables = top.table("words", remedy=_MEANINGS.remedy).each(_MEANINGS)
    return {
        question: {str(word).strip().casefold(): value for word, value in table.items()}
        for question, table in tables.items()
    }


def _sides(top: Section) -> dict[str, tuple[str, str]]:
    pairs = top.table("sides", remedy=_SPEAKERS.remedy).each(_SPEAKERS)
    return {item: (str(first), str(second)) for item, (first, second) in pairs.items()}


_Cell = tuple[int, str]  # row, column


class Survey:
    """The answers of a survey, cell by cell; a mark is the number of a cell that holds an answer."""

    def __init__(self, path: Path | str, columns: Columns, protocol: Protocol, problems: Problems) -> None:
        """Read the file; BadInput where it lacks a column that the mapping names."""
        self._table = read_csv(path)
        self.file = self._table.file
        self._columns = columns
        self._problems = problems
        self._scales = _scales(protocol)
        self._cells: list[_Cell] = []
        self._parts = self._wide_parts() if columns.is_wide else {}
        self._refuse_missing()

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Marks and judgments, row by row and column by column; an empty cell is no answer."""
        for row in range(len(self._table)):
            for column, about in self._answers(row):
                cell = self._table.columns[column][row].strip()
                if cell and self._is_known(row, column, about["question"].strip(), cell):
                    self._cells.append((row, column))
                    yield len(self._cells) - 1, self._judgment(row, about, cell)

    def line(self, mark: int) -> int:
        """The line of the row an answer stands in."""
        return self._table.lines[self._cells[mark][0]]

    def where(self, mark: int, key: str = "") -> str:
        """Line and column of an answer, or of what is known of it by another column."""
        row, column = self._cells[mark]
        return f"line {self._table.lines[row]}, column {self._columns.names.get(key, column)}"

    def left_out(self) -> tuple[str, ...]:
        """Columns the mapping says nothing about."""
        used = {*self._columns.names.values(), *self._parts, *self._columns.questions.values()}
        return tuple(name for name in self._table.columns if name not in used)

    def _answers(self, row: int) -> Iterator[tuple[str, Mapping[str, str]]]:
        """The columns of a row that hold answers, and of what."""
        names = self._columns.names
        if self._columns.is_wide:
            yield from self._parts.items()
            return
        item = {"item": self._table.columns[names["item"]][row]}
        if self._columns.questions:
            yield from ((column, item | {"question": name}) for name, column in self._columns.questions.items())
        else:
            yield names["value"], item | {"question": self._table.columns[names["question"]][row]}

    def _judgment(self, row: int, about: Mapping[str, str], cell: str) -> dict[str, Any]:
        told = {part: name.strip() for part, name in about.items()}
        told["item"] = self._columns.items.get(told["item"], told["item"])
        others = {key: self._table.columns[self._columns.names[key]][row] for key in self._others()}
        given = {key: text for key, text in others.items() if text.strip()} | told
        value = self._columns.meaning(told["question"], cell)
        sides = self._columns.sides.get(told["item"])
        return given | {"value": turned(self._scales.get(told["question"]), value, sides)}

    def _others(self) -> list[str]:
        return [key for key in ("rater", "speaker", "seconds", "comment") if key in self._columns.names]

    def _is_known(self, row: int, column: str, question: str, cell: str) -> bool:
        """Whether words have a meaning, where the mapping gives the question's words one; numbers need none."""
        scale = self._scales.get(question)
        if scale is None or scale.type == "text" or question not in self._columns.words:
            return True
        if self._columns.meaning(question, cell) is not cell or as_number(cell) is not None:
            return True
        remedy = f"Say what it means in {Path(self._columns.file).name}, below words, {question}."
        self._problems.add(self._table.problem(row, column, "The mapping has no value for these words.", remedy))
        return False

    def _wide_parts(self) -> dict[str, Mapping[str, str]]:
        if self._columns.pattern is None:
            return dict(self._columns.cells)
        found = {name: self._columns.pattern.fullmatch(name) for name in self._table.columns}
        return {name: match.groupdict() for name, match in found.items() if match} | dict(self._columns.cells)

    def _refuse_missing(self) -> None:
        wanted = {*self._columns.names.values(), *self._parts, *self._columns.questions.values()}
        problems = []
        for name in sorted(wanted - self._table.columns.keys()):
            near = nearest(name, self._table.columns)
            remedy = f"Did you mean {excerpt(near)}?" if near else "Name a column of this file in the mapping."
            problems.append(Problem(self.file, "header", f"There is no column {excerpt(name)}.", remedy=remedy))
        if self._columns.is_wide and not self._parts:
            what = "No column fits the pattern of the mapping."
            problems.append(Problem(self.file, "header", what, _named(self._table), "Correct the pattern."))
        if problems:
            raise BadInput(problems)


def _named(table: Table) -> str:
    return excerpt(", ".join(table.columns))


def _scales(protocol: Protocol) -> dict[str, Scale]:
    asked = (question for kind in protocol.kinds.values() for question in kind.questions)
    return {question.name: protocol.scales[question.scale] for question in asked}
