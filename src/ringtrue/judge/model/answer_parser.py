"""Parse the answer of a model judge: its JSON object, scores by their scales, and quotes that stand in the text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from json import JSONDecoder
from typing import Any, NamedTuple
from unicodedata import normalize

from ringtrue.judge.model.prompt import SHOWN_HIDDEN
from ringtrue.judge.model.questions import CardQuestion, questions_of
from ringtrue.protocols.scales import NEITHER, TIE, accepted_place, accepted_side, normalised, read_side
from ringtrue.store.judgment_records import JudgmentRecord
from ringtrue.terms.answer import Answer
from ringtrue.terms.item import Card, Item
from ringtrue.terms.protocol import Protocol
from ringtrue.terms.text import HIDDEN

# Find the one JSON object in what a judge wrote: alone, in a code fence, or after some prose.


LONGEST = 200_000  # characters; an answer of that size is no answer
_MOST_TRIED = 40  # opening braces; a hostile text of braces must not cost time with their square
_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)


class _NotStrict(ValueError):
    """Something JSON does not have, or has twice."""


def answer_object(text: str, names: Set[str], flat: Set[str] = frozenset()) -> dict[str, Any] | str:
    """The object that has one of the names as a key, or what keeps it from being read.

    A key of `flat` does as well, unless a brace before it opens no object: it may be the inside of a broken one.
    Two different objects of that sort are a fault: one of them may be copied from the text that was to be judged.
    """
    if len(text) > LONGEST:
        return f"the answer has over {LONGEST} characters"
    found: list[dict[str, Any]] = []
    fault = "there is no JSON object in the answer"
    keys = names | flat
    try:
        for data in _objects(_THOUGHT.sub("", text, count=1)):
            if data is None:
                keys, fault = names, "the JSON object is broken or cut off"
            elif data.keys() & keys and data not in found:
                found.append(data)
            elif keys is not names:
                fault = "the JSON object answers none of the questions"
    except _NotStrict as not_strict:
        return str(not_strict)
    if len(found) > 1:
        return "there are several JSON objects with scores in the answer"
    return found[0] if found else fault


def _objects(text: str) -> Iterator[dict[str, Any] | None]:
    """Each outermost object; None in its stead where a brace opens none."""
    at = 0
    for _ in range(_MOST_TRIED):
        start = text.find("{", at)
        if start < 0:
            return
        try:
            data, at = _DECODER.raw_decode(text, start)
        except _NotStrict:
            raise
        except (ValueError, RecursionError):
            at = start + 1
            yield None
        else:
            yield data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _NotStrict(f"{twice}: occurs twice in the JSON object")
    return made


def _no_number(word: str) -> Any:
    raise _NotStrict(f"{word} is not a number")


_DECODER = JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


# Does a quote stand in a text? Words count; white space, case, punctuation and marks of emphasis do not.


LEAST_WORDS = 3
_GAP = re.compile(r"\[\s*(?:…|\.{2,})\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,}|\. \. \.")
# Scripts that put no blank between words: there every letter stands for itself.
_WORD = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\W_]+")


class Quotable:
    """The words of the texts on a card, ready to be searched."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Keep the texts; they are folded once, and only if a quote is not found letter by letter."""
        self._given = tuple(texts)

    @cached_property
    def _texts(self) -> list[str]:
        return [_folded(text) for text in self._given]

    def holds(self, quote: str) -> bool:
        """Whether a quote of some words stands in one of the texts letter by letter, as most do."""
        if len(quote.split(None, LEAST_WORDS + 1)) <= LEAST_WORDS + 1:
            return False
        for text in self._given:
            at = text.find(quote)
            if at >= 0 and _is_whole(quote, text, at):
                return True
        return False

    def fault_of(self, quote: str) -> str | None:
        """Why the quote is none, or None if it stands in one of the texts."""
        if self.holds(quote):
            return None
        whole = _folded(quote)
        if whole in self._texts:
            return None
        words = whole.count(" ") - 1
        if words < 1:
            return "there is no quote"
        if words < LEAST_WORDS:
            return f"the quote has fewer than {LEAST_WORDS} words"
        parts = [part for part in map(_folded, _GAP.split(quote)) if part != " "]
        if any(whole in text for text in self._texts):
            return None
        if max(part.count(" ") - 1 for part in parts) < LEAST_WORDS:
            return f"no part of the quote has {LEAST_WORDS} words"
        if any(_stand_in_order(parts, text) for text in self._texts):
            return None
        return "the quote is not in the answer"


