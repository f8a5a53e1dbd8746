"""Coverage: how many of the documented facts about a person the replies mention."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ringtrue.stats.arrays import Array, Codes
from ringtrue.stats.detection.proportion import wilson
from ringtrue.stats.resampling import DEFAULT_SEED
from ringtrue.terms.result import Estimate
from ringtrue.voice.content.facts import Fact, check_facts
from ringtrue.voice.content.mention import coverages, probability
from ringtrue.voice.content.sentences import Passage, passages
from ringtrue.voice.embedding.backend import Backend, Vectors, cosine_blocks

# The floor of coverage: how near a fact comes to texts that do not speak of it.


CUT = 0.95  # share of floor values that a covered fact must leave behind
_FEWEST_VALUES = 20
_FEWEST_FACTS = 5
_SHUFFLED = 200
_MOST_BLOCKS = 20
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Floor:
    """Best similarities where there is nothing to find; `elsewhere` is each fact's own median in foreign replies."""

    values: Array
    elsewhere: Array | None
    source: str

    @property
    def cut(self) -> float:
        """What 95 in 100 of them stay below."""
        return float(np.quantile(self.values, CUT, method="weibull"))  # a further value exceeds it in 5 %

    @property
    def usual(self) -> float:
        """What half of them stay below."""
        return float(np.median(self.values))


