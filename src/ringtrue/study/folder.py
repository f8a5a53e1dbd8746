"""A study folder as every act finds it: what people wrote in it, and what is recorded about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Self

from ringtrue.items.items_file import read_items
from ringtrue.store.provenance import Provenance
from ringtrue.store.results import ResultRecord
from ringtrue.store.store import Store
from ringtrue.store.study_store import StudyStore
from ringtrue.study.backup import DATABASE
from ringtrue.study.settings import FILE, Settings, read_settings
from ringtrue.terms.item import Item
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Kind, Protocol
from ringtrue.terms.result import Result

if TYPE_CHECKING:
    from ringtrue.report.summary import About


# The items.yaml a new study begins with: an empty list, and for each kind an example to copy.


ITEM_FILES = ("items.yaml", "items.jsonl", "items.json")


def starter(protocol: Protocol) -> str:
    """Comments that show one item of each kind, then an empty list."""
    lines = [
        f"# Items of a {protocol.name} study. Copy an example, take the # away, fill it in; then remove the [] below."
    ]
    for kind in protocol.kinds.values():
        lines += [f"# {line}" for line in _example(kind)]
    return "\n".join([*lines, "[]"]) + "\n"


def _example(kind: Kind) -> list[str]:
    fields = kind.example.splitlines() or [f"{name}: {_value(kind, name)}" for name in kind.needs]
    numbers = [f"{name}: 0.9" for name in kind.numbers if not kind.example]
    head = [f"- id: {kind.name}-001", f"  kind: {kind.name}", "  prompt: what the speaker is asked"]
    return [*head, *(f"  {line}" for line in (*fields, *numbers))]


def _value(kind: Kind, name: str) -> str:
    listed = [question.lists for question in kind.questions if question.lists]
    if name in listed:
        return "[first thing to tick, second thing to tick]"
    parts = [path.partition(".")[2] for path in listed if path and path.startswith(f"{name}.")]
    if parts:
        return "{" + ", ".join(f"{part}: [something to tick]" for part in parts) + "}"
    return "..."


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A scratch folder that takes the place of `folder` once all is written: a killed start leaves no half study."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        what = f"The folder cannot be made: {error.strerror}."
        raise BadInput([Problem(str(folder), "--out", what, remedy="Name a folder you can write to.")]) from None
    try:
        scratch.chmod(0o755)
        yield scratch
        if folder.is_dir():  # an empty one, and not every system renames over it
            folder.rmdir()
        scratch.replace(folder)
    except BaseException:
        rmtree(scratch, ignore_errors=True)
        raise


class StudyFolder:
    """Settings, items and records of one study; `Study` is this with the acts."""

    def __init__(self, folder: Path, settings: Settings, who: str) -> None:
        """Take a folder whose settings have been read; `who` is named in the audit log for what is done from here."""
        self.folder = folder
        self.settings = settings
        self.who = who
        self._open: StudyStore | None = None
        self._parsed: tuple[tuple[Path, bytes], tuple[Item, ...]] | None = None  # cache: the items and their file

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
        """The items as they are written now; BadInput with every fault.

        YAML takes long to parse: a file that has not changed is parsed once. Large lists are JSONL, and not held.
        """
        path = self.items_file
        if path.suffix != ".yaml" or not path.is_file():
            return read_items(path, self.settings.protocol)
        written = sha256(path.read_bytes()).digest()
        if self._parsed is None or self._parsed[0] != (path, written):
            self._parsed = (path, written), tuple(read_items(path, self.settings.protocol))
        return list(self._parsed[1])

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
        """Leave the records open between the acts of the block, which would each open them again. For one thread."""
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
        """What a report says of this study in addition to the result."""
        return self.about_result(record.result, record.provenance)

    def about_result(self, result: Result, provenance: Provenance | None = None) -> "About":
        """The same for a result already loaded, with when and by which program it was scored, where that is known."""
        from ringtrue.report.summary import About
        from ringtrue.study.scenarios.run_page import trial

        return About.of(
            self.settings.scored,
            self.settings.subject or self.folder.resolve().name,
            study_name=self.folder.resolve().name,
            note=" ".join(text for text in (trial(result), self.settings.note) if text),
            when=provenance.at if provenance else "",
            program_version=provenance.program_version if provenance else "",
            **result.resampling,
        )