def _is_whole(quote: str, text: str, at: int) -> bool:
    """Whether the quote, which stands in the text at this place, cuts no word in two."""
    before, behind = text[at - 1 : at], text[at + len(quote) : at + len(quote) + 1]
    return not (before and (before + quote[0]).isalnum()) and not (behind and (quote[-1] + behind).isalnum())


def _folded(text: str) -> str:
    """The words of a text with one blank between and around them."""
    seen = HIDDEN.sub("", SHOWN_HIDDEN.sub("", text))
    plain = seen if seen.isascii() else normalize("NFKC", seen)
    words = _WORD.findall(plain.casefold())
    return f" {' '.join(words)} " if words else " "


def _stand_in_order(parts: list[str], text: str) -> bool:
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part) - 1  # the blank behind a part may stand before the next
    return True


# The value in a judge's entry: a side of the card, or what the question's scale makes of it.


_LEANINGS = {"A": -1.0, "B": 1.0, TIE: 0.0}


def read_value(one: CardQuestion, given: object) -> Answer:
    """The answer as a blind judgment holds it; ValueError says what to give instead.

    A pick stays "A", "B" or, where the scale takes ties, "tie", and a position its place on the card. On a bipolar
    scale a bare side is read as the mildest answer for it: which way is known, how clearly is not. Everything else is
    read by its scale.
    """
    side = read_side(given) if isinstance(given, str) and one.compares else None
    if one.scale.type == "pick":
        return accepted_side(one.scale, side)
    if one.scale.type == "position":
        return accepted_place(given, one.options)
    if one.scale.type == "checklist" and isinstance(given, str):
        raise ValueError("not a list; give true or false for each thing listed")
    if side is not None:
        return _LEANINGS[side] * (one.scale.step or (one.scale.high or 2.0) / 2.0)
    return normalised(one.scale, given, one.options)


# Read a judge's answer: every question answered on its scale; reasons and quotes that are missing are doubts.


_VALUE_KEYS = ("score", "choice", "value")
_CHOICE = "choice"
_AT_THE_TOP = frozenset({_CHOICE})
_FLAT = frozenset({_CHOICE, "reason", "quote"})


class Score(NamedTuple):
    """One answer: its value (a side stays a side while the card is blind), why, and the words that decided it.

    `doubts` say what its evidence lacks; `is_verified` is whether the quote stands in the text, where one is needed.
    """

    value: Answer
    reason: str = ""
    quote: str = ""
    doubts: tuple[str, ...] = ()
    is_verified: bool = True


class Scores(dict[str, Score]):
    """Scores by question, in the order of the questions; `notes` says what in the answer was ignored."""

    def __init__(self, by_question: Mapping[str, Score], notes: Sequence[str] = ()) -> None:
        """Keep scores and notes."""
        super().__init__(by_question)
        self.notes = tuple(notes)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The questions whose reason is missing, or whose quote is missing or stands nowhere in the text."""
        return tuple(name for name, one in self.items() if one.doubts)

    def mended(self, again: "Scores | list[str]") -> "Scores":
        """These scores with the evidence of a second answer where this one's was doubtful; no value changes."""
        if isinstance(again, list):
            return self
        better = {}
        for name, one in self.items():
            other = again.get(name, one)
            better[name] = Score(one.value, *other[1:]) if len(other.doubts) < len(one.doubts) else one
        return Scores(better, self.notes)


def read_scores(text: str, protocol: Protocol, item: Item, card: Card) -> Scores | list[str]:
    """The scores in a judge's answer, or everything that is wrong with it, one short sentence each.

    A reason or quote that is missing, or a quote that is not in the text, is a doubt about a score and no fault: who
    cannot quote may still be able to judge, and whether they are is for calibration to find out.

    One JSON object, question -> {score, reason, quote}, is looked for: in a code fence or behind prose too. A question
    that compares may be answered with {choice: A, B or tie}, within its entry or at the top.
    """
    asked = questions_of(protocol, item)
    names = frozenset(one.name for one in asked)
    flat = _FLAT if any(one.compares for one in asked) else frozenset()
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
    notes = [f"not requested and ignored: {', '.join(key[:40] for key in extra[:5])}"] if extra else []
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


