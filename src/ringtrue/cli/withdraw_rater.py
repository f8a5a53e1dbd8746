"""`ringtrue withdraw-rater`: exclude a rater and, on request, erase the name."""

from dataclasses import asdict

import click

from ringtrue.cli.command import open_study, ringtrue_command, who_option
from ringtrue.cli.console import print_json, print_lines


@ringtrue_command("withdraw-rater", example="ringtrue withdraw-rater my-study r3 --anonymise")
@click.argument("folder", metavar="DIR")
@click.argument("rater", metavar="ID")
@click.option("--anonymise", is_flag=True, help="Erase the name and all notes about the rater.")
@click.option("--keep-answers", is_flag=True, help="With --anonymise: keep counting the answers, under another name.")
@click.option("--why", default="the rater withdrew", show_default=True, metavar="TEXT", help="For the audit log.")
@who_option
def command(folder: str, rater: str, anonymise: bool, keep_answers: bool, why: str, who: str, as_json: bool) -> None:
    """Exclude a rater's answers from now on.

    Packets not yet returned are cancelled. The answers stay stored but are not scored. Earlier backups keep the name.
    """
    study = open_study(folder, who=who)
    done = study.withdraw_rater(rater, why=why, anonymise=anonymise, keep_answers=keep_answers)
    if as_json:
        print_json(asdict(done))
        return
    lines = [] if done.counted else [f"{rater} is withdrawn: {done.answers} answers are excluded."]
    lines += [f"{done.packets} packets were cancelled."] if done.packets else []
    lines += [f"The name is erased; the rater is now {done.name}."] if done.anonymised else []
    print_lines(lines)
    print_lines([f"Next: ringtrue status {folder}"])
