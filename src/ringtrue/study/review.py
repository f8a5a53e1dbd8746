"""Review drafted items: each beside its cited lines, broken rules, the generic answer; decisions are recorded."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ringtrue.files.atomic_write import write_text
from ringtrue.files.text_file import read_text, shown
from ringtrue.files.yaml_file import read_yaml, write_yaml
from ringtrue.items.items_file import read_items
from ringtrue.sources.citation_check import FoundSource, references_of, resolve
from ringtrue.sources.citations import Reference, rendered
from ringtrue.sources.text_files import SourceText, read_source
from ringtrue.study.folder import StudyFolder
from ringtrue.study.items import change_items, entry_of, record_statuses
from ringtrue.study.suite_guard import check_suite, sources_of
from ringtrue.terms.item import Item, ItemStatus
from ringtrue.terms.problem import BadInput, Problem

REVIEWED = "item reviewed"
EDITED = "item edited"
_AROUND = 2  # lines shown before and behind those cited
_MOST = 24  # lines of one citation


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a source; `cited` where the item cites it."""

    number: int
    text: str
    cited: bool


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """What an item cites, in its place."""

    citation: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class ReviewCard:
    """An item with all that helps to judge it."""

    item: Item
    passages: tuple[CitedPassage, ...]
    breaks: tuple[str, ...]
    generic: str = ""


class Review:
    """The items of a study under review: look at one, accept, edit or reject it."""

    def __init__(self, study: StudyFolder) -> None:
        """Read the sources and the answers collected so far, once."""
        self._study = study
        self._sources = sources_of(study)
        self._files: dict[Path, list[str]] = {}
        with study.records() as records:
            self._responses = [one.response for one in records.responses(last=True)]

    def card(self, name: str) -> ReviewCard:
        """The item as it is now, with its passages and what it breaks."""
        item = self._item(name)
        generic = self._study.settings.protocol.controls.get("generic", "")
        said = next((one.text for one in self._responses if (one.item, one.speaker) == (name, generic)), None)
        own = item.fields.get("responses")
        given = own.get(generic) if isinstance(own, Mapping) else None
        return ReviewCard(item, tuple(self._passages(item)), self._breaks(item), str(given or said or ""))

    def accept(self, name: str) -> None:
        """Accept an item: it can be dealt."""
        self._decide(name, "accepted", "")

    def reject(self, name: str, why: str) -> None:
        """Reject an item with a reason; it stays in the list and is never drafted again."""
        self._decide(name, "rejected", why)

    def text(self, name: str) -> str:
        """The item as it stands in a file, for an editor."""
        with TemporaryDirectory(prefix="ringtrue-") as scratch:
            path = Path(scratch) / "item.yaml"
            write_yaml(path, entry_of(self._item(name)))
            return read_text(path)

    def edit(self, name: str, text: str) -> None:
        """Take an item as somebody has rewritten it; its id stays. BadInput where it is none any more."""
        before = entry_of(self._item(name))
        with TemporaryDirectory(prefix="ringtrue-") as scratch:
            path = Path(scratch) / "item.yaml"
            write_text(path, text)
            new = read_yaml(path).data
            if not isinstance(new, dict) or str(new.get("id")) != name:
                what = "This is not the item that was to be edited."
                raise BadInput([Problem(shown(path), name, what, remedy="Keep its id, and every key on a line.")])
            write_yaml(path, [new])
            read_items(path, self._study.settings.protocol)
        changes: dict[str, Any] = {
            key: value for key, value in new.items() if key != "tags" and before.get(key) != value
        }
        changes |= dict.fromkeys(key for key in before if key not in new and key != "tags")
        tags, old = new.get("tags") or {}, before.get("tags") or {}
        if tags != old:
            changes["tags"] = {**dict.fromkeys(old), **tags}
        change_items(self._study, {name: changes} if changes else {}, EDITED)

    def _item(self, name: str) -> Item:
        found = next((item for item in self._study.items() if item.id == name), None)
        if found is None:
            raise BadInput([Problem(shown(self._study.items_file), name, "There is no such item.")])
        return found

    def _decide(self, name: str, status: ItemStatus, why: str) -> None:
        record_statuses(self._study, {name: status}, why=why)
        with self._study.records() as records:
            records.note(REVIEWED, {"item": name, "status": status, "why": why}, who=self._study.who)

    def _breaks(self, item: Item) -> tuple[str, ...]:
        """The rules that this item breaks, as far as they can be asked of one item alone."""
        suite = check_suite(self._study.settings.protocol, [item], self._responses, self._sources)
        return tuple(f"{one.rule}: {one.what}. {one.remedy}" for one in suite.findings)

    def _passages(self, item: Item) -> Iterator[CitedPassage]:
        for reference in references_of(item):
            lines = self._lines(reference)
            if lines:
                yield CitedPassage(rendered(reference), tuple(lines))

    def _lines(self, reference: Reference) -> list[Line]:
        """The cited lines with some around them; none where the citation leads nowhere."""
        index = self._sources.index
        found = resolve(reference, index) if index is not None else None
        path = index.find(reference.path) if index is not None and reference.path else ""
        if not isinstance(found, FoundSource) or isinstance(path, str) or found.lines is None:
            return []
        if path not in self._files:
            read = read_source(path, path.name)
            self._files[path] = read.text.split("\n") if isinstance(read, SourceText) else []
        first, last = found.lines
        start, end = max(1, first - _AROUND), min(len(self._files[path]), last + _AROUND, first + _MOST)
        texts = self._files[path][start - 1 : end]
        return [Line(number, text, first <= number <= last) for number, text in enumerate(texts, start)]
