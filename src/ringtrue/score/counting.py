"""On which items an answer counts: a question of a trial sheet counts on the trials it names."""

import re
from collections import defaultdict
from collections.abc import Sequence

from ringtrue.terms import Item, Kind, Protocol, Question

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
    told = [item.tags.get("trial", item.fields.get("trial")) for item in session]
    if all(isinstance(place, int) for place in told):
        return [int(place) for place in told if place is not None]
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
