"""Items and ratings as columns."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ringtrue.score.answers import Answers
from ringtrue.stats.arrays import Array, Codes
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import JudgeKind, Kind, Protocol, Question

# On which items an answer counts: a question of a trial sheet counts on the trials it names.


_LAST_NUMBER = re.compile(r"(\d+)\D*$")


def not_counting(protocol: Protocol, items: Sequence[Item]) -> set[tuple[str, str]]:
    """Questions and items on which an answer does not count: a trial scored though it is not one of those that do."""
    off: set[tuple[str, str]] = set()
    sessions: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        sessions[str(item.tags.get("session", ""))].append(item)
    for session in sessions.values():
        for item, place in zip(session, _places(session), strict=True):
            if kind := protocol.kinds.get(item.kind):
                off |= {(asked.name, item.id) for asked in kind.questions if not _counts(asked, kind, item, place)}
    return off


def _places(session: Sequence[Item]) -> list[int]:
    """The place of each item in its session: its own `trial`, the last number in its id, or the order given."""
    given = [item.tags.get("trial", item.fields.get("trial")) for item in session]
    if all(isinstance(place, int) for place in given):
        return [int(place) for place in given if place is not None]
    found = [_LAST_NUMBER.search(item.id) for item in session]
    numbers = [int(number.group(1)) for number in found if number]
    return numbers if len(set(numbers)) == len(session) else list(range(1, len(session) + 1))


def _counts(question: Question, kind: Kind, item: Item, place: int) -> bool:
    if not question.counts_on:
        return True
    asks = {str(name) for name in item.fields.get("asks", ())}
    if asks & {other.name for other in kind.questions}:
        return question.name in asks
    return place in question.counts_on


def primary_questions(
    protocol: Protocol, items: Iterable[Item], off: Collection[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    """Of kinds with questions that count on some items alone: which of these count on each item, none on some."""
    chosen = {
        name: [question.name for question in kind.questions if question.counts_on]
        for name, kind in protocol.kinds.items()
    }
    return {
        item.id: tuple(name for name in chosen[item.kind] if (name, item.id) not in off)
        for item in items
        if chosen.get(item.kind)
    }


# The items of a study as columns: of each only what measures can ask for.


Labels = NDArray[np.object_]
_LEFT_OUT = ("rejected", "withdrawn")


class GivenItems:
    """Ids, kinds, numbers and wanted tags of the items that count, in the order of their ids.

    Items tagged `control` are not part of the suite: codes and `code_kinds` have them behind it, and nothing else does.
    """

    def __init__(self, protocol: Protocol, items: Iterable[Item], tags: Iterable[str] = ()) -> None:
        """Take the items; a tag that no item carries becomes an empty column."""
        counted = [item for item in items if item.status not in _LEFT_OUT]
        self.off = not_counting(protocol, counted)
        self.due = primary_questions(protocol, counted, self.off)
        counted.sort(key=lambda item: item.id)
        suite = [item for item in counted if not item.tags.get("control")]
        controls = [item for item in counted if item.tags.get("control")]
        self.ids = [item.id for item in suite]
        self.kinds = [item.kind for item in suite]
        self.code_ids = [*self.ids, *(item.id for item in controls)]
        self.code_kinds = [*self.kinds, *(item.kind for item in controls)]
        self._codes = {name: code for code, name in reversed(list(enumerate(self.code_ids)))}  # the first of equals
        numbers = sorted({name for kind in protocol.kinds.values() for name in kind.numbers})
        self.numbers = {name: np.array([_number(item.fields.get(name)) for item in suite]) for name in numbers}
        self.tags = {name: _labels(_label(item, name) for item in suite) for name in tags}
        self.tags["kind"] = _labels(self.kinds)

    def code(self, identity: str) -> int | None:
        """The place of an id, None if no item has it."""
        return self._codes.get(identity)

    @property
    def codes(self) -> int:
        """How many codes there are."""
        return len(self.code_ids)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.ids)


def _labels(listed: Iterable[str | None]) -> Labels:
    return np.array(list(listed), dtype=object)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")


def _label(item: Item, name: str) -> str | None:
    """A tag or field as a label; a DNA layer has the label "yes"."""
    if name in item.tags.get("layers", ()):
        return "yes"
    value = item.tags.get(name, item.fields.get(name))
    return None if value is None else str(value)


# The ratings of a study as columns in an order of their own, so that no sum depends on arrival.


NoNumber = str | tuple[bool, ...] | None


class RatingSource(NamedTuple):
    """What many ratings share: who answered which question about which speaker, and what kind of judge that is."""

    rater: str
    question: str
    speaker: str | None
    judge: JudgeKind


class GivenRatings:
    """Ratings by rater, item, question and speaker: of each the code of its item, its source and its number.

    A yes is one, a checklist the share of its ticks; `others` has whatever is no number, by place and in order, with
    the reason that was given. Ratings of items that are not among the given ones count for nothing and are left out.
    """

    def __init__(self, ratings: Iterable[Rating], items: GivenItems) -> None:
        """Take them all; ValueError where somebody answered the same thing twice."""
        codes: list[int] = []
        places: list[int] = []
        numbers: list[float] = []
        sealed: list[bool] = []
        others: dict[int, tuple[NoNumber, str | None]] = {}
        known: defaultdict[RatingSource, int] = defaultdict(count().__next__)
        for rating in ratings:
            code = items.code(rating.item)
            if code is None:
                continue
            if not isinstance(rating.value, float | int):
                if rating.value is None and not rating.reason:
                    raise ValueError(f"rating of {rating.item} by {rating.rater}: no value needs a reason")
                others[len(codes)] = rating.value, rating.reason
            numbers.append(_share(rating.value))
            sealed.append(rating.sealed)
            codes.append(code)
            places.append(known[RatingSource(rating.rater, rating.question, rating.speaker or None, rating.judge_kind)])
        self.sources = list(known)
        item_codes, source_codes = np.array(codes, dtype=np.int64), np.array(places, dtype=np.int64)
        order = self._order(item_codes, source_codes, items)
        self.items: Codes = item_codes[order]
        self.source: Codes = source_codes[order]
        self.numbers: Array = np.array(numbers, dtype=np.float64)[order]
        self.sealed: NDArray[np.bool_] = np.array(sealed, dtype=np.bool_)[order]
        self.numbers += 0.0  # so that no zero has a minus, which a sum would take from it
        self.others = {place: others[old] for place, old in enumerate(order.tolist()) if old in others}

    def _order(self, codes: Codes, places: Codes, items: GivenItems) -> Codes:
        """Their places in the order of rater, item, question and speaker."""
        rater = _ranks(source.rater for source in self.sources)[places]
        about = _ranks((source.question, source.speaker or "") for source in self.sources)[places]
        order = np.lexsort((about, codes, rater))
        same = np.all([np.diff(column[order]) == 0 for column in (about, codes, rater)], axis=0)
        if same.any():
            first = order[int(np.argmax(same))]
            source = self.sources[places[first]]
            item = items.code_ids[codes[first]]
            raise ValueError(f"{source.rater} answered {source.question} about {item} twice: give one answer")
        return order


def _share(value: Any) -> float:
    """The number of an answer: a checklist's share of ticks; of a comment, an empty list or nothing there is none."""
    if has_no_number(value):
        return np.nan
    if isinstance(value, tuple):
        return sum(value) / len(value)
    return float(value)  # TypeError for what is no answer at all


