"""`ringtrue plan`: what a design of raters x items can certify, before anyone is asked to rate."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import decimal, percent, print_json, print_lines, print_table, progress
from ringtrue.terms.problem import BadInput, Problem

if TYPE_CHECKING:
    from ringtrue.cli.plan_designs import Outlook, PlanRequest


EFFECTS = {"none": (0.0, 0.0), "moderate": (0.5, 0.3), "strong": (0.8, 0.5)}
RATERS_SHOWN = (3, 5, 7, 10, 15)


@ringtrue_command("plan", example="ringtrue plan --margin .65 --raters 7 --items 30")
@click.option("--margin", default=0.65, show_default=True, help="Largest share of correct picks that still passes.")
@click.option("--raters", type=int, help="How many raters; without it, several numbers are compared.")
@click.option("--items", type=int, help="How many quote items; without it, the fewest that reach the power.")
@click.option("--power", default=0.8, show_default=True, help="Wanted chance of certifying the real person.")
@click.option("--item-sd", type=float, help="Spread of items in logits, instead of three presets.")
@click.option("--rater-sd", type=float, help="Spread of raters in logits, instead of three presets.")
@click.option("--judge-r", type=float, metavar="R", help="Instead: what a model judge with this correlation saves.")
@click.option("--labels", default=100, show_default=True, help="With --judge-r: cards that people score.")
@click.option("--scores", default=1000, show_default=True, help="With --judge-r: further cards the judge scores.")
@click.option("--studies", default=2000, show_default=True, help="Simulated studies for each number.")
@click.option("--seed", default=20261115, show_default=True, help="Seed of the simulation.")
def command(
    as_json: bool,
    item_sd: float | None,
    rater_sd: float | None,
    judge_r: float | None,
    labels: int,
    scores: int,
    **asked: Any,
) -> None:
    """Find how many raters and items a study needs.

    A clone passes the gate when the 90 % interval of the share of picks that found the real person lies inside the
    margin, and the same raters do find a generic bot. The command simulates that gate for the design itself (raters
    and items crossed, six generic cards per rater) and reports what such a study can and cannot conclude.

    --judge-r says how many cards people need not score if a model judge, whose scores correlate with theirs by R
    (ringtrue judge calibrate), scores many others: for the mean over all cards, by prediction-powered inference.
    """
    if judge_r is not None:
        _judge_saves(judge_r, labels, scores, as_json)
        return
    from ringtrue.cli.plan_designs import PlanRequest

    effects = EFFECTS
    if item_sd is not None or rater_sd is not None:
        effects = {"yours": (item_sd or 0.0, rater_sd or 0.0)}
    request = PlanRequest(effects=effects, **asked)
    _check(request)
    if request.raters is None:
        _compare_raters(request, as_json)
    else:
        _one_design(request, request.raters, as_json)


def _judge_saves(r: float, labels: int, scores: int, as_json: bool) -> None:
    """What the scores of a judge are worth in labels by people."""
    limits = (
        ("--judge-r", r, -1.0 <= r <= 1.0, "give a correlation from -1 to 1"),
        ("--labels", labels, 2 <= labels <= 1_000_000, "give 2 to 1000000"),
        ("--scores", scores, 0 <= scores <= 100_000_000, "give 0 to 100000000"),
    )
    _refuse(limits)
    from math import ceil, sqrt

    from ringtrue.stats.combination.prediction_powered import equivalent_labels, labels_needed

    worth, needed = equivalent_labels(r, labels, scores), ceil(labels_needed(r, labels, scores) - 1e-9)
    narrower = 1 - sqrt(labels / worth)
    if as_json:
        given = {"r": r, "labels": labels, "scores": scores}
        found = {"equivalent_labels": worth, "labels_needed": needed, "labels_saved": labels - needed}
        print_json({"judge": {**given, **found, "interval_narrower": narrower}})
        return
    print_lines([f"A judge with r = {decimal(r)} to people: {labels} labels, {scores:,} scores"], style="bold")
    print_lines(
        [
            f"  The interval of the mean is {percent(narrower)} narrower than from the labels alone.",
            f"  {labels} labels then say as much as {worth:.0f} alone.",
            f"  {needed} labels then say as much as {labels} alone: {labels - needed} are saved.",
            "Draw the labelled cards by lot from all. With under 50 labels the interval is somewhat too short.",
        ]
    )


def _check(request: "PlanRequest") -> None:
    """Refuse what cannot be planned, all of it together."""
    spreads = [spread for pair in request.effects.values() for spread in pair]
    limits = (
        ("--margin", request.margin, 0.5 < request.margin < 1.0, "give a share between .5 and 1, such as .65"),
        ("--power", request.power, 0.0 < request.power < 1.0, "give a share between 0 and 1, such as .8"),
        ("--raters", request.raters, request.raters is None or 2 <= request.raters <= 1000, "give 2 to 1000"),
        ("--items", request.items, request.items is None or 2 <= request.items <= 10_000, "give 2 to 10000"),
        ("--studies", request.studies, 100 <= request.studies <= 1_000_000, "give 100 to 1000000"),
        ("--item-sd, --rater-sd", spreads, all(0.0 <= spread <= 5.0 for spread in spreads), "give 0 to 5 logits"),
        ("--seed", request.seed, request.seed >= 0, "give 0 or more"),
    )
    _refuse(limits)


def _refuse(limits: Iterable[tuple[str, object, bool, str]]) -> None:
    """Refuse every value that is not fine."""
    problems = [
        Problem("command line", option, "out of range", str(value), remedy)
        for option, value, fine, remedy in limits
        if not fine
    ]
    if problems:
        raise BadInput(problems)


def _compare_raters(request: "PlanRequest", as_json: bool) -> None:
    """Items needed for several numbers of raters."""
    from ringtrue.cli.plan_designs import exact_counts

    needed: dict[int, dict[str, int | None]] = {}
    with progress("simulating designs", len(RATERS_SHOWN)) as step:
        for raters in RATERS_SHOWN:
            needed[raters] = {effect: request.needed(raters, effect, request.power) for effect in request.effects}
            step()
    if as_json:
        rows = [{"raters": raters, "items": items} for raters, items in needed.items()]
        print_json({**request.provenance(), "items_needed": rows, "exact": exact_counts(request.margin)})
        return
    print_lines([f"Items needed to certify the real person in {percent(request.power)} of studies"], style="bold")
    print_table(
        ("raters", *(_heading(request, effect) for effect in request.effects)),
        [(str(raters), *map(_items_text, items.values())) for raters, items in needed.items()],
    )
    print_lines(["", *_footing(request), "Next: ringtrue plan --raters N --items M"])


def _one_design(request: "PlanRequest", raters: int, as_json: bool) -> None:
    """Everything about one number of raters, and one number of items."""
    from ringtrue.cli.plan_designs import conclusions, outlook

    with progress("simulating the design", 2 * len(request.effects)) as step:
        seen = outlook(request, raters, step)
    said = conclusions(request, seen)
    if as_json:
        print_json(_document(request, seen, said))
        return
    chosen = "" if request.items else " (chosen here; give --items for another)"
    print_lines([f"{raters} raters x {seen.items} items, margin {decimal(request.margin)}{chosen}"], style="bold")
    _print_rates(request, seen)
    _print_plots(request, seen)
    print_lines(["", "What this study can and cannot conclude"], style="bold")
    print_lines([f"  {line}" for line in said])
    print_lines(["", f"Items that {raters} raters need to certify the real person"], style="bold")
    print_table(
        ("effects", *(f"{percent(power)} power" for power in next(iter(seen.needed.values())))),
        [(_heading(request, effect), *map(_items_text, needed.values())) for effect, needed in seen.needed.items()],
    )
    print_lines(["", *_footing(request)])


def _print_rates(request: "PlanRequest", seen: "Outlook") -> None:
    whose = {
        0.5: "the real person",
        0.55: "a good clone",
        request.margin: "just at the margin",
        0.9: "a generic bot",
    }
    rows: list[tuple[str, ...]] = []
    for effect, rates in seen.rates.items():
        for place, (share, who) in enumerate(whose.items()):
            rate = rates[share]
            outcomes = (rate.indistinguishable, rate.told_apart, rate.cannot_be_told)
            label = "" if place else _heading(request, effect)
            rows.append((label, decimal(share), who, *map(percent, outcomes)))
    outcomes_named = ("passes", "told apart", "inconclusive")
    print_table(("effects", "share", "whose", *outcomes_named), rows, right=("share", *outcomes_named))
    print_lines(["share: how often the person is found; effects: sd of items and raters in logits"], style="dim")


def _print_plots(request: "PlanRequest", seen: "Outlook") -> None:
    from ringtrue.cli.plan_designs import plotted_shares

    shares = plotted_shares(request.margin)
    ends = (decimal(shares[0]), decimal(shares[-1]))
    plots = [column_plot(seen.plotted(request.margin, effect), ends, title=effect) for effect in seen.rates]
    print_lines(["", "Passes (declared indistinguishable), by true share"], style="bold")
    click.echo("\n".join(beside(plots)))


def _footing(request: "PlanRequest") -> list[str]:
    from ringtrue.cli.plan_designs import exact_counts

    counts = exact_counts(request.margin)
    binomial = (
        f"Exact binomial, if all judgments were independent: {counts['judgments_80']} judgments for 80 % power, "
        f"{counts['judgments_90']} for 90 %. Raters and items cluster, so plan by the simulated numbers."
    )
    return [binomial, f"Simulated: {request.studies} studies a number (at most 1000 in searches), seed {request.seed}."]


def _document(request: "PlanRequest", seen: "Outlook", said: list[str]) -> dict[str, Any]:
    from dataclasses import asdict

    from ringtrue.cli.plan_designs import exact_counts

    return {
        **request.provenance(),
        "raters": seen.raters,
        "items": seen.items,
        "rates": [{"effects": effect, **asdict(rate)} for effect, at in seen.rates.items() for rate in at.values()],
        "items_needed": [
            {"raters": seen.raters, "effects": effect, "power": power, "items": items}
            for effect, by_power in seen.needed.items()
            for power, items in by_power.items()
        ],
        "exact": exact_counts(request.margin),
        "conclusions": said,
    }


def _heading(request: "PlanRequest", effect: str) -> str:
    item_sd, rater_sd = request.effects[effect]
    return f"{effect} {decimal(item_sd, 1)}, {decimal(rater_sd, 1)}" if item_sd or rater_sd else effect


def _items_text(items: int | None) -> str:
    from ringtrue.cli.plan_designs import MOST_ITEMS

    return f"over {MOST_ITEMS}" if items is None else str(items)


# Small plots in text: shares as columns of block characters.


_BLOCKS = " ▁▂▃▄▅▆▇█"


def column_plot(shares: Sequence[float], ends: tuple[str, str], *, title: str = "", height: int = 5) -> list[str]:
    """Lines of equal length: one narrow column for each share between 0 and 1, labelled at both ends of the axis."""
    eighths = [round(8 * height * min(max(share, 0.0), 1.0)) for share in shares]
    lines = [title]
    for row in range(height, 0, -1):
        axis = "100%┤" if row == height else "    │"
        lines.append(axis + "".join(_BLOCKS[min(max(filled - 8 * (row - 1), 0), 8)] for filled in eighths))
    lines.append("  0%┼" + "─" * len(shares))
    lines.append("     " + ends[0] + ends[1].rjust(len(shares) - len(ends[0])))
    width = max(map(len, lines))
    return [line.ljust(width) for line in lines]


def beside(plots: Sequence[Sequence[str]], gap: str = "   ") -> list[str]:
    """Plots of equal height side by side."""
    return [gap.join(row).rstrip() for row in zip(*plots, strict=True)]
