"""Ratings gathered by question and speaker; who rated, and what was left out or unscored."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ringtrue.score.answers import Answers, Places
from ringtrue.score.given_items import GivenItems
from ringtrue.score.given_ratings import Column, GivenRatings, has_no_number
from ringtrue.stats.arrays import Array
from ringtrue.terms import Protocol

_NO_ROW = -1  # not asked of such an item, or nothing to count with
_LEFT_OUT = -2  # of a judge who is not meant beside those who are


@dataclass(frozen=True, slots=True)
class Rows:
    """The answers to one question about one speaker, in the order of the ratings; of checklists the ticks, too."""

    items: Column
    raters: Places
    values: Array
    ticks: Sequence[tuple[bool, ...]]


class Gathering:
    """The ratings of a study by what is asked and about whom.

    Items tagged `control` are not part of the suite: they have codes beyond it, and only answers about controls count.
    """

    def __init__(self, protocol: Protocol, items: GivenItems, ratings: GivenRatings) -> None:
        """Find out which answers count and whose they are, and put together those that belong together."""
        self._protocol = protocol
        self.items = items
        self._ratings = ratings
        self._abouts = [_about(protocol, source.question, source.speaker) for source in ratings.sources]
        self._keys: dict[tuple[str, str], int] = {}
        keys = self._keys_of_ratings()
        self.taken = int(np.count_nonzero(keys >= 0))
        self.left_out = int(np.count_nonzero(keys == _LEFT_OUT))
        self.unscored: dict[str, str] = {}
        self._strike_what_makes_no_row(keys)
        self.rows = self._rows(keys, self._numbers_of_raters(keys))

    def _keys_of_ratings(self) -> Column:
        """For each rating the place of its question and speaker among the keys, or why it has none.

        It is the same for all ratings of one source on items of one kind, so it is found out once for each of these.
        """
        ratings, code_kinds, width = self._ratings, self.items.code_kinds, len(self._ratings.sources)
        places = {kind: 2 * place for place, kind in enumerate(dict.fromkeys(code_kinds))}
        kinds = np.fromiter(map(places.__getitem__, code_kinds), np.intp, len(code_kinds))
        kinds[len(self.items) :] += 1  # control items are kinds of their own here
        names = [name for name in places for _ in range(2)]
        cells = kinds[ratings.items] * width + ratings.source  # in a table of kinds x sources
        is_met = np.zeros(len(names) * width, dtype=np.bool_)
        is_met[cells] = True
        met = [(cell, *divmod(cell, width)) for cell in np.flatnonzero(is_met).tolist()]
        judges = self._judges_meant((names[kind], ratings.sources[source].judge) for _, kind, source in met)
        keys = np.full(is_met.size, _NO_ROW, dtype=np.int32)
        for cell, kind, source in met:
            keys[cell] = self._key(names[kind], source, judges, control=kind % 2 == 1)
        found: Column = keys[cells]
        return found

    def _judges_meant(self, met: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
        """For each kind the judges whose answers count: those it names or, where none of them answered, whoever did."""
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
            return _LEFT_OUT
        return self._keys.setdefault((asker.question, about), len(self._keys))

    def _strike_what_makes_no_row(self, keys: Column) -> None:
        """Comments, empty lists, what is unscored, and answers on items where their question does not count."""
        ratings, id_of, off = self._ratings, self.items.id_of, self.items.off
        for place, (value, reason) in ratings.others.items():
            if keys[place] >= 0 and value is None:
                self.unscored.setdefault(id_of(int(ratings.items[place])), reason or "")
            if has_no_number(value):
                keys[place] = _NO_ROW
        for place in np.flatnonzero(keys >= 0).tolist() if off else ():
            if (ratings.sources[ratings.source[place]].question, id_of(int(ratings.items[place]))) in off:
                keys[place] = _NO_ROW

    def _numbers_of_raters(self, keys: Column) -> Places:
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
        self.people = panel & {source.rater for source, _ in there if source.judge == "person"}
        narrow = np.min_scalar_type(len(order))
        return np.array([numbers.get(source.rater, 0) for source in sources], dtype=narrow)

    def _rows(self, keys: Column, numbers: Places) -> dict[tuple[str, str], Rows]:
        """The rows of every key that has some, the one that is met first coming first."""
        found: list[tuple[int, tuple[str, str], Rows]] = []
        ratings = self._ratings
        ticked = {place: value for place, (value, _) in ratings.others.items() if isinstance(value, tuple)}
        for key, number in self._keys.items():
            places = np.flatnonzero(keys == number)
            if places.size:
                ticks = [ticked[place] for place in places.tolist() if place in ticked] if ticked else ()
                rows = Rows(ratings.items[places], numbers[ratings.source[places]], ratings.numbers[places], ticks)
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
    """Whom an answer is about. The one a pick is turned toward stands on every card, so it names the candidate's."""
    if speaker is None or speaker == protocol.candidate:
        return protocol.candidate
    if speaker in protocol.controls.values():
        return speaker
    question = protocol.question(name)
    scale = protocol.scales.get(question.scale) if question else None
    toward = scale.toward if scale else None
    return protocol.candidate if speaker == toward else speaker
