"""`ringtrue withdraw-rater`: leave a rater out, and erase the name where that is wished."""

from dataclasses import asdict

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option


@ringtrue_command("withdraw-rater", example="ringtrue withdraw-rater my-study r3 --anonymise")
@click.argument("folder", metavar="DIR")
@click.argument("rater", metavar="ID")
@click.option("--anonymise", is_flag=True, help="Erase the name and all notes about the rater.")
@click.option("--keep-answers", is_flag=True, help="With --anonymise: the answers go on counting under another name.")
@click.option("--why", default="the rater withdrew", show_default=True, metavar="TEXT", help="For the audit log.")
@who_option
def command(folder: str, rater: str, anonymise: bool, keep_answers: bool, why: str, who: str, as_json: bool) -> None:
    """Leave a rater's answers out from now on.

    Packets that are out are taken back. The answers stay stored and are not scored. Backups made earlier keep the name.
    """
    study = open_study(folder, who=who)
    done = study.withdraw_rater(rater, why=why, anonymise=anonymise, keep_answers=keep_answers)
    if as_json:
        print_json(asdict(done))
        return
    lines = [] if done.counted else [f"{rater} is withdrawn: {done.answers} answers are left out."]
    lines += [f"{done.packets} packets were taken back."] if done.packets else []
    lines += [f"The name is erased; the rater is now {done.name}."] if done.anonymised else []
    print_lines(lines)
    print_lines([f"Next: ringtrue status {folder}"])
