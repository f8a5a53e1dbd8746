"""`ringtrue score`: judgments to estimates, verdicts and a result."""

from typing import Literal

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines, progress


@ringtrue_command("score", example="ringtrue score my-study --by sound --strict")
@click.argument("folder", metavar="DIR")
@click.option(
    "--by",
    type=click.Choice(["literal", "sound"]),
    default="literal",
    show_default=True,
    help="Verdict the exit code follows.",
)
@click.option("--strict", is_flag=True, help="Exit 1 for everything but PASS.")
@click.option(
    "--replicates",
    default=2000,
    show_default=True,
    type=click.IntRange(100, 100_000),
    help="Resamples for the intervals.",
)
@click.option(
    "--protocol",
    type=click.Choice(["kept", "current"]),
    default="kept",
    show_default=True,
    help="The protocol the study was made with, or the installed version, for a second result.",
)
@who_option
def command(
    folder: str, by: str, strict: bool, replicates: int, protocol: Literal["kept", "current"], who: str, as_json: bool
) -> int:
    """Score a study: estimates with intervals, two verdicts with reasons.

    The result is recorded beside earlier ones and written to result.json. Exit code: 0 done, 1 FAIL, 2 bad input, 3
    incomplete (an item, or a card of a judge, has no score). A study is scored by the protocol it was made with; with
    --protocol current a second result, by the installed version, goes to result-current.json.
    """
    from ringtrue.cli.result_output import exit_code, print_result

    study = open_study(folder, who=who)
    with progress("resampling", replicates) as step:
        result = study.score(replicates=replicates, watch=step, protocol=protocol)
    if as_json:
        print_json(result.as_dict())
    elif protocol == "current":
        print_lines([result.notes[0]], style="bold yellow")
        print_result(result, study.about_result(result))
        print_lines([f"Written: {study.folder / 'result-current.json'}"])
    else:
        print_result(result, study.about_result(result))
        more = [str(path) for path in sorted((study.folder / "results").rglob("*.md"))[-1:]]  # of a conversation
        written = ", ".join([str(study.folder / "result.json"), *more])
        print_lines([f"Written: {written}   Next: ringtrue report {folder}"])
    return exit_code(result, by=by, strict=strict)
