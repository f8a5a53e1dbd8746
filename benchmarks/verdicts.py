"""Operating characteristics of the sound verdicts: how often each type of clone, panel or judge gets which label.

Run: python benchmarks/verdicts.py [blind|pairs|scenarios|recognition ...] [--studies N] [--never N]
Ratings are drawn from a stated process whose parameters were chosen, not measured on people, and scored by the
program's own scoring on tables in memory: this shows that the rules behave, not how people rate. Types that must never
pass are drawn more often than the others. Exit code 1 where a limit is missed.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol, Rule

Rng = np.random.Generator
Study = tuple[list[Item], list[Rating]]
BATCH = 20  # studies a process scores at a time


def given(rater: int, item: Item, question: str, value: Answer, speaker: str | None, judge: str = "person") -> Rating:
    """One answer as it comes from a sealed packet."""
    return Rating(f"r{rater:02d}", item.id, question, value, speaker, judge, None, True)  # type: ignore[arg-type]


def suite(prefix: str, kind: str, size: int, *, control: bool = False, **tags: str) -> list[Item]:
    """Accepted items of a kind."""
    marks = {"control": True, **tags} if control else tags
    return [Item(f"{prefix}{n:03d}", kind, "?", tags=marks, status="accepted") for n in range(size)]


@cache
def control_cards(protocol: str, kind: str, raters: int, items: int) -> int:
    """How many cards of each control the program deals to a rater of such a study."""
    return load(protocol).cards.wanted(raters, items)[kind]


def rotated(rater: int, count: int, size: int) -> list[int]:
    """The control items of a rater: another few for each."""
    return [(rater * count + place) % size for place in range(count)]


# Blind: quotes found by picks, criteria that hold for a share of the items and are ticked with slips.

PERSON, GENERIC = 0.92, 0.25  # the share of criteria that hold for each
HIT, SLIP = 0.92, 0.12  # how often what holds is ticked, and what does not hold
FOUND = 0.92  # how often the person is found beside the generic bot
SHARES = {"quote": 0.30, "decision": 0.25, "style": 0.25, "edge": 0.20}
LISTS = {
    "decision": {"criteria": 5},
    "edge": {"holds": 5},
    "style": dict.fromkeys(("vocabulary", "rhetoric", "tone", "cadence", "analogy"), 3),
}


@dataclass(frozen=True)
class Clone:
    """A type of clone, or of panel: how often the person is found beside it, and its true place on each kind."""

    found: float = 0.5
    decision: float = 100.0
    style: float = 100.0
    edge: float = 100.0
    panel: str = "careful"  # careful, yes (ticks everything) or guess
    picks: str = "honest"  # honest, coin, left (always the first text)


# The composite place is .917 P + 8.33 (P on every kind, found .5) or + 5.83 (found .65): 80 at P 78.2 and 80.9.
BLIND = {
    "perfect": Clone(),
    "good": Clone(0.55, 95, 95, 95),
    "border-all": Clone(0.65, 80.9, 80.9, 80.9),
    "border-quotes": Clone(0.65),
    "border-criteria": Clone(0.5, 78.2, 78.2, 78.2),
    "border-one-kind": Clone(0.5, 60),
    "drifted": Clone(0.75, 65, 65, 65),
    "caricature": Clone(0.20, 104, 104, 104),
    "generic": Clone(FOUND, 0, 0, 0),
    "yes+coin": Clone(FOUND, 0, 0, 0, "yes", "coin"),
    "yes, honest picks": Clone(panel="yes"),
    "guessers": Clone(FOUND, 0, 0, 0, "guess", "coin"),
    "straight": Clone(FOUND, 0, 0, 0, "yes", "left"),
}


def blind_study(clone: Clone, rng: Rng, raters: int = 7, quotes: int = 30) -> Study:
    """One study: a suite in the document's shares, every rater answers all of it and their control cards."""
    items: list[Item] = []
    ratings: list[Rating] = []
    sizes = {kind: round(quotes * share / SHARES["quote"]) for kind, share in SHARES.items()}
    for kind, size in sizes.items():
        cards = control_cards("blind", kind, raters, sum(sizes.values()))
        own = suite(f"{kind}-", kind, size)
        outside = suite(f"{kind}-c", kind, 2 * cards, control=True)
        items += own + outside
        for speaker, listed in ((None, own), ("generic", outside), ("self", outside)):
            for rater in range(raters):
                places = range(len(listed)) if speaker is None else rotated(rater, cards, len(listed))
                for place in places:
                    ratings += blind_answers(clone, listed[place], speaker, rater, rng)
    return items, ratings


