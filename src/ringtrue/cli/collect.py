"""`ringtrue collect`: ask the speakers of a study and record their answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import call_options, limits_of, print_stop
from ringtrue.cli.command import INCOMPLETE, open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines

if TYPE_CHECKING:
    from ringtrue.study.study import Study


@ringtrue_command("collect", example="ringtrue collect my-study --speaker clone --concurrency 16")
@click.argument("folder", metavar="DIR")
@click.option("--speaker", metavar="NAME", help="Only this speaker of study.yaml.  [default: all]")
@click.option(
    "--again",
    multiple=True,
    metavar="ITEM",
    help="Ask this item once more, though it has an answer; all answers are kept. Before dealing only; repeatable.",
)
@call_options
@who_option
def command(
    folder: str,
    speaker: str | None,
    again: tuple[str, ...],
    who: str,
    as_json: bool,
    dry_run: bool,
    budget: float | None,
    **limits: Any,
) -> int:
    """Collect the speakers' answers to the items of a study.

    Nothing is asked twice: run again, it resumes where it stopped. --again asks once more for items whose answer cannot
    be used, such as one much too long; the result names them. Exit code: 0 done, 2 bad input, 3 incomplete.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.collect import Collecting

    collecting = Collecting(study, speaker, again=again)
    collecting.check_budget(budget)
    if dry_run:
        return _forecast(collecting.forecast(), as_json)
    from ringtrue.cli.call_options import call_progress

    with call_progress("answers") as watch:
        done = collecting.go(limits=limits_of(limits), budget=budget, watch=watch)
    if collecting.unused:
        print_lines([_not_asked(study, collecting.unused)], style="yellow", stderr=True)
    if as_json:
        stopped = {"stopped": done.stop.what, "remedy": done.stop.remedy} if done.stop else {}
        print_json({"wanted": done.wanted, "there": done.there, "off_length": done.off_length, **stopped})
    else:
        print_lines([f"{done.there} of {done.wanted} answers collected."])
        off = f"{done.off_length} are much longer or shorter than the person's own answers."
        print_lines([off] if done.off_length else [])
    print_stop(done.stop)
    if done.stop is None and done.there < done.wanted:
        left = f"{done.wanted - done.there} failed on every attempt; run it again to retry."
        print_lines([left], style="yellow", stderr=True)
    return 0 if done.there == done.wanted else INCOMPLETE


def _not_asked(study: "Study", unused: Sequence[str]) -> str:
    protocol = study.settings.protocol
    named = f"{protocol.name} shows {', '.join(protocol.speakers)}"
    return f"Not asked: {', '.join(unused)}. {named}: correct the names under speakers in study.yaml."


def _forecast(forecast: dict[str, Any], as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.run_output import print_forecast

    if as_json:
        print_json({"forecast": {name: asdict(one) for name, one in forecast.items()}})
    else:
        print_forecast(forecast)
    return 0
