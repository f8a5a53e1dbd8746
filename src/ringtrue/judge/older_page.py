"""Results of the older page: it drew the order of the texts itself, so its slot table must say whose they were."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ringtrue.files import Problems, read_json
from ringtrue.files.text_files import opened
from ringtrue.judge.facing import turned
from ringtrue.judge.older_slots import Slots
from ringtrue.terms import BadInput, Protocol

SCORES = {"voice_score": "voice", "vibe_score": "vibe", "logic_score": "logic", "continuity_score": "continuity"}
_HEAD = 65_536
_TABLE = "Give the slot table of its page: ringtrue take-in DIR FILE --slots TABLE.yaml (see docs/taking-in.md)."
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
