"""`ringtrue collect`: the items put to the speakers of a study."""

from typing import Any

import click

from ringtrue.cli.call_options import call_options, limits_of, print_stop
from ringtrue.cli.command import INCOMPLETE
from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option


@ringtrue_command("collect", example="ringtrue collect my-study --speaker clone --concurrency 16")
@click.argument("folder", metavar="DIR")
@click.option("--speaker", metavar="NAME", help="Only this one of study.yaml.  [default: all]")
@call_options
@who_option
def command(
    folder: str, speaker: str | None, who: str, as_json: bool, dry_run: bool, budget: float | None, **limits: Any
) -> int:
    """Put the items of a study to its speakers.

    Whatever has an answer is not asked again: started again, it goes on where it stopped. Exit code: 0 done, 2 bad
    input, 3 incomplete.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.collecting import Collecting

    collecting = Collecting(study, speaker)
    collecting.check_budget(budget)
    if dry_run:
        return _forecast(collecting.forecast(), as_json)
    from ringtrue.cli.call_progress import call_progress

    with call_progress("answers") as watch:
        done = collecting.go(limits=limits_of(limits), budget=budget, watch=watch)
    if as_json:
        stopped = {"stopped": done.stop.what, "remedy": done.stop.remedy} if done.stop else {}
        print_json({"wanted": done.wanted, "there": done.there, "off_length": done.off_length, **stopped})
    else:
        print_lines([f"{done.there} of {done.wanted} answers are there."])
        off = f"{done.off_length} are much longer or shorter than the person's own words beside them."
        print_lines([off] if done.off_length else [])
    print_stop(done.stop)
    if done.stop is None and done.there < done.wanted:
        left = f"{done.wanted - done.there} failed after every attempt; start it again to try anew."
        print_lines([left], style="yellow", stderr=True)
    return 0 if done.there == done.wanted else INCOMPLETE


def _forecast(forecast: dict[str, Any], as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.scenario_print import print_forecast

    if as_json:
        print_json({"forecast": {name: asdict(one) for name, one in forecast.items()}})
    else:
        print_forecast(forecast)
    return 0