def _entries(data: Mapping[str, Any], asked: Sequence[CardQuestion]) -> Mapping[str, Any]:
    """The entries by question; a choice at the top belongs to the first question that compares and has no entry."""
    open_ = [one.name for one in asked if one.compares and data.get(one.name) is None]
    if _CHOICE not in data or not open_:
        return data
    return {**data, open_[0]: {key: data[key] for key in (_CHOICE, "reason", "quote") if key in data}}


def _score(one: CardQuestion, entry: object, quotable: Quotable) -> Score | list[str]:
    """The score in an entry, or its faults; no faults and no score where nothing was said and nothing had to be."""
    if entry is None:
        return [f"{one.name}: there is no answer"] if one.needed else _unnoted(one)
    fields = entry if isinstance(entry, dict) else {"score": entry}
    given = fields.get("score")
    if given is None:
        given = next((fields[key] for key in _VALUE_KEYS if fields.get(key) is not None), None)
    if given is None:
        return [f"{one.name}: there is no score"] if one.needed else _unnoted(one)
    try:
        value = read_value(one, given)
    except ValueError as unfit:
        return [f"{one.name}: {unfit}"]
    reason, quote = fields.get("reason"), fields.get("quote")
    reason = reason.strip() if isinstance(reason, str) else ""
    quote = quote.strip() if isinstance(quote, str) else ""
    if one.scale.type == "text":
        return Score(value, reason, quote)
    unquoted = _quote_fault(value, quote, quotable)
    doubts = [] if reason else ["there is no reason"]
    return Score(value, reason, quote, (*doubts, *filter(None, [unquoted])), not unquoted)


def _unnoted(one: CardQuestion) -> Score | list[str]:
    """What it says to leave a question out: of one that needs evidence, that nothing of the kind happened."""
    return Score(False) if one.question.evidence else []


def _quote_fault(value: Answer, quote: str, quotable: Quotable) -> str | None:
    """Why a quote does not stand in the text; where nothing was found there is nothing to quote."""
    nothing_found = value is False or value == NEITHER or (isinstance(value, tuple) and not any(value))
    return None if not quote and nothing_found else quotable.fault_of(quote)


# Scores as judgments to be stored, and judgments without a value where there is no score.


_LONGEST_REASON = 500
_LONGEST_QUOTE = 2000  # characters kept of a quote that stands nowhere
NOT_VERIFIED = "quote not verified"  # the mark of a score that stands without words from the text


def scored(scores: Scores, *, judge: str, card: Card, seconds: float | None = None) -> list[JudgmentRecord]:
    """One blind judgment for each question answered; the reason becomes its comment, the quote its excerpt.

    A score whose quote could not be verified is marked.
    """
    records = []
    for question, one in scores.items():
        quote, mark = (one.quote, None) if one.is_verified else (one.quote[:_LONGEST_QUOTE], NOT_VERIFIED)
        found = JudgmentRecord(judge, None, question, one.value, None, "model", card.id, seconds, one.reason, quote)
        records.append(found._replace(reason=mark))
    return records


def unscored(
    faults: str | Sequence[str], protocol: Protocol, item: Item, *, judge: str, card: Card, seconds: float | None = None
) -> list[JudgmentRecord]:
    """A judgment without a value, and why, for every question that had to be answered (for all, where none had to)."""
    reason = faults if isinstance(faults, str) else "; ".join(faults)
    reason = (reason.strip() or "the judge gave no usable answer")[:_LONGEST_REASON]
    asked = questions_of(protocol, item)
    due = [one for one in asked if one.needed] or [one for one in asked if one.scale.type != "text"]
    return [
        JudgmentRecord(judge, None, one.name, None, judge_kind="model", card=card.id, seconds=seconds, reason=reason)
        for one in due
    ]