def has_no_number(value: Any) -> bool:
    """Whether this is a comment, an empty list or nothing: an answer, but none to count with."""
    return value is None or isinstance(value, str) or (isinstance(value, tuple) and not value)


def _ranks(names: Iterable[Any]) -> Codes:
    """The place of each name among all of them in order, equal ones at the same place."""
    listed = list(names)
    places = {name: place for place, name in enumerate(sorted(set(listed)))}
    return np.array([places[name] for name in listed], dtype=np.int64)


# Ratings gathered by question and speaker; who rated, and what was left out or unscored.


_NO_ROW = -1  # not asked of such an item, or nothing to count with
_OTHER_JUDGE = -2  # of a judge who is not meant beside those who are


@dataclass(frozen=True, slots=True)
class AnswerRows:
    """The answers to one question about one speaker, in the order of the ratings; of checklists the ticks, too."""

    items: Codes
    raters: Codes
    values: Array
    ticks: Sequence[tuple[bool, ...]]


class Gathering:
    """The ratings of a study by question and speaker.

    Items tagged `control` are not part of the suite: they have codes beyond it, and only answers about controls count.
    """

    def __init__(
        self,
        protocol: Protocol,
        items: GivenItems,
        ratings: GivenRatings,
        cards: Mapping[str, int] | None = None,
        model_of: Callable[[str], str] = str,
    ) -> None:
        """Find out which answers count and whose they are, and put together those that belong together.

        `cards` is how many each rater was dealt, where that is known; `model_of` names the model behind a rater.
        """
        self._protocol = protocol
        self._model_of = model_of
        self._cards = cards or {}
        self.items = items
        self._ratings = ratings
        self._abouts = [_about(protocol, source.question, source.speaker) for source in ratings.sources]
        self._keys: dict[tuple[str, str], int] = {}
        keys = self._keys_of_ratings()
        self.taken = int(np.count_nonzero(keys >= 0))
        self.dealt = float(ratings.sealed[keys >= 0].mean()) if self.taken else 0.0
        self.left_out = int(np.count_nonzero(keys == _OTHER_JUDGE))
        self.unscored: dict[str, str] = {}
        self._strike_what_makes_no_row(keys)
        self.rows = self._rows(keys, self._numbers_of_raters(keys))

    def _keys_of_ratings(self) -> Codes:
        """For each rating the place of its question and speaker among the keys, or why it has none.

        It is the same for all ratings of one source on items of one kind, so it is found out once for each of these.
        """
        ratings, code_kinds, width = self._ratings, self.items.code_kinds, len(self._ratings.sources)
        places = {kind: 2 * place for place, kind in enumerate(dict.fromkeys(code_kinds))}
        kinds = np.fromiter(map(places.__getitem__, code_kinds), np.int64, len(code_kinds))
        kinds[len(self.items) :] += 1  # control items are kinds of their own here
        names = [name for name in places for _ in range(2)]
        cells = kinds[ratings.items] * width + ratings.source  # in a table of kinds x sources
        is_met = np.zeros(len(names) * width, dtype=np.bool_)
        is_met[cells] = True
        met = [(cell, *divmod(cell, width)) for cell in np.flatnonzero(is_met).tolist()]
        judges = self._judges_meant((names[kind], ratings.sources[source].judge) for _, kind, source in met)
        keys = np.full(is_met.size, _NO_ROW, dtype=np.int64)
        for cell, kind, source in met:
            keys[cell] = self._key(names[kind], source, judges, control=kind % 2 == 1)
        found: Codes = keys[cells]
        return found

    def _judges_meant(self, met: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
        """For each kind the judges whose answers count: those it names or, if none of them answered, all who did."""
        answered: dict[str, set[str]] = defaultdict(set)
        for kind, judge in met:
            answered[kind].add(judge)
        meant = {name: answered[name] & set(kind.judges) for name, kind in self._protocol.kinds.items()}
        return {name: meant.get(name) or kinds for name, kinds in answered.items()}

    def _key(self, name: str, source: int, judges: dict[str, set[str]], *, control: bool) -> int:
        """The place of a source's question and speaker among the keys, for items of one kind, or why it has none."""
        kind, asker = self._protocol.kinds.get(name), self._ratings.sources[source]
        about = self._abouts[source]
        if kind is None or all(asker.question != asked.name for asked in kind.questions):
            return _NO_ROW
        if control and about == self._protocol.candidate:
            return _NO_ROW
        if asker.judge not in judges[name]:
            return _OTHER_JUDGE
        return self._keys.setdefault((asker.question, about), len(self._keys))

    def _strike_what_makes_no_row(self, keys: Codes) -> None:
        """Comments, empty lists, what is unscored, and answers on items where their question does not count."""
        ratings, ids, off = self._ratings, self.items.code_ids, self.items.off
        for place, (value, reason) in ratings.others.items():
            about = self._abouts[ratings.source[place]]
            if keys[place] >= 0 and value is None and about == self._protocol.candidate:
                self.unscored.setdefault(ids[ratings.items[place]], reason or "")
            if has_no_number(value):
                keys[place] = _NO_ROW
        for place in np.flatnonzero(keys >= 0).tolist() if off else ():
            if (ratings.sources[ratings.source[place]].question, ids[ratings.items[place]]) in off:
                keys[place] = _NO_ROW

    def _numbers_of_raters(self, keys: Codes) -> Codes:
        """The number of the rater of each source.

        Raters with an answer about the candidate are the panel and come first; a control alone does not make one.
        """
        sources = self._ratings.sources
        answering = np.zeros(len(sources), dtype=np.bool_)
        answering[self._ratings.source[keys >= 0]] = True
        there = [(sources[place], self._abouts[place]) for place in np.flatnonzero(answering).tolist()]
        panel = {source.rater for source, about in there if about == self._protocol.candidate}
        order = sorted({source.rater for source, _ in there}, key=lambda rater: (rater not in panel, rater))
        numbers = {rater: number for number, rater in enumerate(order)}
        self._everyone = len(order)
        self.raters = order[: len(panel)]
        self.evaluators = {
            rater for rater, done in self._answered(keys).items() if 2 * done >= self._cards.get(rater, 0)
        }
        self.people = panel & self.evaluators & {source.rater for source, _ in there if source.judge == "person"}
        named = panel & {source.rater for source, _ in there if source.judge == "model"}
        self.judge_models = {self._model_of(rater) for rater in named}
        return np.array([numbers.get(source.rater, 0) for source in sources], dtype=np.int64)

    def _answered(self, keys: Codes) -> dict[str, int]:
        """How many cards each rater answered: an item and the speaker its card is about make one."""
        taken = np.flatnonzero(keys >= 0)
        sources = [(source.rater, about) for source, about in zip(self._ratings.sources, self._abouts, strict=True)]
        items, places = self._ratings.items[taken].tolist(), self._ratings.source[taken].tolist()
        abouts = {self._protocol.candidate, *self._protocol.controls.values()}
        done = {
            (*sources[place], item) for item, place in zip(items, places, strict=True) if sources[place][1] in abouts
        }
        return Counter(rater for rater, _, _ in done)

    def control_cards(self, kind: str) -> int:
        """The fewest cards of any control that an evaluator answered on items of a kind.

        A pair needs the generic control alone: that the person is found beside it is what shows that raters can tell.
        """
        chosen, controls = self._protocol.kinds[kind], self._protocol.controls
        pairs = len(chosen.show) > 1
        speakers = [name for role, name in controls.items() if not pairs or role == "generic"]
        panel = [number for number, rater in enumerate(self.raters) if rater in self.evaluators]
        is_kind = np.array([name == kind for name in self.items.code_kinds], dtype=np.bool_)
        fewest = [
            min(np.bincount(self._control_raters(kind, speaker, is_kind), minlength=len(self.raters))[panel], default=0)
            for speaker in speakers
        ]
        return int(min(fewest, default=0))

    def _control_raters(self, kind: str, speaker: str, is_kind: NDArray[np.bool_]) -> Codes:
        """The rater of each control card of a speaker on items of a kind, one for each card."""
        cells: set[tuple[int, int]] = set()
        for question in self._protocol.kinds[kind].questions:
            rows = self.rows.get((question.name, speaker))
            if rows is not None:
                kept = is_kind[rows.items]
                cells |= set(zip(rows.raters[kept].tolist(), rows.items[kept].tolist(), strict=True))
        return np.array(sorted(rater for rater, _ in cells if rater < len(self.raters)), dtype=np.int64)

    def _rows(self, keys: Codes, numbers: Codes) -> dict[tuple[str, str], AnswerRows]:
        """The rows of every key that has some, the one that is met first coming first."""
        found: list[tuple[int, tuple[str, str], AnswerRows]] = []
        ratings = self._ratings
        ticked = {place: value for place, (value, _) in ratings.others.items() if isinstance(value, tuple)}
        for key, number in self._keys.items():
            places = np.flatnonzero(keys == number)
            if places.size:
                ticks = [ticked[place] for place in places.tolist() if place in ticked] if ticked else ()
                rows = AnswerRows(
                    ratings.items[places], numbers[ratings.source[places]], ratings.numbers[places], ticks
                )
                found.append((int(places[0]), key, rows))
        return {key: rows for _, key, rows in sorted(found, key=lambda one: one[0])}

    def answers(self, key: tuple[str, str]) -> Answers:
        """The answers to one question about one speaker, as arrays."""
        rows, about_candidate = self.rows[key], key[1] == self._protocol.candidate
        size = len(self.items) if about_candidate else self.items.codes
        return Answers(
            rows.items, rows.raters, rows.values, size, len(self.raters) if about_candidate else self._everyone
        )


def _about(protocol: Protocol, name: str, speaker: str | None) -> str:
    """The speaker an answer is about. The target of a pick is on every card, so it names the candidate's."""
    if speaker is None or speaker == protocol.candidate:
        return protocol.candidate
    if speaker in protocol.controls.values():
        return speaker
    question = protocol.question(name)
    scale = protocol.scales.get(question.scale) if question else None
    toward = scale.toward if scale else None
    return protocol.candidate if speaker == toward else speaker
