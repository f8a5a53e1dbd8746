"""Answers as a page sends them, read strictly against the packet document they were given to."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import isclose, isfinite
from typing import Any

from ringtrue.terms import Answer, BadInput, Problem
from ringtrue.terms.given import Given

MOST_ROWS = 2_000
LONGEST_TEXT = 20_000  # characters of a comment or of an answer in own words
_MOST_SECONDS = 10_000_000.0
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_KEYS = frozenset(Given.__dataclass_fields__)

Question = Mapping[str, Any]


def read_givens(document: Mapping[str, Any], rows: object, *, file: str = "answers") -> list[Given]:
    """The rows as answers, in their order; BadInput with every fault of every row.

    A value of None takes an answer back. What is read is JSON: a number is no text and 1 is not true.
    """
    if not isinstance(rows, list) or len(rows) > MOST_ROWS:
        remedy = f"Send a list of at most {MOST_ROWS} answers."
        raise BadInput([Problem(file, "answers", "This is not a list of answers.", remedy=remedy)])
    reader = _Reader(document, file)
    read = [reader.given(row, f"answer {place}") for place, row in enumerate(rows, start=1)]
    if reader.problems:
        raise BadInput(reader.problems)
    return [given for given in read if given is not None]


class _Reader:
    """Reads rows against one document and collects what is wrong with them."""

    def __init__(self, document: Mapping[str, Any], file: str) -> None:
        self.problems: list[Problem] = []
        self._file = file
        self._cards = {card["id"]: card for card in document["cards"]}
        self._asked = {
            kind: {question["name"]: question for question in about["questions"]}
            for kind, about in document["kinds"].items()
        }

    def given(self, row: object, place: str) -> Given | None:
        if not isinstance(row, Mapping):
            self._fault(place, "This is not an answer.", row, "Send card, question and value.")
            return None
        for key in sorted(set(row) - _KEYS):
            self._fault(f"{place}, {key}", "An answer has no such part.", key, f"It has: {', '.join(sorted(_KEYS))}.")
        card = self._cards.get(row["card"]) if isinstance(row.get("card"), str) else None
        if card is None:
            self._fault(f"{place}, card", "The packet has no such card.", row.get("card"))
            return None
        asked = self._asked[card["kind"]]
        question = asked.get(row["question"]) if isinstance(row.get("question"), str) else None
        if question is None:
            remedy = f"The card asks: {', '.join(asked)}."
            self._fault(f"{place}, question", "The card asks no such question.", row.get("question"), remedy)
            return None
        value = self._value(question, card, row.get("value"), place)
        return Given(card["id"], question["name"], value, **self._circumstances(row, card, place))

    def _value(self, question: Question, card: Mapping[str, Any], value: object, place: str) -> Answer | None:
        if value is None:
            return None
        try:
            return _READERS[question["type"]](question, card, value)
        except ValueError as fault:
            self._fault(f"{place}, {question['name']}", f"The value {fault}.", value)
            return None

    def _circumstances(self, row: Mapping[str, Any], card: Mapping[str, Any], place: str) -> dict[str, Any]:
        checks: dict[str, tuple[Callable[[Any], bool], str]] = {
            "shown": (lambda one: _is_shown(one, len(card["texts"])), "Send 12 hex digits for each text shown."),
            "seconds": (_is_duration, "Send a number of seconds."),
            "visible_seconds": (_is_duration, "Send a number of seconds."),
            "comment": (_is_text, f"Send a text of at most {LONGEST_TEXT} characters."),
            "recognised": (lambda one: isinstance(one, bool), "Send true or false."),
            "position": (lambda one: one is None or _is_count(one), "Send the card's place, from 1."),
        }
        found = {}
        for name, (is_fit, remedy) in checks.items():
            if name not in row:
                continue
            if is_fit(row[name]):
                found[name] = tuple(row[name]) if name == "shown" else row[name]
            else:
                self._fault(f"{place}, {name}", "This cannot be read.", row[name], remedy)
        return found

    def _fault(self, place: str, what: str, value: object = "", remedy: str = "") -> None:
        self.problems.append(Problem(self._file, place, what, "" if value is None else str(value)[:200], remedy))


def _is_duration(value: object) -> bool:
    return value is None or (_is_number(value) and 0 <= value <= _MOST_SECONDS)  # type: ignore[operator]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15 and isfinite(value)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000_000


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_shown(value: object, texts: int) -> bool:
    if not isinstance(value, list) or len(value) not in (0, texts):
        return False
    return all(isinstance(one, str) and _FINGERPRINT.fullmatch(one) for one in value)


def _pick(_question: Question, _card: Mapping[str, Any], value: object) -> str:
    if isinstance(value, str) and value in ("A", "B", "tie"):
        return value
    raise ValueError('is not "A", "B" or "tie"')


def _number(question: Question, _card: Mapping[str, Any], value: object) -> float:
    if not _is_number(value):
        raise ValueError("is not a number")
    number = float(value)  # type: ignore[arg-type]
    low, high, step = question.get("low"), question.get("high"), question.get("step")
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(f"is not between {low:g} and {high:g}")
    if step and not isclose((steps := (number - (low or 0)) / step), round(steps), abs_tol=1e-9):
        raise ValueError(f"is not on a step of {step:g}")
    return number


def _flag(_question: Question, _card: Mapping[str, Any], value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("is neither true nor false")


def _checklist(question: Question, card: Mapping[str, Any], value: object) -> tuple[bool, ...]:
    listed: Sequence[str] = card.get("lists", {}).get(question.get("list"), ())
    if isinstance(value, list) and len(value) == len(listed) and all(isinstance(one, bool) for one in value):
        return tuple(value)
    raise ValueError(f"is not a list of {len(listed)} truths")


def _words(_question: Question, _card: Mapping[str, Any], value: object) -> str:
    if _is_text(value):
        return str(value)
    raise ValueError(f"is not a text of at most {LONGEST_TEXT} characters")


_READERS: dict[str, Callable[[Question, Mapping[str, Any], object], Answer]] = {
    "pick": _pick,
    "bipolar": _number,
    "steps": _number,
    "anchored": _number,
    "number": _number,
    "flag": _flag,
    "checklist": _checklist,
    "text": _words,
}
