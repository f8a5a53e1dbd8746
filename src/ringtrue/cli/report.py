"""`ringtrue report`: the newest result as files."""

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("report", example="ringtrue report my-study --format md")
@click.argument("folder", metavar="DIR")
@click.option("--format", "form", default="", metavar="html|md|json|csv", help="What to write.")
def command(folder: str, form: str, as_json: bool) -> None:
    """Write the newest result as a report.

    Reports lie in reports/, named by the number of the result: a later scoring makes another beside them.
    """
    written = open_study(folder).report(form)
    if as_json:
        print_json({"written": [str(path) for path in written]})
        return
    print_lines([f"Written: {path}" for path in written])
