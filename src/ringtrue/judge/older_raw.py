"""The older raw table: four grades of 1 to 10 for two texts side by side, a row for each trial and rater."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ringtrue.files import read_csv
from ringtrue.terms import BadInput, Problem, Protocol

_NAMED = ("trial_id", "rater_id")
_HEAD = 65_536
_MARKS = ("dim1", "dim2", "dim3", "dim4")


class OlderRaw:
    """The grades of an older raw table; they are taken in by a protocol that asks for them under their own names."""

    def __init__(self, path: Path | str, protocol: Protocol) -> None:
        """Read the file; BadInput where the protocol has none of the questions."""
        self._table = read_csv(path)
        self.file = self._table.file
        names = tuple(self._table.columns)
        self._questions = [name for mark in _MARKS if (name := _dimension(names, mark))]
        unasked = [name for name in self._questions if protocol.question(name) is None]
        if unasked:
            what = f"{protocol.name} does not ask {', '.join(unasked)}: these are grades of two texts by likeness."
            remedy = "Take it into a study whose protocol asks them; docs/taking-in.md has one to copy."
            raise BadInput([Problem(self.file, "header", what, remedy=remedy)])

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Marks and judgments; the mark has the row and the question in one number."""
        cells = self._table.columns
        for row in range(len(self._table)):
            comment = {"comment": cells["comment"][row]} if cells.get("comment", [""] * (row + 1))[row] else {}
            for place, question in enumerate(self._questions):
                value = cells[question][row].strip()
                if value:
                    told = {"rater": cells["rater_id"][row], "item": cells["trial_id"][row], "question": question}
                    yield row * len(_MARKS) + place, told | {"value": value} | comment
                    comment = {}

    def line(self, mark: int) -> int:
        """The line of the row."""
        return self._table.lines[mark // len(_MARKS)]

    def where(self, mark: int, key: str = "") -> str:
        """Line and column."""
        column = {"rater": "rater_id", "item": "trial_id", "comment": "comment"}.get(key)
        return f"line {self.line(mark)}, column {column or self._questions[mark % len(_MARKS)]}"


def _dimension(columns: tuple[str, ...], mark: str) -> str | None:
    """The column of a dimension: dim1, or dim1_ and what it is of."""
    return next((name for name in columns if name == mark or name.startswith(f"{mark}_")), None)
