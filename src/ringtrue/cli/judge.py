"""`ringtrue judge`: let a model or a statistic judge a study's replies."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

import click

from ringtrue.cli.calibrate import judge_or_calibrate
from ringtrue.cli.call_options import call_options, limits_of, print_stop
from ringtrue.cli.command import INCOMPLETE, open_study, ringtrue_command, who_option
from ringtrue.cli.console import decimal, interval, print_json, print_lines, print_table, sure

if TYPE_CHECKING:
    from ringtrue.judge.statistic.voice import Opinion
    from ringtrue.study.study import Study


@ringtrue_command("judge", example="ringtrue judge my-study --judge panel")
@click.argument("folder", metavar="DIR")
@click.option("--judge", "name", required=True, metavar="NAME", help="A judge of study.yaml, or voice.")
@click.option("--own", metavar="DIR", help="voice: the person's own texts.  [default: subject.folder of study.yaml]")
@click.option("--others", metavar="DIR", help="voice: other people's texts, a folder for each.")
@call_options
@who_option
def command(folder: str, name: str, who: str, as_json: bool, **options: Any) -> int:
    """Let a model or a statistic judge the replies of a study.

    A model sees every card blind, as people do: sides and order randomised, no labels. Nothing is judged twice: run
    again, it resumes. Exit code: 0 done, 2 bad input, 3 incomplete.

    voice needs no model: it measures how close each speaker's wording is to the person's own texts, from 0 (impostors)
    to 1 (the person). It is recorded as a statistic, appears in results as voice_SPEAKER and enters no other number.

    ringtrue judge calibrate DIR finds out what a model's scores are worth, and writes its licence.
    """
    study = open_study(folder, who=who)
    judge = JUDGES.get(name)
    return judge(study, options, as_json) if judge else _by_model(study, name, options, as_json)


def _by_model(study: "Study", name: str, options: Mapping[str, Any], as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.call_options import call_progress
    from ringtrue.cli.run_output import print_forecast
    from ringtrue.study.model_judging import ModelJudging

    judging = ModelJudging(study, name)
    dry_run, budget = options["dry_run"], options["budget"]
    judging.check_budget(budget)
    warned = {"warnings": [judging.warning]} if judging.warning else {}
    print_lines([f"Warning: {text}" for texts in warned.values() for text in texts], style="yellow", stderr=True)
    if dry_run:
        forecast = {name: judging.forecast()}
        if as_json:
            print_json({"forecast": {name: asdict(forecast[name])}, **warned})
        else:
            print_forecast(forecast)
        return 0
    with call_progress("cards") as watch:
        done = judging.go(limits=limits_of(options), budget=budget, watch=watch)
    if as_json:
        stopped = {"stopped": done.stop.what, "remedy": done.stop.remedy} if done.stop else {}
        print_json({"cards": done.cards, "answered": done.answered, "missing": done.missing, **stopped, **warned})
    else:
        print_lines([f"{done.answered} of {done.cards} cards judged by {name}.", *done.notes])
        print_lines([f"Next: ringtrue score {study.folder}"] if done.answered else [])
    print_stop(done.stop)
    return 0 if done.answered >= done.cards and not done.missing else INCOMPLETE


def _by_voice(study: "Study", options: Mapping[str, Any], as_json: bool) -> int:
    opinion = cast("Opinion", study.judge("voice", own=options["own"], others=options["others"]))
    if as_json:
        print_json(_document(opinion))
        return 0
    rows = [
        (name, decimal(found.value), interval(found), sure(found.likelihood), decimal(found.auc), str(found.n))
        for name, found in opinion.estimates.items()
    ]
    print_lines(["Wording between impostors (0) and the person (1): a statistic, not a rating"], style="bold")
    columns = ("estimate", "value", "95 % interval", "likelihood", "AUC", "replies")
    print_table(columns, rows, right=("value", "likelihood", "AUC", "replies"))
    reasons = [f"  {name}: {found.reason}." for name, found in opinion.estimates.items() if found.reason]
    if reasons:
        print_lines(["", "What cannot be concluded, and why", *reasons])
    print_lines(["", f"Next: ringtrue score {study.folder}"])
    return 0


def _document(opinion: "Opinion") -> dict[str, object]:
    hints = [{"speaker": hint.speaker, "item": hint.item, "hint": hint.value} for hint in opinion.hints]
    return {
        "judge": "voice",
        "judge_kind": "statistic",
        "estimates": {name: estimate.as_dict() for name, estimate in opinion.estimates.items()},
        "hints": hints,
    }


command = judge_or_calibrate(command)

# Judges that are no models, by their name on the command line; every other name is looked up in study.yaml.
JUDGES: Mapping[str, Callable[["Study", Mapping[str, Any], bool], int]] = {"voice": _by_voice}
