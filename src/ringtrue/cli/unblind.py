"""`ringtrue unblind`: open the answer key, for good."""

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines, print_table

_STATES = {
    "returned": "returned",
    "partial": "returned in part",
    "out": "never came back",
    "withdrawn": "withdrawn",
}


@ringtrue_command("unblind", example="ringtrue unblind my-study --early --why holidays")
@click.argument("folder", metavar="DIR")
@click.option("--early", is_flag=True, help="Open the key while packets are still out.")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the audit log; needed with --early.")
@who_option
def command(folder: str, early: bool, why: str, who: str, as_json: bool) -> None:
    """Open the answer key, so that blind answers can be scored.

    The key is checked against the seal made at dealing and opened in one recorded transaction. Later answers are
    refused. While packets are out it stays closed, unless you give --early and a reason; answers already saved on the
    hosted page then count as partial.
    """
    done = open_study(folder, who=who).unblind(early=early, why=why)
    if as_json:
        print_json(
            {
                "packets": done.packets,
                "answers": done.answers,
                "opened": {"at": done.at, "who": done.who, "why": done.why},
                "again": done.again,
                "changes": list(done.changes),
            }
        )
        return
    when = f"{done.at[:16].replace('T', ' ')} UTC by {done.who}"
    headline = f"The key was opened already, {when}." if done.again else f"The key is open: {done.answers} answers."
    print_lines([headline], style="bold")
    rows = [(words, str(done.packets[state])) for state, words in _STATES.items() if done.packets.get(state)]
    print_table(("packets", "how many"), rows, right=("how many",))
    if not done.again:
        print_lines(["Key and plan match what was sealed at dealing."])
    if done.changes:
        print_lines(["", "Changes from the plan"], style="bold")
        print_lines([f"  {change}" for change in done.changes])
    print_lines(["", f"Next: ringtrue score {folder}"])
