"""`ringtrue take-in`: judgments from files into the study."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.who import who_option


@ringtrue_command("take-in", example="ringtrue take-in my-study answers.csv more.jsonl")
@click.argument("folder", metavar="DIR")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--judge-kind",
    type=click.Choice(["person", "model", "statistic"]),
    default="person",
    show_default=True,
    help="What judged, where the rows do not say.",
)
@who_option
def command(folder: str, files: tuple[str, ...], judge_kind: str, who: str, as_json: bool) -> None:
    """Take judgments in from CSV, JSON or JSONL files.

    Columns: rater, item, question, value, and if wanted speaker, seconds, comment, excerpt. Every answer is checked
    against the protocol's scales and the items; a file with a fault is refused whole, and with it all files given.
    """
    from ringtrue.study import Study

    study = Study.open(folder, who=who)
    taken = study.take_in(files, judge_kind=judge_kind)  # type: ignore[arg-type]
    if as_json:
        print_json({"taken_in": taken, "files": list(files)})
        return
    print_lines(
        [
            f"{taken} answers taken in from {len(files)} file{'s' if len(files) > 1 else ''}.",
            f"Next: ringtrue score {folder}",
        ]
    )
