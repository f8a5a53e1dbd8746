"""`ringtrue agree`: how far raters agree, by every statistic that fits a CSV of ratings."""

from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import decimal, interval, print_json, print_lines, print_table
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Estimate

if TYPE_CHECKING:
    from ringtrue.cli.ratings_csv import RatingTable


@ringtrue_command("agree", example="ringtrue agree ratings.csv --statistic icc_2_1")
@click.argument("ratings", metavar="RATINGS.csv")
@click.option("--statistic", metavar="NAME", help="Only this one; any other word lists them all.")
def command(ratings: str, statistic: str | None, as_json: bool) -> None:
    """Measure how far raters agree, with intervals.

    RATINGS.csv has the columns item, rater, value: one line for each rating; a rating may be missing. Values are
    numbers, or words for categories. An older raw file of pair ratings (trial_id, rater_id, dim1 .. dim4 from 1 to 10)
    is read too: its value is (mean - 1) / 9.
    """
    from ringtrue.stats.agreement.catalogue import fitting

    if statistic is not None:
        _check_name(statistic)
    from ringtrue.cli.ratings_csv import read_ratings

    table = read_ratings(ratings)
    if statistic is None:
        estimates = fitting(table.matrix, labels=bool(table.labels))
    else:
        estimates = {statistic: _one(statistic, table)}
    if as_json:
        print_json({name: {**found.as_dict(), "means": _sentence(name)} for name, found in estimates.items()})
        return
    _print(table, estimates)


def _check_name(statistic: str) -> None:
    from difflib import get_close_matches

    from ringtrue.stats.agreement.catalogue import STATISTICS

    if statistic not in STATISTICS:
        near = get_close_matches(statistic, STATISTICS, n=1)
        remedy = (f"did you mean {near[0]}? " if near else "") + "known: " + ", ".join(STATISTICS)
        raise BadInput([Problem("command line", "--statistic", "no such statistic", statistic, remedy)])


def _one(statistic: str, table: "RatingTable") -> Estimate:
    from ringtrue.stats.agreement.catalogue import STATISTICS, misfit

    reason = misfit(statistic, table.matrix, labels=bool(table.labels))
    return Estimate.absent(reason) if reason else STATISTICS[statistic].compute(table.matrix)


def _sentence(name: str) -> str:
    """What the statistic means, and when not to trust it."""
    from ringtrue.stats.agreement.catalogue import STATISTICS

    return f"{STATISTICS[name].meaning} {STATISTICS[name].caution}"


def _print(table: "RatingTable", estimates: dict[str, Estimate]) -> None:
    items, raters = table.matrix.shape
    missing = items * raters - table.given
    kinds = f", labels {', '.join(table.labels[:8])}{' …' if len(table.labels) > 8 else ''}" if table.labels else ""
    print_lines([f"{items} items, {raters} raters, {table.given} ratings, {missing or 'none'} missing{kinds}", ""])
    rows = [(name, decimal(found.value), interval(found), str(found.n)) for name, found in estimates.items()]
    print_table(("statistic", "value", "95 % interval", "items"), rows, right=("value", "items"))
    print_lines(["", "How to read them"], style="bold")
    for name, estimate in estimates.items():
        print_lines([name])
        reason = [f"  Here: {estimate.reason}."] if estimate.reason else []
        print_lines([f"  {_sentence(name)}", *reason], style="dim")