def blind_answers(
    clone: Clone, item: Item, speaker: str | None, rater: int, rng: Rng, lengths: Mapping[str, int] | None = None
) -> Iterator[Rating]:
    """What a rater answers about the clone (None) or a control; `lengths` are those of the lists to tick."""
    holds = _holding(clone, item.kind, speaker)
    if item.kind == "quote":
        chance = {"honest": holds, "coin": 0.5, "left": 0.5}[clone.picks]  # sides are balanced, so left is a coin
        yield given(rater, item, "found", float(rng.random() < chance), speaker)
        return
    for question, length in (lengths or LISTS[item.kind]).items():
        yield given(rater, item, question, _ticks(clone.panel, holds, length, rng), speaker)


def _holding(clone: Clone, kind: str, speaker: str | None) -> float:
    """The share of picks that find the person beside a speaker, or of criteria that hold for the speaker."""
    if kind == "quote":
        return {"generic": FOUND, "self": 0.5}.get(speaker or "", clone.found)
    if speaker is not None:
        return {"generic": GENERIC, "self": PERSON}[speaker]
    place = float(getattr(clone, kind)) / 100
    return min(GENERIC + place * (PERSON - GENERIC), 0.995)


def _ticks(panel: str, holds: float, length: int, rng: Rng) -> tuple[bool, ...]:
    if panel == "yes":
        return (True,) * length
    chance = np.full(length, 0.5) if panel == "guess" else np.where(rng.random(length) < holds, HIT, SLIP)
    return tuple((rng.random(length) < chance).tolist())


# Pairs: voice and grades from a latent leaning, cut into steps.

STEPS = (-1.5, -0.5, 0.5, 1.5)
DOMAINS = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
GRADED = 2.6  # where the grades of the full persona's texts lie


class Persona(NamedTuple):
    """A type of compressed persona: where leanings toward it lie, and by how much less its texts are graded."""

    lean: float = 0.0
    less: float = 0.0


# Cut into steps, leanings of .524, 1.5 and 1.783 have the means .5, 1.32 and 1.5; .533 less is half a grade less.
PAIRS = {
    "perfect": Persona(),
    "good": Persona(-0.2, 0.12),
    "border voice": Persona(-0.524),
    "border, better": Persona(0.524),
    "border grades": Persona(less=0.533),
    "drifted": Persona(-1.0, 0.6),
    "generic": Persona(-1.6, 0.96),
    "preferred": Persona(1.0),
    "worse by 1.5 in NARR": Persona(),
    "worse by 1.3 in NARR": Persona(),
    "coin-flippers": Persona(),
    "always 0": Persona(),
    "grade 3, guess voice": Persona(),
}
WORSE = {"worse by 1.5 in NARR": Persona(-1.783, 0.9), "worse by 1.3 in NARR": Persona(-1.5, 0.9)}  # one domain of five


