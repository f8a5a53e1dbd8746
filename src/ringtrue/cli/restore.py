"""`ringtrue restore`: create a study from its backup."""

import click

from ringtrue.cli.command import ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("restore", example="ringtrue restore my-study.ringtrue restored")
@click.argument("file", metavar="FILE")
@click.argument("folder", metavar="DIR")
@who_option
def command(file: str, folder: str, who: str, as_json: bool) -> None:
    """Create a study folder from a backup."""
    from ringtrue.study.study import Study

    study = Study.restore(file, folder, who=who)
    if as_json:
        print_json(study.status())
        return
    print_lines([f"{folder}: restored.   Next: {study.status()['next']}"])
