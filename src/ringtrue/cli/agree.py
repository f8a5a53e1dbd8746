"""`ringtrue agree`: how far raters agree, by every statistic that fits a CSV of ratings or a study's answers."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import decimal, interval, print_json, print_lines, print_table
from ringtrue.terms.problem import BadInput, Problem
from ringtrue.terms.result import Estimate

if TYPE_CHECKING:
    from ringtrue.cli.ratings_csv import RatingTable
    from ringtrue.study.agreement import StudyAgreement


@ringtrue_command("agree", example="ringtrue agree ratings.csv --statistic icc_2_1")
@click.argument("ratings", metavar="RATINGS.csv|DIR")
@click.option("--statistic", metavar="NAME", help="Only this one; any other word lists them all.")
def command(ratings: str, statistic: str | None, as_json: bool) -> None:
    """Measure how far raters agree, with intervals.

    RATINGS.csv has the columns item, rater, value: one line for each rating; a rating may be missing. Values are
    numbers, or words for categories. An older raw file of pair ratings (trial_id, rater_id, dim1 .. dim4 from 1 to 10)
    is read too: its value is (mean - 1) / 9.

    Of a study DIR it measures agreement question by question, also while the answer key is sealed: then picks are
    compared by the text picked, over all cards together, and nothing tells controls apart.
    """
    if statistic is not None:
        _check_name(statistic)
    if Path(ratings).is_dir():
        _of_study(open_study(ratings).agreement(), statistic, as_json)
        return
    from ringtrue.cli.ratings_csv import read_ratings
    from ringtrue.stats.agreement.catalogue import fitting

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

    from ringtrue.stats.agreement.catalogue import PICKS, STATISTICS

    known = (*STATISTICS, *PICKS)
    if statistic not in known:
        near = get_close_matches(statistic, known, n=1)
        remedy = (f"did you mean {near[0]}? " if near else "") + "known: " + ", ".join(known)
        raise BadInput([Problem("command line", "--statistic", "no such statistic", statistic, remedy)])


def _one(statistic: str, table: "RatingTable") -> Estimate:
    from ringtrue.stats.agreement.catalogue import PICKS, STATISTICS, misfit

    if statistic in PICKS:
        return _of_picks(statistic, table)
    reason = misfit(statistic, table.matrix, labels=bool(table.labels))
    return Estimate.absent(reason) if reason else STATISTICS[statistic].compute(table.matrix)


def _of_picks(statistic: str, table: "RatingTable") -> Estimate:
    from ringtrue.stats.agreement.catalogue import PICKS

    try:
        return PICKS[statistic].compute(table.matrix)
    except ValueError as error:
        return Estimate.absent(str(error))


def _sentence(name: str) -> str:
    """What the statistic means, and when not to trust it."""
    from ringtrue.stats.agreement.catalogue import PICKS, STATISTICS

    found = PICKS.get(name) or STATISTICS[name]
    return f"{found.meaning} {found.caution}"


def _of_study(found: "StudyAgreement", statistic: str | None, as_json: bool) -> None:
    """Print the agreement of a study, all of it or one statistic."""
    document = found.as_dict()
    for estimates in document["questions"].values():
        for name in [name for name in estimates if statistic not in (None, name)]:
            del estimates[name]
    if as_json:
        print_json(document)
        return
    shown: dict[str, Estimate] = {}
    for one in found.questions:
        chosen = {name: estimate for name, estimate in one.estimates.items() if statistic in (None, name)}
        shown |= chosen
        print_lines([f"{one.name}: {one.items} items, {one.raters} raters, {one.ratings} ratings"], style="bold")
        _print_estimates(chosen)
        print_lines([""])
    print_lines([f"- {note}" for note in found.notes])
    _print_sentences(shown, reasons=False)


def _print(table: "RatingTable", estimates: dict[str, Estimate]) -> None:
    items, raters = table.matrix.shape
    missing = items * raters - table.given
    kinds = f", labels {', '.join(table.labels[:8])}{' …' if len(table.labels) > 8 else ''}" if table.labels else ""
    print_lines([f"{items} items, {raters} raters, {table.given} ratings, {missing or 'none'} missing{kinds}", ""])
    _print_estimates(estimates)
    _print_sentences(estimates)


def _print_estimates(estimates: dict[str, Estimate]) -> None:
    rows = [(name, decimal(found.value), interval(found), str(found.n)) for name, found in estimates.items()]
    print_table(("statistic", "value", "95 % interval", "items"), rows, right=("value", "items"))


def _print_sentences(estimates: dict[str, Estimate], *, reasons: bool = True) -> None:
    print_lines(["", "How to read them"], style="bold")
    for name, estimate in estimates.items():
        print_lines([name])
        reason = [f"  Here: {estimate.reason}."] if reasons and estimate.reason else []
        print_lines([f"  {_sentence(name)}", *reason], style="dim")
