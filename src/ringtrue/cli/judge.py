"""`ringtrue judge`: judges that are no people answer about a study's replies."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import call_options, check_budget, limits_of, print_stop
from ringtrue.cli.command import INCOMPLETE
from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.study import Study


@ringtrue_command("judge", example="ringtrue judge my-study --judge panel")
@click.argument("folder", metavar="DIR")
@click.option("--judge", "name", required=True, metavar="NAME", help="One of the judges of study.yaml.")
@call_options
@who_option
def command(folder: str, name: str, who: str, as_json: bool, **options: Any) -> int:
    """Let a model or a statistic judge the replies of a study.

    A model sees every card blind, as dealt to people: sides and order drawn, no label. What it has judged is not asked
    again. Exit code: 0 done, 2 bad input, 3 incomplete.
    """
    from ringtrue.study import Study

    study = Study.open(folder, who=who)
    judge = JUDGES.get(name)
    return judge(study, options, as_json) if judge else _by_model(study, name, options, as_json)


def _by_model(study: "Study", name: str, options: Mapping[str, Any], as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.call_progress import call_progress
    from ringtrue.cli.scenario_print import print_forecast
    from ringtrue.study.model_judging_act import ModelJudging

    judging = ModelJudging(study, name)
    dry_run, budget = options["dry_run"], options["budget"]
    forecast = {name: judging.forecast()} if dry_run or budget is not None else {}
    check_budget(budget, forecast)
    if dry_run:
        if as_json:
            print_json({"forecast": {name: asdict(forecast[name])}})
        else:
            print_forecast(forecast)
        return 0
    with call_progress("cards") as watch:
        done = judging.go(limits=limits_of(options), budget=budget, watch=watch)
    if as_json:
        stopped = {"stopped": done.stop.what, "remedy": done.stop.remedy} if done.stop else {}
        print_json({"cards": done.cards, "answered": done.answered, "missing": done.missing, **stopped})
    else:
        print_lines([f"{done.answered} of {done.cards} cards are judged by {name}.", *done.notes])
        print_lines([f"Next: ringtrue score {study.folder}"] if done.answered else [])
    print_stop(done.stop)
    return 0 if done.answered >= done.cards and not done.missing else INCOMPLETE


# Judges that are no models, by their name on the command line; every other name is looked up in study.yaml.
JUDGES: Mapping[str, Callable[["Study", Mapping[str, Any], bool], int]] = {}
