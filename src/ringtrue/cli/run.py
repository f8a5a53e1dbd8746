"""`ringtrue run`: scenarios to a fidelity figure in one go."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import call_options, limits_of, print_stop
from ringtrue.cli.collector import while_loading
from ringtrue.cli.command import INCOMPLETE
from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.meanwhile import loading_http, meanwhile
from ringtrue.cli.memory import give_back_large_blocks
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.study.run_note import RunNote
    from ringtrue.study.scenario_run import Ran, ScenarioRun
    from ringtrue.study.study import Study
    from ringtrue.terms import Result

_EXAMPLE = "ringtrue run scenarios.yaml --prompt prompt.md --speaker openai:m@URL --judge anthropic:j --out run-1"


@ringtrue_command("run", example=_EXAMPLE)
@click.argument("scenarios", metavar="SCENARIOS", type=click.Path(path_type=Path))
@click.option("--prompt", required=True, metavar="FILE", type=click.Path(path_type=Path), help="The system prompt.")
@click.option("--kb", metavar="FOLDER", type=click.Path(path_type=Path), help="Texts to look passages up in.")
@click.option("--speaker", required=True, metavar="WHO", help="The clone, such as openai:MODEL@URL.")
@click.option("--judge", "judges", required=True, multiple=True, metavar="WHO", help="The judge; again for a panel.")
@click.option("--out", "folder", required=True, metavar="FOLDER", type=click.Path(path_type=Path), help="The study.")
@click.option("--after", metavar="FOLDER", type=click.Path(path_type=Path), help="The round before this one.")
@click.option("--repeats", default=1, show_default=True, type=click.IntRange(1, 20), help="Times each card is judged.")
@click.option("--language", default="en", show_default=True, metavar="en|pt", help="What the judge is spoken to in.")
@click.option("--set", "settings", multiple=True, metavar="WHO.KEY=VALUE", help="As speaker.temperature=0.2.")
@click.option("--allow-small", is_flag=True, help="Fewer than 50 scenarios, for a trial.")
@call_options
@click.option(
    "--by",
    type=click.Choice(["literal", "sound"]),
    default="literal",
    show_default=True,
    help="Verdict for the exit code.",
)
@click.option("--strict", is_flag=True, help="Exit 1 for everything but PASS.")
@who_option
def command(
    scenarios: Path,
    prompt: Path,
    kb: Path | None,
    speaker: str,
    judges: tuple[str, ...],
    folder: Path,
    after: Path | None,
    repeats: int,
    language: str,
    settings: tuple[str, ...],
    allow_small: bool,
    by: str,
    strict: bool,
    who: str,
    as_json: bool,
    dry_run: bool,
    budget: float | None,
    **limits: Any,
) -> int:
    """Put scenarios to a clone, have a model judge the answers, and score it.

    FOLDER becomes an ordinary study. Started again with the same inputs, the run goes on where it stopped; answers that
    came are never asked for twice. WHO is openai:MODEL@URL, anthropic:MODEL, local, local:FILE.gguf, command:PROGRAM,
    python:MODULE:FUNCTION or recorded:FILE.jsonl. Exit code: 0 done, 1 FAIL, 2 bad input, 3 incomplete.
    """
    with while_loading(), loading_http([speaker, *judges]):
        from ringtrue.study.scenario_inputs import RunGiven, read_inputs
        from ringtrue.study.scenario_run import ScenarioRun

        given = RunGiven(scenarios, prompt, speaker, judges, kb, repeats, language, allow_small, settings)
        run = ScenarioRun(read_inputs(given))
    run.check_budget(budget)
    if dry_run:
        return _forecast(run, folder, as_json)
    if run.inputs.scenarios.kept is None:  # too many to be kept
        give_back_large_blocks()
    with while_loading():
        from ringtrue.study.scenario_begin import begun

        study, note, resumed = begun(folder, run.inputs, after=after, who=who)
    with study.held_open():
        ran = _asked(run, study, resumed, limits_of(limits), budget)
        if ran.stop is not None:
            return _stopped(ran, folder, as_json)
        result = _written(study, note, run.inputs.note, as_json)
    from ringtrue.cli.verdict import exit_code

    return exit_code(result, by=by, strict=strict)


def _forecast(run: "ScenarioRun", folder: Path, as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.scenario_print import print_forecast, print_plan

    settled = run.settled(folder)
    forecast = run.forecast(settled)
    if as_json:
        print_json({"scored": len(settled), "forecast": {name: asdict(one) for name, one in forecast.items()}})
        return 0
    print_plan(run.inputs, len(settled), stderr=False)
    print_forecast(forecast)
    return 0


def _asked(run: "ScenarioRun", study: Any, resumed: bool, limits: Any, budget: float | None) -> "Ran":
    from ringtrue.cli.call_progress import call_progress
    from ringtrue.cli.scenario_print import print_plan
    from ringtrue.study.scenario_begin import moved
    from ringtrue.study.warming import warm_scoring

    settled = len(run.settled(study.folder)) if resumed else 0
    print_plan(run.inputs, settled, stderr=True)
    if resumed and settled < run.inputs.scenarios.count:
        print_lines(moved(study, run.inputs), style="yellow", stderr=True)
    with meanwhile(warm_scoring), call_progress("calls") as watch:
        return run.go(study, limits=limits, budget=budget, watch=watch, resumed=resumed)


def _written(study: "Study", note: "RunNote", about: str, as_json: bool) -> "Result":
    """Score the run, write its files and show what came of it; `about` says who spoke and judged."""
    from ringtrue.cli.scenario_print import print_run
    from ringtrue.study.scenario_outputs import write_outputs

    outputs = write_outputs(study, study.score(), note)
    if as_json:
        print_json(outputs.as_dict())
    else:
        print_run(outputs, about)
    return outputs.result


def _stopped(ran: "Ran", folder: Path, as_json: bool) -> int:
    """Say why the run ended and how to go on; nothing is scored, for what was not asked is no zero."""
    assert ran.stop is not None  # noqa: S101 - the caller has looked
    if as_json:
        told = {"stopped": ran.stop.what, "remedy": ran.stop.remedy}
        print_json({**told, "scenarios": ran.scenarios, "scored": ran.scored, "folder": str(folder)})
    print_stop(ran.stop)
    print_lines(
        [f"{ran.scored} of {ran.scenarios} scenarios have a score; all that came is kept in {folder}."], stderr=True
    )
    return INCOMPLETE
