"""How far the scorers of a conversation agree: kappa on events, correlation and mean difference on scores, every split.

An event that a scorer says nothing of did not occur for them, in every session they scored at all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol, Question
from ringtrue.terms.result import Estimate

Scored = Mapping[str, Mapping[tuple[str, str], float]]  # scorer -> item and question -> value


class Split(NamedTuple):
    """Two scorers who say different things of one trial."""

    item: str
    question: str
    first: float
    second: float
    is_event: bool


@dataclass(frozen=True, slots=True)
class ScorerPair:
    """Two scorers beside each other."""

    first: str
    second: str
    kappa: Estimate
    correlation: Estimate
    difference: Estimate
    splits: tuple[Split, ...]


def events_of(protocol: Protocol) -> list[Question]:
    """The questions that are about events: a yes needs evidence."""
    return [one for kind in protocol.kinds.values() for one in kind.questions if one.evidence]


def unnoted(protocol: Protocol, items: Iterable[Item], ratings: Iterable[Rating]) -> Iterator[Rating]:
    """The ratings, and a no for every event that a scorer of a session said nothing of."""
    events = events_of(protocol)
    if not events:
        yield from ratings
        return
    sessions: dict[str, list[str]] = {}
    session_of: dict[str, str] = {}
    for item in items:
        session = str(item.tags.get("session", ""))
        sessions.setdefault(session, []).append(item.id)
        session_of[item.id] = session
    said: set[tuple[str, str, str]] = set()
    scored: dict[tuple[str, str], Rating] = {}
    for rating in ratings:
        yield rating
        if rating.item in session_of:
            said.add((rating.rater, rating.item, rating.question))
            scored.setdefault((rating.rater, session_of[rating.item]), rating)
    for (rater, session), one in scored.items():
        for name in sessions[session]:
            for event in events:
                if (rater, name, event.name) not in said:
                    yield Rating(rater, name, event.name, False, one.speaker, one.judge_kind)


def scored_by(protocol: Protocol, ratings: Iterable[Rating]) -> Scored:
    """What each scorer said of the candidate, by item and question; what has no value is left out."""
    found: dict[str, dict[tuple[str, str], float]] = {}
    for rating in ratings:
        if rating.speaker in (None, protocol.candidate) and isinstance(rating.value, bool | int | float):
            found.setdefault(rating.rater, {})[rating.item, rating.question] = float(rating.value)
    return found


def scorer_pairs(protocol: Protocol, scored: Scored, same: Iterable[tuple[str, str]] = ()) -> list[ScorerPair]:
    """Every two scorers that share a trial; `same` are names of one scorer asked twice, who are no pair."""
    left_out = set(same)
    pairs = [pair for pair in combinations(sorted(scored), 2) if pair not in left_out]
    return [_pair(protocol, *pair, scored) for pair in pairs if scored[pair[0]].keys() & scored[pair[1]].keys()]


def _pair(protocol: Protocol, first: str, second: str, scored: Scored) -> ScorerPair:
    import numpy as np

    from ringtrue.stats.agreement.cohen import cohen_kappa
    from ringtrue.stats.association.pearson import pearson
    from ringtrue.stats.interval.paired import paired_difference

    events = {event.name for event in events_of(protocol)}
    both = sorted(scored[first].keys() & scored[second].keys())
    seen = _values(scored, first, second, [key for key in both if key[1] in events])
    given = _values(scored, first, second, [key for key in both if key[1] not in events])
    none = Estimate.absent("they share none")
    kappa = cohen_kappa(*seen) if seen[0] else none
    correlation = pearson(*given) if given[0] else none
    columns = [np.array(values, dtype=np.float64)[:, np.newaxis] for values in given]
    difference = Estimate.from_dict(paired_difference(*columns).as_dict()) if len(given[0]) > 1 else none
    splits = (
        Split(item, name, scored[first][item, name], scored[second][item, name], name in events) for item, name in both
    )
    told = tuple(sorted((one for one in splits if one.first != one.second), key=lambda one: not one.is_event))
    return ScorerPair(first, second, kappa, correlation, difference, told)


def _values(
    scored: Scored, first: str, second: str, keys: Sequence[tuple[str, str]]
) -> tuple[list[float], list[float]]:
    return [scored[first][key] for key in keys], [scored[second][key] for key in keys]
