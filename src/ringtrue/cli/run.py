"""`ringtrue run`: scenarios to a fidelity figure in one go."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import call_options, limits_of, print_stop
from ringtrue.cli.command import INCOMPLETE, Finite, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines

if TYPE_CHECKING:
    from ringtrue.calls.budget import Forecast
    from ringtrue.study.scenarios.bars import Bars
    from ringtrue.study.scenarios.run import Ran, RunStatus, ScenarioRun
    from ringtrue.study.scenarios.run_record import RunNote
    from ringtrue.study.study import Study
    from ringtrue.terms.result import Result

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
@click.option("--spec", metavar="FILE", type=click.Path(path_type=Path), help="A cognitive spec with top values.")
@click.option("--controls", is_flag=True, help="Have a generic speaker and the person judged too.")
@click.option("--generic", metavar="WHO", help="The generic speaker; else the clone's model without its prompt.")
@click.option("--self", "own", metavar="FILE", type=click.Path(path_type=Path), help="The person's own answers.")
@click.option("--licences", metavar="FOLDER", type=click.Path(path_type=Path), help="Licences of judges.")
@click.option("--allow-small", is_flag=True, help="Fewer than 50 scenarios, for a trial.")
@click.option("--fail-under", metavar="X", type=Finite(0), help="Exit 1 under it; the verdict then does not.")
@click.option("--fail-on-drop", metavar="X", type=Finite(0), help="Exit 1 after a larger drop (--after).")
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
    spec: Path | None,
    controls: bool,
    generic: str | None,
    own: Path | None,
    licences: Path | None,
    allow_small: bool,
    fail_under: float | None,
    fail_on_drop: float | None,
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

    With --after the change since that round is said, on the same scenarios; exit code 1 where it is worse.
    --spec names the person's top values (values.top, or identity_core.top_5_values) for scenarios that name none.

    --controls has the same judges score 25 scenarios (or all) as answered by a generic speaker, and by the person: FILE
    holds their words by scenario id, as .jsonl, .json, .yaml or .csv. Without both the sound verdict is provisional.
    They can be added to a run that has none. What they cost is said before the first call. A sound verdict also needs
    a licence for each judge (ringtrue judge calibrate): in this run's folder, or in --licences as it was begun.
    """
    from ringtrue.study.scenarios.inputs import RunGiven, read_inputs
    from ringtrue.study.scenarios.run import ScenarioRun

    given = RunGiven(
        scenarios,
        prompt,
        speaker,
        judges,
        kb,
        repeats,
        language,
        allow_small,
        settings,
        controls,
        generic,
        own,
        spec,
        licences,
    )
    run = ScenarioRun(read_inputs(given))
    run.check_budget(budget)
    if dry_run:
        return _forecast(run, folder, as_json)
    from ringtrue.study.scenarios.bars import Bars
    from ringtrue.study.scenarios.begin import begun
    from ringtrue.study.verification import refuse_altered

    bars = Bars(fail_under, fail_on_drop)
    bars.refuse_without_round(folder, after)
    study, note, resumed = begun(folder, run.inputs, after=after, who=who)
    with study.held_open():
        if resumed:
            refuse_altered(study)  # what this start records itself needs no check
        ran = _asked(run, study, resumed, limits_of(limits), budget)
        if ran.stop is not None:
            return _stopped(ran, folder, as_json)
        result, failures = _written(study, note, run.inputs.note, bars, as_json)
    from ringtrue.cli.result_output import FAILED, INCOMPLETE, exit_code

    print_lines(failures, style="bold red", stderr=True)
    code = exit_code(result, by=by, strict=strict)
    if code == FAILED and fail_under is not None and not strict:
        code = 0  # the bar that was set decides
    return FAILED if failures and code != INCOMPLETE else code


def _forecast(run: "ScenarioRun", folder: Path, as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.run_output import print_forecast, print_plan

    status = run.status(folder)
    forecast, more = run.forecast(status), _extra(run, status)
    scored = status.scored(run.protocol.candidate)
    if as_json:
        controls = {"controls": asdict(more)} if more else {}
        told = {name: asdict(one) for name, one in forecast.items()}
        print_json({"scored": scored, "forecast": told, **controls})
        return 0
    print_plan(run.inputs, scored, more, stderr=False)
    print_forecast(forecast)
    return 0


def _extra(run: "ScenarioRun", status: "RunStatus") -> "Forecast | None":
    """What the controls take besides, None without."""
    if not run.controls:
        return None
    first, *rest = run.forecast(status, of=run.controls).values()
    return sum(rest, start=first)


def _asked(run: "ScenarioRun", study: Any, resumed: bool, limits: Any, budget: float | None) -> "Ran":
    from ringtrue.cli.call_options import call_progress
    from ringtrue.cli.run_output import print_plan
    from ringtrue.study.scenarios.begin import moved
    from ringtrue.study.scenarios.run import RunStatus

    status = run.status(study.folder) if resumed else RunStatus()
    print_plan(run.inputs, status.scored(run.protocol.candidate), _extra(run, status), stderr=True)
    if resumed and len(status.settled) < sum(run.answers.values()):
        print_lines(moved(study, run.inputs), style="yellow", stderr=True)
    with call_progress("calls") as watch:
        return run.go(study, limits=limits, budget=budget, watch=watch, resumed=resumed)


def _written(
    study: "Study", note: "RunNote", about: str, bars: "Bars", as_json: bool
) -> "tuple[Result, tuple[str, ...]]":
    """Score the run, write its files and show what came of it; `about` says who spoke and judged.

    The result comes with the reasons, if any, why the run fails by its change or the bars.
    """
    from ringtrue.cli.run_output import print_change, print_run
    from ringtrue.study.scenarios.bars import judged
    from ringtrue.study.scenarios.outputs import write_outputs
    from ringtrue.study.score import score_study

    outputs = write_outputs(study, score_study(study), note)
    found = judged(study, outputs.result, note, bars)
    if as_json:
        print_json(outputs.as_dict() | found.as_dict())
    else:
        print_run(outputs, about)
        print_change(found)
    return outputs.result, found.failures


def _stopped(ran: "Ran", folder: Path, as_json: bool) -> int:
    """Say why the run ended and how to go on; nothing is scored, for what was not asked is no zero."""
    assert ran.stop is not None  # noqa: S101 - the caller has looked
    if as_json:
        stop = {"stopped": ran.stop.what, "remedy": ran.stop.remedy}
        controls = {"controls": ran.controls, "controls_scored": ran.controls_scored} if ran.controls else {}
        print_json({**stop, "scenarios": ran.scenarios, "scored": ran.scored, **controls, "folder": str(folder)})
    print_stop(ran.stop)
    besides = f", and {ran.controls_scored} of {ran.controls} answers of controls" if ran.controls else ""
    kept = f"all that came is kept in {folder}."
    print_lines([f"{ran.scored} of {ran.scenarios} scenarios have a score{besides}; {kept}"], stderr=True)
    return INCOMPLETE
