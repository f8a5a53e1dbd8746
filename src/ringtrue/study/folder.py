"""A study folder as every act finds it: what people wrote in it, and what is recorded about it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ringtrue.items import read_items
from ringtrue.store import Provenance, ResultRecord, Store, StudyStore
from ringtrue.study.archive import DATABASE
from ringtrue.study.settings import FILE, Settings, read_settings
from ringtrue.study.starter import ITEM_FILES
from ringtrue.terms import BadInput, Item, Problem, Result

if TYPE_CHECKING:
    from ringtrue.report import About

_Stamp = tuple[int, int, int] | None  # of a file: it changes when the file does


class StudyFolder:
    """Settings, items and records of one study; `Study` is this with the acts."""

    def __init__(self, folder: Path, settings: Settings, who: str) -> None:
        """Take a folder whose settings have been read; `who` stands in the audit log for what is done from here."""
        self.folder = folder
        self.settings = settings
        self.who = who
        self._open: StudyStore | None = None
        self._written: tuple[_Stamp, Sequence[Item]] | None = None
        self._recorded: Sequence[Item] | None = None

    @classmethod
    def open(cls, folder: Path | str, *, who: str = "organiser") -> Self:
        """Open a study folder; BadInput with every fault of its study.yaml."""
        place = Path(folder)
        if not (place / FILE).is_file():
            remedy = "Make one with: ringtrue new DIR --protocol NAME"
            raise BadInput([Problem(str(place), FILE, "There is no study in this folder.", remedy=remedy)])
        return cls(place, read_settings(place), who)

    @property
    def items_file(self) -> Path:
        """The file the items are written in."""
        found = [self.folder / name for name in ITEM_FILES if (self.folder / name).is_file()]
        if len(found) > 1:
            named = ", ".join(path.name for path in found)
            raise BadInput([Problem(str(self.folder), named, "There are two lists of items.", remedy="Keep one.")])
        return found[0] if found else self.folder / ITEM_FILES[0]

    def items(self) -> list[Item]:
        """The items as they are written now; BadInput with every fault."""
        return read_items(self.items_file, self.settings.protocol)

    def keep_items(self, items: Sequence[Item]) -> None:
        """Remember the items the file was just written from: as long as it stays as it is, it need not be read."""
        self._written = _stamp(self.items_file), items

    @property
    def kept_items(self) -> Sequence[Item] | None:
        """The items as they are written now where they are remembered, None where the file has to be read."""
        if self._written is None or self._written[0] != _stamp(self.items_file):
            return None
        return self._written[1]

    def record_kept_items(self, records: StudyStore) -> None:
        """Record the items that are remembered, so that a scoring from here need not."""
        kept = self.kept_items
        if kept is not None:
            records.record_items(kept, who=self.who, file=self.items_file.name)
            self._recorded = kept

    def is_recorded(self, items: object) -> bool:
        """Whether these are the remembered items, and they were recorded from here."""
        return items is not None and items is self._recorded

    @contextmanager
    def records(self) -> Iterator[StudyStore]:
        """What is recorded about the study, open for the duration."""
        if self._open is not None:
            yield self._open
            return
        with Store.open(self.folder / DATABASE) as store:
            yield store.first_study()

    @contextmanager
    def held_open(self) -> Iterator[None]:
        """Leave the records open between the acts of the block, which would each open them anew. For one thread."""
        with self.records() as records:
            self._open = records
            try:
                yield
            finally:
                self._open = None

    def latest(self) -> ResultRecord | None:
        """The newest recorded result, None before the first scoring."""
        with self.records() as records:
            return records.latest_result()

    def about(self, record: ResultRecord) -> "About":
        """What a report says of this study besides the result."""
        return self.about_scoring(record.provenance, record.result)

    def about_scoring(self, provenance: Provenance, result: Result) -> "About":
        """The same for a result that is at hand."""
        from ringtrue.report import About
        from ringtrue.report.scenarios import trial

        return About.of(
            self.settings.scored,
            self.settings.subject or self.folder.resolve().name,
            study_name=self.folder.resolve().name,
            when=provenance.at,
            program_version=provenance.program_version,
            note=" ".join(text for text in (trial(result), self.settings.note) if text),
            **result.resampling,
        )


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
