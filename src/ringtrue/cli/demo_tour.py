"""`ringtrue demo --tour`: agreement, planning and the gate on simulated raters, each labelled as such."""

from typing import TYPE_CHECKING, Any

from ringtrue.cli.console import print_json, print_lines, print_table, progress
from ringtrue.cli.numbers import decimal, interval, percent

if TYPE_CHECKING:
    from ringtrue.stats.detection.design import Rates
    from ringtrue.stats.detection.equivalence import Gate
    from ringtrue.terms import Estimate

SEED = 20261115
SHOWN = ("krippendorff_ordinal", "gwet_ac2", "icc_2_1", "icc_2_k")
# Who is compared with the person: how often simulated raters find the person, and the generic bot in the control.
SPEAKERS = {
    "the person himself": (0.50, 0.90),
    "a good clone": (0.53, 0.90),
    "a drifted clone": (0.72, 0.90),
    "a generic bot": (0.90, 0.90),
    "a caricature": (0.12, 0.90),
    "raters who guess": (0.50, 0.50),
}


def tour(as_json: bool) -> None:
    """Show the instruments on simulated raters, or give the same as one JSON document."""
    with progress("simulating raters", len(SPEAKERS) + 2) as step:
        estimates = _agreement()
        step()
        gates = {}
        for place, speaker in enumerate(SPEAKERS):
            gates[speaker] = _gate(place, speaker)
            step()
        rates = _operating()
        step()
    if as_json:
        print_json(_document(estimates, gates, rates))
        return
    print_lines(
        ["SIMULATED throughout: raters and picks are drawn at random to show the instruments.", ""], style="bold"
    )
    _print_gates(gates)
    _print_rates(rates)
    _print_agreement(estimates)
    print_lines(["", "Next: ringtrue plan --raters 7 --items 30   |   ringtrue agree YOUR.csv   |   ringtrue --help"])


def _agreement() -> dict[str, "Estimate"]:
    """Agreement of 5 simulated raters on 24 items, scale 1 to 5, one rating in twenty missing."""
    import numpy as np

    from ringtrue.stats.agreement.catalogue import STATISTICS

    rng = np.random.default_rng(SEED)
    taste = rng.normal(3.0, 1.1, size=(24, 1)) + rng.normal(0.0, 0.4, size=(1, 5)) + rng.normal(0.0, 0.7, size=(24, 5))
    ratings = np.clip(np.round(taste), 1.0, 5.0)
    ratings[rng.random(ratings.shape) < 0.05] = np.nan
    return {name: STATISTICS[name].compute(ratings) for name in SHOWN}


def _gate(place: int, speaker: str) -> "Gate":
    """One simulated study of 40 items x 10 raters with 6 generic cards each, moderate effects."""
    import numpy as np

    from ringtrue.stats.detection.design import Design, simulate_picks
    from ringtrue.stats.detection.equivalence import equivalence

    design = Design(items=40, raters=10, item_sd=0.5, rater_sd=0.3)
    found, found_bot = SPEAKERS[speaker]
    rng = np.random.default_rng([SEED, place])
    raters = design.rater_sd * rng.standard_normal((1, 1, design.raters))
    picks = simulate_picks(design.items, raters, found, design, rng)[0]
    control = simulate_picks(design.generic_cards, raters, found_bot, design, rng)[0]
    return equivalence(picks, margin=design.margin, control=control)


def _operating() -> list["Rates"]:
    """How often 7 raters x 30 items say what, over 2,000 simulated studies each."""
    from ringtrue.stats.detection.design import Design, operating_rates

    return [operating_rates(Design(items=30, raters=7), share, seed=SEED) for share in (0.5, 0.55, 0.65, 0.9)]


def _print_gates(gates: dict[str, "Gate"]) -> None:
    print_lines(["1. The gate: six simulated studies, 40 items x 10 raters, margin .65"], style="bold")
    print_table(
        ("compared with the person", "found", "90 % interval", "bot found", "the gate says"),
        [
            (
                speaker,
                decimal(gate.value),
                interval(gate),
                decimal(gate.control.value if gate.control else None),
                f"{gate.outcome}, preferred over the original" if gate.preferred else gate.outcome,
            )
            for speaker, gate in gates.items()
        ],
        right=("found", "bot found"),
    )
    print_lines(["found: share of picks in which raters named the real person; .50 is chance", ""], style="dim")


def _print_rates(rates: list["Rates"]) -> None:
    print_lines(["2. Planning: what 7 raters x 30 items can conclude, 2,000 simulated studies each"], style="bold")
    print_table(
        ("true share", "indistinguishable", "told apart", "cannot be told"),
        [
            (decimal(rate.share), *map(percent, (rate.indistinguishable, rate.told_apart, rate.cannot_be_told)))
            for rate in rates
        ],
        right=("true share", "indistinguishable", "told apart", "cannot be told"),
    )


def _print_agreement(estimates: dict[str, "Estimate"]) -> None:
    print_lines(["", "3. Agreement: 24 items, 5 simulated raters, a few ratings missing"], style="bold")
    print_table(
        ("statistic", "value", "95 % interval", "items"),
        [(name, decimal(found.value), interval(found), str(found.n)) for name, found in estimates.items()],
        right=("value", "items"),
    )


def _document(estimates: dict[str, "Estimate"], gates: dict[str, "Gate"], rates: list["Rates"]) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "simulated": True,
        "seed": SEED,
        "gates": {speaker: gate.as_dict() for speaker, gate in gates.items()},
        "rates": [asdict(rate) for rate in rates],
        "agreement": {name: estimate.as_dict() for name, estimate in estimates.items()},
    }
