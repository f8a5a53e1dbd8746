"""`ringtrue restore`: a study from its backup."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.who import who_option


@ringtrue_command("restore", example="ringtrue restore my-study.ringtrue restored")
@click.argument("file", metavar="FILE")
@click.argument("folder", metavar="DIR")
@who_option
def command(file: str, folder: str, who: str, as_json: bool) -> None:
    """Make a study folder from a backup."""
    from ringtrue.study import Study

    study = Study.restore(file, folder, who=who)
    if as_json:
        print_json(study.status())
        return
    print_lines([f"{folder}: restored.   Next: {study.status()['next']}"])
