"""`ringtrue composite`: one number over the sheets of one scope."""

from pathlib import Path

import click

from ringtrue.cli.command import ringtrue_command
from ringtrue.cli.console import decimal, interval, print_json, print_lines, print_table


@ringtrue_command("composite", example="ringtrue composite rec-1 cont-1 bound-1 merge-1 drift-1")
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
def command(folders: tuple[Path, ...], as_json: bool) -> None:
    """Combine the results of several sheets of one scope, each with the weight its protocol gives it.

    Results of other scopes, or two of one sheet, are refused: nothing is pooled silently. Where a sheet is missing
    there is no composite, and the table says which.
    """
    from ringtrue.study.conversation.composite import composite_of

    found = composite_of(folders)
    if as_json:
        print_json(found.as_dict())
        return
    rows = [
        (one.sheet, one.version, f"{one.share:g}", decimal(one.score.value), interval(one.score), one.label)
        for one in found.parts
    ]
    print_table(("sheet", "version", "weight", "score", "interval", "verdict"), rows, right=("weight", "score"))
    total = found.total
    said = f"{decimal(total.value)} ({interval(total)})" if total.value is not None else f"none: {total.reason}"
    print_lines(["", f"Composite, scope {found.scope}: {said}"], style="bold")
