"""`ringtrue new`: a folder for a study."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.who import who_option


@ringtrue_command("new", example="ringtrue new my-study --protocol blind")
@click.argument("folder", metavar="DIR")
@click.option("--protocol", required=True, metavar="NAME", help="A built-in protocol, or a protocol file.")
@click.option("--subject", metavar="FOLDER", help="The folder of the person's sources and clone.")
@click.option("--gold", metavar="FILE", help="A text of the true voice, for raters to read first.")
@who_option
def command(folder: str, protocol: str, subject: str | None, gold: str | None, who: str, as_json: bool) -> None:
    """Make the folder of a new study.

    It holds study.yaml and items.yaml, which people write, and study.db, in which the program records.
    """
    from ringtrue.study import Study

    study = Study.create(folder, protocol=protocol, subject=subject, gold=gold, who=who)
    if as_json:
        print_json(study.status())
        return
    used = study.settings.protocol
    print_lines(
        [f"{folder}: a new study by {used.name} {used.version} ({used.title})", "Next: write the items into items.yaml"]
    )
