"""Shares of right answers: on attention cards, on generic controls, on the person against himself."""

from collections.abc import Iterable
from dataclasses import replace
from math import floor

from ringtrue.judge.quality.seen import Seen, SeenRole
from ringtrue.terms import Estimate

_NONE: dict[SeenRole, str] = {
    "attention": "no attention cards were answered",
    "generic": "no generic control cards were answered, so nobody knows whether the rater could tell anything",
    "self": "no self control cards were answered",
    "item": "no picks were answered",
}


def share_right(answers: Iterable[Seen], role: SeenRole) -> Estimate:
    """The share of right answers among a rater's cards of one role, with an exact interval.

    A tie counts half; the interval takes the whole number of hits below, so it is a little low then.
    """
    from ringtrue.stats import exact  # SciPy loads with it, and the rule of screening is read without

    rights = [answer.right for answer in answers if answer.role == role and answer.right is not None]
    if not rights:
        return Estimate.absent(_NONE[role])
    hits = sum(rights)
    whole = exact(floor(hits), len(rights))
    if hits == floor(hits):
        return whole
    return replace(whole, value=hits / len(rights), reason="ties count half; the interval counts them as misses")
