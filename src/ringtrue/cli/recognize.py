"""`ringtrue recognize`: a conversation of a sheet to a scored result in one go."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ringtrue.cli.call_options import call_options, call_progress, duration, limits_of, print_stop
from ringtrue.cli.command import INCOMPLETE, ringtrue_command, who_option
from ringtrue.cli.console import counted, print_json, print_lines

if TYPE_CHECKING:
    from ringtrue.study.conversation.inputs import ConversationInputs
    from ringtrue.study.conversation.run import ConversationRun, Held
    from ringtrue.study.study import Study

_EXAMPLE = "ringtrue recognize --speaker openai:m@URL --prompt prompt.md --scope M1 --judge anthropic:j --out rec-1"


@ringtrue_command("recognize", example=_EXAMPLE)
@click.option("--speaker", required=True, metavar="WHO", help="The subject, such as openai:MODEL@URL.")
@click.option("--sheet", default="recognition", show_default=True, metavar="NAME|FILE", help="A protocol with a sheet.")
@click.option("--scope", metavar="M0..M4", help="What kind of memory the claim is about. Required.")
@click.option("--gap", metavar="wait|new|summary", help="How the gap is spent.  [default: as usual for the scope]")
@click.option("--no-wait", is_flag=True, help="Do not wait; the run then does not claim the gap.")
@click.option("--sessions", default=1, show_default=True, type=click.IntRange(1, 1000), help="Side by side.")
@click.option("--floor", default=0, show_default=True, type=click.IntRange(0, 1000), help="Sessions without an anchor.")
@click.option("--prompt", metavar="FILE", type=click.Path(path_type=Path), help="The persona's system prompt.")
@click.option("--elsewhere", metavar="WHO", help="Who answers from the gap on, for a claim across containers.")
@click.option(
    "--details", metavar="FILE", type=click.Path(path_type=Path), help="YAML: slots, non_claims, environment."
)
@click.option("--slot", "slots", multiple=True, metavar="NAME=TEXT", help="Fill a slot of the sheet.")
@click.option("--non-claim", "non_claims", multiple=True, metavar="TEXT", help="Something the run does not claim.")
@click.option("--environment", multiple=True, metavar="NAME=TEXT", help="Such as memory=off or tools=none.")
@click.option("--subject", default="", metavar="NAME", help="Whose clone it is.")
@click.option("--judge", "judges", multiple=True, metavar="WHO", help="A model that scores; again for a panel.")
@click.option("--repeats", default=1, show_default=True, type=click.IntRange(1, 20), help="Times each trial is scored.")
@click.option("--language", default="en", show_default=True, metavar="en|pt", help="What the judge is spoken to in.")
@click.option("--set", "settings", multiple=True, metavar="WHO.KEY=VALUE", help="As speaker.temperature=0.2.")
@click.option("--out", "folder", required=True, metavar="FOLDER", type=click.Path(path_type=Path), help="The study.")
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
    speaker: str,
    sheet: str,
    scope: str | None,
    gap: str | None,
    no_wait: bool,
    sessions: int,
    floor: int,
    prompt: Path | None,
    elsewhere: str | None,
    details: Path | None,
    slots: tuple[str, ...],
    non_claims: tuple[str, ...],
    environment: tuple[str, ...],
    subject: str,
    judges: tuple[str, ...],
    repeats: int,
    language: str,
    settings: tuple[str, ...],
    folder: Path,
    by: str,
    strict: bool,
    who: str,
    as_json: bool,
    dry_run: bool,
    budget: float | None,
    **limits: Any,
) -> int:
    """Hold a conversation of prompts, decoys and a gap with a clone, and score what it recognises.

    The sheet's prompts are asked in order in one thread; the anchor is asked for first and never said again. FOLDER
    becomes an ordinary study. Started again, it goes on where it stopped, asks nothing twice, and takes more sessions.
    Without --judge it is scored by hand: ringtrue import FOLDER SCORES.csv, then ringtrue score FOLDER.

    Gaps that fit: wait from M1 on, summary from M2, new from M3; M0 has none, M4 needs --elsewhere. Sessions of --floor
    begin without anchor and persona: the sound verdict cannot be PASS without them. WHO is openai:MODEL@URL,
    anthropic:MODEL, local, local:FILE.gguf, command:PROGRAM, python:MODULE:FUNCTION or recorded:FILE.jsonl. Exit code:
    0 done, 1 FAIL, 2 bad input, 3 incomplete.
    """
    from ringtrue.study.conversation.begin import begun
    from ringtrue.study.conversation.inputs import ConversationGiven, read_conversation
    from ringtrue.study.conversation.run import ConversationRun
    from ringtrue.study.study import Study
    from ringtrue.study.verification import refuse_altered

    waits, files = not no_wait, (prompt, elsewhere, details)
    given = ConversationGiven(
        *(sheet, speaker, scope, gap, waits, sessions, floor, *files, slots, non_claims, environment),
        *(judges, repeats, language, settings, subject),
    )
    run = ConversationRun(read_conversation(given))
    run.check_budget(budget)
    if dry_run:
        return _forecast(run, as_json)
    _, resumed = begun(folder, run.inputs, who=who)
    study = Study.open(folder, who=who)
    with study.held_open():
        if resumed:
            refuse_altered(study)
        _print_plan(run.inputs, resumed)
        held = _held(run, study, limits_of(limits), budget)
        if held.stop is not None or held.whole < held.sessions:
            return _stopped(held, folder, as_json)
        if not _judged(study, limits_of(limits), budget):
            return INCOMPLETE
        return _scored(study, held, by, strict, as_json)


def _forecast(run: "ConversationRun", as_json: bool) -> int:
    from dataclasses import asdict

    from ringtrue.cli.run_output import print_forecast

    forecast = {run.inputs.clone.name: run.forecast()}
    if as_json:
        print_json({"forecast": {name: asdict(one) for name, one in forecast.items()}})
    else:
        _print_plan(run.inputs, False)
        print_forecast(forecast)
    return 0


def _print_plan(inputs: "ConversationInputs", resumed: bool) -> None:
    """What is about to happen, what it does not claim, and what to know."""
    given, sheet = inputs.given, inputs.sheet
    trials = len(sheet.trials_for(inputs.scope.name))
    floor = f", and {given.floor} of the floor" if given.floor else ""
    name = f"{inputs.protocol.name} (sheet {sheet.version})"
    lines = [f"{name}: {given.sessions} session{'s' if given.sessions > 1 else ''} of {trials} trials{floor}."]
    lines.append(f"Scope: {inputs.scope.name}, {inputs.scope.about}. {' '.join(inputs.non_claims)}".strip())
    if inputs.pause.seconds:
        lines.append(f"Gap: {duration(inputs.pause.seconds)} of waiting, in all sessions at once.")
    lines += ["It was begun before: what was answered is not asked again."] if resumed else []
    print_lines(lines, stderr=True)
    print_lines([f"Filled in as the sheet usually is: {one}" for one in inputs.usual], style="dim", stderr=True)
    print_lines([f"Warning: {text}" for text in inputs.warnings], style="yellow", stderr=True)


def _held(run: "ConversationRun", study: "Study", limits: Any, budget: float | None) -> "Held":
    def tell(session: str, seconds: float) -> None:
        print_lines([f"{session}: the gap, {duration(seconds)}"], style="dim", stderr=True)

    with call_progress("prompts") as watch:
        return run.go(study, limits=limits, budget=budget, watch=watch, tell=tell)


def _stopped(held: "Held", folder: Path, as_json: bool) -> int:
    """Why it ended, and how to go on; nothing is scored, for what was not asked is no zero."""
    stop = held.stop
    counts = {"prompts": held.prompts, "answered": held.answered, "sessions": held.sessions, "whole": held.whole}
    if as_json:
        print_json({"stopped": stop.what if stop else "An answer is missing.", **counts, "folder": str(folder)})
    print_stop(stop)
    told = f"{held.answered} of {held.prompts} prompts are answered, {held.whole} of {held.sessions} sessions whole;"
    print_lines([f"{told} all that came is kept in {folder}. Start the same command again."], stderr=True)
    return INCOMPLETE


def _judged(study: "Study", limits: Any, budget: float | None) -> bool:
    """Let every judge of the study score what it has not scored; False where one was stopped."""
    from ringtrue.study.model_judging import ModelJudging
    from ringtrue.study.speakers import judges_of

    for name in judges_of(study.settings):
        with call_progress(name) as watch:
            done = ModelJudging(study, name).go(limits=limits, budget=budget, watch=watch)
        if done.stop is not None:
            print_stop(done.stop)
            return False
    return True


def _scored(study: "Study", held: "Held", by: str, strict: bool, as_json: bool) -> int:
    """The result, where somebody scored; else what to do next."""
    from ringtrue.cli.result_output import exit_code, print_result
    from ringtrue.study.conversation.outputs import write_evidence

    with study.records() as records:
        is_scored = any(True for _ in records.judgments())
    if not is_scored:
        path = write_evidence(study)
        next_step = f"ringtrue import {study.folder} SCORES.csv && ringtrue score {study.folder}"
        counts = {"sessions": held.sessions, "prompts": held.prompts, "answered": held.answered}
        if as_json:
            print_json({**counts, "evidence": str(path), "next": next_step, "folder": str(study.folder)})
        else:
            many = f"{counted(held.sessions, 'session', 'sessions')}, {counted(held.answered, 'answer', 'answers')}"
            print_lines([f"Held and not scored yet: {many}.", str(path)])
            print_lines([f"Next: {next_step}"])
        return 0
    result = study.score()
    if as_json:
        print_json(result.as_dict())
    else:
        print_result(result, study.about_result(result))
        written = sorted((study.folder / "results").rglob("*.md"))[-1:]
        print_lines([f"Written: {', '.join(map(str, (*written, study.folder / 'result.json')))}"])
    return exit_code(result, by=by, strict=strict)
