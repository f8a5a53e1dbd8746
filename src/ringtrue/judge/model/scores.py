"""Read a judge's answer: every question answered on its scale, with a reason and words that stand in the text."""

from collections.abc import ItemsView, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ringtrue.judge.model.answer_text import answer_object
from ringtrue.judge.model.asked import Asked, questions_of
from ringtrue.judge.model.quotes import Quotable
from ringtrue.judge.model.values import read_value
from ringtrue.terms import Answer, Card, Item, Protocol

_VALUE_KEYS = ("score", "choice", "value")
_CHOICE = "choice"
_AT_THE_TOP = frozenset({_CHOICE})
_FLAT = frozenset({_CHOICE, "reason", "quote"})


class Score(NamedTuple):
    """One answer: its value (a side stays a side while the card is blind), why, and the words that decided it."""

    value: Answer
    reason: str = ""
    quote: str = ""


class Scores(Mapping[str, Score]):
    """Scores by question; `notes` says what in the answer was left aside."""

    def __init__(self, by_question: Mapping[str, Score], notes: Sequence[str] = ()) -> None:
        """Keep them in the order of the questions."""
        self._scores = dict(by_question)
        self.notes = tuple(notes)

    def __getitem__(self, question: str) -> Score:
        """The score of a question."""
        return self._scores[question]

    def __iter__(self) -> Iterator[str]:
        """The questions that were answered."""
        return iter(self._scores)

    def items(self) -> ItemsView[str, Score]:
        """Questions with their scores."""
        return self._scores.items()

    def __len__(self) -> int:
        """How many were answered."""
        return len(self._scores)

    def __repr__(self) -> str:
        """The scores, and the notes where there are any."""
        return f"Scores({self._scores!r}{f', {self.notes!r}' if self.notes else ''})"


def read_scores(text: str, protocol: Protocol, item: Item, card: Card) -> Scores | list[str]:
    """The scores in a judge's answer, or everything that is wrong with it, one short sentence each.

    One JSON object, question -> {score, reason, quote}, is looked for: in a code fence or behind prose too. A question
    that compares may be answered with {choice: A, B or tie}, within its entry or at the top.
    """
    asked = questions_of(protocol, item)
    names = asked.names
    flat = _FLAT if asked.compare else frozenset()
    data = answer_object(text, names, flat & _AT_THE_TOP)
    if isinstance(data, str):
        return [data]
    entries = _entries(data, asked) if flat else data
    quotable = Quotable(card.texts)
    scores: dict[str, Score] = {}
    faults: list[str] = []
    for one in asked:
        read = _score(one, entries.get(one.name), quotable)
        if isinstance(read, Score):
            scores[one.name] = read
        else:
            faults += read
    extra = [key for key in data if key not in names and key not in flat]
    notes = [f"not asked for and left aside: {', '.join(key[:40] for key in extra[:5])}"] if extra else []
    return faults or Scores(scores, notes)


class AnswerReader:
    """Reads the answers to one card; an answer checked by a runner and then used is read once."""

    def __init__(self, protocol: Protocol, item: Item, card: Card) -> None:
        """Nothing has been read yet."""
        self._about = protocol, item, card
        self._last: tuple[str, Scores | list[str]] | None = None

    def read(self, text: str) -> Scores | list[str]:
        """What `read_scores` makes of the text."""
        if self._last is None or self._last[0] != text:
            self._last = text, read_scores(text, *self._about)
        return self._last[1]

    def fault(self, text: str) -> str | None:
        """What is malformed about the text, in one line, or None: the check that decides whether to ask again."""
        read = self.read(text)
        return "; ".join(read) if isinstance(read, list) else None


def _entries(data: Mapping[str, Any], asked: Sequence[Asked]) -> Mapping[str, Any]:
    """The entries by question; a choice at the top belongs to the first question that compares and has no entry."""
    open_ = [one.name for one in asked if one.compares and data.get(one.name) is None]
    if _CHOICE not in data or not open_:
        return data
    return {**data, open_[0]: {key: data[key] for key in (_CHOICE, "reason", "quote") if key in data}}


def _score(one: Asked, entry: object, quotable: Quotable) -> Score | list[str]:
    """The score in an entry, or its faults; no faults and no score where nothing was said and nothing had to be."""
    if entry is None:
        return [f"{one.name}: there is no answer"] if one.needed else []
    fields = entry if isinstance(entry, dict) else {"score": entry}
    given = fields.get("score")
    if given is None:
        given = next((fields[key] for key in _VALUE_KEYS if fields.get(key) is not None), None)
    if given is None:
        return [f"{one.name}: there is no score"] if one.needed else []
    faults: list[str] = []
    value: Answer = ""
    try:
        value = read_value(one, given)
    except ValueError as unfit:
        faults.append(f"{one.name}: {unfit}")
    reason, quote = fields.get("reason"), fields.get("quote")
    reason = reason.strip() if isinstance(reason, str) else ""
    quote = quote.strip() if isinstance(quote, str) else ""
    if one.scale.type != "text" and not (reason and quote and quotable.holds(quote)):
        faults += [f"{one.name}: {fault}" for fault in _evidence_faults(value, reason, quote, quotable)]
    return faults or Score(value, reason, quote)


def _evidence_faults(value: Answer, reason: str, quote: str, quotable: Quotable) -> Iterator[str]:
    if not reason:
        yield "there is no reason"
    nothing_found = value is False or (isinstance(value, tuple) and not any(value))
    if not quote and nothing_found:
        return
    fault = quotable.fault_of(quote)
    if fault:
        yield fault
