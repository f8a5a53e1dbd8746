"""Which findings become rows: the surest, without those that tell the same story twice."""

from collections.abc import Iterable

import numpy as np

from ringtrue.voice.explain.finding import Finding

_SAME_STORY = 0.5  # of the general finding's excess that the special one accounts for
_WHOLE_STORY = 0.8
_STRONGER = 1.5  # times as large, in logarithms, a small part of an excess must differ to be told besides
_LOOKED_AT = 300


def select(findings: Iterable[Finding], most: int) -> list[Finding]:
    """At most so many of each direction, in order of rank."""
    ranked = sorted(findings, key=lambda one: one.rank)
    over = _distinct([one for one in ranked if one.z > 0][:_LOOKED_AT])[:most]
    under = _distinct([one for one in ranked if one.z < 0][:_LOOKED_AT])[:most]
    return sorted([*over, *under], key=lambda one: one.rank)


def _distinct(ranked: list[Finding]) -> list[Finding]:
    """Set pieces are looked at first: they explain the words they consist of, each of which may be surer alone."""
    kept: list[Finding] = []
    for one in sorted(ranked, key=lambda one: one.kind != "boilerplate"):
        rivals = [other for other in kept if _overlap(one, other)]
        if all(_adds(one, other) for other in rivals):
            kept = [other for other in kept if not (other in rivals and _replaces(one, other))]
            kept.append(one)
    return sorted(kept, key=lambda one: one.rank)


def _overlap(one: Finding, other: Finding) -> bool:
    """Whether one's words are within the other's, or their ends meet."""
    if not one.words or not other.words:
        return False
    short, long = sorted((one.words, other.words), key=len)
    if f" {' '.join(short)} " in f" {' '.join(long)} ":
        return True
    return any(short[-n:] == long[:n] or short[:n] == long[-n:] for n in range(1, len(short)))


def _special(one: Finding, other: Finding) -> bool:
    """Whether one is the more special: it has more words, or as many at a narrower place."""
    return (len(one.words), one.place != "anywhere") > (len(other.words), other.place != "anywhere")


def _part(one: Finding, other: Finding) -> float:
    """How much of the other's excess one accounts for."""
    return abs(one.excess) / max(abs(other.excess), 1e-9)


def _replaces(one: Finding, other: Finding) -> bool:
    """Whether the special finding is nearly all there is to the general one."""
    return _special(one, other) and _part(one, other) >= _WHOLE_STORY and one.topic_bound == other.topic_bound


def _adds(one: Finding, other: Finding) -> bool:
    """Whether one says something that the surer other does not."""
    if _replaces(one, other):
        return True
    part = _part(one, other) if _special(one, other) else _part(other, one)
    stronger = abs(np.log(one.ratio)) >= _STRONGER * abs(np.log(other.ratio))
    return part < _SAME_STORY and (not _special(one, other) or bool(stronger))
