"""`ringtrue items accept | reject | withdraw`: which items may be dealt and scored."""

from typing import TYPE_CHECKING

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.opening import open_study
from ringtrue.cli.who import who_option

if TYPE_CHECKING:
    from ringtrue.terms import ItemStatus


@ringtrue_command("accept", example="ringtrue items accept my-study Q1 Q2")
@click.argument("folder", metavar="DIR")
@click.argument("names", metavar="[ID]...", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Accept all that are pending.")
@who_option
def accept(folder: str, names: tuple[str, ...], everything: bool, who: str, as_json: bool) -> None:
    """Accept items: only accepted ones can be dealt."""
    _set(folder, names, "accepted", everything=everything, who=who, as_json=as_json)


@ringtrue_command("reject", example="ringtrue items reject my-study Q7")
@click.argument("folder", metavar="DIR")
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@who_option
def reject(folder: str, names: tuple[str, ...], who: str, as_json: bool) -> None:
    """Reject items: they stay in the list, and are neither dealt nor scored."""
    _set(folder, names, "rejected", everything=False, who=who, as_json=as_json)


@ringtrue_command("withdraw", example="ringtrue items withdraw my-study Q7 --why misquoted")
@click.argument("folder", metavar="DIR")
@click.argument("name", metavar="ID")
@click.option("--why", required=True, metavar="TEXT", help="The reason, for the audit log.")
@who_option
def withdraw(folder: str, name: str, why: str, who: str, as_json: bool) -> None:
    """Withdraw an item, also after dealing: its answers are not scored."""
    cards = open_study(folder, who=who).withdraw_item(name, why=why)
    if as_json:
        print_json({"withdrawn": name, "why": why, "cards": cards})
        return
    dealt = f"; {cards} cards of it were dealt, and answers to them are left out" if cards else ""
    print_lines([f"{name} is withdrawn{dealt}.", f"Next: ringtrue status {folder}"])


def _set(
    folder: str, names: tuple[str, ...], status: "ItemStatus", *, everything: bool, who: str, as_json: bool
) -> None:
    study = open_study(folder, who=who)
    if everything == bool(names):
        raise click.UsageError("Name the items, or say --all.")
    chosen = [item.id for item in study.items() if item.status == "pending"] if everything else names
    changed = study.set_status(dict.fromkeys(chosen, status))
    if as_json:
        print_json({status: changed})
        return
    many = f"{len(changed)} item{' is' if len(changed) == 1 else 's are'}"
    print_lines([f"{many} {status} now.", f"Next: ringtrue status {folder}"])
