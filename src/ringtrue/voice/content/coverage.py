"""How much of what is documented about a person the replies speak of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.detection.proportion import wilson
from ringtrue.stats.resample import DEFAULT_SEED
from ringtrue.terms import Estimate
from ringtrue.voice.content.facts import Fact, check_facts
from ringtrue.voice.content.floor import CUT, Floor, FloorPlan
from ringtrue.voice.content.sentences import Passage, passages
from ringtrue.voice.embedding import Backend, Vectors
from ringtrue.voice.embedding.vectors import cosine_blocks

Mark = Literal["covered", "weak", "not covered", "cannot be told"]


@dataclass(frozen=True, slots=True)
class Match:
    """The passage that comes nearest to a fact.

    `similarity` is its cosine; `elsewhere` the median of what the fact reaches in as many passages of other people's
    replies. `reply` is the reply's place in the list, from 0; None where there is no passage.
    """

    fact: Fact
    mark: Mark
    reply: int | None
    excerpt: str
    similarity: Estimate
    elsewhere: Estimate


@dataclass(frozen=True, slots=True)
class Coverage:
    """Every fact with its nearest passage, and the share of facts that are covered.

    A covered fact lies above `cut` and a weakly covered one above `usual`: what 95 % and half of the facts stay below
    in texts that do not speak of them.
    """

    matches: tuple[Match, ...]
    share: Estimate
    cut: Estimate
    usual: Estimate
    backend: str
    licence: str


def coverage(
    facts: Sequence[Fact],
    replies: Sequence[str],
    backend: Backend,
    *,
    others: Sequence[str] = (),
    level: float = 0.95,
    seed: int = DEFAULT_SEED,
) -> Coverage:
    """Which documented facts do the replies speak of?

    Result: for every fact its nearest sentence or two; *covered* where that is nearer than 95 % of what facts reach in
    texts that do not speak of them, and nearer than this fact's own median there; *weak* where it is nearer than half
    of them; the share covered with a Wilson interval over facts. Chance alone covers about 5 %.
    `others` are other people's replies, at best to the same prompts; without enough of them the facts are shuffled.
    Not for: whether the replies agree with the facts. A cosine puts a denial as near as an affirmation: see
    `contradictions`.
    """
    check_facts(facts)
    found = passages(replies)
    if not facts or not found:
        return _nothing(facts, "no facts were given" if not facts else "no reply contains a word", backend)
    plan = FloorPlan(facts, len(found), others, seed)
    texts = [*(fact.text for fact in facts), *(passage.text for passage in found), *plan.texts]
    rows = backend.embed(texts)
    of_facts, of_replies = rows[: len(facts)], rows[len(facts) : len(facts) + len(found)]
    best, place = _nearest(of_facts, of_replies)
    floor = None if plan.refusal else plan.measure(of_facts, of_replies, rows[len(facts) + len(found) :])
    marks = _marks(best, floor)
    matches = _matches(facts, found, best, place, marks, floor, backend.name)
    return Coverage(
        matches,
        _share(marks, floor, plan.refusal, backend.name, level),
        _limit(floor, "cut", plan.refusal, backend.name),
        _limit(floor, "usual", plan.refusal, backend.name),
        backend.name,
        backend.licence,
    )


def _nearest(facts: Vectors, replies: Vectors) -> tuple[Array, Codes]:
    best: list[Array] = []
    place: list[Codes] = []
    for _, block in cosine_blocks(facts, replies):
        place.append(block.argmax(axis=1))
        best.append(block.max(axis=1))
    return np.concatenate(best), np.concatenate(place)


def _marks(best: Array, floor: Floor | None) -> list[Mark]:
    if floor is None:
        return ["cannot be told"] * best.size
    above_own = np.ones(best.size, dtype=bool) if floor.elsewhere is None else best > floor.elsewhere
    covered = (best > floor.cut) & above_own
    weak = best > floor.usual
    return ["covered" if full else "weak" if part else "not covered" for full, part in zip(covered, weak, strict=True)]


def _matches(
    facts: Sequence[Fact],
    found: Sequence[Passage],
    best: Array,
    place: Codes,
    marks: Sequence[Mark],
    floor: Floor | None,
    backend: str,
) -> tuple[Match, ...]:
    alone = "one passage, so no interval"
    method = f"highest cosine among {len(found)} passages by {backend}"
    matches = []
    for index, fact in enumerate(facts):
        elsewhere = Estimate.absent("no foreign replies to compare with", method=method)
        if floor is not None and floor.elsewhere is not None:
            elsewhere = Estimate(
                floor.elsewhere[index], method=f"{method}; {floor.source}", reason="a median, no interval"
            )
        passage = found[int(place[index])]
        similarity = Estimate(best[index], n=len(found), method=method, reason=alone)
        matches.append(Match(fact, marks[index], passage.reply, passage.text, similarity, elsewhere))
    return tuple(matches)


def _share(marks: Sequence[Mark], floor: Floor | None, refusal: str, backend: str, level: float) -> Estimate:
    if floor is None:
        return Estimate.absent(refusal, n=len(marks), method=f"cosine by {backend}")
    method = (
        f"facts with a passage above the cut, cosine by {backend}; floor: {floor.source}; Wilson interval over facts"
    )
    return replace(wilson(marks.count("covered"), len(marks), level=level), method=method)


def _limit(floor: Floor | None, name: Literal["cut", "usual"], refusal: str, backend: str) -> Estimate:
    share = CUT if name == "cut" else 0.5
    method = f"{share:.0%} point of the highest cosines by {backend} where the fact is not spoken of"
    if floor is None:
        return Estimate.absent(refusal, method=method)
    method = f"{method}: {floor.source}"
    return Estimate(getattr(floor, name), n=floor.values.size, method=method, reason="a limit, not an estimate")


def _nothing(facts: Sequence[Fact], reason: str, backend: Backend) -> Coverage:
    none = Estimate.absent(reason, n=len(facts), method=f"cosine by {backend.name}")
    matches = tuple(Match(fact, "cannot be told", None, "", none, none) for fact in facts)
    return Coverage(matches, none, none, none, backend.name, backend.licence)
