"""Every measure a sound verdict rests on, recomputed by a script that shares no code, on random studies with gaps."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest

import recompute
from recompute import Bounds, Row
from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Answer, Rating
from ringtrue.terms.item import Item
from ringtrue.terms.result import Result
from sealed_studies import control
from studies import DIMENSIONS, item

LISTS = {"decision": {"criteria": 5}, "edge": {"holds": 4}, "style": dict.fromkeys(DIMENSIONS, 3)}
PEOPLE = tuple(f"r{number}" for number in range(5))


def rows_of(items: Sequence[Item], ratings: Sequence[Rating]) -> list[Row]:
    """The ratings as plain rows."""
    known = {one.id: one for one in items}
    rows = []
    for rating in ratings:
        one = known[rating.item]
        tag = "control" if one.tags.get("control") else one.tags.get("domain")
        rows.append(Row(rating.rater, one.id, one.kind, rating.question, rating.value, rating.speaker, tag))
    return rows


def agree(result: Result, expected: Mapping[str, Bounds]) -> None:
    for name, (value, low, high) in expected.items():
        found = result.estimates[name]
        assert found.value == pytest.approx(value, abs=1e-7), name
        if low is not None and high is not None:
            assert (found.low, found.high) == pytest.approx((low, high), rel=1e-5, abs=1e-6), name


def ticks(dice: Random, chance: float, length: int) -> tuple[bool, ...]:
    return tuple(dice.random() < chance for _ in range(length))


def random_blind(dice: Random, found: float, holds: float) -> tuple[list[Item], list[Rating]]:
    """Eight items of each kind and six for controls; one card in ten and one style list in five are left out."""
    items: list[Item] = []
    ratings: list[Rating] = []

    def answered(one: Item, question: str, value: Answer, speaker: str | None, rater: str) -> None:
        ratings.append(Rating(rater, one.id, question, value, speaker, sealed=True))

    for kind in ("quote", "decision", "style", "edge"):
        own = [item(kind, f"{kind}{place}") for place in range(8)]
        outside = [control(kind, f"{kind}-c{place}") for place in range(6)]
        items += own + outside
        about = ((None, own, holds), ("generic", outside, 0.2), ("self", outside, 0.85))
        for speaker, listed, chance in about:
            for one in listed:
                lean = dice.gauss(0, 0.1)  # items differ, so that their part of a variance shows
                for place, rater in enumerate(PEOPLE):
                    if dice.random() < 0.1:
                        continue
                    if kind == "quote":
                        chance_found = found if speaker is None else 0.9 if speaker == "generic" else 0.5
                        answered(one, "found", float(dice.random() < chance_found), speaker, rater)
                        continue
                    for question, length in LISTS[kind].items():
                        if question in ("tone", "criteria", "holds") or dice.random() < 0.8:
                            shifted = chance + lean + 0.03 * (place - 2)
                            answered(one, question, ticks(dice, shifted, length), speaker, rater)
    return items, ratings


@pytest.mark.parametrize(("seed", "found", "holds"), [(1, 0.5, 0.85), (2, 0.8, 0.5), (3, 0.35, 0.95)])
def test_blind_measures_are_those_of_the_script(seed: int, found: float, holds: float) -> None:
    items, ratings = random_blind(Random(seed), found, holds)
    sizes = Counter(one.kind for one in items if not one.tags.get("control"))
    expected = recompute.blind(rows_of(items, ratings), sizes)
    assert len(expected) == 1 + 4 * 4 + 3 + 1 + 4
    agree(score(load("blind"), items, ratings, replicates=20), expected)


def random_pairs(dice: Random, lean: float) -> tuple[list[Item], list[Rating]]:
    """Ten pairs of five domains, five control cards; a card in ten is left out."""
    own = [item("pair", f"p{place}", domain=("TECH", "ANAL", "PHIL", "SELF", "NARR")[place % 5]) for place in range(10)]
    outside = [control("pair", f"c{place}") for place in range(5)]
    ratings: list[Rating] = []
    for one in (*own, *outside):
        speaker, middle = ("control", -1.2) if one.tags.get("control") else ("compressed", lean)
        middle += dice.gauss(0, 0.4)
        for place, rater in enumerate(PEOPLE):
            if dice.random() < 0.1:
                continue
            voice = float(max(-2, min(2, round(dice.gauss(middle + 0.2 * (place - 2), 1)))))
            about = None if speaker == "compressed" else speaker
            ratings.append(Rating(rater, one.id, "voice", voice, about, sealed=True))
            for question in ("vibe", "logic"):
                for who in (speaker, "full"):
                    grade = float(dice.choice((1, 2, 3) if who == speaker else (2, 3)))
                    ratings.append(Rating(rater, one.id, question, grade, who, sealed=True))
    return [*own, *outside], ratings


@pytest.mark.parametrize(("seed", "lean"), [(1, 0.0), (2, -1.0), (3, 0.8)])
def test_pair_measures_are_those_of_the_script(seed: int, lean: float) -> None:
    items, ratings = random_pairs(Random(seed), lean)
    agree(score(load("pairs"), items, ratings, replicates=20), recompute.pairs(rows_of(items, ratings)))


def test_rates_are_those_of_the_script() -> None:
    dice = Random(7)
    items = [item("trial", f"s{s}-{n:02}", session=f"s{s}", trial=str(n)) for s in range(6) for n in range(1, 11)]
    ratings = [
        Rating(rater, one.id, event, dice.random() < chance)
        for one in items
        for event, chance in (("f1", 0.3), ("f2", 0.1), ("f3", 0.2), ("f4", 0.0))
        for rater in PEOPLE[:3]
    ]
    expected = recompute.rates(rows_of(items, ratings), 6)
    assert expected["severe_rate"][0] > 0
    agree(score(load("recognition"), items, ratings, replicates=20), expected)
