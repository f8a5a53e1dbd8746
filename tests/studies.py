"""Small studies in few words: items and ratings for tests that derive their expected numbers by hand."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ringtrue.protocols.loader import load
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import JudgeKind
from ringtrue.terms.result import Result

DIMENSIONS = ("vocabulary", "rhetoric", "tone", "cadence", "analogy")
PICKS = {"1": 1.0, "0": 0.0, "=": 0.5}
_PARTS = {"decision": "alignment", "reasoning": "quality", "voice": "accuracy", "value": "preservation"}
SCORES = (*(f"{what}_{how}" for what, how in _PARTS.items()), "persona_accuracy")
Tally = tuple[int, int]  # how many of how many


def item(kind: str, name: str, *, layers: Iterable[str] = (), **tags: str) -> Item:
    """An accepted item; `layers` are the DNA layers it shows."""
    chosen = {**tags, **({"layers": list(layers)} if layers else {})}
    return Item(name, kind, f"prompt of {name}", tags=chosen, status="accepted")


def picks(
    name: str, answers: str, *, speaker: str | None = None, judge_kind: JudgeKind = "person", first: int = 1
) -> list[Rating]:
    """One pick a rater, r1 onward: 1 found the person, 0 did not, = tie, - did not answer."""
    return [
        Rating(f"r{place}", name, "found", PICKS[answer], speaker, judge_kind)
        for place, answer in enumerate(answers, first)
        if answer != "-"
    ]


def flags(name: str, question: str, answers: str) -> list[Rating]:
    """One yes or no a rater, r1 onward: 1, 0, - did not answer."""
    return [Rating(f"r{i}", name, question, answer == "1") for i, answer in enumerate(answers, 1) if answer != "-"]


def ticks(
    name: str, question: str, *lists: str, speaker: str | None = None, judge_kind: JudgeKind = "person"
) -> list[Rating]:
    """One checklist a rater, r1 onward, as 1 and 0 for each criterion; an empty one was not answered."""
    return [
        Rating(f"r{place}", name, question, tuple(tick == "1" for tick in given), speaker, judge_kind)
        for place, given in enumerate(lists, 1)
        if given
    ]


def agreed(name: str, question: str, tally: Tally, raters: int = 3, judge_kind: JudgeKind = "person") -> list[Rating]:
    """Every rater ticks the same so many of so many criteria."""
    met, listed = tally
    return ticks(name, question, *["1" * met + "0" * (listed - met)] * raters, judge_kind=judge_kind)


def blind_study(
    *,
    identified: Tally = (0, 5),
    decisions: Sequence[Tally] = ((5, 5),),
    style: Mapping[str, Tally] | None = None,
    edges: Tally = (5, 5),
    raters: int = 3,
    judge_kind: JudgeKind = "person",
) -> tuple[list[Item], list[Rating]]:
    """A blind study whose raters all agree, so that its categories are what is asked for.

    So many of so many quotes found; decisions with so many of so many criteria met; one style item with so many of so
    many things found for each dimension (all of them where nothing is said); so many of so many edge cases passed
    (5 of 5 criteria met, the others 3 of 5).
    """
    items: list[Item] = []
    ratings: list[Rating] = []
    for place in range(identified[1]):
        items.append(item("quote", f"q{place:03}"))
        ratings += picks(f"q{place:03}", ("1" if place < identified[0] else "0") * raters, judge_kind=judge_kind)
    for place, tally in enumerate(decisions):
        items.append(item("decision", f"d{place:03}"))
        ratings += agreed(f"d{place:03}", "criteria", tally, raters, judge_kind)
    items.append(item("style", "s000"))
    for dimension in DIMENSIONS:
        ratings += agreed("s000", dimension, (style or {}).get(dimension, (1, 1)), raters, judge_kind)
    for place in range(edges[1]):
        items.append(item("edge", f"e{place:03}"))
        ratings += agreed(f"e{place:03}", "holds", (5, 5) if place < edges[0] else (3, 5), raters, judge_kind)
    return items, ratings


def scenario(name: str, kind: str = "strategic") -> Item:
    """A scenario of one of the four types."""
    return item("scenario", name, type=kind)


def scored(name: str, *scores: float, rater: str = "judge") -> list[Rating]:
    """Decision, reasoning, voice, values, persona as one judge scored them."""
    return [
        Rating(rater, name, question, float(value), judge_kind="model")
        for question, value in zip(SCORES, scores, strict=True)
    ]


def spread(total: Fraction | float, parts: int) -> list[float]:
    """Scores in quarters between 0 and 1 that sum to the total."""
    quarters = round(float(total) * 4)
    full, rest = divmod(quarters, 4)
    values = [1.0] * full + ([rest / 4] if rest else [])
    return values + [0.0] * (parts - len(values))


def scored_blind(**study: Any) -> Result:
    """The result of `blind_study` with these changes."""
    items, ratings = blind_study(**study)
    return score(load("blind"), items, ratings, replicates=40)


def deciding(result: Result) -> list[str]:
    """The conditions that made the verdict, without what other labels would have needed."""
    return [reason for reason in result.verdict.reasons if "would need" not in reason]


def all_dimensions(met: int, listed: int) -> Mapping[str, tuple[int, int]]:
    """The same tally for every dimension of style."""
    return dict.fromkeys(DIMENSIONS, (met, listed))
