"""A list of items that goes by: compared with what is recorded, or recorded."""

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict

from sqlalchemy.exc import IntegrityError

from ringtrue.files import Problems
from ringtrue.store.act import Act
from ringtrue.store.canonical import as_document
from ringtrue.store.names import fault_of_name
from ringtrue.store.pieces import pieces
from ringtrue.store.refusal import MOST_PROBLEMS
from ringtrue.store.schema import items as table
from ringtrue.terms import Item, Problem

Standing = tuple[int, int]  # version, hash of position, kind, status and body
_Row = tuple[str, int, int, str, str, str]  # id, version, position, kind, status, body
_PIECE = 200


class StandingItems:
    """A recorded list of items, of each no more than a hash."""

    def __init__(self, rows: Iterable[tuple[int, int]]) -> None:
        """Take position and hash of each item."""
        positions, hashes = array("q"), array("q")
        for position, found in rows:
            positions.append(position)
            hashes.append(found)
        order = sorted(range(len(positions)), key=positions.__getitem__)
        self._hashes = array("q", (hashes[place] for place in order))
        self._same = 0
        self._seen = 0

    def passing(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items as they are, each compared with what is recorded in its place."""
        for position, item in enumerate(items, start=1):
            self._seen = position
            if position <= len(self._hashes) and self._hashes[position - 1] == _hash(position, item):
                self._same += 1
            yield item

    def __len__(self) -> int:
        """How many items are recorded."""
        return len(self._hashes)

    @property
    def is_the_same(self) -> bool:
        """Whether the list that went by is the recorded one."""
        return self._same == self._seen == len(self._hashes)


def _hash(position: int, item: Item) -> int | None:
    try:
        return hash((item.id, position, item.kind, item.status, body_of(item)))
    except ValueError:  # it cannot be recorded, and whoever records it says why
        return None


class ItemTaking:
    """Records what is new in a list or not as it stood; knows every fault of the list, and what did not come."""

    def __init__(self, act: Act, standing: Mapping[str, Standing], file: str) -> None:
        """Nothing is taken yet; `standing` are the items as recorded, by id."""
        self.seen = 0
        self.left = dict(standing)  # what was recorded and has not come yet
        self._act = act
        self._problems = Problems(most=MOST_PROBLEMS)
        self._file = file

    def passing(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items as they are, some hundreds at a time once those are recorded; BadInput at the end."""
        stream = iter(items)
        for piece in pieces(stream, _PIECE):
            try:
                self._act.add(table, list(self._rows(piece)))
            except IntegrityError:  # the table knows all ids that went before: they need not be kept here
                deque(stream, maxlen=0)  # whoever reads the list says at its end on which line
                place = f"items {self.seen + 1} to {self.seen + len(piece)}"
                self._problems.add(Problem(self._file, place, "An id is that of an earlier item already."))
                break
            self.seen += len(piece)
            yield from piece
        self._problems.raise_if_any()

    def _rows(self, piece: Iterable[Item]) -> Iterator[_Row]:
        """What is new or not as it was, with its version."""
        names: set[str] = set()
        for position, item in enumerate(piece, self.seen + 1):
            fault = fault_of_name(item.id)
            if fault is None and item.id in names:
                fault = "is that of an earlier item already"
            if fault is not None:
                self._problems.add(Problem(self._file, f"item {position}", f"The id {fault}.", str(item.id)[:80]))
                continue
            names.add(item.id)
            try:
                content = position, item.kind, item.status, body_of(item)
            except ValueError as error:
                remedy = "Write it as a text, in quotes."
                what = f"It cannot be stored: {error}."
                self._problems.add(Problem(self._file, f"item {item.id}", what, remedy=remedy))
                continue
            version, known = self.left.pop(item.id, (0, None))
            if known is None or known != hash(content):
                yield item.id, version + 1, *content


def body_of(item: Item) -> str:
    """What is stored of an item besides its id, kind and status."""
    citations = [asdict(citation) for citation in item.citations]
    return as_document({"prompt": item.prompt, "citations": citations, "tags": item.tags, "fields": item.fields})
