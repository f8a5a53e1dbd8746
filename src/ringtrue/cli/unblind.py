"""`ringtrue unblind`: open the answer key, once and for all."""

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

_STATES = {
    "returned": "returned",
    "partial": "returned in part",
    "out": "never came back",
    "withdrawn": "withdrawn",
}


@ringtrue_command("unblind", example="ringtrue unblind my-study --early --why holidays")
@click.argument("folder", metavar="DIR")
@click.option("--early", is_flag=True, help="Open the key though packets are out.")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the audit log; needed with --early.")
@who_option
def command(folder: str, early: bool, why: str, who: str, as_json: bool) -> None:
    """Open the answer key, so that blind answers can be scored.

    It is checked against what was sealed when the cards were dealt, and opened in one recorded act. Answers that come
    later are refused. While packets are out nothing is opened, unless with --early and a reason; what was answered on
    the hosted page of such packets is taken in as partial.
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
    told = f"The key was opened already, {when}." if done.again else f"The key is open: {done.answers} answers."
    print_lines([told], style="bold")
    rows = [(words, str(done.packets[state])) for state, words in _STATES.items() if done.packets.get(state)]
    print_table(("packets", "how many"), rows, right=("how many",))
    if not done.again:
        print_lines(["Key and plan are those that were sealed when the cards were dealt."])
    if done.changes:
        print_lines(["", "What is not as it was planned"], style="bold")
        print_lines([f"  {change}" for change in done.changes])
    print_lines(["", f"Next: ringtrue score {folder}"])
