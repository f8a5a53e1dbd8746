"""`ringtrue backup`: write a study to one file."""

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("backup", example="ringtrue backup my-study my-study.ringtrue")
@click.argument("folder", metavar="DIR")
@click.argument("file", metavar="FILE")
@who_option
def command(folder: str, file: str, who: str, as_json: bool) -> None:
    """Write a study, files and records, to one file."""
    written = open_study(folder, who=who).backup(file)
    if as_json:
        print_json({"written": str(written)})
        return
    print_lines([f"Written: {written}   To restore it: ringtrue restore {written} NEWDIR"])