class FloorPlan:
    """Which texts are to be embedded to measure the floor, decided before anything is embedded.

    Foreign replies are taken where they hold at least as many passages as the replies: a best match among more
    passages is higher, so equal numbers are compared. Otherwise the facts are shuffled: all their words, dealt out
    again in the facts' lengths, are compared with the replies themselves.
    """

    def __init__(self, facts: Sequence[Fact], size: int, others: Sequence[str], seed: int) -> None:
        """`size` is the number of passages of the replies."""
        self._size = size
        foreign = sorted(passages(others), key=lambda passage: passage.reply)  # every set as mixed as the replies
        blocks = min(_MOST_BLOCKS, len(foreign) // size)
        self._by_others = blocks * len(facts) >= _FEWEST_VALUES
        self.refusal = ""
        if self._by_others:
            self.texts = [passage.text for passage in _evenly(foreign, blocks * size)]
        elif len(facts) >= _FEWEST_FACTS:
            self.texts = _shuffled(facts, seed)
        else:
            self.texts = []
            self.refusal = (
                f"no floor: {len(facts)} facts and {len(foreign)} passages of other people's replies; give at least "
                f"{_FEWEST_FACTS} facts, or about {-(-_FEWEST_VALUES // max(1, len(facts))) * size} foreign passages"
            )

    def measure(self, facts: Vectors, replies: Vectors, texts: Vectors) -> Floor:
        """The floor, from the rows of the facts, of the replies' passages and of `texts`."""
        if not self._by_others:
            best = np.concatenate([block.max(axis=1) for _, block in cosine_blocks(texts, replies)])
            return Floor(best, None, f"{best.size} facts shuffled from the words of these")
        starts = np.arange(0, texts.shape[0], self._size)
        best = np.concatenate([np.maximum.reduceat(block, starts, axis=1) for _, block in cosine_blocks(facts, texts)])
        source = f"{starts.size} sets of {self._size} passages of other people's replies"
        return Floor(best.ravel(), np.median(best, axis=1), source)


def _evenly(found: Sequence[Passage], number: int) -> list[Passage]:
    return [found[(i * len(found)) // number] for i in range(number)]


def _shuffled(facts: Sequence[Fact], seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    read = [_WORD.findall(fact.text) or [fact.text] for fact in facts]
    words = [word for fact in read for word in fact]
    ends = np.cumsum([len(fact) for fact in read])
    dealt: list[str] = []
    while len(dealt) < _SHUFFLED:
        mixed = [words[i] for i in rng.permutation(len(words))]
        dealt.extend(" ".join(mixed[end - len(fact) : end]) for fact, end in zip(read, ends, strict=True))
    return dealt


_CHANCE = "words shared by rarity, whole and in part, and the nearest passage against the floor; calibrated logistic"
Mark = Literal["covered", "weak", "not covered", "inconclusive"]


@dataclass(frozen=True, slots=True)
class Match:
    """The passage that comes nearest to a fact.

    `probability` is that of the replies speaking of the fact, where as many facts are spoken of as are not.
    `similarity` is its cosine; `elsewhere` the median of what the fact reaches in as many passages of other people's
    replies. `reply` is the reply's place in the list, from 0; None where there is no passage.
    """

    fact: Fact
    mark: Mark
    reply: int | None
    excerpt: str
    similarity: Estimate
    elsewhere: Estimate
    probability: Estimate


@dataclass(frozen=True, slots=True)
class Coverage:
    """Every fact with its nearest passage, and the share of facts that are covered.

    `expected` is the mean probability: the share of the facts that the replies speak of.
    A covered fact lies above `cut` and a weakly covered one above `usual`: what 95 % and half of the facts stay below
    in texts that do not speak of them.
    """

    matches: tuple[Match, ...]
    share: Estimate
    cut: Estimate
    usual: Estimate
    backend: str
    licence: str
    expected: Estimate


def measure_coverage(
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
    said = [fact.text for fact in facts]
    texts = [*said, *(passage.text for passage in found), *plan.texts]
    rows = backend.embed(texts)
    of_facts, of_replies = rows[: len(facts)], rows[len(facts) : len(facts) + len(found)]
    best, place = _nearest(of_facts, of_replies)
    floor = None if plan.refusal else plan.measure(of_facts, of_replies, rows[len(facts) + len(found) :])
    marks = _marks(best, floor)
    chances = _chances(said, [passage.text for passage in found], best, floor)
    matches = _matches(facts, found, best, place, marks, floor, backend.name, chances)
    return Coverage(
        matches,
        _share(marks, floor, plan.refusal, backend.name, level),
        _limit(floor, "cut", plan.refusal, backend.name),
        _limit(floor, "usual", plan.refusal, backend.name),
        backend.name,
        backend.licence,
        _expected(chances, plan.refusal, level),
    )


def _chances(facts: Sequence[str], found: Sequence[str], best: Array, floor: Floor | None) -> Array | None:
    """The probability of each fact, None without a floor."""
    if floor is None:
        return None
    usual = np.full(best.size, floor.usual) if floor.elsewhere is None else np.maximum(floor.elsewhere, floor.usual)
    nearest = (best - usual) / max(floor.cut - floor.usual, 1e-9)
    return probability(*coverages(facts, found), nearest)


def _expected(chances: Array | None, refusal: str, level: float) -> Estimate:
    """The mean probability, with the spread there would be if every fact were a draw of its own."""
    if chances is None:
        return Estimate.absent(refusal)
    from scipy.special import ndtri

    value = float(chances.mean())
    reach = float(ndtri((1 + level) / 2) * np.sqrt((chances * (1 - chances)).sum()) / chances.size)
    method = "mean probability of the facts, as of so many independent draws"
    return Estimate(value, max(value - reach, 0.0), min(value + reach, 1.0), chances.size, method, level=level)


def _nearest(facts: Vectors, replies: Vectors) -> tuple[Array, Codes]:
    best: list[Array] = []
    place: list[Codes] = []
    for _, block in cosine_blocks(facts, replies):
        place.append(block.argmax(axis=1))
        best.append(block.max(axis=1))
    return np.concatenate(best), np.concatenate(place)


def _marks(best: Array, floor: Floor | None) -> list[Mark]:
    if floor is None:
        return ["inconclusive"] * best.size
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
    chances: Array | None,
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
        if chances is None:
            chance = Estimate.absent("no floor to compare with")
        else:
            chance = Estimate(chances[index], n=len(found), method=_CHANCE, reason="a probability of one fact")
        matches.append(Match(fact, marks[index], passage.reply, passage.text, similarity, elsewhere, chance))
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
    method = f"{share:.0%} point of the highest cosines by {backend} where the fact is not mentioned"
    if floor is None:
        return Estimate.absent(refusal, method=method)
    method = f"{method}: {floor.source}"
    return Estimate(getattr(floor, name), n=floor.values.size, method=method, reason="a limit, not an estimate")


def _nothing(facts: Sequence[Fact], reason: str, backend: Backend) -> Coverage:
    none = Estimate.absent(reason, n=len(facts), method=f"cosine by {backend.name}")
    matches = tuple(Match(fact, "inconclusive", None, "", none, none, none) for fact in facts)
    return Coverage(matches, none, none, none, backend.name, backend.licence, none)
