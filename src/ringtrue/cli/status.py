"""`ringtrue status`: where a study stands."""

from typing import Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table
from ringtrue.cli.opening import open_study

_MOST = 12  # names in a row


@ringtrue_command("status", example="ringtrue status my-study")
@click.argument("folder", metavar="DIR")
def command(folder: str, as_json: bool) -> None:
    """Where a study stands and what comes next."""
    status = open_study(folder).status()
    if as_json:
        print_json(status)
        return
    protocol = status["protocol"]
    print_lines([f"{folder}: {protocol['name']} {protocol['version']}, subject {status['subject'] or 'not named'}"])
    print_table(("what", "how many", "which"), _rows(status), right=("how many",))
    if status["protocol_changed"]:
        print_lines(
            ["The protocol's text has changed since the study was made: ringtrue doctor says more."], style="yellow"
        )
    print_lines([f"Next: {status['next']}"])


def _rows(status: dict[str, Any]) -> list[tuple[str, str, str]]:
    rows = [
        ("items", str(sum(status["items"].values())), _listed(status["items"])),
        ("", "", _listed(status["item_status"])),
        ("responses", str(sum(status["responses"].values())), _listed(status["responses"])),
    ]
    if status["packets"]["dealt"]:
        rows += _dealt_rows(status)
    return [
        *rows,
        ("raters", str(len(status["raters"])), _listed(status["raters"])),
        ("judgments", str(status["judgments"]), ""),
        ("results", str(status["results"]), ""),
    ]


def _dealt_rows(status: dict[str, Any]) -> list[tuple[str, str, str]]:
    """What was dealt and came back, and whether the key is open."""
    packets, blind, key = status["packets"], status["blind"], status["key"]
    told = f"{packets['cards']} cards for {packets['raters']} raters"
    states = {state: packets[state] for state in ("returned", "partial", "withdrawn") if packets[state]}
    opened = f"opened {key['opened'][:16].replace('T', ' ')} UTC" if key["opened"] else "sealed"
    return [
        ("packets", str(packets["dealt"]), told),
        ("  out", str(packets["out"]), f"with {_named(packets['out_with'])}" if packets["out"] else ""),
        ("  back", str(packets["returned"] + packets["partial"]), _listed(states)),
        ("blind answers", str(blind["waiting"] + blind["opened"]), _blind(blind)),
        ("answer key", "", opened),
    ]


def _blind(blind: dict[str, int]) -> str:
    told = "wait for the key" if blind["waiting"] else ""
    saved = f"{blind['saved']} more saved in packets that are out" if blind["saved"] else ""
    return "; ".join(part for part in (told, saved) if part)


def _listed(counts: dict[str, int]) -> str:
    return _joined([f"{name} {count}" for name, count in counts.items()])


def _named(counts: dict[str, int]) -> str:
    """Names, with how many where it is more than one."""
    return _joined([name if count == 1 else f"{name} ({count})" for name, count in counts.items()])


def _joined(parts: list[str]) -> str:
    return ", ".join(parts[:_MOST]) + (" ..." if len(parts) > _MOST else "")