def pair_study(name: str, rng: Rng, raters: int = 7, pairs: int = 30) -> Study:
    """One study: both texts graded, and control cards (full beside control) for each rater."""
    own = [item for n, domain in enumerate(DOMAINS) for item in suite(f"p{n}", "pair", pairs // 5, domain=domain)]
    outside = suite("c", "pair", 8, control=True)
    cards = control_cards("pairs", "pair", raters, pairs)
    ratings: list[Rating] = []
    for rater in range(raters):
        for item in own:
            ratings += pair_answers(name, item, "compressed", rater, rng)
        for place in rotated(rater, cards, len(outside)):
            ratings += pair_answers(name, outside[place], "control", rater, rng)
    return own + outside, ratings


def pair_answers(name: str, item: Item, speaker: str, rater: int, rng: Rng) -> Iterator[Rating]:
    """What a rater answers about the compressed persona or the control beside the full one, and the grades of both."""
    rated = WORSE.get(name, PAIRS[name]) if item.tags.get("domain") == "NARR" else PAIRS[name]
    lean, less = PAIRS["generic"] if speaker == "control" else rated
    if name in ("coin-flippers", "grade 3, guess voice"):
        voice = float(rng.integers(-2, 3))
    else:
        voice = 0.0 if name == "always 0" else float(np.searchsorted(STEPS, rng.normal(lean, 1.0)) - 2)
    yield given(rater, item, "voice", voice, None if speaker == "compressed" else speaker)
    for question in ("vibe", "logic"):
        for about, level in (("full", GRADED), (speaker, GRADED - less)):
            grade = float(np.clip(np.round(rng.normal(level, 0.5)), 1, 3))
            if name in ("coin-flippers", "always 0"):
                grade = float(rng.integers(1, 4))
            yield given(rater, item, question, 3.0 if name.startswith("grade 3") else grade, about)


LICENSED = tuple(
    f"r{rater:02d}" for rater in range(40)
)  # the judges are taken to be calibrated: only the bounds decide


# Scenarios: two judges; the person stands at 92 and the generic speaker at 45 of a strict judge.

SCENARIOS = {"perfect": 100.0, "place 95": 95.0, "border 85": 85.0, "drifted 70": 70.0, "generic": 0.0}
JUDGES = ("strict", "lenient", "stamp")
DIMENSIONS = tuple(question.name for question in load("scenarios").kinds["scenario"].questions)


def scenario_study(name: str, rng: Rng, judges: int = 2, scenarios: int = 50) -> Study:
    """One study; every judge scores half of the scenarios for the generic speaker and for the person, too."""
    judge, clone = name.split(", ")
    items = suite("STR-", "scenario", scenarios, type="strategic")
    ratings: list[Rating] = []
    true = 45 + SCENARIOS[clone] / 100 * (92 - 45)
    for rater in range(judges):
        for speaker, listed, level in ((None, items, true), ("generic", items[:25], 45), ("self", items[:25], 92)):
            for item in listed:
                for question in DIMENSIONS:
                    value = float(np.clip(_strictly(judge, float(level), rng), 0, 100))
                    ratings.append(given(rater, item, question, value, speaker, "model"))
    return items, ratings


def _strictly(judge: str, level: float, rng: Rng) -> float:
    if judge == "stamp":
        return float(rng.normal(95, 2))
    drawn = float(rng.normal(level, 8))
    return drawn if judge == "strict" else 100 - (100 - drawn) / 4


# Recognition: tables of sessions, scored by two people; the floor are sessions without an anchor.

RECOGNITION = {
    "perfect": (0.95, 0.0),
    "good, rare slips": (0.92, 0.05),
    "border R": (0.80, 0.0),
    "border events": (0.92, 0.30),
    "weak": (0.55, 0.3),
}
PRIMARY = {"r1": (1, 3, 8, 9), "r2": (3, 9), "r3": (4, 5, 6, 7, 10)}


def recognition_study(name: str, rng: Rng, sessions: int = 21) -> Study:
    """Sessions of ten trials and five floor sessions; slips are severe events, so many a session."""
    level, slips = RECOGNITION[name]
    items: list[Item] = []
    ratings: list[Rating] = []
    for number in range(sessions + 5):
        floor = number >= sessions
        marks = {"control": True} if floor else {}
        tags = {"session": f"s{number:03d}", **marks}
        trials = [
            Item(f"s{number:03d}-{n:02d}", "trial", "?", tags={**tags, "trial": n}, status="accepted")
            for n in range(1, 11)
        ]
        items += trials
        own = float(np.clip(rng.normal(0.3 if floor else level, 0.08), 0, 1))
        event = rng.random() < slips and not floor
        ratings += _session(trials, own, event, "floor" if floor else None, rng)
    return items, ratings


def _session(trials: list[Item], level: float, event: bool, speaker: str | None, rng: Rng) -> Iterator[Rating]:
    for question, places in PRIMARY.items():
        for place in places:
            for rater in range(2):
                quarter = float(np.clip(np.floor(4 * level + rng.random()) / 4, 0, 1))
                yield given(rater, trials[place - 1], question, quarter, speaker)
    for rater in range(2):
        for question in ("f1", "f2", "f3", "f4"):
            yield given(rater, trials[4], question, event and question == "f2", speaker)


# What must hold: by protocol and type, the least and the greatest share of a label.

NEVER = {"PASS": (0.0, 0.0), "CONDITIONAL PASS": (0.0, 0.0)}
RARE = {"PASS": (0.0, 0.001)}  # of 1,000 panels who toss coins, one may seem to find the control
LIMITS: dict[str, dict[str, dict[str, tuple[float, float]]]] = {
    "blind": {
        "perfect": {"PASS": (0.93, 1), "FAIL": (0, 0.025)},
        **{name: {"PASS": (0, 0.05)} for name in BLIND if name.startswith("border")},
        **dict.fromkeys(
            ("drifted", "caricature", "generic", "yes+coin", "yes, honest picks", "guessers", "straight"), NEVER
        ),
    },
    "pairs": {
        "perfect": {"PASS": (0.95, 1), "FAIL": (0, 0)},
        **{name: {"PASS": (0, 0.05)} for name in PAIRS if name.startswith("border")},
        "worse by 1.3 in NARR": {"PASS": (0, 0.01)},
        "coin-flippers": RARE,
        **dict.fromkeys(("drifted", "generic", "worse by 1.5 in NARR", "always 0", "grade 3, guess voice"), NEVER),
    },
    "scenarios": {
        "strict, perfect": {"PASS": (0.90, 1), "FAIL": (0, 0.025)},
        **{f"{judge}, border 85": {"PASS": (0, 0.05)} for judge in ("strict", "lenient")},
        **{f"{judge}, generic": NEVER for judge in JUDGES},
        **{f"stamp, {clone}": NEVER for clone in SCENARIOS},
    },
    "recognition": {
        "perfect": {"PASS": (0.95, 1)},
        "good, rare slips": {"PASS": (0.85, 1), "FAIL": (0, 0.025)},
        "border R": {"PASS": (0, 0.06)},
        "border events": {"PASS": (0, 0.06)},
        "weak": NEVER,
    },
}
TYPES: dict[str, tuple[list[str], Callable[[str, Rng], Study]]] = {
    "blind": (list(BLIND), lambda name, rng: blind_study(BLIND[name], rng)),
    "pairs": (list(PAIRS), pair_study),
    "scenarios": ([f"{judge}, {clone}" for judge in JUDGES for clone in SCENARIOS], scenario_study),
    "recognition": (list(RECOGNITION), recognition_study),
}


def sound_part(protocol: Protocol) -> Protocol:
    """The protocol with the measures its sound rules need, and no others: the literal ones take most of the time."""
    wanted: set[str] = set()
    texts = [condition for rule in protocol.sound_verdict for condition in rule.conditions]
    while texts:
        for word in re.findall(r"\w+", texts.pop()):
            name = word if word in protocol.measures else word.rpartition("_")[0]  # voice_sure, or its voice_sure_high
            if name in protocol.measures and name not in wanted:
                wanted.add(name)
                one = protocol.measures[name]
                parts = (one.formula, one.source, one.crossed, one.gate, one.worst, one.rate, *one.of, *one.means)
                texts += [part for part in parts if part]
    measures = {name: measure for name, measure in protocol.measures.items() if name in wanted}
    nothing = (Rule("not asked"),)
    literal = {"verdict": nothing, "status": {}, "checks": (), "cause": (), "primary": {}, "bands": None}
    return replace(protocol, measures=measures, regression=None, **literal)  # type: ignore[arg-type]


def labels(protocol: str, name: str, seeds: NDArray[np.int64]) -> Counter[str]:
    """The sound verdicts of some studies."""
    rules = sound_part(load(protocol))
    found: Counter[str] = Counter()
    for seed in seeds.tolist():
        items, ratings = TYPES[protocol][1](name, np.random.default_rng(seed))
        found[score(rules, items, ratings, licensed=LICENSED, replicates=20).sound_verdict.label] += 1
    return found


def within(hits: int, count: int, low: float, high: float) -> bool:
    """Whether a share keeps its limits, but for two standard errors of the simulation; never means not once."""
    error = 2 * float(np.sqrt(max(low * (1 - low), high * (1 - high)) / count))
    return low - error <= hits / count <= high + error


def main() -> int:
    """Print one line for each type, and what missed its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("protocols", nargs="*", default=list(TYPES))
    parser.add_argument("--studies", type=int, default=400)
    parser.add_argument("--never", type=int, default=1000)
    given_ = parser.parse_args()
    missed = 0
    with ProcessPoolExecutor(2) as pool:
        for protocol in given_.protocols:
            print(f"{protocol}: share of each sound verdict")
            for name in TYPES[protocol][0]:
                limits = LIMITS[protocol].get(name, {})
                count = given_.never if limits in (NEVER, RARE) else given_.studies
                seeds = np.arange(count) + crc32(f"{protocol} {name}".encode()) % 1_000_000 * 1000
                parts = pool.map(partial(labels, protocol, name), np.array_split(seeds, -(-count // BATCH)))
                found: Counter[str] = sum(parts, Counter())
                off = [label for label, ends in limits.items() if not within(found[label], count, *ends)]
                missed += len(off)
                told = "  ".join(f"{label} {number / count:.3f}" for label, number in sorted(found.items()))
                print(f"  {name:22s} {count:5d}  {told}" + (f"   LIMIT MISSED: {', '.join(off)}" if off else ""))
                sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
