"""Post-screening: the rule by which raters would be left out, fixed before anybody answers and sealed with the plan."""

from collections.abc import Iterable, Mapping
from typing import Any

from ringtrue.judge.quality.rater import RaterQuality
from ringtrue.terms import Estimate

# A rater who cannot tell a generic bot from the person, or misses the cards that need only reading, measures nothing.
RULE: Mapping[str, Any] = {
    "generic": {"cards_at_least": 6, "right_over": 0.5},
    "attention": {"cards_at_least": 2, "right_over": 0.5},
    "use": "results are shown with and without these raters; nobody is left out of the verdict",
}


def screened(raters: Iterable[RaterQuality], rule: Mapping[str, Any] = RULE) -> dict[str, str]:
    """The raters whom the rule would leave out, each with the reason."""
    found: dict[str, str] = {}
    for rater in raters:
        reasons = [
            reason
            for name, share in (("generic", rater.generic), ("attention", rater.attention))
            if (reason := _reason(name, share, rule[name]))
        ]
        if reasons:
            found[rater.name] = "; ".join(reasons)
    return found


def _reason(name: str, share: Estimate, limits: Mapping[str, Any]) -> str:
    if share.value is None or share.n < limits["cards_at_least"] or share.value > limits["right_over"]:
        return ""
    return f"right on {share.value * share.n:g} of {share.n} {name} cards"
