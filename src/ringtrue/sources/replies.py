"""A clone's replies from files: a folder with one file for each reply, or CSV and JSON Lines read by column.

Beside its text a reply has an item, by which two sets of replies are paired, and an occasion (session, document, item),
because replies of one occasion say less than as many of several.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from ringtrue.files.csv_file import read_csv
from ringtrue.files.json_file import iter_jsonl
from ringtrue.files.problems import Problems
from ringtrue.files.text_file import shown
from ringtrue.sources.person_texts import RECORDS, read_person_texts
from ringtrue.terms.problem import BadInput, Problem

TEXT_COLUMNS = ("text", "reply", "response", "answer", "output", "completion", "content")
ITEM_COLUMNS = ("item", "item_id", "id", "prompt_id", "question_id")
OCCASION_COLUMNS = ("session", "document", "occasion", "event", *ITEM_COLUMNS)
_TABLES = (".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class Replies:
    """Texts with their names, items and occasions, all in one order; items are empty where none are named."""

    place: str
    texts: tuple[str, ...]
    names: tuple[str, ...]
    items: tuple[str, ...] = ()
    occasions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def by_item(self) -> dict[str, list[str]]:
        """The texts of each item."""
        found: dict[str, list[str]] = {}
        for item, text in zip(self.items, self.texts, strict=bool(self.items)):
            found.setdefault(item, []).append(text)
        return found


def read_replies(place: Path | str, *, column: str | None = None, source: str = "--replies") -> Replies:
    """The replies of a folder, a CSV file or JSON Lines.

    `column` names the column (or key) of the text; else the first of TEXT_COLUMNS that is there is taken. In a folder
    every file is a reply, an item (its name without ending) and an occasion. A file that is neither is refused: it
    would be read as one reply.
    """
    path = Path(place)
    suffix = path.suffix.lower()
    if path.is_file() and suffix in _TABLES:
        return _of_rows(shown(path), list(_table_rows(path, column, source)))
    if path.is_file() and suffix in RECORDS:
        return _of_rows(shown(path), list(_records(path, column, source)))
    if path.is_file():
        what = "This file would be read as one single reply."
        remedy = "Name a folder with a file for each reply, a .csv with a column text, or .jsonl with a text a line."
        raise BadInput([Problem(shown(path), source, what, remedy=remedy)])
    found = read_person_texts(path, source=source)
    items = tuple(PurePath(name).stem for name in found.names)
    return Replies(found.place, found.texts, found.names, items, found.names, found.notes)


@dataclass(frozen=True, slots=True)
class _Row:
    """One reply as it stands in a file."""

    name: str
    text: str
    item: str
    occasion: str


def _table_rows(path: Path, column: str | None, source: str) -> Iterator[_Row]:
    table = read_csv(path)
    text = _column(table.columns, column, TEXT_COLUMNS)
    if text is None:
        raise BadInput([_no_column(table.file, "line 1", list(table.columns), column, source)])
    item, occasion = (_column(table.columns, None, names) for names in (ITEM_COLUMNS, OCCASION_COLUMNS))
    for row, said in enumerate(table.columns[text]):
        yield _Row(
            f"line {table.lines[row]}",
            said,
            table.columns[item][row].strip() if item else "",
            table.columns[occasion][row].strip() if occasion else "",
        )


def _records(path: Path, column: str | None, source: str) -> Iterator[_Row]:
    problems = Problems()
    for record in iter_jsonl(path, problems):
        data = record.data
        keys = data if isinstance(data, Mapping) else {}
        text = _column(keys, column, TEXT_COLUMNS)
        failed = bool(keys.get("error")) and (text is None or keys[text] is None)
        if not failed and (text is None or not isinstance(keys[text], str)):
            problems.add(_no_column(shown(path), f"line {record.line}", list(keys), column, source))
            continue
        item, occasion = (_column(keys, None, names) for names in (ITEM_COLUMNS, OCCASION_COLUMNS))
        said = "" if failed or text is None else str(keys[text])
        yield _Row(
            f"line {record.line}",
            said,
            str(keys[item]) if item else "",
            str(keys[occasion]) if occasion else "",
        )
    problems.raise_if_any()


def _column(there: Mapping[str, object], asked: str | None, usual: Sequence[str]) -> str | None:
    """The column asked for, or the first usual one, whatever its capitals."""
    names = {str(name).strip().lower(): str(name) for name in there}
    return next((names[name] for name in ([asked.lower()] if asked else usual) if name in names), None)


def _no_column(file: str, place: str, there: list[str], asked: str | None, source: str) -> Problem:
    what = f"There is no text in a column {asked}." if asked else "No column holds the text of a reply."
    named = ", ".join(there[:8]) or "no columns"
    remedy = f"Name one of them with --column, or call it {TEXT_COLUMNS[0]} ({source})."
    return Problem(file, place, what, named, remedy)


def _of_rows(place: str, rows: Sequence[_Row]) -> Replies:
    """The replies without empty ones; a text said twice is kept, because both were said."""
    kept = [row for row in rows if row.text.strip()]
    empty = [row.name for row in rows if not row.text.strip()]
    more = f" and {len(empty) - 5} more" if len(empty) > 5 else ""
    notes = (f"{place}: {len(empty)} left out because there is no text in them: {', '.join(empty[:5])}{more}.",)
    named = all(row.item for row in kept)
    known = all(row.occasion for row in kept)
    return Replies(
        place,
        tuple(row.text for row in kept),
        tuple(row.name for row in kept),
        tuple(row.item for row in kept) if named else (),
        tuple(row.occasion for row in kept) if known else (),
        notes if empty else (),
    )
