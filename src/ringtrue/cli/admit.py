"""`ringtrue admit`: let a rater go on who failed the check on the sample."""

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("admit", example="ringtrue admit my-study r3 --why misprint")
@click.argument("folder", metavar="DIR")
@click.argument("rater", metavar="ID")
@click.option("--why", required=True, metavar="TEXT", help="The reason, for the audit log.")
@who_option
def command(folder: str, rater: str, why: str, who: str, as_json: bool) -> None:
    """Let a rater go on who failed the check on the sample.

    On the hosted page the rater reloads and continues with the cards. For an offline page, run ringtrue export again
    and send the new page, which does not ask the check.
    """
    open_study(folder, who=who).admit_rater(rater, why=why)
    if as_json:
        print_json({"rater": rater, "admitted": True, "why": why})
        return
    print_lines(
        [
            f"{rater} can go on; the reason is in the audit log.",
            f"Hosted, {rater} reloads the page. Offline: ringtrue export {folder} --out FOLDER, and send the new page.",
        ]
    )
