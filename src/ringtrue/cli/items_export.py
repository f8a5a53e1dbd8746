"""`ringtrue items export`: the items of a study in a file of their own."""

from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.opening import open_study
from ringtrue.terms import ItemStatus

if TYPE_CHECKING:
    from collections.abc import Sequence


@ringtrue_command("export", example="ringtrue items export my-study accepted.jsonl --status accepted")
@click.argument("folder", metavar="DIR")
@click.argument("file", metavar="FILE")
@click.option(
    "--status", "statuses", multiple=True, type=click.Choice(get_args(ItemStatus)), help="Only these.  [default: all]"
)
def export(folder: str, file: str, statuses: "Sequence[str]", as_json: bool) -> None:
    """Write the items into a .yaml, .json or .jsonl file, to be read by another study."""
    study = open_study(folder)
    from ringtrue.study.item_export import export_items

    chosen = [item for item in study.items() if not statuses or item.status in statuses]
    export_items(Path(file), chosen)
    if as_json:
        print_json({"exported": [item.id for item in chosen], "file": file})
        return
    print_lines([f"{len(chosen)} items written into {file}."])
