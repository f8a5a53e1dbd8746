"""Ratings gathered by question and speaker, on their way to arrays; who rated, and what was left out or unscored."""

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

import numpy as np

from ringtrue.score.answers import Answers
from ringtrue.score.given_items import GivenItems
from ringtrue.score.given_ratings import CodedRating, GivenRatings
from ringtrue.terms import Protocol, Rating


class Rows:
    """Rows of one question about one speaker, on their way to arrays."""

    def __init__(self) -> None:
        """Begin empty."""
        self.items = array("i")
        self.raters = array("i")
        self.values = array("d")
        self.ticks: list[tuple[bool, ...]] = []

    def add(self, item: int, rater: int, value: float | bool | tuple[bool, ...]) -> None:
        """One more answer; of a checklist the ticks are kept, and the share of them as its value."""
        self.items.append(item)
        self.raters.append(rater)
        if isinstance(value, tuple):
            self.ticks.append(value)
            self.values.append(sum(value) / len(value))
        else:
            self.values.append(float(value))

    def answers(self, size: int, panel: int) -> Answers:
        """The answers as arrays, for so many items and raters."""
        columns = (np.frombuffer(self.items, np.int32), np.frombuffer(self.raters, np.int32))  # no second copy
        return Answers(*columns, np.frombuffer(self.values, np.float64), size, panel)


class Gathering:
    """The ratings of a study taken one by one.

    Items tagged `control` are not part of the suite: they have codes beyond it, and only answers about controls count.
    """

    def __init__(self, protocol: Protocol, items: GivenItems, ratings: Collection[Rating]) -> None:
        """Find out beforehand which answers count: on which items, and of which judges."""
        self._protocol = protocol
        self.items = items
        self._kinds = items.code_kinds
        self._asked = {(kind.name, asked.name) for kind in protocol.kinds.values() for asked in kind.questions}
        self._judges = self._judges_meant(_coded(ratings, items))
        self.raters: dict[str, int] = {}
        self.people: set[str] = set()
        self.rows: dict[tuple[str, str], Rows] = defaultdict(Rows)
        self.unscored: dict[str, str] = {}
        self.taken = 0
        self.left_out = 0
        self._take(_coded(ratings, items))
        self._number_the_panel()

    def _take(self, ratings: Iterable[CodedRating]) -> None:
        suite, candidate, off = len(self.items), self._protocol.candidate, self.items.off
        known: dict[tuple[str, str | None], str] = {}  # whom a question about a speaker is about
        for code, rater, question, speaker, judge, value, reason in ratings:
            kind = self._kinds[code]
            if (kind, question) not in self._asked:
                continue
            about = known.get((question, speaker))
            if about is None:
                about = known[question, speaker] = _about(self._protocol, question, speaker)
            if code >= suite and about == candidate:
                continue
            if judge not in self._judges[kind]:
                self.left_out += 1
                continue
            self.taken += 1
            if value is None:
                self.unscored.setdefault(self.items.code_ids[code], reason or "")
            elif (
                not isinstance(value, str)
                and value != ()
                and not (off and (question, self.items.code_ids[code]) in off)
            ):
                number = self.raters.setdefault(rater, len(self.raters))
                if judge == "person":
                    self.people.add(rater)
                self.rows[question, about].add(code, number, value)

    def _judges_meant(self, ratings: Iterable[CodedRating]) -> dict[str, set[str]]:
        """For each kind the judges whose answers count: those it names or, where none of them answered, whoever did."""
        answered: dict[str, set[str]] = defaultdict(set)
        for kind, judge in {(self._kinds[rating[0]], rating[4]) for rating in ratings}:
            answered[kind].add(judge)
        meant = {name: answered[name] & set(kind.judges) for name, kind in self._protocol.kinds.items()}
        return {name: meant.get(name) or kinds for name, kinds in answered.items()}

    def _number_the_panel(self) -> None:
        """Raters with an answer about the candidate are the panel and come first; a control alone does not make one."""
        candidate = self._protocol.candidate
        judges = {rater for (_, speaker), rows in self.rows.items() if speaker == candidate for rater in rows.raters}
        order = sorted(self.raters.values(), key=lambda rater: (rater not in judges, rater))
        new = {old: place for place, old in enumerate(order)}
        for rows in self.rows.values():
            rows.raters = array("i", [new[rater] for rater in rows.raters])
        panel = sorted(((new[code], name) for name, code in self.raters.items() if code in judges))
        self._everyone = len(self.raters)
        self.raters = {name: code for code, name in panel}
        self.people &= set(self.raters)

    def answers(self, key: tuple[str, str]) -> Answers:
        """The answers to one question about one speaker, as arrays."""
        about_candidate = key[1] == self._protocol.candidate
        panel = len(self.raters) if about_candidate else self._everyone
        return self.rows[key].answers(len(self.items) if about_candidate else len(self._kinds), panel)


def _coded(ratings: Collection[Rating], items: GivenItems) -> Iterator[CodedRating]:
    """The ratings of known items, by the item's code."""
    if isinstance(ratings, GivenRatings):
        yield from ratings.coded()
        return
    for one in ratings:
        code = items.code(one.item)
        if code is not None:
            yield code, one.rater, one.question, one.speaker, one.judge_kind, one.value, one.reason


def _about(protocol: Protocol, name: str, speaker: str | None) -> str:
    """Whom an answer is about. The one a pick is turned toward stands on every card, so it names the candidate's."""
    if speaker is None or speaker == protocol.candidate:
        return protocol.candidate
    if speaker in protocol.controls.values():
        return speaker
    question = protocol.question(name)
    scale = protocol.scales.get(question.scale) if question else None
    toward = scale.toward if scale else None
    return protocol.candidate if speaker == toward else speaker
