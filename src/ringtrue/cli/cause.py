"""`ringtrue cause`: a person confirms or corrects why a scenario failed."""

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("cause", example="ringtrue cause run-1 STR-005 prompt_issue --why known-to-the-kb")
@click.argument("folder", metavar="DIR")
@click.argument("item", metavar="ITEM")
@click.argument("cause", metavar="CAUSE")
@click.option("--why", required=True, metavar="TEXT", help="The evidence, for the audit log.")
@who_option
def command(folder: str, item: str, cause: str, why: str, who: str, as_json: bool) -> None:
    """Confirm or correct the cause of a failure.

    Both causes stay on record and both are shown, the one found by rule and the person's; results and advice use the
    person's.
    """
    study = open_study(folder, who=who)
    from ringtrue.study.ratings import confirm_cause
    from ringtrue.study.scenarios.outputs import rewrite_outputs

    with study.records() as records:
        confirm_cause(records, study.settings.protocol, item, cause, who=who, why=why)
    files = rewrite_outputs(study)
    if as_json:
        print_json({"item": item, "cause": cause, "by": who, "why": why, "files": [str(path) for path in files]})
        return
    print_lines([f"{item}: {cause}, by {who}.", f"Written: {', '.join(map(str, files))}"])
