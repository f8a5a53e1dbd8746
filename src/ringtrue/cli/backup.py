"""`ringtrue backup`: a study in one file."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option


@ringtrue_command("backup", example="ringtrue backup my-study my-study.ringtrue")
@click.argument("folder", metavar="DIR")
@click.argument("file", metavar="FILE")
@who_option
def command(folder: str, file: str, who: str, as_json: bool) -> None:
    """Write a study, its files and its records, into one file."""
    written = open_study(folder, who=who).backup(file)
    if as_json:
        print_json({"written": str(written)})
        return
    print_lines([f"Written: {written}   Restore with: ringtrue restore {written} NEWDIR"])
