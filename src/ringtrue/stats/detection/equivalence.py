"""The gate: may a clone be called indistinguishable from the person, within a margin, by raters who can tell a bot?"""

from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from ringtrue.stats.arrays import Array, as_matrix
from ringtrue.stats.detection.proportion import exact
from ringtrue.stats.interval.crossed import crossed_mean
from ringtrue.terms.result import Estimate

Outcome = Literal["indistinguishable", "told apart", "inconclusive"]
GATE_LEVEL = 0.90  # two one-sided tests at 5 % each
TOLD_APART_LEVEL = 0.95
MIN_GENERIC_CARDS = 6  # per rater; with 3 the person passes in three of four studies only


@dataclass(frozen=True, slots=True)
class Gate(Estimate):
    """The share of picks that found the real person, and what may be concluded from it.

    `low` and `high` are the gate's 90 % crossed interval, `wide_low` and `wide_high` the 95 % one. `control` is the
    share of picks that found the person against the generic bot. `needed` is about how many more judgments would settle
    the matter at the observed share, None where no number would. `reason` gives the outcome in one sentence.
    """

    outcome: Outcome = "inconclusive"
    margin: float = 0.65
    wide_low: float | None = None
    wide_high: float | None = None
    control: Estimate | None = None
    needed: int | None = None
    preferred: bool = False

    @property
    def passed(self) -> bool:
        """Whether the clone is declared indistinguishable."""
        return self.outcome == "indistinguishable"

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for JSON, with what the margin means."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        fields["control"] = self.control.as_dict() if self.control else None
        return {**fields, "margin_means": margin_meaning(self.margin)}


def margin_meaning(margin: float) -> str:
    """What it says about a clone to lie within `margin`, in words."""
    fidelity = 100.0 * (2.0 - 2.0 * margin)
    return f"raters find the person in less than {100 * margin:.0f} % of picks: sound fidelity at least {fidelity:.0f}"


def equivalence(picks: ArrayLike, margin: float = 0.65, control: ArrayLike | None = None) -> Gate:
    """Is the clone indistinguishable from the person within the margin, told apart, or is it inconclusive?

    Input: picks, items x raters, 1 where the rater found the real person, 0 where the clone was taken for the person,
    .5 for a tie, NaN missing; control, the same raters' picks (same columns) of the person against a generic bot.
    Result: *indistinguishable* if both bounds of the 90 % crossed interval of the share lie inside (1 - margin, margin)
    and the same raters find the generic bot: at least 6 such cards each, lower 90 % bound above .5. Otherwise *told
    apart* if the 95 % interval excludes .5; a share below .5 is then flagged as preferred over the original.
    Otherwise *inconclusive*, with the number of judgments still needed.
    Not for: picks without a generic control, which cannot pass (raters who guess would certify anyone); 3 raters,
    which can reject a bot but hardly certify a clone (see `ringtrue plan`).
    Checked against: simulated operating characteristics (benchmarks/gate.py): a clone exactly at the margin passes in
    at most 5 % of studies, also with item and rater effects of .8 and .5 logits.
    Reference: Schuirmann 1987, J. Pharmacokin. Biopharm. 15, 657-680 (two one-sided tests).
    """
    if not 0.5 < margin < 1.0:
        raise ValueError(f"a margin lies between .5 and 1, got {margin}")
    table = _shares(picks, "picks")
    found = _share_interval(table, GATE_LEVEL)
    if found.value is None or found.low is None or found.high is None:
        return _gate(found, margin, reason=found.reason or "no interval")
    wide = _share_interval(table, TOLD_APART_LEVEL)
    bot = None if control is None else _share_interval(_shares(control, "control"), GATE_LEVEL)
    doubt = _doubt_about_raters(table, control, bot)
    within = found.low > 1.0 - margin and found.high < margin
    apart = wide.low is not None and wide.high is not None and not wide.low <= 0.5 <= wide.high
    outcome: Outcome = "inconclusive"
    if within and not doubt:
        outcome = "indistinguishable"
    elif apart and not within:
        outcome = "told apart"
    return _gate(
        found,
        margin,
        outcome=outcome,
        reason=_sentence(found, margin, outcome, within, doubt),
        wide_low=wide.low,
        wide_high=wide.high,
        control=bot,
        needed=None if outcome != "inconclusive" or within else _still_needed(found.value, found.low, found.n, margin),
        preferred=apart and found.value < 0.5,
    )


