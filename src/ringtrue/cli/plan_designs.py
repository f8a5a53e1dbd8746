"""What designs of raters x items can certify: the numbers and sentences behind `ringtrue plan`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ringtrue.cli.console import Step, percent
from ringtrue.stats.detection.equivalence import margin_meaning
from ringtrue.stats.detection.planning import PickDesign, Rates, equivalence_sample_size, items_needed, operating_rates

MOST_ITEMS = 400
FALLBACK_ITEMS = 40  # a session's worth, where no number of items suffices
POWERS = (0.8, 0.9)
_PLOTTED = 17
_SEARCH_STUDIES = 1000  # a search takes many simulations, each may be coarse


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """What the user asked for; `effects` names pairs of item and rater spread in logits."""

    margin: float
    raters: int | None
    items: int | None
    power: float
    effects: Mapping[str, tuple[float, float]]
    studies: int
    seed: int

    def design(self, raters: int, items: int, effect: str) -> PickDesign:
        """One design under one of the effects."""
        item_sd, rater_sd = self.effects[effect]
        return PickDesign(items, raters, item_sd=item_sd, rater_sd=rater_sd, margin=self.margin)

    def needed(self, raters: int, effect: str, power: float) -> int | None:
        """Fewest items that certify the real person with this power; None above MOST_ITEMS."""
        studies = min(self.studies, _SEARCH_STUDIES)
        return items_needed(self.design(raters, 2, effect), power, most=MOST_ITEMS, studies=studies, seed=self.seed)

    def provenance(self) -> dict[str, Any]:
        """Everything that went in, for JSON; says that what comes out is simulated."""
        return {"simulated": True, **asdict(self), "margin_means": margin_meaning(self.margin)}


@dataclass(frozen=True, slots=True)
class Outlook:
    """One design looked at from all sides."""

    raters: int
    items: int
    needed: dict[str, dict[float, int | None]]  # effect -> power -> items
    rates: dict[str, dict[float, Rates]]  # effect -> true share -> rates

    def plotted(self, margin: float, effect: str) -> list[float]:
        """Shares of studies that pass, over an even grid of true shares around one half."""
        return [self.rates[effect][share].indistinguishable for share in plotted_shares(margin)]


def plotted_shares(margin: float) -> list[float]:
    """True shares for a plot: symmetric about one half, reaching a little beyond the margin."""
    reach = min(margin - 0.5 + 0.05, 0.49)
    return [round(0.5 + reach * (2.0 * place / (_PLOTTED - 1) - 1.0), 6) for place in range(_PLOTTED)]


def outlook(request: PlanRequest, raters: int, step: Step) -> Outlook:
    """Simulate one number of raters with the items asked for, or with the fewest that reach the power."""
    needed: dict[str, dict[float, int | None]] = {}
    for effect in request.effects:
        needed[effect] = {power: request.needed(raters, effect, power) for power in POWERS}
        step()
    items = request.items or _chosen_items(request, raters)
    shares = sorted({0.5, 0.55, request.margin, 0.9, *plotted_shares(request.margin)})
    rates = {}
    for effect in request.effects:
        design = request.design(raters, items, effect)
        rates[effect] = {
            share: operating_rates(design, share, studies=request.studies, seed=request.seed) for share in shares
        }
        step()
    return Outlook(raters, items, needed, rates)


def _chosen_items(request: PlanRequest, raters: int) -> int:
    effect = "moderate" if "moderate" in request.effects else next(iter(request.effects))
    return request.needed(raters, effect, request.power) or FALLBACK_ITEMS


def exact_counts(margin: float) -> dict[str, int]:
    """Judgments needed if all were independent, by exact binomial calculation."""
    return {f"judgments_{100 * power:.0f}": equivalence_sample_size(margin, power) for power in POWERS}


def conclusions(request: PlanRequest, seen: Outlook) -> list[str]:
    """What a study of this size can and cannot say, in sentences."""
    person = [rates[0.5].indistinguishable for rates in seen.rates.values()]
    chance = percent(max(person))
    if percent(min(person)) != chance:
        chance = f"{percent(min(person))} to {chance}"
    caught = min(rates[0.9].told_apart for rates in seen.rates.values())
    lines = [
        f"Can: reject a generic bot; it is told apart in {percent(caught)} of studies.",
        f"The real person is certified in {chance} of studies, depending on how much raters and items differ.",
        _certifying(min(person), max(person), request.power),
        f"Cannot: show more than the margin says. Passing means that {margin_meaning(request.margin)}.",
        _control_cost(seen.raters, seen.items),
    ]
    if seen.raters < 5:
        lines.append(f"With {seen.raters} raters little is known about raters in general: raters before items.")
    judgments = seen.raters * seen.items
    if judgments < exact_counts(request.margin)["judgments_80"]:
        lines.append(f"Its {judgments} judgments would be too few for 80 % power even if all were independent.")
    return lines


def _control_cost(raters: int, items: int) -> str:
    """What the control cards of a blind study ask of each rater."""
    from ringtrue.protocols.loader import load  # lazy import: it reads YAML

    protocol = load("blind")
    cards = protocol.cards.wanted(raters, items)
    kinds = ", ".join(f"{number} {kind}" for kind, number in cards.items())
    names = " and ".join(sorted(protocol.controls))
    total = len(protocol.controls) * sum(cards.values())
    return (
        f"A sound verdict of the whole protocol needs control cards ({kinds}; each for {names}): {total} cards for "
        f"each rater besides the suite, about {total} minutes."
    )


def _certifying(worst: float, best: float, power: float) -> str:
    if worst >= power:
        return "Can: certify a clone as good as the person; one exactly at the margin slips through in at most 5 %."
    if best >= power:
        return "Can certify a perfect clone only if raters and items differ little: plan more raters and items."
    return "Cannot: certify a clone with any reliability; 'inconclusive' is likely even for a perfect one."
