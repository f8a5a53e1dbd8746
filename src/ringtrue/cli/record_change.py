"""`ringtrue record-change`: an edit after dealing becomes an act in the audit log."""

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("record-change", example="ringtrue record-change my-study --why misprint")
@click.argument("folder", metavar="DIR")
@click.option("--why", required=True, metavar="TEXT", help="The reason, for the audit log and the report.")
@who_option
def command(folder: str, why: str, who: str, as_json: bool) -> None:
    """Record a change of a study, with its reason.

    Once cards are dealt or models have begun to judge, study.yaml, the items, the protocol, the gold text and the texts
    for raters count as they were then: score, report, unblind and others refuse an edited file. This takes the files
    as they now are. What changed and why is listed in every later result. If the outcome could be known by then, it is
    at the top of the report and the sound verdict is provisional.
    """
    changes = open_study(folder, who=who).record_change(why=why)
    if as_json:
        print_json({"changes": changes, "why": why})
        return
    print_lines(["Recorded:" if changes else "Nothing differs from what was recorded."], style="bold")
    print_lines([*(f"  {change}" for change in changes), f"Next: ringtrue status {folder}"])