def _gate(found: Estimate, margin: float, *, reason: str, **judged: Any) -> Gate:
    return Gate(
        value=found.value,
        low=found.low,
        high=found.high,
        n=found.n,
        method=f"share that found the person: {found.method}",
        reason=reason,
        level=GATE_LEVEL,
        margin=margin,
        **judged,
    )


def _shares(picks: ArrayLike, name: str) -> Array:
    table = as_matrix(picks, name)
    if ((table < 0.0) | (table > 1.0)).any():
        raise ValueError(f"{name} must be 1 (found the person), 0 (took the other for the person), .5 (tie) or NaN")
    return table


def _share_interval(table: Array, level: float) -> Estimate:
    """The crossed interval; where every pick is the same it has no spread, and the exact binomial one replaces it."""
    crossed = crossed_mean(table, level=level)
    if crossed.low is not None or crossed.value not in (0.0, 1.0):
        return crossed
    if table.shape[1] < 2 or table.shape[0] < 2:
        return crossed
    return exact(int(crossed.value * crossed.n), crossed.n, level=level)


def _doubt_about_raters(table: Array, control: ArrayLike | None, bot: Estimate | None) -> str | None:
    """Why these raters cannot certify a clone, or None if they can."""
    if control is None or bot is None:
        return "no generic control was rated, so nothing shows that these raters could tell anyone apart"
    cards = as_matrix(control, "control")
    if cards.shape[1] != table.shape[1]:
        raise ValueError(f"the control needs the same raters: {cards.shape[1]} columns for {table.shape[1]}")
    judged = ~np.isnan(table).all(axis=0)
    fewest = int((~np.isnan(cards)).sum(axis=0)[judged].min())
    if fewest < MIN_GENERIC_CARDS:
        noun = "card" if fewest == 1 else "cards"
        return f"a rater saw only {fewest} generic {noun}; at least {MIN_GENERIC_CARDS} each are needed"
    if bot.low is None or bot.low <= 0.5:
        shown = "no interval" if bot.low is None else f"lower bound {bot.low:.2f}"
        return f"the same raters do not reliably find the generic bot ({shown}, needs above .50)"
    return None


def _sentence(found: Estimate, margin: float, outcome: Outcome, within: bool, doubt: str | None) -> str:
    place = f"90 % interval {found.low:.2f} to {found.high:.2f}, margin {1 - margin:.2f} to {margin:.2f}"
    if outcome == "indistinguishable":
        return f"indistinguishable within the margin: {place}; {margin_meaning(margin)}"
    if outcome == "told apart":
        preferred = found.value is not None and found.value < 0.5
        how = "the clone is preferred over the original" if preferred else "the person is found more often than not"
        return f"told apart: {how} ({place})"
    if within:
        return f"inconclusive: the interval lies inside the margin ({place}), but {doubt}"
    return f"inconclusive: {place}" + (f"; moreover {doubt}" if doubt else "")


def _still_needed(share: float, low: float, n: int, margin: float) -> int | None:
    """About how many more judgments give 80 % power at the observed share, raters and items growing together."""
    room = (margin - 0.5) - abs(share - 0.5)
    if room <= 0.0:
        return None
    reach = (share - low) * (1.0 + float(ndtri(0.9)) / float(ndtri(0.5 + GATE_LEVEL / 2.0)))
    return max(1, ceil(n * (reach / room) ** 2) - n)
