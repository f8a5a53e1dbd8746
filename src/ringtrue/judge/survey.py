"""A form's or a survey's CSV as rows of judgments, by a column mapping: one row a rater, an item, or an answer."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files import Problems, Table, nearest, read_csv
from ringtrue.files.collector import excerpt
from ringtrue.judge.columns import Columns
from ringtrue.judge.facing import as_number, turned
from ringtrue.terms import BadInput, Problem, Protocol, Scale

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
            problems.append(Problem(self.file, "header", what, _named(self._table), "Mend the pattern."))
        if problems:
            raise BadInput(problems)


def _named(table: Table) -> str:
    return excerpt(", ".join(table.columns))


def _scales(protocol: Protocol) -> dict[str, Scale]:
    asked = (question for kind in protocol.kinds.values() for question in kind.questions)
    return {question.name: protocol.scales[question.scale] for question in asked}
