"""Post-screening: the rule by which raters would be left out, fixed before anybody answers and sealed with the plan."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from ringtrue.judge.quality.rater import STRAIGHT, RaterAnswer, RaterQuality, pooled_shares, rater_quality
from ringtrue.terms.result import Estimate

# A rater who cannot tell a generic bot from the person, misses the cards that need only reading, answers without
# reading, or always the same, measures nothing.
QUICK = 1 / 3  # of the panel's usual time a card
HASTY = 0.5  # share of cards faster than reading from which on a rater did not read
UNLIKELY = 0.001  # a row this rare by chance is worth a look, in panels of up to some dozens
RULE: Mapping[str, Any] = {
    "generic": {"cards_at_least": 6, "right_over": 0.5},
    "attention": {"cards_at_least": 2, "right_over": 0.5},
    "unread": {"share_at_least": HASTY},
    "straight": {"share_at_least": STRAIGHT, "chance_under": UNLIKELY},
    "use": "results are shown with and without these raters; nobody is left out of the verdict",
}


def screened(raters: Iterable[RaterQuality], rule: Mapping[str, Any] = RULE) -> dict[str, str]:
    """The raters the rule would leave out, each with the reason."""
    found: dict[str, str] = {}
    for rater in raters:
        reasons = [
            reason
            for name, share in (("generic", rater.generic), ("attention", rater.attention))
            if (reason := _reason(name, share, rule[name]))
        ]
        reasons += _careless(rater, rule)
        if reasons:
            found[rater.name] = "; ".join(reasons)
    return found


def _reason(name: str, share: Estimate, limits: Mapping[str, Any]) -> str:
    if share.value is None or share.n < limits["cards_at_least"] or share.value > limits["right_over"]:
        return ""
    return f"right on {share.value * share.n:g} of {share.n} {name} cards"


def _careless(rater: RaterQuality, rule: Mapping[str, Any]) -> Iterator[str]:
    """Why a rater cannot have rated; a plan sealed by an earlier version does not ask."""
    hasty, timed = rater.timing.hasty, rater.timing.timed
    if "unread" in rule and timed and hasty >= rule["unread"]["share_at_least"] * timed:
        yield f"{hasty} of {timed} cards answered faster than they can be read"
    found, limits = rater.repetition, rule.get("straight")
    if limits and found and found.share >= limits["share_at_least"] and found.chance < limits["chance_under"]:
        yield f"{found.same} of {found.of} answers repeat the one before"


# A panel of raters looked at together: each rater, what stands out, and the raters the rule would leave out.


@dataclass(frozen=True, slots=True)
class PanelQuality:
    """The raters in the order they first answered, remarks, and the raters post-screening would leave out.

    `alarms` are about raters who cannot have rated: they answered without reading, or always the same.
    """

    raters: tuple[RaterQuality, ...]
    alarms: tuple[str, ...]
    remarks: tuple[str, ...]
    screened: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """The findings as one JSON document."""
        return {
            "raters": [rater.as_dict() for rater in self.raters],
            "alarms": list(self.alarms),
            "remarks": list(self.remarks),
            "screened": dict(self.screened),
        }


def panel_quality(
    answers: Iterable[RaterAnswer],
    dealt: Mapping[str, int] | None = None,
    *,
    minutes: tuple[float, float] | None = None,
    rule: Mapping[str, Any] = RULE,
    known: Mapping[str, Mapping[str, Any]] = {},
) -> PanelQuality:
    """How a panel answered. `dealt`: cards by rater, those who never answered among them; `minutes`: as planned.

    `known` is what is known of raters besides: hours, closeness, whole_minutes.
    """
    by_rater: dict[str, list[RaterAnswer]] = {name: [] for name in dealt or ()}
    for answer in answers:
        by_rater.setdefault(answer.rater, []).append(answer)
    shares = pooled_shares(answer for given in by_rater.values() for answer in given)
    raters = tuple(
        _with_known(rater_quality(name, given, shares, dealt.get(name) if dealt else None), known.get(name, {}))
        for name, given in by_rater.items()
    )
    paces = [rater.timing.seconds_a_card for rater in raters if rater.timing.seconds_a_card is not None]
    usual = median(paces) if paces else None
    remarks = [remark for rater in raters for remark in (*_remarks(rater, minutes), *_pace(rater, usual))]
    alarms = tuple(alarm for rater in raters for alarm in _alarms(rater))
    return PanelQuality(raters, alarms, tuple(remarks), screened(raters, rule))


def _with_known(rater: RaterQuality, known: Mapping[str, Any]) -> RaterQuality:
    """The rater with what is known besides; answers recorded in less time than their cards took were not given then."""
    cards, whole = rater.timing.minutes, known.get("whole_minutes")
    if cards is not None and whole is not None and whole < _HARDLY_LESS * cards:
        known = {**known, "whole_minutes": None}
    return replace(rater, **known)


_HARDLY_LESS = 0.9  # clocks of page and server may differ by a little


def _alarms(rater: RaterQuality) -> Iterator[str]:
    hasty, timed = rater.timing.hasty, rater.timing.timed
    if timed and hasty >= HASTY * timed:
        yield f"{rater.name} answered {hasty} of {timed} cards faster than they can be read."
    found = rater.repetition
    if found is not None and found.share >= STRAIGHT and found.chance < UNLIKELY:
        yield (
            f"{rater.name} gave the same answers from card to card: {found.same} of {found.of} answers repeat the one "
            f"before, over all questions; by chance that happens with probability {_small(found.chance)}."
        )


def _remarks(rater: RaterQuality, minutes: tuple[float, float] | None) -> Iterator[str]:
    if rater.dealt and rater.answered < rater.dealt:
        yield f"{rater.name} answered {rater.answered} of {rater.dealt} cards."
    yield from _duration(rater, minutes)
    if rater.hours is not None and rater.hours < ENOUGH_HOURS:
        yield f"{rater.name} knows {rater.hours:g} hours of the person's material, fewer than {ENOUGH_HOURS:g}."
    if 0 < rater.timing.hasty < HASTY * rater.timing.timed:
        yield f"{rater.name} answered {rater.timing.hasty} of {rater.timing.timed} cards faster than they can be read."
    row = rater.monotony
    if row is not None and row.chance < UNLIKELY:
        yield (
            f"{rater.name} gave the same answer to {row.question} {row.row} times running, of {row.of}; "
            f"by chance that happens with probability {_small(row.chance)}."
        )
    worn = rater.fatigue
    if worn is not None and worn.fires:
        yield (
            f"{rater.name} found the person in {worn.before:.0f} % of the picks and in {worn.last:.0f} % of the last "
            f"{worn.tenth}: the document's rule for fatigue. Rested raters look like that with probability "
            f"{worn.chance:.2f}."
        )
    if rater.recognised:
        cards = "a card" if rater.recognised == 1 else f"{rater.recognised} cards"
        yield f"{rater.name} recognised the text of {cards}."


ENOUGH_HOURS = 10.0  # of the person's material, as document 000 asks of an evaluator


def _duration(rater: RaterQuality, minutes: tuple[float, float] | None) -> Iterator[str]:
    """A rater outside the planned time: from start to finish where that is known, else the cards alone."""
    cards, whole = rater.timing.minutes, rater.whole_minutes
    taken = cards if whole is None else whole
    if minutes and taken is not None and not minutes[0] <= taken <= minutes[1]:
        side = "less" if taken < minutes[0] else "more"
        how = "" if whole is None else " from start to finish" + (f" ({cards:.1f} on the cards)" if cards else "")
        yield f"{rater.name} took {taken:.1f} minutes{how}, {side} than the {minutes[0]:g} to {minutes[1]:g} planned."


def _pace(rater: RaterQuality, usual: float | None) -> Iterator[str]:
    """Where the words on cards are not known, other raters tell how long a card takes."""
    own = rater.timing.seconds_a_card
    if own is not None and usual is not None and own < QUICK * usual:
        yield f"{rater.name} took {own:.0f} seconds a card, the panel {usual:.0f}."


def _small(chance: float) -> str:
    return "below .00001" if chance < 1e-5 else f"{chance:.5f}".rstrip("0").lstrip("0")
