"""`ringtrue new`: a folder for a study."""

from pathlib import Path
from typing import Any

import click

from ringtrue.cli.command import command as ringtrue_command
from ringtrue.cli.console import print_json, print_lines
from ringtrue.cli.who import who_option


@ringtrue_command("new", example="ringtrue new my-study --protocol blind")
@click.argument("folder", metavar="DIR")
@click.option("--protocol", required=True, metavar="NAME", help="A built-in protocol, or a protocol file.")
@click.option("--subject", metavar="FOLDER", help="The folder of the person's sources and clone.")
@click.option("--gold", metavar="FILE", help="A text of the true voice, for raters to read first.")
@click.option(
    "--runs",
    nargs=2,
    metavar="RUN RUN",
    type=click.Path(path_type=Path),
    help="Pairs from two runs of the same scenarios, the full persona's first.",
)
@who_option
def command(
    folder: str,
    protocol: str,
    subject: str | None,
    gold: str | None,
    runs: tuple[Path, Path] | None,
    who: str,
    as_json: bool,
) -> None:
    """Make the folder of a new study.

    It holds study.yaml and items.yaml, which people write, and study.db, in which the program records.
    """
    from ringtrue.study import Study

    pairs = _pairs(protocol, runs)
    study = Study.create(folder, protocol=protocol, subject=subject, gold=gold, who=who)
    if pairs:
        from ringtrue.study.run_pairs import fill

        fill(study, pairs)
    if as_json:
        print_json(study.status())
        return
    used = study.settings.protocol
    then = "write the items into items.yaml" if not runs else f"judge them blind: ringtrue status {folder}"
    print_lines([f"{folder}: a new study by {used.name} {used.version} ({used.title})", f"Next: {then}"])


def _pairs(protocol: str, runs: tuple[Path, Path] | None) -> list[dict[str, Any]]:
    """The pairs two runs make, none where none are named."""
    if not runs:
        return []
    from ringtrue.protocols import load
    from ringtrue.study.run_pairs import pairs_of_runs

    return pairs_of_runs(load(protocol), runs)
