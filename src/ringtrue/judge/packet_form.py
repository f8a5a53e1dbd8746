"""Parse the CSV of a packet's form back into the result of a page, by the column mapping that was exported with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from ringtrue.files.csv_file import Table, read_csv
from ringtrue.files.document import plain
from ringtrue.files.problems import Problems, excerpt, nearest
from ringtrue.files.section import Field, Section
from ringtrue.files.yaml_file import read_yaml
from ringtrue.judge.result_file import ResultFile
from ringtrue.protocols.scales import PLACES, as_number, read_side
from ringtrue.terms.problem import BadInput, Problem

# The mapping: for each packet its token, its cards with the texts shown, and what each column holds.


_TOP = ("packets", "words")
_ENTRY = ("packet", "consent", "cards", "columns")
_TARGETS = (frozenset({"consent"}), frozenset({"about"}), frozenset({"check"}))
_CARD = frozenset({"card", "question"})
_HOLDS = Field(
    "what a column holds",
    lambda given: (
        isinstance(given, dict)
        and (set(given) in _TARGETS or _CARD <= set(given) <= _CARD | {"thing"})
        and all(isinstance(value, str | int) for value in given.values())
    ),
    "write COLUMN: {card: ID, question: NAME}, with thing: N for one of a list; or {consent: ID}, {about: NAME}",
)
_HASHES = Field("a list of texts", lambda given: isinstance(given, list), "take it from the export again")
_MEANINGS = Field("a table of words and values", lambda given: isinstance(given, dict), "write QUESTION: {word: value}")
_YES = frozenset({"yes", "true", "1", "x"})
_NO = frozenset({"no", "false", "0"})


@dataclass(frozen=True, slots=True)
class PacketForm:
    """The columns of one packet's form."""

    packet: str
    consent: Mapping[str, str]
    cards: Mapping[str, tuple[str, ...]]  # card -> its texts as shown, hashed
    columns: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of an export, and what the words of their choices mean."""

    file: str
    packets: tuple[PacketForm, ...]
    words: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def meaning(self, table: str, text: str) -> Any:
        """The value of these words, the text itself where the mapping has none."""
        return self.words.get(table, {}).get(text.strip().casefold(), text.strip())


def is_form_mapping(path: Path | str) -> bool:
    """Whether a mapping is one of forms of packets: it lists them."""
    data = read_yaml(path).data
    return isinstance(data, dict) and "packets" in data


def read_forms(path: Path | str) -> Forms:
    """The mapping in a YAML file, validated; BadInput with every fault of it."""
    document = read_yaml(path)
    top = Section.of(document, "begin with packets:", blank=True)
    top.refuse(document)
    top.only(_TOP)
    packets = tuple(_read_packet(entry) for entry in top.rows("packets", required=True))
    words = {
        name: {str(word).strip().casefold(): plain(value) for word, value in table.items()}
        for name, table in top.table("words").each(_MEANINGS).items()
    }
    top.refuse(document)
    return Forms(document.file, packets, words)


def _read_packet(entry: Section) -> PacketForm:
    entry.only(_ENTRY)
    token = entry.text("packet", required=True)
    consent = entry.table("consent")
    cards = entry.table("cards", required=True).each(_HASHES)
    columns = entry.table("columns", required=True).each(_HOLDS)
    return PacketForm(
        token,
        {name: consent.text(name) for name in consent.names()},
        {card: tuple(map(str, hashes)) for card, hashes in cards.items()},
        {column: plain(holds) for column, holds in columns.items()},
    )


# The answers: one row of a CSV, whose columns say which packet it is of.


@dataclass(frozen=True, slots=True)
class FilledForm:
    """One filled form: which packet it is of, and its cells by column, empty ones left out."""

    file: str
    form: PacketForm
    line: int
    cells: Mapping[str, str]


def read_filled(path: Path | str, forms: Forms) -> FilledForm:
    """The one row of a form that was filled in; BadInput where it is not of one packet, or not one row."""
    table = read_csv(path)
    form = _form_of(table, forms)
    missing = [column for column in form.columns if column not in table.columns]
    problems = [_missing_column(table, column) for column in missing]
    there = [table.columns[name] for name in form.columns if name not in missing]
    filled = [row for row in range(len(table)) if any(cells[row].strip() for cells in there)]
    if not problems and len(filled) != 1:
        what = f"The form of a packet comes back with one row; this file has {len(filled)} with answers."
        problems.append(Problem(table.file, "whole file", what, remedy="Keep the row of the packet's own rater."))
    if problems:
        raise BadInput(problems)
    (row,) = filled
    cells = {name: text for name in form.columns if (text := table.columns[name][row].strip())}
    return FilledForm(table.file, form, table.lines[row], cells)


def _form_of(table: Table, forms: Forms) -> PacketForm:
    found = [form for form in forms.packets if any(column in table.columns for column in form.columns)]
    if len(found) == 1:
        return found[0]
    what = "Its columns are those of several packets." if found else "It has no column of a packet in the mapping."
    remedy = f"Name the columns as {Path(forms.file).name} does, one packet in a file."
    raise BadInput([Problem(table.file, "header", what, excerpt(", ".join(table.columns)), remedy)])


def _missing_column(table: Table, column: str) -> Problem:
    near = nearest(column, table.columns)
    remedy = f"Did you mean {excerpt(near)}?" if near else "Add it, empty if it was not answered."
    return Problem(table.file, "header", f"There is no column {excerpt(column)}.", remedy=remedy)


def as_result(filled: FilledForm, forms: Forms, document: Mapping[str, Any]) -> ResultFile:
    """The form as the result of a page, to be checked like one; BadInput with every cell that cannot be read.

    `document` is the packet's: it says how each question is answered, and what the check on the sample expects.
    """
    reader = _Cells(filled, forms, document)
    answers = tuple(reader.answers())
    told = reader.told()
    reader.problems.raise_if_any()
    return ResultFile(filled.file, filled.form.packet, answers, told, {"form": True})


class _Cells:
    """Reads the cells of one form."""

    def __init__(self, filled: FilledForm, forms: Forms, document: Mapping[str, Any]) -> None:
        self.problems = Problems()
        self._filled = filled
        self._forms = forms
        self._document = document
        cards = document["cards"]
        self._cards = {card["id"]: (place, card) for place, card in enumerate(cards, start=1)}
        self._asked = {
            kind: {question["name"]: question for question in about["questions"]}
            for kind, about in document["kinds"].items()
        }

    def answers(self) -> Iterator[dict[str, Any]]:
        """Rows as a page writes them; what the packet does not ask is left to whoever checks them."""
        lists: dict[tuple[str, str], dict[int, bool | None]] = {}
        for column, holds in self._filled.form.columns.items():
            if "card" not in holds:
                continue
            card, question = str(holds["card"]), str(holds["question"])
            text = self._filled.cells.get(column)
            if "thing" in holds:
                tick = None if text is None else self._yes_or_no(column, text)
                lists.setdefault((card, question), {})[int(holds["thing"])] = tick
            elif text is not None:
                yield self._row(card, question, self._value(column, card, question, text))
        for (card, question), ticks in lists.items():
            yield from self._ticked(card, question, ticks)

    def told(self) -> dict[str, Mapping[str, Any]]:
        """What the rater said besides: consent, questions about themselves, the check on the sample."""
        told: dict[str, Mapping[str, Any]] = {}
        consent = self._of("consent")
        if self._filled.form.consent:
            ticks = {name: self._yes_or_no(column, text) is True for name, column, text in consent}
            told["consent"] = {**self._filled.form.consent, "statements": ticks}
        about = {name: self._about(name, column, text) for name, column, text in self._of("about")}
        if about:
            told["qualification"] = about
        gold = self._document["gold"]
        if gold and gold["check"]:
            given = {name: text for name, _, text in self._of("check")}
            told["comprehension"] = {"attempts": 1, "passed": all(self._is_right(one, given) for one in gold["check"])}
        return told

    def _of(self, part: str) -> list[tuple[str, str, str]]:
        """Name, column and cell of the filled columns of one part."""
        columns = self._filled.form.columns.items()
        cells = self._filled.cells
        return [(str(holds[part]), name, cells[name]) for name, holds in columns if part in holds and name in cells]

    def _is_right(self, asked: Mapping[str, Any], given: Mapping[str, str]) -> bool:
        answer = f"{self._document['name']}{asked['id']}{given.get(asked['id'], '')}"
        return sha256(answer.encode()).hexdigest() == str(asked["answer"])

    def _about(self, name: str, column: str, text: str) -> Any:
        ask = next((one for one in self._document["qualification"] if one["name"] == name), None)
        value = self._forms.meaning(f"about {name}", text)
        if ask is None or ask["type"] == "text" or not isinstance(value, str):
            return value
        number = as_number(value)
        if number is None:
            self._fault(column, text, f"about {name}")
        return number

    def _value(self, column: str, card: str, question: str, text: str) -> Any:
        asked = self._question(card, question)
        value = self._forms.meaning(question, text)
        if asked is None or asked["type"] == "text" or not isinstance(value, str):
            return value
        read = {"pick": read_side, "flag": _truth, "position": _place}.get(asked["type"], as_number)(value)
        if read is None:
            self._fault(column, text, question)
        return read

    def _question(self, card: str, question: str) -> Mapping[str, Any] | None:
        known = self._cards.get(card)
        return self._asked[known[1]["kind"]].get(question) if known else None

    def _yes_or_no(self, column: str, text: str) -> bool | None:
        value = self._forms.meaning("yes or no", text)
        read = value if isinstance(value, bool) else _truth(str(value))
        if read is None:
            self._fault(column, text, "yes or no")
        return read

    def _ticked(self, card: str, question: str, ticks: Mapping[int, bool | None]) -> Iterator[dict[str, Any]]:
        values = [ticks[number] for number in sorted(ticks)]
        given = sum(value is not None for value in values)
        if given == len(values):
            yield self._row(card, question, values)
        elif given:
            place = self._cards[card][0] if card in self._cards else card
            what = f"{given} of {len(values)} things of the list are answered."
            where = f"line {self._filled.line}, card {place}, {question}"
            self.problems.add(Problem(self._filled.file, where, what, remedy="Answer each with yes or no, or none."))

    def _row(self, card: str, question: str, value: Any) -> dict[str, Any]:
        shown = list(self._filled.form.cards.get(card, ()))
        place = self._cards[card][0] if card in self._cards else None
        return {"card": card, "question": question, "value": value, "shown": shown, "position": place}

    def _fault(self, column: str, text: str, table: str) -> None:
        remedy = f"Say what it means in {Path(self._forms.file).name}, below words, {table}."
        where = f"line {self._filled.line}, column {column}"
        what = "The mapping has no value for these words."
        self.problems.add(Problem(self._filled.file, where, what, excerpt(text), remedy))


def _place(text: str) -> str | None:
    word = text.strip().casefold()
    return word if word in PLACES else None


def _truth(text: str) -> bool | None:
    word = text.strip().casefold()
    return True if word in _YES else False if word in _NO else None
