"""Parse files of earlier versions: results of the older page with its slot table, and the older raw table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringtrue.files.csv_file import read_csv
from ringtrue.files.document import Document
from ringtrue.files.json_file import read_json
from ringtrue.files.problems import Problems
from ringtrue.files.text_file import opened
from ringtrue.files.yaml_file import read_yaml
from ringtrue.protocols.scales import TIE, as_number
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.protocol import Protocol, Scale

# The slot table of an older page: which speaker's text stood in which of its two slots, scenario by scenario.


_KEYS = ("slots", "items", "raters")
_SHAPE = "Write slots: with a line SCENARIO: [speaker in slot 1, speaker in slot 2] for each scenario of the page."


@dataclass(frozen=True, slots=True)
class Slots:
    """Scenario -> its two speakers; and the item and the rater a scenario or a file stands for, where it is said."""

    slots: Mapping[str, tuple[str, str]]
    items: Mapping[str, str] = field(default_factory=dict)
    raters: Mapping[str, str] = field(default_factory=dict)


def read_slots(path: Path | str) -> Slots:
    """The table in a YAML file; BadInput with every fault of it."""
    document = read_yaml(path)
    problems = Problems()
    data = document.data
    if not isinstance(data, dict) or not isinstance(data.get("slots"), dict):
        raise BadInput([document.problem((), "There is no table of slots in it.", remedy=_SHAPE)])
    for key in (key for key in data if key not in _KEYS):
        problems.add(document.problem((key,), "There is no such key.", remedy=f"Known: {', '.join(_KEYS)}."))
    slots = {}
    for scenario, pair in data["slots"].items():
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
            problems.add(document.problem(("slots", scenario), "These are not two speakers.", pair, _SHAPE))
            continue
        slots[str(scenario)] = (str(pair[0]), str(pair[1]))
    found = Slots(slots, _names(document, "items", problems), _names(document, "raters", problems))
    problems.raise_if_any()
    return found


def _names(document: Document, key: str, problems: Problems) -> dict[str, str]:
    given: Any = document.data.get(key) or {}
    if not isinstance(given, dict):
        problems.add(document.problem((key,), "This is not a table.", given, f"Write {key}: with one line for each."))
        return {}
    return {str(name): str(meant) for name, meant in given.items()}


# Answers to two texts side by side, turned from sides to speakers where it is known who stood on which.


_SIDES = {"a": 0, "b": 1, "1": 0, "2": 1, "first": 0, "second": 1, "left": 0, "right": 1}


def turned(scale: Scale | None, value: Any, sides: Sequence[str] | None) -> Any:
    """The value as an unblinded answer has it: a side becomes its speaker, and the sign follows the scale.

    Below zero is the first side. What is not about two sides, or is no answer at all, is left as it is.
    """
    if scale is None or not sides:
        return value
    if scale.type == "pick":
        word = str(value).strip().casefold()
        return TIE if word == TIE else sides[_SIDES[word]] if word in _SIDES else value
    if scale.type == "bipolar" and sides[0] == scale.toward:
        number = as_number(value)
        return value if number is None else 0.0 - number
    return value


# Results of the older page: it drew the order of the texts itself, so its slot table must say whose they were.


SCORES = {"voice_score": "voice", "vibe_score": "vibe", "logic_score": "logic", "continuity_score": "continuity"}
_HEAD = 65_536
_TABLE = "Give the slot table of its page: ringtrue import DIR FILE --slots TABLE.yaml (see docs/taking-in.md)."
_ORDERS: Mapping[object, bool] = {  # how the page may have written the order -> whether the slots were swapped
    "AB": False,
    "BA": True,
    "0,1": False,
    "1,0": True,
    "1,2": False,
    "2,1": True,
    "A,B": False,
    "B,A": True,
}


def is_older_page(path: Path | str) -> bool:
    """Whether a file is, or was meant to be, a result of the older page."""
    with opened(path) as stream:
        head = stream.read(_HEAD).decode("utf-8", "replace")
    return '"test_version"' in head or ('"responses"' in head and '"scenario_id"' in head)


class OlderPage:
    """The answers in a result of the older page, turned by its slot table; a mark is the place of a score."""

    def __init__(self, path: Path | str, slots: Slots | None, protocol: Protocol, problems: Problems) -> None:
        """Read the file; BadInput without a slot table."""
        self._document = read_json(path)
        self.file = self._document.file
        data = self._document.data
        if not isinstance(data, dict) or not isinstance(data.get("responses"), list):
            what = "There is no list of responses in it."
            raise BadInput([self._document.problem((), what, remedy="Give the file as the older page saved it.")])
        if slots is None:
            what = "This is a result of the older page: without its slot table nobody knows which text was whose."
            raise BadInput([self._document.problem((), what, remedy=_TABLE)])
        self._slots = slots
        self._problems = problems
        name = Path(path).name
        self._rater = slots.raters.get(name, Path(path).stem)
        asked = (question for kind in protocol.kinds.values() for question in kind.questions)
        self._scales = {question.name: protocol.scales[question.scale] for question in asked}
        self._trails: list[tuple[Any, ...]] = []

    def rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Marks and judgments, scenario by scenario; what was not scored is no answer."""
        for place, response in enumerate(self._document.data["responses"]):
            shown = self._shown(place, response)
            if shown is None:
                continue
            comment = {"comment": response["comments"]} if response.get("comments") else {}
            for score, question in SCORES.items():
                if response.get(score) is not None:
                    self._trails.append(("responses", place, score))
                    value = turned(self._scales.get(question), response[score], shown)
                    scenario = str(response["scenario_id"])
                    item = self._slots.items.get(scenario, scenario)
                    row = {"rater": self._rater, "item": item, "question": question, "value": value}
                    yield len(self._trails) - 1, row | comment
                    comment = {}

    def line(self, mark: int) -> int:
        """The line a score stands on."""
        return self._document.line(self._trails[mark]) or 1

    def where(self, mark: int, key: str = "") -> str:
        """The place of a score; of what concerns the scenario, the place of that."""
        trail = self._trails[mark]
        return self._document.place((*trail[:2], "scenario_id") if key == "item" else trail)

    def _shown(self, place: int, response: Any) -> tuple[str, str] | None:
        """The speakers in the order shown; None, with the fault noted, where it cannot be known."""
        trail = ("responses", place)
        if not isinstance(response, dict) or response.get("scenario_id") is None:
            self._fault(trail, "It names no scenario.", response, "Give scenario_id.")
            return None
        pair = self._slots.slots.get(str(response["scenario_id"]))
        if pair is None:
            remedy = "Add a line for it below slots in the slot table."
            scenario = response["scenario_id"]
            self._fault((*trail, "scenario_id"), "The slot table has no such scenario.", scenario, remedy)
            return None
        swapped = _is_swapped(response.get("randomOrder"))
        if swapped is None:
            remedy = "Known are [0, 1], [1, 2], [A, B], AB, each either way round, and true where they were swapped."
            order = response.get("randomOrder")
            self._fault((*trail, "randomOrder"), "The order the texts were shown in cannot be read.", order, remedy)
            return None
        return (pair[1], pair[0]) if swapped else pair

    def _fault(self, trail: tuple[Any, ...], what: str, value: Any, remedy: str) -> None:
        self._problems.add(self._document.problem(trail, what, value, remedy))


def _is_swapped(order: Any) -> bool | None:
    if isinstance(order, bool):
        return order
    words = ",".join(map(str, order)) if isinstance(order, list) else str(order)
    return _ORDERS.get(words.strip().upper())


# The older raw table: four grades of 1 to 10 for two texts side by side, a row for each trial and rater.


_NAMED = ("trial_id", "rater_id")
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
            what = f"{protocol.name} does not ask {', '.join(unasked)}: these are grades of how similar two texts are."
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
