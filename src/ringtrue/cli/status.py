"""`ringtrue status`: where a study stands."""

from typing import Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines, print_table


@ringtrue_command("status", example="ringtrue status my-study")
@click.argument("folder", metavar="DIR")
def command(folder: str, as_json: bool) -> None:
    """Where a study stands and what comes next."""
    from ringtrue.study import Study

    status = Study.open(folder).status()
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
    def listed(counts: dict[str, int]) -> str:
        return ", ".join(f"{name} {count}" for name, count in list(counts.items())[:12])

    return [
        ("items", str(sum(status["items"].values())), listed(status["items"])),
        ("responses", str(sum(status["responses"].values())), listed(status["responses"])),
        ("raters", str(len(status["raters"])), listed(status["raters"])),
        ("judgments", str(status["judgments"]), ""),
        ("results", str(status["results"]), ""),
    ]
