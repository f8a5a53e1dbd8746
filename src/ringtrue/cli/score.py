"""`ringtrue score`: judgments to estimates, verdicts and a result."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, progress
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option


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
@who_option
def command(folder: str, by: str, strict: bool, replicates: int, who: str, as_json: bool) -> int:
    """Score a study: estimates with intervals, two verdicts with reasons.

    The result is recorded beside earlier ones and written to result.json. Exit code: 0 done, 1 FAIL, 2 bad input, 3
    incomplete (an item, or a card of a judge, has no score).
    """
    from ringtrue.cli.verdict import exit_code, print_result

    study = open_study(folder, who=who)
    with progress("resampling", replicates) as step:
        result = study.score(replicates=replicates, watch=step)
    if as_json:
        print_json(result.as_dict())
    else:
        record = study.latest()
        if record is not None:
            print_result(result, study.about(record))
        print_lines([f"Written: {study.folder / 'result.json'}   Next: ringtrue report {folder}"])
    return exit_code(result, by=by, strict=strict)
