"""Files to be taken in, told apart by what is in them, and read; faults are gathered over all of them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from ringtrue.files import Problems, read_bytes
from ringtrue.files.limits import CSV
from ringtrue.formats.older_raw import is_older_raw
from ringtrue.judge import read_judgments
from ringtrue.judge.columns import read_columns
from ringtrue.judge.older_page import OlderPage, is_older_page
from ringtrue.judge.older_raw import OlderRaw
from ringtrue.judge.older_slots import read_slots
from ringtrue.judge.result_file import LIMITS, ResultFile, is_result_file, read_result
from ringtrue.judge.sources import REQUIRED
from ringtrue.judge.sources import Source as Rows
from ringtrue.judge.survey import Survey
from ringtrue.store import Source
from ringtrue.study.repeats import ReadFile
from ringtrue.terms import BadInput, Item, JudgeKind, Problem, Protocol

T = TypeVar("T")
_TABLES = (".csv", ".tsv")
_MISSING = frozenset(f"The column {name} is missing." for name in REQUIRED)


class FileReader:
    """Reads files one after the other into `judgments` and `results`."""

    def __init__(
        self,
        protocol: Protocol,
        items: Sequence[Item],
        judge_kind: JudgeKind,
        columns: Path | str | None,
        slots: Path | str | None,
        problems: Problems,
    ) -> None:
        """Take what the files are held against; a faulty mapping or slot table is a problem like any other."""
        self.judgments: list[ReadFile] = []
        self.results: list[tuple[Path, Source, ResultFile]] = []
        self.left_out: dict[Path, tuple[str, ...]] = {}  # columns of a survey that its mapping says nothing about
        self._protocol = protocol
        self._items = items
        self._judge_kind = judge_kind
        self._problems = problems
        self._columns = self._attempted(read_columns, columns)
        self._slots = self._attempted(read_slots, slots)
        self._is_usable = {".json": self._slots is not None or slots is None} | dict.fromkeys(
            _TABLES, self._columns is not None or columns is None
        )

    def read(self, path: Path) -> None:
        """Read one file, or note what is wrong with it."""
        try:
            if is_result_file(path):
                result = read_result(path)
                self.results.append((path, Source.of(path.name, read_bytes(path, limits=LIMITS)), result))
            elif self._is_usable.get(path.suffix.lower(), True):
                answers = read_judgments(
                    path, self._protocol, self._items, judge_kind=self._judge_kind, opened=self._opener(path)
                )
                self.judgments.append((path, Source.of(path.name, read_bytes(path, limits=CSV)), answers))
        except BadInput as refused:
            self._problems.extend(self._hinted(path, refused.problems))

    @property
    def sources(self) -> Iterator[tuple[Path, Source]]:
        """Every file that could be read, with the digest of its bytes."""
        yield from ((path, source) for path, source, _ in self.judgments)
        yield from ((path, source) for path, source, _ in self.results)

    def _opener(self, path: Path) -> Callable[[Problems], Rows] | None:
        """How a file that is no plain list of judgments is opened as rows."""
        if path.suffix.lower() in _TABLES:
            if self._columns is not None:
                return lambda problems: self._survey(path, problems)
            if is_older_raw(path):
                return lambda _: OlderRaw(path, self._protocol)
        if path.suffix.lower() == ".json" and is_older_page(path):
            return lambda problems: OlderPage(path, self._slots, self._protocol, problems)
        return None

    def _survey(self, path: Path, problems: Problems) -> Rows:
        assert self._columns is not None  # noqa: S101 - a table is a survey only where there is a mapping
        survey = Survey(path, self._columns, self._protocol, problems)
        self.left_out[path] = survey.left_out()
        return survey

    def _hinted(self, path: Path, problems: Sequence[Problem]) -> Sequence[Problem]:
        """A table that has none of our columns is hardly a list of judgments: one hint says more than four faults."""
        is_table = self._columns is None and path.suffix.lower() in _TABLES
        if not is_table or sum(problem.what in _MISSING for problem in problems) < len(_MISSING):
            return problems
        what = f"It has none of the columns {', '.join(REQUIRED)}."
        remedy = "Add them; or say by --columns MAP.yaml what the columns of a form or a survey hold."
        return [Problem(problems[0].file, problems[0].place, what, problems[0].value, remedy)]

    def _attempted(self, read: Callable[[Path | str], T], path: Path | str | None) -> T | None:
        try:
            return None if path is None else read(path)
        except BadInput as refused:
            self._problems.extend(refused.problems)
            return None
