"""`ringtrue status`: how far a study is."""

from typing import Any

import click

from ringtrue.cli.command import open_study, ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table

_MOST = 12  # names in a row


@ringtrue_command("status", example="ringtrue status my-study")
@click.argument("folder", metavar="DIR")
def command(folder: str, as_json: bool) -> None:
    """Show how far a study is and what comes next."""
    status = open_study(folder).status()
    if as_json:
        print_json(status)
        return
    protocol = status["protocol"]
    print_lines([f"{folder}: {protocol['name']} {protocol['version']}, subject {status['subject'] or 'not named'}"])
    print_table(("what", "how many", "which"), _rows(status), right=("how many",))
    if status["protocol_changed"]:
        print_lines(["The protocol has changed since the study was created; see ringtrue doctor."], style="yellow")
    if status["problems"]:
        print_lines(["The study is not as it was recorded: it cannot be scored like this."], style="bold red")
        print_lines([f"  {one['file']}: {one['place']}: {one['what']}" for one in status["problems"][:_MOST]])
        print_lines([f"ringtrue doctor {folder} lists everything and what to do."])
    print_lines([f"Next: {status['next']}"])


def _rows(status: dict[str, Any]) -> list[tuple[str, str, str]]:
    rows = [
        ("items", str(sum(status["items"].values())), _listed(status["items"])),
        *([("", "", _listed(status["item_status"]))] if status["item_status"] else []),
        ("  with all texts", str(status["ready"]), f"of {status['suite']} in the suite" if status["suite"] else ""),
        ("responses", str(sum(status["responses"].values())), _listed(status["responses"])),
    ]
    if status["packets"]["dealt"]:
        rows += _dealt_rows(status)
    if status["pilots"]:
        rows.append(("pilots", str(len(status["pilots"])), f"count nowhere: {_joined(status['pilots'])}"))
    return [
        *rows,
        ("raters", str(len(status["raters"])), _listed(status["raters"])),
        ("judgments", str(status["judgments"]), ""),
        ("results", str(status["results"]), ""),
    ]


def _dealt_rows(status: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What was dealt and came back, and whether the key is open."""
    packets, blind, key = status["packets"], status["blind"], status["key"]
    dealt = f"{packets['cards']} cards for {packets['raters']} raters"
    states = {state: packets[state] for state in ("returned", "partial", "withdrawn") if packets[state]}
    opened = f"opened {key['opened'][:16].replace('T', ' ')} UTC" if key["opened"] else "sealed"
    return [
        ("packets", str(packets["dealt"]), dealt),
        ("  out", str(packets["out"]), f"with {_named(packets['out_with'])}" if packets["out"] else ""),
        ("  back", str(packets["returned"] + packets["partial"]), _listed(states)),
        ("blind answers", str(blind["waiting"] + blind["opened"]), _blind(blind)),
        ("answer key", "", opened),
    ]


def _blind(blind: dict[str, int]) -> str:
    waiting = "wait for the key" if blind["waiting"] else ""
    saved = f"{blind['saved']} more saved in packets that are out" if blind["saved"] else ""
    return "; ".join(part for part in (waiting, saved) if part)


def _listed(counts: dict[str, int]) -> str:
    return _joined([f"{name} {count}" for name, count in counts.items()])


def _named(counts: dict[str, int]) -> str:
    """Names, with how many where it is more than one."""
    return _joined([name if count == 1 else f"{name} ({count})" for name, count in counts.items()])


def _joined(parts: list[str]) -> str:
    return ", ".join(parts[:_MOST]) + (" ..." if len(parts) > _MOST else "")
